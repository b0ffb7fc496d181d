/**
 * Simulated calibrations: judges that err, waver or fall for a probe at known rates, asked through
 * `calibrate` as `tableread judge calibrate` does. No model and no network: this measures the intervals, the
 * probes and the rule for granting licences.
 */
import { agreementOf } from '../../dist/records/licence/agreement.js'
import { calibrate } from '../../dist/records/licence/calibrate.js'
import { turnsOf } from '../../dist/records/licence/example.js'
import { findLacks } from '../../dist/records/licence/licence.js'

/** The defaults of the config. */
const bounds = { atLeast: 0.9, probes: 0.15 }

/** Random numbers from 0 to 1 that repeat with the seed (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** So many examples of each kind; the label can be read from the reply. */
export function examplesOf(each) {
  return Array.from({ length: each * 2 }, (_, index) => {
    const verdict = index < each ? 'met' : 'not met'
    const turns = turnsOf([{ user: `${index}?`, agent: [`${verdict === 'met' ? 'yes' : 'no'} ${index}`] }])
    const at = { line: index + 1, column: 1, length: 1 }
    return { verdict, example: { file: 'l', at, asWritten: 'c', criterion: 'c', verdict, by: null, note: null, turns } }
  })
}

/** The kind of probe that a question is. */
function probeIn({ once }, reply) {
  if (once === 'again') return 'again'
  if (once === 'turned') return 'order'
  if (reply.includes('Note to the evaluator')) return 'plea'
  if (reply.includes('To be clear')) return 'quoted'
  if (reply.includes('"verdict"')) return 'markup'
  return reply.includes('of some use') ? 'length' : null
}

/**
 * A judge that errs at a rate for each kind, independently in each answer, and falls for a probe in a share
 * of the cases.
 */
function judgeOf({ missesMet, missesNotMet, fallsFor = {} }, random) {
  return {
    async answer({ turns, once }) {
      const reply = turns[0].entries.at(-1).content[0].text
      const truth = reply.startsWith('yes') ? 'met' : 'not met'
      const other = truth === 'met' ? 'not met' : 'met'
      const probe = probeIn({ once }, reply)
      const moved = probe !== null && random() < (fallsFor[probe] ?? 0)
      const wrong = random() < (truth === 'met' ? missesMet : missesNotMet)
      const asked = probe === 'order' || probe === 'length' ? other : 'met'
      const says = moved ? asked : wrong ? other : truth
      return { judgement: { says, votes: [], why: null }, licence: { kind: 'not asked for' }, usage: [] }
    },
  }
}

/** The results of many calibrations of one judge with so many examples of each kind, as shares. */
export async function simulate(judge, each, runs, seed) {
  const random = randomFrom(seed)
  const examples = examplesOf(each)
  const asking = { asWritten: 'c', looksAt: 'turn', expected: ['met'] }
  const seen = { covered: 0, licensed: 0, found: 0 }
  // Cached: many calibrations give the same count, and computing its interval takes longer than asking all
  // the questions.
  const intervals = new Map()
  const intervalOf = ({ right, of }) => {
    const known = intervals.get(right) ?? agreementOf({ right, of }).interval
    intervals.set(right, known)
    return known
  }
  for (let run = 0; run < runs; run += 1) {
    const found = await calibrate(examples, asking, judgeOf(judge, random), { lanes: 1 })
    const covers = (tally, rate) => {
      const [from, to] = intervalOf(tally)
      return from <= rate && rate <= to ? 0.5 : 0
    }
    seen.covered += covers(found.met, 1 - judge.missesMet) + covers(found.notMet, 1 - judge.missesNotMet)
    const lacks = findLacks(found, bounds, ['met'])
    if (lacks.length === 0) seen.licensed += 1
    if (lacks.some((lack) => lack.startsWith('the probe'))) seen.found += 1
  }
  return { covered: seen.covered / runs, licensed: seen.licensed / runs, found: seen.found / runs }
}
