import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { runWarm } from '../warm/run-warm.ts'

const root = resolve(import.meta.dirname, '../..')
const packages = join(import.meta.dirname, 'node_modules')

/** Whether the frameworks are installed: `npm ci --prefix tests/frameworks`. */
export const isInstalled: boolean = existsSync(join(packages, 'ai'))

/** The part of a result file that the tests read. */
interface ResultFile {
  conversations: {
    name: string
    verdict: string
    cause?: { kind: string }
    usage?: object[]
    turns: { outcomes?: { verdict: string }[] }[]
  }[]
}

/** What became of a conversation: its verdict, or that what was expected could not be judged, or whose fault it was. */
export type Verdict = 'passed' | 'failed' | 'not judged' | `errored: ${string}`

/** Variables of the environment. */
export type Environment = Record<string, string>

/** A folder with the examples, the frameworks, and agents that tests write; `close` ends and removes everything. */
export interface Bench {
  folder: string
  write(path: string, content: object | string): void
  /** Starts a program of the folder, which prints its port, and returns the port. */
  start(file: string, env: Environment): Promise<string>
  /** Runs with --ui until its page is there and the suite has run. */
  openUi(args: readonly string[], env: Environment): Promise<{ said: () => string; url: string }>
  tableread(args: readonly string[], env: Environment): Promise<{ code: number | null; out: string }>
  /** Runs suites against a workspace: what became of each conversation, and which of them took tokens. */
  verdicts(suites: readonly string[], workspace: string, env: Environment, ...more: string[]): Promise<Verdicts>
  close(): Promise<void>
}

/** By name of the conversation. */
export interface Verdicts {
  verdicts: Record<string, Verdict>
  counted: string[]
  out: string
}

/** Opens a bench in a temporary folder. */
export function openBench(): Bench {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-frames-'))
  const running: ChildProcess[] = []
  cpSync(join(root, 'examples'), folder, { recursive: true })
  cpSync(join(import.meta.dirname, 'faults.yaml'), join(folder, 'faults.yaml'))
  // One more order, of which the shop never hears.
  const orders = readFileSync(join(folder, 'orders.mjs'), 'utf8')
  const waits = "  if (order_id === '3003') await new Promise((never) => setTimeout(never, 20_000))\n"
  writeFileSync(join(folder, 'orders.mjs'), orders.replace('  const order =', `${waits}  const order =`))
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(packages).filter((each) => !each.startsWith('.')))
    symlinkSync(join(packages, name), join(folder, 'node_modules', name))
  symlinkSync(root, join(folder, 'node_modules/tableread'))
  for (const name of ['vitest', '@vitest']) {
    if (!existsSync(join(folder, 'node_modules', name)))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }

  const write: Bench['write'] = (path, content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const tableread: Bench['tableread'] = async (args, env) => {
    const shared = { NO_COLOR: '1', TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' }
    const { code, out, err } = await runWarm(args, { folder, env: { ...shared, ...env } })
    return { code, out: out + err }
  }
  return {
    folder,
    write,
    tableread,
    async start(file, env) {
      const started = spawn(process.execPath, [file], { cwd: folder, env: { ...process.env, PORT: '0', ...env } })
      running.push(started)
      let output = ''
      started.stderr.on('data', (part) => {
        output += String(part)
      })
      for await (const part of started.stdout) {
        output += String(part)
        const port = /^(\d+)\n/m.exec(output)?.[1]
        if (port !== undefined) return port
      }
      throw new Error(`${file} said ${output}`)
    },
    async openUi(args, env) {
      const shared = { ...process.env, NO_COLOR: '1', TABLEREAD_HISTORY: 'off', BROWSER: 'none', ...env }
      const started = spawn(process.execPath, [join(root, 'bin/tableread.js'), 'run', ...args, '--ui'], {
        cwd: folder,
        env: shared,
      })
      running.push(started)
      let output = ''
      return new Promise((resolve, reject) => {
        const hear = (part: unknown): void => {
          output += String(part)
          const url = /UI started at (\S+)/.exec(output)?.[1]
          if (url !== undefined && /Duration/.test(output)) resolve({ said: () => output, url })
        }
        started.stdout.on('data', hear)
        started.stderr.on('data', hear)
        started.once('exit', () => reject(new Error(output)))
      })
    },
    async verdicts(suites, workspace, env, ...more) {
      const { out } = await tableread(
        ['run', ...suites, '--workspace', workspace, '--json', `${workspace}.json`, ...more],
        env,
      )
      const { conversations } = readResult(join(folder, `${workspace}.json`), out)
      return {
        out,
        verdicts: Object.fromEntries(conversations.map((each) => [each.name, verdictOf(each)])),
        counted: conversations.flatMap(({ name, usage = [] }) => (usage.length === 0 ? [] : [name])),
      }
    },
    async close() {
      for (const each of running) each.kill('SIGKILL')
      await Promise.all(running.map((each) => each.exitCode ?? each.signalCode ?? once(each, 'exit')))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readResult(file: string, out: string): ResultFile {
  if (!existsSync(file)) throw new Error(out)
  return JSON.parse(readFileSync(file, 'utf8')) as ResultFile
}

function verdictOf({ verdict, cause, turns }: ResultFile['conversations'][number]): Verdict {
  if (verdict !== 'errored') return verdict as Verdict
  const isUnjudged = turns.some(({ outcomes = [] }) => outcomes.some((each) => each.verdict === 'not judged'))
  return isUnjudged ? 'not judged' : `errored: ${cause?.kind}`
}
