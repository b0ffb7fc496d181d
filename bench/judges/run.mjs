/**
 * Measures what docs/judges.md promises of licences: `npm run bench:judges`. Writes the table between its marks in that page.
 * `JUDGES_RUNS` is how often each judge is calibrated (2,000).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { askOverHttp } from './ask-over-http.mjs'
import { simulate } from './simulate.mjs'

const runs = Number(process.env.JUDGES_RUNS ?? 2000)
const page = resolve(import.meta.dirname, '../../docs/judges.md')
const wrong = (rate) => ({ missesMet: rate, missesNotMet: rate })

/** What is measured of which judge, with how many examples of each kind, and what it has to be. */
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

const lines = []
/** How far a share may be from a bound by chance alone, in so many calibrations. */
const noise = 2.6 * Math.sqrt((0.05 * 0.95) / runs)
for (const [index, [what, judge, each, measured, sign, bound]] of rows.entries()) {
  const share = (await simulate(judge, each, runs, 2100 + index))[measured]
  const ok = sign === null || (sign === '>=' ? share >= bound - noise : share <= bound + noise)
  if (!ok) process.exitCode = 1
  const asked = sign === null ? 'not asked for' : `${sign === '>=' ? 'at least' : 'at most'} ${bound * 100} %`
  lines.push(`| ${what} | ${each} | ${(share * 100).toFixed(1)} % | ${asked} |`)
  process.stdout.write(`${lines.at(-1)}${ok ? '' : '  <- not kept'}\n`)
}
const times = Math.max(1, Math.round(runs / 200))
const { asked, alike } = await askOverHttp(times, 40)
if (!alike) process.exitCode = 1
const table = [
  '| a judge that is … | labels of each kind | measured | asked for |',
  '| --- | --- | --- | --- |',
  ...lines,
  '',
  `${runs.toLocaleString('en')} calibrations a row, in one process, with doubles that err in each answer anew. ${times} more with 40 examples of each kind`,
  `went the whole way, through the AI SDK and HTTP: ${asked.toLocaleString('en')} questions, ${alike ? 'and every verdict came back as it was given' : 'and NOT every verdict came back as it was given'}.`,
  `Up to ${(noise * 100).toFixed(1)} points beside a bound are chance with so few calibrations.`,
].join('\n')
const [begin, end] = ['<!-- bench:judges -->', '<!-- /bench:judges -->']
const text = readFileSync(page, 'utf8')
const [from, to] = [text.indexOf(begin), text.indexOf(end)]
if (from === -1 || to < from) throw new Error(`docs/judges.md has no ${begin}`)
writeFileSync(page, `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`)
