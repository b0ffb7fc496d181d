import type { Fact } from '../transcript/facts/fact.ts'
import { findFacts } from '../transcript/facts/find-facts.ts'
import { isSaidIn, readSource } from '../transcript/facts/said-in.ts'

/**
 * The first fact of a message that none of its sources says, in the words of the message; null where there is none. `now` is when
 * it is said, so that `tomorrow` is a date.
 */
export function findForeignFact(text: string, sources: readonly string[], now?: string): string | null {
  const facts = findFacts(text, { now }).filter((fact) => !isTurnOfPhrase(fact))
  if (facts.length === 0) return null
  const read = sources.map((source) => readSource('', source, { now }))
  return facts.find((fact) => !isSaidIn(fact, read))?.text ?? null
}

/** `one moment`, `a second`: words that count nothing. */
function isTurnOfPhrase({ kind, text, values }: Fact): boolean {
  return kind === 'number' && !/\d/.test(text) && values.every((value) => value <= 1)
}
