import { checkEnds } from './check-ends.ts'
import { attemptsOf, causeOf, type Halt, leaningOf, type Rates, rateOf, type VersionLedger } from './ledger.ts'
import type { BisectOutcome, VersionTally } from './result.ts'

/** The ends of a search. `bad` is a number above `good`, or `draft`, which comes after every number. */
export interface SearchEnds {
  good: number
  bad: number | 'draft'
}

/** What is known about the versions of one agent; the searches of its conversations share it and add to it. */
export interface KnownVersions {
  /** Version numbers that do not exist, each with the reason. */
  missing: Map<string, string>
  /** The newest number known to exist, such as the published one; null when none is known. */
  newest: number | null
}

/** Versions known beforehand, such as commits: all of them in order, the good end first and the bad one last. */
export interface ListedVersions {
  versions: readonly string[]
}

export type SearchSettings = (SearchEnds | ListedVersions) & {
  /** The most attempts allowed at one version. */
  repeat: number
  known: KnownVersions
}

/** Finds the first version on which the ledger's conversation fails. Does not reject. */
export async function findBreak(ledger: VersionLedger, settings: SearchSettings): Promise<BisectOutcome> {
  const { repeat, known } = settings
  const ends = await checkEnds(ledger, ...endsOf(settings), repeat)
  if (ends.kind !== 'ok') return haltOf(ends)
  const all = 'versions' in settings ? [...settings.versions] : await listCandidates(ledger, settings)
  if (!Array.isArray(all)) return haltOf(all)
  for (;;) {
    const candidates = all.filter((version) => !known.missing.has(version))
    const next = chooseNext({ candidates, tallies: ledger.tallies, repeat })
    if (next.kind === 'done') {
      const { first, before, confidence } = next
      return { kind: 'found', first: first.version, before: before.version, confidence }
    }
    const observation = await ledger.attempt(next.version)
    if (typeof observation !== 'string') return haltOf(observation)
  }
}

function endsOf(range: SearchEnds | ListedVersions): [good: string, bad: string] {
  if ('versions' in range) return [range.versions[0] ?? '', range.versions.at(-1) ?? '']
  return [String(range.good), String(range.bad)]
}

/** Every number from the good end to the bad one, whether or not it exists, and the draft where that is the bad end. */
async function listCandidates(
  ledger: VersionLedger,
  { good, bad, known }: SearchEnds & SearchSettings,
): Promise<string[] | Halt> {
  if (bad !== 'draft') return range(good, bad)
  let halt: Halt | undefined
  const newest = await findNewest(Math.max(good, known.newest ?? good), async (version) => {
    const tally = ledger.tallies.get(String(version))
    const observation = tally === undefined ? await ledger.attempt(String(version)) : 'passed'
    if (typeof observation === 'string') return observation !== 'missing'
    halt = observation
    return null
  })
  if (newest === null) return halt ?? { kind: 'interrupted', turns: 0 }
  known.newest = Math.max(newest, known.newest ?? newest)
  return [...range(good, newest), 'draft']
}

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
}

function haltOf(halt: Halt | Extract<BisectOutcome, { kind: 'not comparable' }>): BisectOutcome {
  if (halt.kind === 'errored' || halt.kind === 'unsafe')
    return { kind: halt.kind, reason: halt.reason, ...causeOf(halt.cause) }
  if (halt.kind === 'broken') return { kind: 'broken', problems: halt.problems }
  return halt.kind === 'interrupted' ? { kind: 'interrupted' } : halt
}

/** How many numbers in a row must be missing for the versions to count as ended. */
const gap = 3

