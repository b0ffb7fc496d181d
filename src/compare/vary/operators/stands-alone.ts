import type { Fact } from '../../../engine/transcript/facts/fact.ts'
import type { TypedTurn } from '../typed/about.ts'

/** What joins two numbers into one expression: `3-4 days`, `one by one`, `5 to 6 pm`. */
const joint = /^\s*(?:[-–—/x×~:]|\.\.+|(?:to|or|and|till|until|through|thru|by|of|out of|versus|vs\.?)(?=\s))\s*$/iu
/** What attaches to a number and makes it part of a word: `two-day`, `24-hour`. */
const glue = /[-–—/]/u
/** Kinds of facts that are complete by themselves: `May 3 or May 5` are two days. */
const whole: readonly Fact['kind'][] = ['date', 'time', 'amount', 'id', 'phone', 'email']

/** Whether a fact may be rewritten by itself: no end of a range, or part of a compound or idiom ("one of them"). */
export function standsAlone({ text, facts }: Pick<TypedTurn, 'text' | 'facts'>, fact: Fact): boolean {
  const end = fact.at + fact.text.length
  if (glue.test(text[fact.at - 1] ?? '') || glue.test(text[end] ?? '') || /[-–—/]$/u.test(fact.text)) return false
  const place = facts.indexOf(fact)
  const [before, behind] = [facts[place - 1], facts[place + 1]]
  const isJoined = (other: Fact | undefined, gap: string): boolean =>
    other !== undefined && (other.kind !== fact.kind || !whole.includes(fact.kind)) && joint.test(gap)
  return (
    !isJoined(before, before === undefined ? '' : text.slice(before.at + before.text.length, fact.at)) &&
    !isJoined(behind, behind === undefined ? '' : text.slice(end, behind.at))
  )
}
