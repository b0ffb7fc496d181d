import type { JsonValue } from '../json/json.ts'
import { findPrivate, type PrivateRules, type PrivateValue } from './find.ts'
import { createSwapper, type Swap } from './replace.ts'
import { createNames } from './stand-ins.ts'

export interface RedactRules extends PrivateRules {
  /** Returns what to write for the values, in order: `createNames().add`, or the stand-ins of `namePrivate`. */
  name(found: readonly PrivateValue[]): readonly Swap[]
  /** Values already found elsewhere; they are named first. */
  before?: readonly PrivateValue[]
  /** Which of the values found are private here; without it, all are. */
  hides?(found: PrivateValue): boolean
}

/** What was found, and a function that removes it from the value and anything that belongs to it. */
export interface Redaction {
  swaps: readonly Swap[]
  /** The same value without them; numbers of our own stay if `opens` was given. */
  redact<T>(value: T): T
}

/** Finds what is private in a value and swaps it everywhere; values with own names even where none is whole. */
export function redactIn(looked: JsonValue, { name, before = [], hides, ...rules }: RedactRules): Redaction {
  const values = [...before, ...findPrivate(looked, rules)]
  const swaps = name(hides === undefined ? values : values.filter(hides))
  const privateValues = rules.named.map(({ name: kind, value }): PrivateValue => ({ kind, value, named: true }))
  const all = [...swaps, ...createNames().add(privateValues)] // of two for one value the first wins
  if (all.length === 0) return { swaps, redact: (value) => value }
  const swap = createSwapper(all, rules.opens)
  return { swaps, redact: (value) => swap(value as JsonValue) as typeof value }
}
