import { monthWord } from './calendar.ts'
import { takeAddresses, takeContacts } from './contacts.ts'
import { takeDates } from './dates.ts'
import { type Fact, type FactClock, openPage, type Page, takeOut } from './fact.ts'
import { takeIds } from './ids.ts'
import { takeNames } from './names.ts'
import { takeAmounts, takeNumbers, takePercentages } from './numbers.ts'
import { takeTimes } from './times.ts'

/** The numbers of list items, and of headings such as `Option 2:` and `Passenger 1:`. */
const numbering = new RegExp(
  `(?<=^|\\n)[ \\t>*_#-]{0,8}\\d{1,2}[.)](?=[\\s*_])(?!\\s(?:${monthWord})(?![\\p{L}]|\\s\\d{1,2}(?!\\d)))|(?<=(?<!\\p{L})\\p{L}{3,12}\\s)\\d{1,2}(?=[*_]{0,2}:(?:\\s|$))`,
  'giu',
)
/** What stands for no number although it holds one. */
const idiom = /(?<![\p{L}\p{N}])24\/7(?![\p{L}\p{N}])/gu

/**
 * The facts that a text states, in their order, in English, German, French and Spanish: numbers in digits and words, amounts,
 * percentages, dates, times, codes, links, phone numbers, email addresses, addresses, and names of people as far as they can be
 * told. What may be one of two things (`1.204`, `3/4/2026`, `half past four`) has the forms of both. Takes time linear in the
 * length of the text.
 */
export function findFacts(text: string, { now }: FactClock = {}): Fact[] {
  const ms = now === undefined ? Number.NaN : Date.parse(now)
  const page = openPage(text)
  readAll(page, Number.isNaN(ms) ? null : ms)
  return page.facts.sort((one, other) => one.at - other.at)
}

/** What is most telling goes first: a phone number is no number, and the day of a date is none either. */
function readAll(page: Page, now: number | null): void {
  if (/[@/.]|\d/.test(page.rest)) {
    takeContacts(page)
    takeOut(page, numbering, () => [])
    takeOut(page, idiom, () => [])
  }
  takeDates(page, now)
  takeAddresses(page)
  takeTimes(page)
  if (/\d/.test(page.rest)) {
    takeAmounts(page)
    takePercentages(page)
  }
  takeIds(page)
  takeNames(page)
  takeNumbers(page)
}
