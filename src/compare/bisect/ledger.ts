import type { Observation, Probe } from './observation.ts'
import type { VersionTally } from './tally.ts'

/** An attempt that ends the search of this conversation. */
export type Halt = Extract<Observation, { kind: 'errored' | 'unsafe' | 'broken' | 'interrupted' }>

/** Records attempts by version. */
export interface Ledger {
  tallies: ReadonlyMap<string, VersionTally>
  /** Turns sent so far. */
  turns(): number
  /** Tries a version once more. */
  attempt(version: string): Promise<'passed' | 'failed' | 'missing' | Halt>
}

/** An attempt that cannot be judged is made this often in all before it counts as errored. */
const patience = 3

/**
 * Opens an empty ledger. `missing` holds, with the reason, versions that turned out not to exist, including those found
 * by other conversations with the same agent.
 */
export function openLedger(probe: Probe, missing: Map<string, string>): Ledger {
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
        const seen = await probe(version)
        const { passed = 0, failed = 0, reason = null, sessionId = null } = tallies.get(version) ?? {}
        turns += seen.turns
        if (seen.kind === 'passed') book(version, { passed: passed + 1 })
        else if (seen.kind === 'failed')
          book(version, { failed: failed + 1, reason: reason ?? seen.reason, sessionId: sessionId ?? seen.sessionId })
        else if (seen.kind === 'missing') missing.set(version, seen.reason)
        else if (seen.kind === 'errored' && failures < patience) continue
        else return seen
        return seen.kind
      }
    },
  }
}
