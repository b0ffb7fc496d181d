import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'

/**
 * Changes what judges (conditions turned round, bounds moved by one, statements left out), one change at a time, and sees
 * whether a test notices. Every change that none notices is printed as file:line, before and after; it needs a test, simpler
 * code, or an entry in tests/mutants/explained.yaml that says why it changes nothing. Entries that fit no such change any
 * more are told too. Exit 1 when there is either.
 *
 *   npm run mutants                              # everything below, about an hour
 *   npm run mutants -- src/expect/latency.ts     # some files
 *   npm run mutants -- --from report.json        # judges a run that was made before
 *
 * Stryker makes and runs the changes. It is in nobody's installation: the first run puts it into .tableread/mutants, next
 * to what it leaves there: run/mutation.json, and survivors.txt with what was printed.
 */
const root = join(import.meta.dirname, '..')
const home = join(root, '.tableread/mutants')
const judged = [
  'src/expect/**/*.ts',
  'src/compare/statistics/*.ts',
  'src/compare/gate/*.ts',
  'src/compare/gate.ts',
  'src/results/{wilson-interval,repeat,attempts,judge-statistics}.ts',
]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    concurrency: { type: 'string', default: '2' },
    'ignore-static': { type: 'boolean', default: false },
  },
})
const wanted = positionals.length === 0 ? judged : positionals

if (values.from === undefined) {
  install()
  runStryker()
}
const report = JSON.parse(readFileSync(values.from ?? join(home, 'run/mutation.json'), 'utf8'))
const mutants = Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
  mutants.map((mutant) => describe(file, source, mutant)),
)
const explained = parse(readFileSync(join(root, 'tests/mutants/explained.yaml'), 'utf8')) ?? []
const alive = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
const unexplained = alive.filter((each) => !explained.some((entry) => explains(entry, each)))
const files = new Set(Object.keys(report.files))
const idle = explained.filter((entry) => files.has(entry.file) && !alive.some((each) => explains(entry, each)))
tell()
if (unexplained.length > 0 || idle.length > 0) process.exitCode = 1

function install() {
  if (existsSync(join(home, 'node_modules/@stryker-mutator/core'))) return
  mkdirSync(home, { recursive: true })
  writeFileSync(join(root, '.tableread/.gitignore'), '*\n')
  writeFileSync(join(home, 'package.json'), readFileSync(join(root, 'tests/mutants/package.json')))
  const flags = ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', flags, { cwd: home, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error('npm could not install Stryker')
  rmSync(join(home, 'node_modules/vitest'), { recursive: true, force: true })
  symlinkSync(join(root, 'node_modules/vitest'), join(home, 'node_modules/vitest'), 'junction') // that of the tests
}

function runStryker() {
  const config = {
    testRunner: 'vitest',
    plugins: [join(home, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
    mutate: [...wanted, '!**/*.test.ts', '!**/*.fixture.ts'],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: join(home, 'run/mutation.json') },
    tempDirName: relative(root, join(home, 'sandbox')),
    ignoreStatic: values['ignore-static'],
    ignorePatterns: ['bench', 'suites', 'docs', 'snapshots', '.tableread'],
    concurrency: Number(values.concurrency),
    timeoutMS: 60_000, // a machine with other work must not pass for a test that notices
    warnings: false,
  }
  writeFileSync(join(home, 'stryker.json'), JSON.stringify(config))
  const stryker = join(home, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const { status } = spawnSync(process.execPath, [stryker, 'run', join(home, 'stryker.json')], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the run of Stryker did not end')
}

/** A change with the line it stands on, before and after; a change over several lines has the first of them and what came instead. */
function describe(file, source, { status, location: { start, end }, replacement = '', mutatorName }) {
  const lines = source.split('\n')
  const line = lines[start.line - 1] ?? ''
  const rest = start.line === end.line ? line.slice(end.column - 1) : ` /* to line ${end.line - start.line + 1} */`
  const becomes = `${line.slice(0, start.column - 1)}${replacement.replace(/\s*\n\s*/g, ' ')}${rest}`
  return { file, at: start.line, column: start.column, status, mutatorName, line: line.trim(), becomes: becomes.trim() }
}

function explains({ file, line, becomes }, mutant) {
  return mutant.file === file && mutant.line === line && [becomes].flat().includes(mutant.becomes)
}

function tell() {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const shown = [
    ...unexplained.flatMap(({ file, at, column, status, mutatorName, line, becomes }) => [
      `${file}:${at}:${column} ${mutatorName}${status === 'NoCoverage' ? ', no test comes here' : ''}`,
      `  - ${line}`,
      `  + ${becomes}`,
      '',
    ]),
    ...idle.flatMap(({ file, line }) => [
      `${file}: what is explained here is gone or noticed by now`,
      `    ${line}`,
      '',
    ]),
    `${mutants.length} changes in ${files.size} files: ${count('Killed', 'Timeout', 'RuntimeError')} noticed, ${alive.length - unexplained.length} explained, ` +
      `${unexplained.length} neither; ${count('Ignored', 'CompileError')} left out`,
  ].join('\n')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'survivors.txt'), `${shown}\n`)
  process.stdout.write(`${shown}\n`)
}
