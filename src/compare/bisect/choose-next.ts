import { type BreakPoint, findBreakPoint } from './break-point.ts'
import { attemptsOf, evidenceOf, type VersionTally } from './tally.ts'

/** What a search knows: the tallies of what was tried, by version, and the candidates in order, the ends among them. */
export interface Search {
  candidates: readonly string[]
  tallies: ReadonlyMap<string, VersionTally>
  /** Most attempts at one version; 1 means that the agent is taken to do the same each time. */
  repeat: number
}

/** The version to try once more, or the break, when more attempts would tell no more or are not allowed. */
export type NextStep = { kind: 'try'; version: string } | ({ kind: 'done' } & BreakPoint)

/** How sure the whole search means to be of its answer. */
const sure = 0.95

/**
 * What to do next. The versions beside the likeliest break are tried until each is clear; then the one in the middle of
 * what was not tried between them; at last the two again, until the answer is sure enough.
 */
export function chooseNext({ candidates, tallies, repeat }: Search): NextStep {
  const point = findBreakPoint(candidates, tallies, repeat === 1 ? 0.01 : 1)
  const { before, first, rates, confidence } = point
  const left = (tally: VersionTally): boolean => attemptsOf(tally) < repeat
  const risk = (1 - sure) / Math.max(1, Math.ceil(Math.log2(candidates.length - 1)))
  const clear = Math.log((1 - risk) / risk)
  const unclear = [before, first]
    .filter((tally) => left(tally) && Math.abs(evidenceOf(tally, rates)) < clear)
    .filter(({ version }) => version !== candidates[0] && version !== candidates.at(-1))
  const [open] = unclear.sort((a, b) => attemptsOf(b) - attemptsOf(a))
  if (open !== undefined) return { kind: 'try', version: open.version }
  const between = candidates.slice(candidates.indexOf(before.version) + 1, candidates.indexOf(first.version))
  const middle = between[Math.floor((between.length - 1) / 2)]
  if (middle !== undefined) return { kind: 'try', version: middle }
  const [again] = [before, first].filter(left).sort((a, b) => attemptsOf(a) - attemptsOf(b))
  return confidence >= sure || again === undefined
    ? { kind: 'done', ...point }
    : { kind: 'try', version: again.version }
}