/** The newest numbered version: strides double, then the last is halved. Not behind a gap of three. Null stops. */
export async function findNewest(
  from: number,
  exists: (version: number) => Promise<boolean | null>,
): Promise<number | null> {
  const firstOf = async (start: number, before: number): Promise<number | undefined | null> => {
    for (let version = start; version < Math.min(start + gap, before); version += 1) {
      const there = await exists(version)
      if (there !== false) return there === null ? null : version
    }
    return undefined
  }
  let [low, stride] = [from, 1]
  for (;;) {
    const newest = await firstOf(low + stride, Number.POSITIVE_INFINITY)
    if (newest === null) return null
    if (newest === undefined) break
    low = newest
    stride *= 2
  }
  let high = low + stride
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const newest = await firstOf(middle, high)
    if (newest === null) return null
    if (newest === undefined) high = middle
    else low = newest
  }
  return low
}

/** What a search knows: the tallies of the versions tried so far, and the candidates in order, both ends included. */
interface Search {
  candidates: readonly string[]
  tallies: ReadonlyMap<string, VersionTally>
  /** The most attempts allowed at one version; 1 means that the agent is assumed to behave the same way each time. */
  repeat: number
}

/** The version to try next, or the break, once more attempts would tell nothing new or are not allowed. */
type NextStep = { kind: 'try'; version: string } | ({ kind: 'done' } & BreakPoint)

/** The confidence that the search as a whole aims for. */
const sure = 0.95

/** Tries either side of the likeliest break until clear, then the middle between, then those again until sure. */
function chooseNext({ candidates, tallies, repeat }: Search): NextStep {
  const point = findBreakPoint(candidates, tallies, repeat === 1 ? 0.01 : 1)
  const { before, first, rates, confidence } = point
  const hasAttempts = (tally: VersionTally): boolean => attemptsOf(tally) < repeat
  const risk = (1 - sure) / Math.max(1, Math.ceil(Math.log2(candidates.length - 1)))
  const clear = Math.log((1 - risk) / risk)
  const unclear = [before, first]
    .filter((tally) => hasAttempts(tally) && Math.abs(leaningOf(tally, rates)) < clear)
    .filter(({ version }) => version !== candidates[0] && version !== candidates.at(-1))
  const [open] = unclear.sort((a, b) => attemptsOf(b) - attemptsOf(a))
  if (open !== undefined) return { kind: 'try', version: open.version }
  const between = candidates.slice(candidates.indexOf(before.version) + 1, candidates.indexOf(first.version))
  const middle = between[Math.floor((between.length - 1) / 2)]
  if (middle !== undefined) return { kind: 'try', version: middle }
  const [again] = [before, first].filter(hasAttempts).sort((a, b) => attemptsOf(a) - attemptsOf(b))
  return confidence >= sure || again === undefined
    ? { kind: 'done', ...point }
    : { kind: 'try', version: again.version }
}

/** Where the break most likely is among the tried versions: the last good one and the first bad one. */
interface BreakPoint {
  before: VersionTally
  first: VersionTally
  rates: Rates
  /** How likely the break is there if all before it behave like the good end, and all from it on like the bad one. */
  confidence: number
}

/** The likeliest break. `candidates`: good end first, both ends tried. `doubt`: how little to trust the rates. */
function findBreakPoint(
  candidates: readonly string[],
  tallyByVersion: ReadonlyMap<string, VersionTally>,
  doubt: number,
): BreakPoint {
  const tallies = candidates.flatMap((version) => tallyByVersion.get(version) ?? [])
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

/** The likeliest interval between tried versions, by its upper end, with its share; each of `places` equally likely. */
function weigh(
  tallies: readonly VersionTally[],
  places: readonly number[],
  rates: Rates,
): { index: number; confidence: number } {
  let sum = 0
  const logs = places.map((_, index) => {
    const tally = tallies[index]
    if (tally !== undefined) sum += leaningOf(tally, rates)
    return sum
  })
  const best = logs.reduce((heaviest, log, index) => (log > (logs[heaviest] ?? 0) ? index : heaviest), 0)
  const weights = logs.map((log, index) => (places[index] ?? 1) * Math.exp(log - (logs[best] ?? 0)))
  const total = weights.reduce((weight, each) => weight + each, 0)
  return { index: best + 1, confidence: (weights[best] ?? 0) / total }
}
