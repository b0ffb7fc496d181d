import { extractMatches, extractSpans, type FactPage, type FactReading } from './fact.ts'
import { numbersInWords } from './number-words.ts'

/** Digits with the separators of any of the languages: `1,204.50`, `1.204,50`, `1 204,50`, `1'204.50`. */
const digits = "\\d+(?:[.,'’\\u00a0\\u202f]\\d{3}(?!\\d))*(?:[.,]\\d+)?"
/** In an amount of money, a space may also separate thousands. */
const sum = "\\d+(?:[.,'’\\u00a0\\u202f ]\\d{3}(?!\\d))*(?:[.,]\\d+)?"
const scales: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, mio: 1e6, mrd: 1e9 }
const scale =
  '(?:[kKMB](?![\\p{L}\\p{N}])|\\s?(?:million|billion|millones|millions?|Mio\\.?|Mrd\\.?|Millionen)(?!\\p{L}))?'
/** Not within a word or code: `A4`, `x1042`. */
const begins = '(?<![\\p{L}\\p{N}_]|\\p{N}[.,]|\\p{L}[_-])'
const ends = '(?![\\p{L}\\p{N}_]|[.,]\\d)'

const symbols: Readonly<Record<string, string>> = { $: 'usd', '€': 'eur', '£': 'gbp', '¥': 'jpy', '₹': 'inr' }
/** Currencies, recognised by their names in any of the languages. */
const currencies: readonly [RegExp, string][] = [
  [/^(?:us|ca|au)?d(?:ollars?|olares)?$|^bucks?$|^usd$|^cad$|^aud$/i, 'usd'],
  [/^eu(?:r|ros?)$/i, 'eur'],
  [/^(?:gbp|pounds?|quid|pfund|livres?|libras?)$/i, 'gbp'],
  [/^(?:chf|franken|francs?)$/i, 'chf'],
  [/^(?:jpy|yen)$/i, 'jpy'],
  [/^(?:inr|rs|rupees?)$/i, 'inr'],
]
const currencyWord =
  'USD|CAD|AUD|EUR|GBP|CHF|JPY|INR|Rs\\.?|dollars?|dolares|bucks?|euros?|pounds?|quid|Pfund|livres?|libras?|Franken|francs?|yen|rupees?'

