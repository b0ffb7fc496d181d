import { isPrivateName } from '../../../base/privacy/find.ts'
import { replacePrivate } from '../../../base/privacy/patterns.ts'
import { holdsStandIn } from '../../../base/privacy/stand-ins.ts'
import { maskText } from '../../../engine/transcript/mask-volatile.ts'
import { findWord, leavesOf, outputOf } from '../../../engine/transcript/values-in-text.ts'
import { startMasking } from '../../../engine/transcript/volatile-facts.ts'
import type { HeardTurn } from '../mutant/talk.ts'

/** What may stand at the beginning of a number: `#`, or the sign of a currency, as in `C$20`. */
const sign = '(?:\\p{Lu}{0,2}\\p{Sc}|#)'
/** A code, amount, date or number: a word that contains a digit, with its sign. */
const numberLike = new RegExp(
  `${sign}?[\\p{L}\\d]*\\d[\\p{L}\\d]*(?:(?:[.,:/-]|['’\\u00a0\\u202f](?=\\d{3}(?!\\d)))[\\p{L}\\d]+)*%?`,
  'gu',
)
const signBefore = new RegExp(`^${sign}`, 'u')

export const withoutSign = (number: string): string => number.replace(signBefore, '')

/** A reply's numbers and codes that user, metadata or a tool gave, else all; no links, machine ids or list numbers. */
export function numbersIn({ view }: HeardTurn, facts: ReadonlySet<string>): string[] {
  const text = steady(view)
    .replace(/^\s*\d{1,2}[.)]\s/gm, '')
    .replace(/\p{Lu}\p{L}+ \d{1,2}(?=\s*[:*)])/gu, '')
  const all = [...new Set(text.match(numberLike) ?? [])]
  const givenNumbers = all.filter((each) => facts.has(each) || facts.has(withoutSign(each)))
  return givenNumbers.length > 0 ? givenNumbers : all
}

/** The words without digits that metadata or a tool provided and that occur in the reply: a name, a status. */
export function wordsIn({ view }: HeardTurn, facts: ReadonlySet<string>): string[] {
  const text = steady(view)
  return [...facts].filter((each) => /^\p{L}[\p{L} '-]{2,29}$/u.test(each) && findWord(text, each) !== -1)
}

/** Without links, volatile values and people's numbers: a fragment of a private value is not recognised as private. */
function steady({ replyText, entries, calls }: HeardTurn['view']): string {
  const masked = maskText(replyText, startMasking(entries))
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/<[^<>\n]{1,20}>/g, ' ')
  return calls
    .flatMap((call) => [call.arguments, outputOf(call)])
    .flatMap((value) => leavesOf(value))
    .filter(({ value, path }) => isPrivateName(String(path.at(-1))) && String(value).length > 3)
    .reduce(
      (text, { value }) => text.replaceAll(String(value), ' '),
      replacePrivate(masked, () => ' '),
    )
}

/** The text with another last digit; the same text where it has none. */
export function withOtherDigit(text: string): string {
  return text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
}

/** Whether nobody could write a value into a suite: private by member or form, or another one in each run. */
export function isUnwritable(value: string | number | boolean, member?: string | number): boolean {
  const text = String(value)
  if (typeof member === 'string' && isPrivateName(member)) return true
  if (holdsStandIn(text)) return true
  return replacePrivate(text, () => '') !== text || maskText(text, startMasking([])) !== text
}
