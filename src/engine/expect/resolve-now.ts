import { mentionsOf } from '../../suite/language/mentions.ts'
import { readMoment } from '../../suite/language/moment.ts'
import type { TurnView } from '../transcript/turn-view.ts'

/**
 * The same expectation with every date that is reckoned from `now` as the instant it means. `now` is the time of the last
 * entry that is judged, by the clock of the service, so that a verdict is the same whenever it is reached.
 */
export function resolveNow<T>(expected: T, entries: TurnView['entries']): T {
  if (!mentionsOf(expected).now) return expected
  const times = entries
    .map((entry) => ('timestamp' in entry ? Date.parse(entry.timestamp) : Number.NaN))
    .filter((ms) => !Number.isNaN(ms))
  return replace(expected, times.length === 0 ? Date.now() : Math.max(...times)) as T
}

function replace(data: unknown, nowMs: number): unknown {
  if (Array.isArray(data)) return data.map((each) => replace(each, nowMs))
  if (typeof data !== 'object' || data === null) return data
  if ('kind' in data && (data.kind === 'equals' || data.kind === 'schema')) return data // taken literally
  if ('kind' in data && data.kind === 'date' && 'bound' in data) {
    const moment = readMoment(String(data.bound))
    return moment.kind === 'now' ? { ...data, bound: instant(nowMs + moment.offsetMs) } : data
  }
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, replace(value, nowMs)]))
}

/** The service may name any time: what lies outside of all dates is the last of them. */
function instant(ms: number): string {
  return new Date(Math.max(-lastMs, Math.min(lastMs, ms))).toISOString()
}

const lastMs = 8.64e15
