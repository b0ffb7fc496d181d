import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'

/**
 * Mutation testing of the code that judges: makes one change at a time (conditions inverted, bounds moved by
 * one, statements removed) and checks that a test notices. Every survivor is printed as file:line, before and
 * after; it needs a test, simpler code, or an entry in tests/mutants/explained.yaml that says why it changes
 * nothing. Entries that no longer match a survivor are reported too. Exits with 1 if there is either.
 *
 *   npm run mutants                                  # everything below, about an hour
 *   npm run mutants -- src/engine/expect/latency.ts  # some files or folders; the results of others are kept
 *   npm run mutants -- --resume                      # only files that have changed since they were last tested
 *   npm run mutants -- src/engine/expect --again     # only survivors, if only tests were added since
 *   npm run mutants -- --patience 12                 # seconds until a change counts as endless (default 60)
 *   npm run mutants -- --tell                        # compares the last findings with the explanations again
 *
 * Stryker makes and runs the changes. It is not a dependency: the first run installs it into
 * .tableread/mutants, next to its findings, found.json, and the printed list, survivors.txt.
 */
const root = join(import.meta.dirname, '..')
const home = join(root, '.tableread/mutants')

/**
 * What to mutate, and the tests that have to notice: those next to it, which take moments and show what is
 * wrong. Only a few files at a time, so that little is lost if a run is interrupted.
 */
const parts = [
  { of: /^src\/compare\/(?:statistics|gate)\//, tests: ['src/compare/**/*.test.ts'] },
  {
    of: /^src\/(?:base\/binomial|engine\/verdict\/seed-summary)\.ts$/,
    tests: ['src/base/binomial.test.ts', 'src/{compare/statistics,engine/verdict,records/licence}/**/*.test.ts'],
  },
  {
    of: /^src\/engine\/(?:perform\/repeat|verdict\/judge-statistics)\.ts$/,
    tests: ['src/engine/{perform/repeat,verdict/judge-statistics}.test.ts'],
  },
  {
    of: /^src\/records\/licence\/(?:agreement|calibrate|gather-examples|licence|licence-file)\.ts$/,
    tests: ['src/records/licence/*.test.ts'],
  },
  { of: /^src\/engine\/judge\//, tests: ['src/engine/judge/*.test.ts'] },
  {
    of: /^src\/engine\/expect\/words\//,
    tests: ['src/engine/expect/words/*.test.ts', 'src/engine/expect/match-words.test.ts'],
  },
  { of: /^src\/engine\/expect\/(?!words\/)/, tests: ['src/engine/expect/**/*.test.ts'] },
]
const filesAtOnce = 4

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: 'string', default: '2' },
    resume: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    tell: { type: 'boolean', default: false },
    'ignore-static': { type: 'boolean', default: false },
    patience: { type: 'string', default: '60' },
  },
})
const store = join(home, 'found.json')
const keeps = values.tell || values.resume || values.again || positionals.length > 0
const found = keeps && existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : {}
const judging = readdirSync(join(root, 'src'), { recursive: true })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(file))
for (const file of Object.keys(found)) if (!judging.includes(file)) delete found[file]
if (!values.tell) look()

const mutants = Object.entries(found).flatMap(([file, { source, mutants }]) =>
  mutants.map((mutant) => describe(file, source, mutant)),
)
const explained = parse(readFileSync(join(root, 'tests/mutants/explained.yaml'), 'utf8')) ?? []
const alive = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
const unexplained = alive.filter((each) => !explained.some((entry) => explains(entry, each)))
const idle = explained.filter(({ file }) => file in found || !judging.includes(file)).flatMap(idleOf)
tell()
if (unexplained.length > 0 || idle.length > 0) process.exitCode = 1

