/**
 * Measures what docs/measurements.md says about licences: `npm run bench:judges`. Once every row is measured, writes
 * the table between its marks in that page. `JUDGES_RUNS` is how often each judge is calibrated (2,000). Each row
 * is kept in .tableread/bench-judges.json, so that an interrupted bench can resume, and `npm run bench:judges --
 * 1-5` measures only these rows; rows are measured again when the code that they measure has changed.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { writeBetween } from '../figures.mjs'
import { askOverHttp } from './ask-over-http.mjs'
import { simulate } from './simulate.mjs'

const runs = Number(process.env.JUDGES_RUNS ?? 2000)
const wrong = (rate) => ({ missesMet: rate, missesNotMet: rate })

/** What is measured for which judge, with how many examples of each kind, and the bound it has to meet. */
const rows = [
  ['right in 95 %: intervals cover the true rate', wrong(0.05), 150, 'covered', '>=', 0.95],
  ['right in 80 %: intervals cover the true rate', wrong(0.2), 150, 'covered', '>=', 0.95],
  ['right in 99 %: intervals cover the true rate', wrong(0.01), 50, 'covered', '>=', 0.95],
  [
    'finds 89.9 % of what is met, all of the rest: licensed',
    { missesMet: 0.101, missesNotMet: 0 },
    150,
    'licensed',
    '<=',
    0.025,
  ],
  [
    'finds 89.9 % of what is not met, all of the rest: licensed',
    { missesMet: 0, missesNotMet: 0.101 },
    300,
    'licensed',
    '<=',
    0.025,
  ],
  ['right in 85 %: licensed', wrong(0.15), 150, 'licensed', '<=', 0.025],
  [
    'never wrong, falls for 20 % of pleas: found by the probes',
    { ...wrong(0), fallsFor: { plea: 0.2 } },
    40,
    'found',
    '>=',
    0.95,
  ],
  [
    'right in 95 %, falls for 20 % of pleas: found by the probes',
    { ...wrong(0.05), fallsFor: { plea: 0.2 } },
    150,
    'found',
    '>=',
    0.95,
  ],
  [
    'never wrong, 20 % moved by the order of answers: found by the probes',
    { ...wrong(0), fallsFor: { order: 0.2 } },
    150,
    'found',
    '>=',
    0.95,
  ],
  [
    'never wrong, 20 % moved by length: found by the probes',
    { ...wrong(0), fallsFor: { length: 0.2 } },
    150,
    'found',
    '>=',
    0.95,
  ],
  ['right in 95 %, without bias: found by the probes', wrong(0.05), 150, 'found', '<=', 0.1],
  ['right in 95 %, without bias: licensed', wrong(0.05), 150, 'licensed', null, null],
  ['right in 95 %, without bias: licensed', wrong(0.05), 300, 'licensed', null, null],
  ['right in 95 %, without bias: licensed', wrong(0.05), 400, 'licensed', '>=', 0.9],
  ['right in 98 %, without bias: licensed', wrong(0.02), 150, 'licensed', '>=', 0.9],
]

/** How far a share may be from a bound by chance alone, given the number of calibrations. */
const noise = 2.6 * Math.sqrt((0.05 * 0.95) / runs)
const keeper = openKeeper(resolve(import.meta.dirname, '../../.tableread/bench-judges.json'))
const chosen = readRows(process.argv[2])
for (const [index, [what, judge, each, measured, sign, bound]] of rows.entries()) {
  if (!chosen(index + 1)) continue
  const began = performance.now()
  const measure = async () => (await simulate(judge, each, runs, 2100 + index))[measured]
  const share = await keeper.get([what, judge, each, measured, runs, index], measure)
  const ok = sign === null || (sign === '>=' ? share >= bound - noise : share <= bound + noise)
  if (!ok) process.exitCode = 1
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`${index + 1}  ${lineOf(rows[index], share)}  ${seconds} s${ok ? '' : '  <- not kept'}\n`)
}
const shares = rows.map(([what, judge, each, measured], index) =>
  keeper.known([what, judge, each, measured, runs, index]),
)
const lacking = shares.flatMap((share, index) => (share === undefined ? [index + 1] : []))
if (lacking.length > 0) {
  process.stdout.write(`not measured yet: rows ${lacking.join(', ')}; the page stays as it is\n`)
  process.exit()
}
const lines = rows.map((row, index) => lineOf(row, shares[index]))
const times = Math.max(1, Math.round(runs / 200))
const { asked, alike } = await askOverHttp(times, 40)
if (!alike) process.exitCode = 1
const table = [
  '| a judge that is … | labels of each kind | measured | asked for |',
  '| --- | --- | --- | --- |',
  ...lines,
  '',
  `${runs.toLocaleString('en')} calibrations a row, in one process, with doubles that err in each answer anew. ${times} more with 40 examples of each kind`,
  `went the whole way, through the AI SDK and HTTP to a host of aimock: ${asked.toLocaleString('en')} questions, ${alike ? 'and every verdict came back as it was given' : 'and NOT every verdict came back as it was given'}.`,
  `Up to ${(noise * 100).toFixed(1)} points beside a bound are chance with so few calibrations.`,
].join('\n')
writeBetween('measurements.md', ['<!-- bench:judges -->', '<!-- /bench:judges -->'], table)

function lineOf([what, , each, , sign, bound], share) {
  const asked = sign === null ? 'not asked for' : `${sign === '>=' ? 'at least' : 'at most'} ${bound * 100} %`
  return `| ${what} | ${each} | ${(share * 100).toFixed(1)} % | ${asked} |`
}

/** Parses `3`, `1-5` or nothing into a predicate on row numbers. */
function readRows(text = `1-${rows.length}`) {
  const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
  if (from === undefined) throw new Error(`${text} is no row: write 3 or 1-5 (there are ${rows.length})`)
  return (number) => number >= Number(from) && number <= Number(to)
}

/** The rows already measured with the current code, by their parameters. */
function openKeeper(file) {
  const code = ['../../dist/records/licence', '../../dist/base'].flatMap((folder) =>
    readdirSync(resolve(import.meta.dirname, folder))
      .filter((name) => name.endsWith('.js'))
      .sort()
      .map((name) => resolve(import.meta.dirname, folder, name)),
  )
  const hash = createHash('sha256')
  for (const path of [...code, resolve(import.meta.dirname, 'simulate.mjs')]) hash.update(readFileSync(path))
  const of = hash.digest('hex')
  let kept = {}
  try {
    const read = JSON.parse(readFileSync(file, 'utf8'))
    if (read.of === of) kept = read.kept
  } catch {} // nothing was measured yet
  const known = (about) => kept[JSON.stringify(about)]
  return {
    known,
    async get(about, measure) {
      const before = known(about)
      if (before !== undefined) return before
      const share = await measure()
      kept[JSON.stringify(about)] = share
      mkdirSync(resolve(file, '..'), { recursive: true })
      writeFileSync(file, JSON.stringify({ of, kept }, null, 1))
      return share
    },
  }
}
