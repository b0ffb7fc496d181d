import type { Cause } from '../../engine/verdict/cause-kind.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { VersionTally } from './result.ts'

/** An attempt that ends the search of this conversation. */
export type Halt = Extract<Observation, { kind: 'errored' | 'unsafe' | 'broken' | 'interrupted' }>

export interface VersionLedger {
  tallies: ReadonlyMap<string, VersionTally>
  /** Turns sent so far. */
  turns(): number
  /** Tries a version once more. */
  attempt(version: string): Promise<'passed' | 'failed' | 'missing' | Halt>
}

/** An attempt that cannot be judged is made this many times in all before it counts as errored. */
const patience = 3

/** Opens an empty ledger; `missing` holds versions that do not exist, with the reason, from all conversations. */
export function openLedger(probe: VersionProbe, missing: Map<string, string>): VersionLedger {
  const tallies = new Map<string, VersionTally>()
  let turns = 0
  const book = (version: string, more: Partial<VersionTally>): void => {
    const empty: VersionTally = { version, passed: 0, failed: 0, reason: null, sessionId: null }
    tallies.set(version, { ...empty, ...tallies.get(version), ...more })
  }
  return {
    tallies,
    turns: () => turns,
    async attempt(version) {
      if (missing.has(version)) return 'missing'
      for (let failures = 1; ; failures += 1) {
        const observation = await probe(version)
        const { passed = 0, failed = 0, reason = null, sessionId = null, cause } = tallies.get(version) ?? {}
        turns += observation.turns
        if (observation.kind === 'passed') book(version, { passed: passed + 1 })
        else if (observation.kind === 'failed')
          book(version, {
            failed: failed + 1,
            reason: reason ?? observation.reason,
            sessionId: sessionId ?? observation.sessionId,
            ...causeOf(cause ?? observation.cause),
          })
        else if (observation.kind === 'missing') missing.set(version, observation.reason)
        else if (observation.kind === 'errored' && failures < patience) continue
        else return observation
        return observation.kind
      }
    },
  }
}

/** An optional member: the cause, where there is one. */
export function causeOf(cause: Cause | undefined): { cause?: Cause } {
  return cause === undefined ? {} : { cause }
}

/** The result of one attempt at one version. `turns` counts the turns that were sent. */
export type Observation = { turns: number } & (
  | { kind: 'passed' }
  | { kind: 'failed'; reason: string | null; sessionId: string | null; cause?: Cause }
  /** The service has no such version, or another one answered. */
  | { kind: 'missing'; reason: string }
  /** It could not be judged. */
  | { kind: 'errored'; reason: string; cause?: Cause }
  /** The request was blocked before it could reach a live service. */
  | { kind: 'unsafe'; reason: string; cause?: Cause }
  | { kind: 'broken'; problems: Problem[] }
  | { kind: 'interrupted' }
)

/** Runs a conversation once against a version. Does not reject. */
export type VersionProbe = (version: string) => Promise<Observation>

/** The pass rate on versions before the break and from it on; strictly between 0 and 1. */
export interface Rates {
  good: number
  bad: number
}

type Counts = Pick<VersionTally, 'passed' | 'failed'>

/** Attempts that were judged. */
export function attemptsOf({ passed, failed }: Counts): number {
  return passed + failed
}

/** The pooled pass rate; `doubt` made-up attempts of each kind keep five passes from counting as certainty. */
export function rateOf(tallies: readonly Counts[], doubt: number): number {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const attempts = tallies.reduce((sum, tally) => sum + attemptsOf(tally), 0)
  return (passed + doubt) / (attempts + 2 * doubt)
}

/** The natural log likelihood ratio of a good version against a bad one; above 0 speaks for good. */
export function leaningOf({ passed, failed }: Counts, { good, bad }: Rates): number {
  return passed * Math.log(good / bad) + failed * Math.log((1 - good) / (1 - bad))
}