function look() {
  install()
  for (const { of, tests } of parts) {
    const own = judging.filter((file) => of.test(file) && isAsked(file))
    if (values.again) {
      lookAgain(Object.fromEntries(own.map((file) => [file, found[file]])), tests)
      writeFileSync(store, JSON.stringify(found))
      continue
    }
    for (let from = 0; from < own.length; from += filesAtOnce) {
      const files = own.slice(from, from + filesAtOnce)
      Object.assign(found, runStryker(files, tests))
      writeFileSync(store, JSON.stringify(found))
    }
  }
}

/** Runs tests against the changes that survived before. Changes already noticed stay noticed. */
function lookAgain(seen, tests) {
  const live = Object.entries(seen).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map((mutant) => ({ file, mutant })),
  )
  if (live.length === 0) return
  const rangeOf = ({ file, mutant: { location } }) =>
    `${file}:${location.start.line}:${location.start.column - 1}-${location.end.line}:${location.end.column}`
  const again = runStryker([...new Set(live.map(rangeOf))], tests)
  const keyOf = ({ location, mutatorName, replacement }) => JSON.stringify([location, mutatorName, replacement])
  for (const { file, mutant } of live)
    mutant.status = again[file]?.mutants.find((each) => keyOf(each) === keyOf(mutant))?.status ?? mutant.status
}

function isAsked(file) {
  if (values.again && found[file]?.source !== readFileSync(join(root, file), 'utf8')) return false
  if (positionals.length > 0) return positionals.some((path) => file === path || file.startsWith(`${path}/`))
  return values.again || found[file]?.source !== readFileSync(join(root, file), 'utf8')
}

/** The changes of an entry that no longer survive any test. */
function idleOf({ file, line, becomes }) {
  return [becomes]
    .flat()
    .flatMap((each) =>
      alive.some((mutant) => explains({ file, line, becomes: each }, mutant)) ? [] : [{ file, line, becomes: each }],
    )
}

function install() {
  if (existsSync(join(home, 'node_modules/@stryker-mutator/core'))) return
  mkdirSync(home, { recursive: true })
  writeFileSync(join(root, '.tableread/.gitignore'), '*\n')
  writeFileSync(join(home, 'package.json'), readFileSync(join(root, 'tests/mutants/package.json')))
  const flags = ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', flags, { cwd: home, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error('npm could not install Stryker')
  rmSync(join(home, 'node_modules/vitest'), { recursive: true, force: true })
  // the version that the tests use
  symlinkSync(join(root, 'node_modules/vitest'), join(home, 'node_modules/vitest'), 'junction')
}

function runStryker(files, tests) {
  const fileName = join(home, 'mutation.json')
  const config = {
    testRunner: 'vitest',
    plugins: [join(home, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
    mutate: files,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName },
    tempDirName: relative(root, join(home, 'sandbox')),
    ignoreStatic: values['ignore-static'],
    ignorePatterns: ['bench', 'suites', 'docs', 'snapshots', '.tableread'],
    concurrency: Number(values.concurrency),
    timeoutMS: Number(values.patience) * 1000,
    warnings: false,
  }
  writeFileSync(join(home, 'stryker.json'), JSON.stringify(config))
  const stryker = join(home, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const env = { ...process.env, MUTANTS_TESTS: JSON.stringify(tests) }
  const flags = [stryker, 'run', join(home, 'stryker.json')]
  const { status } = spawnSync(process.execPath, flags, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) throw new Error('the run of Stryker did not end; --resume goes on from here')
  return JSON.parse(readFileSync(fileName, 'utf8')).files
}

/**
 * A change with its line, before and after; for a change over several lines, the first of them and what
 * replaces them.
 */
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
    `${mutants.length} changes in ${Object.keys(found).length} files: ${count('Killed', 'Timeout', 'RuntimeError')} noticed, ${alive.length - unexplained.length} explained, ` +
      `${unexplained.length} neither; ${count('Ignored', 'CompileError')} left out`,
  ].join('\n')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'survivors.txt'), `${shown}\n`)
  process.stdout.write(`${shown}\n`)
}
