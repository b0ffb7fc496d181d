import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import type { ContractReport, RuleResult } from './contract-report.ts'

/** The latest verification of one rule on one target. */
export interface LedgerEntry {
  rule: string
  target: string
  /** `parity`: a `must` rule that held. `open`: an open point, with what was seen. `broken`: a counterexample was found. */
  standing: 'parity' | 'open' | 'broken'
  /** When it was verified, as an ISO 8601 date-time. */
  verified: string
  runs: number
  seed: number
  /** Outcomes seen, the most frequent first. */
  seen: string[]
}

/** The parity ledger: rule x target. A rule that was not run on a target has no entry for it. */
export interface ParityLedger {
  version: 1
  entries: LedgerEntry[]
}

export const emptyLedger: ParityLedger = { version: 1, entries: [] }

/** Merges a report into a ledger; rules not run keep their earlier entry, or none: parity is never claimed. */
export function mergeLedger(
  { entries }: ParityLedger,
  { subject, results }: ContractReport,
  verified: string,
): ParityLedger {
  const fresh = results.flatMap((result) => entryOf(result, subject, verified) ?? [])
  const replaced = new Set(fresh.map(keyOf))
  const all = [...entries.filter((entry) => !replaced.has(keyOf(entry))), ...fresh]
  return { version: 1, entries: all.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) }
}

/** Reads a ledger from parsed JSON; null if it is not one. */
export function readLedger(value: JsonValue): ParityLedger | null {
  if (!isJsonObject(value) || value.version !== 1 || !Array.isArray(value.entries)) return null
  const sound = value.entries.every(
    (entry) =>
      isJsonObject(entry) &&
      [entry.rule, entry.target, entry.standing, entry.verified].every((text) => typeof text === 'string'),
  )
  return sound ? (value as unknown as ParityLedger) : null
}

const keyOf = ({ rule, target }: LedgerEntry): string => `${rule} ${target}`

function entryOf(result: RuleResult, target: string, verified: string): LedgerEntry | null {
  const { rule, outcome, runs, seed, seen } = result
  if (outcome === 'not run' || runs === 0) return null
  const pairs = Object.entries(seen).sort(([, a], [, b]) => b - a)
  return {
    rule: rule.id,
    target,
    standing: outcome === 'held' ? 'parity' : outcome === 'recorded' ? 'open' : 'broken',
    verified,
    runs,
    seed,
    seen: pairs.map(([outcome]) => outcome),
  }
}
