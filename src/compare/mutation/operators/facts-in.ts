import { replacePrivate } from '../../../base/private-patterns.ts'
import { findWord } from '../../../engine/transcript/find-word.ts'
import { maskText } from '../../../engine/transcript/mask-text.ts'
import { startMasking } from '../../../engine/transcript/volatile-facts.ts'
import type { HeardTurn } from '../mutant/talk.ts'

/** A code, an amount, a date or a number: a word with a digit, and its currency. */
const numberLike = /[$€£₹#]?[\p{L}\d]*\d[\p{L}\d]*(?:[.,:/-][\p{L}\d]+)*%?/gu

/**
 * The numbers and codes that a reply tells: those that the user, metadata or a tool has given where there are any, else
 * all. Links, ids of the machine and what only numbers a list ("2.", "Option 2:") are none.
 */
export function numbersIn({ view, entries }: HeardTurn, given: ReadonlySet<string>): string[] {
  const text = steady(view.replyText, entries)
    .replace(/^\s*\d{1,2}[.)]\s/gm, '')
    .replace(/\p{Lu}\p{L}+ \d{1,2}(?=\s*[:*)])/gu, '')
  const all = [...new Set(text.match(numberLike) ?? [])]
  const known = all.filter((each) => given.has(each) || given.has(each.replace(/^[$€£₹#]/, '')))
  return known.length > 0 ? known : all
}

/** The words without digits in a reply that metadata or a tool has given: a name, a status. */
export function wordsIn({ view, entries }: HeardTurn, given: ReadonlySet<string>): string[] {
  const text = steady(view.replyText, entries)
  return [...given].filter((each) => /^\p{L}[\p{L} '-]{2,29}$/u.test(each) && findWord(text, each) !== -1)
}

/** The text without links, without what is another in each run, and without numbers and addresses of people: a piece of one would be told without being known as one. */
function steady(text: string, entries: HeardTurn['entries']): string {
  const masked = maskText(text, startMasking(entries))
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/<[^<>\n]{1,20}>/g, ' ')
  return replacePrivate(masked, () => ' ')
}
