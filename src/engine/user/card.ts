import { nameWords } from '../../base/name-words.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { splitSentences } from '../../base/split-sentences.ts'
import type { Manner, SimulatedUser } from '../../suite/language/simulated-user.ts'

type Facts = SimulatedUser['knows']

/** Facts as the agenda tells them: `Order: 1042.`, or the values alone. */
export function describeFacts(facts: Facts, manners: readonly Manner[]): string {
  const valuesOf = ({ value }: Facts[number]): string => value.map((each) => each.value).join(', ')
  if (manners.includes('terse')) return facts.map(valuesOf).join(', ')
  return facts.map((fact) => `${capital(nameWords(fact.name).join(' '))}: ${valuesOf(fact)}.`).join(' ')
}

/** The facts that some sentence of a reply which asks for something names. */
export function factsAskedIn(reply: string, facts: Facts): Facts {
  const asking = splitSentences(reply)
    .filter((sentence) => asks.test(sentence))
    .map((sentence) => nameWords(sentence))
  return facts.filter(({ name }) => {
    const words = nameWords(name)
    return words.length > 0 && asking.some((sentence) => words.every((word) => sentence.includes(word)))
  })
}

/** The sentence of a reply that asks for something, in its words; null where none does but to offer help. */
export function questionIn(reply: string): string | null {
  const last = splitSentences(reply).findLast((sentence) => asks.test(sentence) && !courtesy.test(sentence))
  return last === undefined ? null : firstWords(last)
}

/** Whether a reply asks what the user wants. */
export function offersHelp(reply: string): boolean {
  return help.test(reply)
}

const help = /\b(?:how|what) (?:can|may|could) (?:i|we) (?:help|assist|do for) you\b/i

/** Questions that no card has to answer. */
const courtesy =
  /\b(?:how|what) (?:can|may|could) (?:i|we) (?:help|assist|do for) you\b|\banything else\b|\bis there anything (?:i|we|that i|that we) (?:can|could|may)\b/i

/** A question mark of any script, or words that ask for an answer. */
const asks =
  /[?？؟⁇]|\b(?:please|kindly) (?:provide|give|tell|share|send|enter|confirm|specify|choose|select|state|type|let me know)\b|\blet me know\b|\bi(?:'ll| will)? need (?:your|the|a|to know)\b/i

/** A text on one line, cut where it is long. */
export function firstWords(text: string): string {
  return cutText(text.replace(/\s+/g, ' ').trim(), 160)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
