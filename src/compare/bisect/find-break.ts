import type { BisectOutcome } from './bisect-outcome.ts'
import { checkEnds } from './check-ends.ts'
import { chooseNext } from './choose-next.ts'
import { findNewest } from './find-newest.ts'
import type { Halt, Ledger } from './ledger.ts'

/** The ends of a search. `bad` is a number above `good`, or `draft`, which comes after every number. */
export interface Ends {
  good: number
  bad: number | 'draft'
}

/** What is known of the versions of an agent; the searches of its conversations share it and add to it. */
export interface KnownVersions {
  /** Numbers that do not exist, and why. */
  missing: Map<string, string>
  /** The newest number known to exist, such as the published one; null when none is known. */
  newest: number | null
}

/** What a search works with. */
export interface SearchSettings extends Ends {
  /** Most attempts at one version. */
  repeat: number
  known: KnownVersions
}

/** Searches for the first version that breaks what the ledger tries. Does not reject. */
export async function findBreak(ledger: Ledger, settings: SearchSettings): Promise<BisectOutcome> {
  const { good, bad, repeat, known } = settings
  const ends = await checkEnds(ledger, String(good), String(bad), repeat)
  if (ends.kind !== 'ok') return haltOf(ends)
  const all = await listCandidates(ledger, settings)
  if (!Array.isArray(all)) return haltOf(all)
  for (;;) {
    const candidates = all.filter((version) => !known.missing.has(version))
    const next = chooseNext({ candidates, tallies: ledger.tallies, repeat })
    if (next.kind === 'done') {
      const { first, before, confidence } = next
      return { kind: 'found', first: first.version, before: before.version, confidence }
    }
    const seen = await ledger.attempt(next.version)
    if (typeof seen !== 'string') return haltOf(seen)
  }
}

/** Every number from the good end to the bad one, whether or not it exists, and the draft where that is the bad end. */
async function listCandidates(ledger: Ledger, { good, bad, known }: SearchSettings): Promise<string[] | Halt> {
  if (bad !== 'draft') return range(good, bad)
  let halt: Halt | undefined
  const newest = await findNewest(Math.max(good, known.newest ?? good), async (version) => {
    const tally = ledger.tallies.get(String(version))
    const seen = tally === undefined ? await ledger.attempt(String(version)) : 'passed'
    if (typeof seen === 'string') return seen !== 'missing'
    halt = seen
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
  if (halt.kind === 'errored' || halt.kind === 'unsafe') return { kind: halt.kind, reason: halt.reason }
  if (halt.kind === 'broken') return { kind: 'broken', problems: halt.problems }
  return halt.kind === 'interrupted' ? { kind: 'interrupted' } : halt
}
