/**
 * Measures what docs/reliability.md promises: `npm run bench:reliability`, optionally with the names of
 * topics, as in `npm run bench:reliability -- recovery`. Each topic writes its figures between its two marks
 * in that page. Long topics with flags of their own run only if named: `npm run bench:reliability -- load
 * --minutes 2`, `… -- soak --minutes 30`.
 */
import { run as runLoad } from './load.mjs'
import { measureCrash } from './measure-crash.mjs'
import { measurePace } from './measure-pace.mjs'
import { measureRecovery } from './measure-recovery.mjs'
import { putFigures } from './put-figures.mjs'
import { run as runSoak } from './soak.mjs'

/** A topic gives `figures` as Markdown, and `failed` if a promise does not hold. */
const topics = { recovery: measureRecovery, crash: measureCrash, pace: measurePace }
const asked = process.argv.slice(2)
if (asked[0] === 'load') process.exit(await runLoad(asked.slice(1)))
if (asked[0] === 'soak') process.exit(await runSoak(asked.slice(1)))

for (const name of asked)
  if (!(name in topics)) throw new Error(`there is no topic ${name}: ${Object.keys(topics).join(', ')}`)
for (const [name, measure] of Object.entries(topics)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const { figures, failed } = await measure()
  putFigures(name, figures)
  process.stdout.write(`${figures}\n`)
  if (failed) process.exitCode = 1
}
