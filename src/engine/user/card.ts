import { nameWords } from '../../base/name-words.ts'
import { cutText } from '../../base/privacy/cut.ts'
import type { Manner, SimulatedUser } from '../../suite/language/simulated-user.ts'
import { askingSentences, lackedQuestion } from './asked.ts'

type Facts = SimulatedUser['knows']

/** Facts as the agenda tells them: `Order: 1042.`, or the values alone. */
export function describeFacts(facts: Facts, manners: readonly Manner[]): string {
  const valuesOf = ({ value }: Facts[number]): string => value.map((each) => each.value).join(', ')
  if (manners.includes('terse')) return facts.map(valuesOf).join(', ')
  return facts.map((fact) => `${capital(nameWords(fact.name).join(' '))}: ${valuesOf(fact)}.`).join(' ')
}

/** The facts that some sentence of a reply which asks for something names. */
export function factsAskedIn(reply: string, facts: Facts): Facts {
  const asking = askingSentences(reply).map((sentence) => nameWords(sentence))
  return facts.filter(({ name }) => {
    const words = nameWords(name)
    return words.length > 0 && asking.some((sentence) => words.every((word) => sentence.includes(word)))
  })
}

/** The sentence of a reply that asks for something, in its words; null where none does but to close the talk. */
export function questionIn(reply: string): string | null {
  const last = lackedQuestion(reply)
  return last === null ? null : firstWords(last)
}

/** A text on one line, cut where it is long. */
export function firstWords(text: string): string {
  return cutText(text.replace(/\s+/g, ' ').trim(), 160)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
