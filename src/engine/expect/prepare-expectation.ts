import { mapMembers } from '../../base/json/walk-json.ts'
import type { CallsExpectation } from '../../suite/language/expectations/calls-expectation.ts'
import { readMoment } from '../../suite/language/matchers/date.ts'
import { formatDateWords, instantIn } from '../../suite/language/matchers/date-words.ts'
import { findUnjudgeable, isMatcher } from '../../suite/language/script/fill-variables.ts'
import { mentionsOf } from '../../suite/language/script/mentions.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import type { Outcome } from './outcome/outcome.ts'

/** The part of an expectation that can be judged, and an outcome for each part that cannot. */
interface SetAside<T> {
  sound: T
  outcomes: Outcome[]
}

/** Removes what variables make unjudgeable: it neither passes nor fails, whatever negations surround it. */
export function setAside<T extends object>(expected: T): SetAside<T> {
  return mentionsOf(expected).unjudgeable ? prune(expected, '') : { sound: expected, outcomes: [] }
}

/** Parts with parts of their own, each judged separately. */
const nested: ReadonlySet<string> = new Set(['reply', 'calls', 'pre', 'during', 'post'])
/** Lists whose items are judged one by one; required calls are judged together. */
const lists: ReadonlySet<string> = new Set(['items', 'never'])
/** The key that is shown but never judged. */
const advisory: keyof CallsExpectation = 'reference'

function prune<T extends object>(expected: T, path: string): SetAside<T> {
  const sound: Record<string, unknown> = {}
  const outcomes: Outcome[] = []
  for (const [key, part] of Object.entries(expected)) {
    const name = path === '' ? key : `${path}.${key}`
    const unjudgeable = findUnjudgeable(part)
    if (unjudgeable === undefined) sound[key] = part
    else if (nested.has(key) && !isMatcher(part)) {
      const inner = prune(part, name)
      sound[key] = inner.sound
      outcomes.push(...inner.outcomes)
    } else if (lists.has(key) && Array.isArray(part)) {
      const judgeable = part.filter((item) => findUnjudgeable(item) === undefined)
      if (judgeable.length > 0) sound[key] = judgeable
      outcomes.push(...part.flatMap((item) => unjudged(name, findUnjudgeable(item))))
    } else if (key !== advisory) outcomes.push(...unjudged(name, unjudgeable))
  }
  return { sound: sound as T, outcomes }
}

function unjudged(subject: string, unjudgeable: ReturnType<typeof findUnjudgeable>): Outcome[] {
  if (unjudgeable === undefined) return []
  const { why: reason, at } = unjudgeable
  return [{ kind: 'value', verdict: 'not judged', at, subject, reason }]
}

/** `now` is the time of the last judged entry by the service's clock, so that judging later gives the same verdict. */
export function resolveNow<T>(expected: T, entries: TurnView['entries']): T {
  if (!mentionsOf(expected).now) return expected
  const times = entries
    .map((entry) => ('timestamp' in entry ? Date.parse(entry.timestamp) : Number.NaN))
    .filter((ms) => !Number.isNaN(ms))
  return replace(expected, times.length === 0 ? Date.now() : Math.max(...times)) as T
}

function replace(data: unknown, nowMs: number): unknown {
  if (typeof data !== 'object' || data === null) return data
  if ('kind' in data && (data.kind === 'equals' || data.kind === 'schema')) return data // taken literally
  if ('kind' in data && data.kind === 'date' && 'bound' in data) {
    const moment = readMoment(String(data.bound))
    const isOn = 'sign' in data && data.sign === 'on'
    if (moment.kind === 'words' && isOn) return { ...data, bound: formatDateWords(moment.date, nowMs, 'yyyy-MM-dd') }
    if (moment.kind === 'words') return { ...data, bound: instant(instantIn(moment.date, nowMs)) }
    return moment.kind === 'now' ? { ...data, bound: instant(nowMs + moment.offsetMs) } : data
  }
  return mapMembers(data, (value) => replace(value, nowMs))
}

/** A service may send any time, so an instant outside the range of dates is clamped. */
function instant(ms: number): string {
  return new Date(Math.max(-lastMs, Math.min(lastMs, ms))).toISOString()
}

const lastMs = 8.64e15