const amountBefore = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:US|CA|AU|A|C)?([$€£¥₹]|(?:${currencyWord})(?=[\\s\\d]))\\s?(${sum})(${scale})${ends}`,
  'giu',
)
const amountBehind = new RegExp(`${begins}(${sum})(${scale})[\\s-]?([$€£¥₹]|(?:${currencyWord})(?!\\p{L}))`, 'giu')
const cents = new RegExp(`${begins}(${digits})(?:\\s|-)?(?:¢|(?:cents?|centimes?|centimos?)(?!\\p{L}))`, 'giu')
const percentage = new RegExp(
  `${begins}(${digits})[\\s-]?(?:%|(?:percent|per cent|pct|Prozent|pour ?cent|por ciento)(?!\\p{L}))`,
  'giu',
)
const plain = new RegExp(`${begins}(${digits})(${scale})${ends}`, 'gu')
/** `27-inch`, `10kg`, `3x`: a number attached to its unit. */
const measured = new RegExp(
  `${begins}(\\d+(?:[.,]\\d+)?)(?:-(?=\\p{L}{2})|(?=(?!k(?!\\p{L}))(?:[a-z]{1,3}|[KMGT]B|[°º][CF]?|GHz|MHz)(?![\\p{L}\\p{N}])))`,
  'gu',
)
const ordinal = new RegExp(`${begins}(\\d{1,4})(?:st|nd|rd|th|ere?|eme|[ºª])${ends}`, 'giu')

/** Reads amounts of money. */
export function extractAmounts(page: FactPage): void {
  extractMatches(page, amountBefore, ([, unit = '', number = '', more = '']) => amount(number, more, unit))
  extractMatches(page, amountBehind, ([, number = '', more = '', unit = '']) => amount(number, more, unit))
  extractMatches(page, cents, ([, number = '']) => {
    const values = readDigits(number).flatMap((value) => [roundNumber(value / 100), value])
    const [dollars, euros] = [money(values, 'usd'), money(values, 'eur')]
    return {
      ...dollars,
      forms: [...dollars.forms, ...euros.forms],
      gives: [...(dollars.gives ?? []), ...(euros.gives ?? [])],
    }
  })
}

function amount(number: string, more: string, unit: string): FactReading {
  return money(scaled(number, more), currencyOf(unit))
}

function money(values: number[], currency: string): FactReading {
  const bare = values.map((value) => `n:${value}`)
  const own = values.map((value) => `${currency}:${value}`)
  return { kind: 'amount', forms: [...own, ...bare], gives: [...own, ...values.map((value) => `v:${value}`)], values }
}

function currencyOf(unit: string): string {
  const symbol = symbols[unit]
  if (symbol !== undefined) return symbol
  const word = unit.replace('.', '')
  return currencies.find(([names]) => names.test(word))?.[1] ?? word.toLowerCase()
}

/** Reads percentages; 15 and 0.15 also support `15 %`. */
export function extractPercentages(page: FactPage): void {
  extractMatches(page, percentage, ([, number = '']) => percentageOf(readDigits(number)))
}

function percentageOf(values: number[]): Required<FactReading> {
  const own = values.map((value) => `p:${value}`)
  const shares = values.map((value) => `n:${roundNumber(value / 100)}`)
  return {
    kind: 'percentage',
    forms: [...own, ...shares, ...values.map((value) => `n:${value}`)],
    gives: [...own, ...values.map((value) => `v:${value}`)],
    values,
  }
}

const ofHundred = /^(?:[\s-]?%|[\s-](?:percent|per cent|pct|prozent|pour ?cent|por ciento)(?!\p{L}))/iu

/** Reads percentages in words: `fifteen percent`, `quinze pour cent`. */
export function extractWordedPercentages(page: FactPage): void {
  if (!/%|percent|per cent|pct|prozent|pour ?cent|por ciento/i.test(page.rest)) return
  const { rest } = page
  const spans = numbersInWords(rest).flatMap(({ value, from, to }) => {
    const [behind] = ofHundred.exec(rest.slice(to, to + 14)) ?? []
    return behind === undefined ? [] : [{ from, to: to + behind.length, readings: percentageOf([value]) }]
  })
  extractSpans(page, spans)
}

/** Reads the remaining numbers, in digits and in words. */
export function extractNumbers(page: FactPage): void {
  extractMatches(page, ordinal, ([, number = '']) => {
    const value = Number(number)
    const forms = [`n:${value}`, `v:${value}`, `d:${value}`]
    return { kind: 'number', forms, gives: value > 31 ? forms : [...forms, `only-d:${value}`], values: [value] }
  })
  extractMatches(page, measured, ([, number = '']) => bare(readDigits(number)))
  extractMatches(page, plain, ([, number = '', more = '']) => {
    const values = scaled(number, more)
    const reading = bare(values)
    const written = number.replace(/\D/g, '')
    const code = [`i:${written}`]
    const forms = written.length > 3 ? [...reading.forms, ...code] : reading.forms
    return { ...reading, forms, gives: [...(reading.gives ?? []), ...code] }
  })
  takeWords(page)
}

function takeWords(page: FactPage): void {
  for (const { value, isDoubtful, from, to } of numbersInWords(page.rest)) {
    const gives = [`n:${value}`, `v:${value}`]
    const forms = isDoubtful ? [] : gives
    page.facts.push({ kind: 'number', text: page.text.slice(from, to), at: from, forms, gives, values: [value] })
  }
}

function bare(values: readonly number[]): FactReading {
  const forms = values.flatMap((value) => [`n:${value}`, `v:${value}`])
  return { kind: 'number', forms, gives: forms, values: [...values] }
}

function scaled(number: string, more: string): number[] {
  const word = more.trim().toLowerCase().replace('.', '')
  const factor = word === '' ? 1 : (scales[word] ?? (word.startsWith('b') ? 1e9 : 1e6))
  return readDigits(number).map((value) => roundNumber(value * factor))
}

/**
 * The possible values of digits with separators. A single separator before three digits may group them or
 * begin the decimals: `1.204` is 1204 in German and 1.204 in English.
 */
function readDigits(written: string): number[] {
  const text = written.replace(/['’\u00a0\u202f ]/g, '')
  const marks = text.match(/[.,]/g) ?? []
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const whole = Number(text.replace(/[.,]/g, ''))
  if (marks.length === 0) return [whole]
  const decimal = Number(`${text.slice(0, last).replace(/[.,]/g, '')}.${text.slice(last + 1)}`)
  const isMixed = new Set(marks).size === 2
  if (isMixed) return [decimal]
  if (marks.length > 1) return [whole]
  const couldGroup = text.length - last === 4 && last <= 3 && !text.startsWith('0')
  return couldGroup ? [whole, decimal] : [decimal]
}

/** Removes floating-point noise: 0.15, not 0.15000000000000002. */
export function roundNumber(value: number): number {
  return Number(value.toPrecision(12))
}
