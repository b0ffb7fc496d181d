import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const require = createRequire(import.meta.url)
const vitest = join(dirname(require.resolve('vitest/package.json')), 'vitest.mjs')
const root = resolve(import.meta.dirname, '../..')
// The built plugin, as users have it: sources would go through Vite on every start, which takes longer than
// the test itself.
const plugin = join(root, 'dist/app/vitest/index.js')

/** A user's project, in its own temporary folder. */
export interface Project {
  folder: string
  remove(): void
}

/**
 * Writes files and a `vitest.config.mts` that uses the plugin with these options and adds Vitest's JSON
 * report and `own` settings; no config if `options` is null.
 */
export function createProject(
  files: Record<string, string>,
  options: object | null = {},
  own: { include?: string[] } = {},
): Project {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tableread-vitest-')))
  // Imported under a name that hides it from Vite, which would otherwise bundle it on every start, because it
  // is a path and not a package name.
  const config = [
    'const load = (path) => import(path)',
    `const { mergeConfig } = await load('${dirname(vitest)}/dist/config.js')`,
    `const { tableread } = await load('${plugin}')`,
    `const json = { test: { reporters: ['json'], outputFile: { json: 'report.json' }, ...${JSON.stringify(own)} } }`,
    `export default mergeConfig(await tableread(${JSON.stringify(options)}), json)`,
  ].join('\n')
  const all = options === null ? files : { ...files, 'vitest.config.mts': config }
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A command's growing output, and its end. */
export interface Running {
  process: ChildProcess
  output(): string
  /** Resolves once the output matches. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  /** The exit code. */
  ended: Promise<number | null>
}

/** Starts the user's `vitest`. */
export function startVitest(
  { folder }: Project,
  args: readonly string[],
  environment: Record<string, string>,
): Running {
  return start([vitest, ...args], folder, environment)
}

/** Starts the built `tableread`. */
export function startTableread(
  { folder }: Project,
  args: readonly string[],
  environment: Record<string, string>,
): Running {
  return start([join(root, 'bin/tableread.js'), ...args], folder, environment)
}

function start(args: readonly string[], cwd: string, environment: Record<string, string>): Running {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, TMPDIR: tmpdir(), NO_COLOR: '1', VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...environment }
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += stripVTControlCharacters(chunk.toString())
      for (const listener of listeners) listener()
    })
  }
  const ended = new Promise<number | null>((done) => child.on('close', done))
  return {
    process: child,
    output: () => text,
    says: (pattern) =>
      new Promise((finish, fail) => {
        const look = (): void => {
          const match = pattern.exec(text)
          if (match !== null) finish(match)
        }
        listeners.add(look)
        look()
        void ended.then(() => fail(new Error(`ended without saying ${pattern}:\n${text}`)))
      }),
    ended,
  }
}

/** One test of Vitest's JSON report. */
export interface Reported {
  title: string
  status: string
  location?: { line: number; column: number }
  failureMessages: string[]
  meta: {
    tableread?: { verdict: string; version: string; sessionId: string | null; report?: string; cause?: string }
  }
}

/** Runs `vitest run` to completion and reads the JSON report. */
export async function runVitest(
  project: Project,
  environment: Record<string, string>,
  args: readonly string[] = [],
): Promise<{
  code: number | null
  output: string
  tests: Reported[]
  suites: { name: string; status: string; message: string }[]
}> {
  const report = join(project.folder, 'report.json')
  const running = startVitest(project, ['run', ...args], environment)
  const code = await running.ended
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: SuiteReported[] }
  const suites = testResults.map(({ name, status, message }) => ({ name, status, message }))
  return {
    code,
    output: running.output(),
    tests: testResults.flatMap(({ assertionResults }) => assertionResults),
    suites,
  }
}

interface SuiteReported {
  name: string
  status: string
  message: string
  assertionResults: Reported[]
}
