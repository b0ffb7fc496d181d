import { evidenceOf, type Rates, rateOf, type VersionTally } from './tally.ts'

/** Where the break most likely is among the versions that were tried: the last good one and the first bad one. */
export interface BreakPoint {
  before: VersionTally
  first: VersionTally
  rates: Rates
  /** How likely it is just there, given that every version before the break is like the good end and every one from it on like the bad end. */
  confidence: number
}

/**
 * The likeliest break point. Candidates come in order, the good end first and the bad end last; both were tried. The rates
 * are those of the ends to begin with, then those of everything on either side; `doubt` is how little to trust them (see
 * `rateOf`).
 */
export function findBreakPoint(
  candidates: readonly string[],
  known: ReadonlyMap<string, VersionTally>,
  doubt: number,
): BreakPoint {
  const tallies = candidates.flatMap((version) => known.get(version) ?? [])
  const [good, bad] = [tallies[0], tallies.at(-1)]
  if (good === undefined || bad === undefined || tallies.length < 2) throw new RangeError('a break needs two versions')
  const at = tallies.map(({ version }) => candidates.indexOf(version))
  const places = at.slice(1).map((index, earlier) => index - (at[earlier] ?? 0))
  const rough = weigh(tallies, places, ratesOf([good], [bad], doubt))
  const rates = ratesOf(tallies.slice(0, rough.index), tallies.slice(rough.index), doubt)
  const { index, confidence } = weigh(tallies, places, rates)
  return { before: tallies[index - 1] ?? good, first: tallies[index] ?? bad, rates, confidence }
}

function ratesOf(before: readonly VersionTally[], after: readonly VersionTally[], doubt: number): Rates {
  const [good, bad] = [rateOf(before, doubt), rateOf(after, doubt)]
  return good > bad ? { good, bad } : { good: (good + bad) / 2 + 0.01, bad: (good + bad) / 2 - 0.01 }
}

/**
 * The likeliest of the intervals between tried versions, as the index of the version at its upper end, and its share of
 * the posterior. `places` says how many versions could be the first bad one in each interval; every place is equally
 * likely beforehand.
 */
function weigh(
  tallies: readonly VersionTally[],
  places: readonly number[],
  rates: Rates,
): { index: number; confidence: number } {
  let sum = 0
  const logs = places.map((_, index) => {
    const tally = tallies[index]
    if (tally !== undefined) sum += evidenceOf(tally, rates)
    return sum
  })
  const best = logs.reduce((found, log, index) => (log > (logs[found] ?? 0) ? index : found), 0)
  const weights = logs.map((log, index) => (places[index] ?? 1) * Math.exp(log - (logs[best] ?? 0)))
  const total = weights.reduce((weight, each) => weight + each, 0)
  return { index: best + 1, confidence: (weights[best] ?? 0) / total }
}
