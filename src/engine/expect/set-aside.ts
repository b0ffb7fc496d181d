import type { CallsExpectation } from '../../suite/language/calls-expectation.ts'
import { isMatcher } from '../../suite/language/fill-matcher.ts'
import { mentionsOf } from '../../suite/language/mentions.ts'
import { isPlace, type Place } from '../../suite/yaml/place.ts'
import type { Outcome } from './outcome.ts'

/** What of an expectation can be judged, and an outcome for each part that cannot. */
export interface SetAside<T> {
  sound: T
  outcomes: Outcome[]
}

/**
 * Takes out of an expectation whatever holds a condition that cannot be judged with the values of its variables. Such a
 * part is never passed and never failed, whatever stands around the condition: a negation of it neither.
 */
export function setAside<T extends object>(expected: T): SetAside<T> {
  return mentionsOf(expected).unjudgeable ? prune(expected, '') : { sound: expected, outcomes: [] }
}

/** Parts that have parts of their own, each judged by itself. */
const nested: ReadonlySet<string> = new Set(['reply', 'calls', 'pre', 'during', 'post'])
/** Lists whose items are judged one by one; calls that have to be there are judged together. */
const lists: ReadonlySet<string> = new Set(['items', 'never'])
/** What is shown and never judged. */
const shown: keyof CallsExpectation = 'reference'

function prune<T extends object>(expected: T, path: string): SetAside<T> {
  const sound: Record<string, unknown> = {}
  const outcomes: Outcome[] = []
  for (const [key, part] of Object.entries(expected)) {
    const name = path === '' ? key : `${path}.${key}`
    const found = findUnjudgeable(part)
    if (found === null) sound[key] = part
    else if (nested.has(key) && !isMatcher(part)) {
      const inner = prune(part, name)
      sound[key] = inner.sound
      outcomes.push(...inner.outcomes)
    } else if (lists.has(key) && Array.isArray(part)) {
      const kept = part.filter((item) => findUnjudgeable(item) === null)
      if (kept.length > 0) sound[key] = kept
      outcomes.push(...part.flatMap((item) => unjudged(name, findUnjudgeable(item))))
    } else if (key !== shown) outcomes.push(...unjudged(name, found))
  }
  return { sound: sound as T, outcomes }
}

/** A condition that cannot be judged. */
interface Found {
  why: string
  at: Place
}

function unjudged(subject: string, found: Found | null): Outcome[] {
  if (found === null) return []
  const { why: reason, at } = found
  return [{ kind: 'value', verdict: 'not judged', at, subject, reason }]
}

function findUnjudgeable(data: unknown): Found | null {
  if (typeof data !== 'object' || data === null || isPlace(data)) return null
  if (isMatcher(data) && data.kind === 'unjudgeable') return data
  for (const value of Object.values(data)) {
    const found = findUnjudgeable(value)
    if (found !== null) return found
  }
  return null
}
