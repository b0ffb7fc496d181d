import { monthWord } from './calendar.ts'
import { extractAddresses, extractContacts } from './contacts.ts'
import { extractDates } from './dates.ts'
import { detailOf, measureForm } from './detail.ts'
import { extractMatches, type Fact, type FactClock, type FactPage, fold, openPage, plainLetters } from './fact.ts'
import { extractIds } from './ids.ts'
import { extractNames } from './names.ts'
import { extractAmounts, extractNumbers, extractPercentages, extractWordedPercentages } from './numbers.ts'
import { extractTimes } from './times.ts'

/** The numbers of list items, and of headings such as `Option 2:` and `Passenger 1:`. */
const numbering = new RegExp(
  `(?<=^|\\n)[ \\t>*_#-]{0,8}\\d{1,2}[.)](?=[\\s*_])(?!\\s(?:(?:${monthWord})(?![\\p{L}]|\\s\\d{1,2}(?!\\d))|\\d{1,2}\\.\\s?(?:19|20)\\d\\d))|(?<=(?<!\\p{L})\\p{L}{3,12}\\s)\\d{1,2}(?=[*_]{0,2}:(?:\\s|$))`,
  'giu',
)
/** Idioms that contain a number but do not state one. */
const idiom =
  /(?<![\p{L}\p{N}])24\/7(?![\p{L}\p{N}])|(?<=\d\s(?:out\s)?(?:of|on)\s)(?:5|10|100)(?![\p{L}\p{N}]|[.,]\d)/gu

/** In order, in English, German, French and Spanish; ambiguous ones have the forms of both readings. Linear time. */
export function findFacts(text: string, { now }: FactClock = {}): Fact[] {
  const ms = now === undefined ? Number.NaN : Date.parse(now)
  const page = openPage(text)
  readAll(page, Number.isNaN(ms) ? null : ms)
  const plain = plainLetters(page.text)
  return page.facts
    .map((fact) => withUnit(withDetail(fact, plain, page.text), page.text))
    .sort((one, other) => one.at - other.at)
}

/** Gives a number its sign and unit, and a form that the same has in another unit. */
function withDetail(fact: Fact, plain: string, text: string): Fact {
  const detail = detailOf(fact, plain, text)
  if (detail === undefined) return fact
  const own = { ...fact, detail }
  const measure = measureForm(own)
  if (measure === null) return own
  const forms = fact.forms.length === 0 ? [] : [...fact.forms, measure]
  return { ...own, forms, gives: [...fact.gives, measure] }
}

/** The unit after a number: `5 to 7 business days`. */
const unit =
  /^[\s*-]{0,3}(?:(?:to|or|and|bis|oder|und|a|ou|et|y|o|-|–)[\s-]{1,2}[\d\p{L}]{1,12}[\s-]{1,2}|[-–]\d{1,3}[\s-]{1,2})?(\p{L}{3,20})(?:\s(\p{L}{3,20}))?/iu

/** A text with many numbers contains any small one, but not of the same thing. */
function withUnit(fact: Fact, text: string): Fact {
  const [value] = fact.values
  if (fact.kind !== 'number' || value === undefined || !isSmall(value)) return fact
  const end = fact.at + fact.text.length
  const words =
    unit
      .exec(text.slice(end, end + 60))
      ?.slice(1)
      .filter((word) => word !== undefined) ?? []
  const units = words.map((word) => `u:${value}:${fold(word).slice(0, 4)}`)
  return { ...fact, forms: fact.forms.length === 0 ? [] : [...fact.forms, ...units], gives: [...fact.gives, ...units] }
}

/** Whether a number is so small that most longer texts contain it. */
const isSmall = (value: number): boolean => Number.isInteger(value) && value < 100

/** Reads the most specific kinds first, so that a phone number or the day of a date is not read as a number. */
function readAll(page: FactPage, now: number | null): void {
  if (/[@/.]|\d|\bdot\b/i.test(page.rest)) {
    extractContacts(page)
    extractMatches(page, numbering, () => [])
    extractMatches(page, idiom, () => [])
  }
  extractDates(page, now)
  extractWordedPercentages(page)
  extractAddresses(page)
  extractTimes(page)
  if (/\d/.test(page.rest)) {
    extractAmounts(page)
    extractPercentages(page)
  }
  extractIds(page)
  extractNames(page)
  extractNumbers(page)
}
