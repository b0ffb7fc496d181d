import type { JsonValue } from '../json.ts'
import { findPrivate, type PrivateRules, type PrivateValue } from './find.ts'
import { createSwapper, type Swap } from './replace.ts'
import { createNames } from './stand-ins.ts'

/** What is looked for, and what is done with it. */
export interface RedactRules extends PrivateRules {
  /** Gives what to write for values, in the order in which they come: `createNames().add`, or the stand-ins of `namePrivate`. */
  name(found: readonly PrivateValue[]): readonly Swap[]
  /** What was found elsewhere, before the value. */
  before?: readonly PrivateValue[]
  /** Which of the values that were found are private here; without it all are. */
  hides?(found: PrivateValue): boolean
}

/** What was found in a value, and the function that takes it out of that value and of everything that stands beside it. */
export interface Redaction {
  /** What is written for the values that were found. */
  swaps: readonly Swap[]
  /** The same value without them; numbers of our own stay where `opens` was given. */
  redact<T>(value: T): T
}

/**
 * The one verb of this room: finds what is private in a value, names it, and swaps it wherever it stands. Values with names
 * of their own are swapped even where none stands whole, since a text that was cut may hold a part of one.
 */
export function redactIn(looked: JsonValue, { name, before = [], hides, ...rules }: RedactRules): Redaction {
  const found = [...before, ...findPrivate(looked, rules)]
  const swaps = name(hides === undefined ? found : found.filter(hides))
  const known = rules.named.map(({ name: kind, value }): PrivateValue => ({ kind, value, named: true }))
  const all = [...swaps, ...createNames().add(known)] // of two for one value the first holds
  if (all.length === 0) return { swaps, redact: (value) => value }
  const swap = createSwapper(all, rules.opens)
  return { swaps, redact: (value) => swap(value as JsonValue) as typeof value }
}
