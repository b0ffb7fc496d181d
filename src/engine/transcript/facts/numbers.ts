import { ordinalOf, ordinalWord } from './calendar.ts'
import { extractMatches, extractSpans, type FactPage, type FactReading } from './fact.ts'
import { numbersInWords } from './number-words.ts'

/** Digits with separators between thousands, or as in India: `1,25,000`. */
const grouped = (mark: string): string =>
  `(?:\\d{1,2}(?:,\\d\\d)+,\\d{3}(?!\\d)|\\d+(?:${mark}\\d{3}(?!\\d))*)(?:[.,]\\d+)?`
/** Digits with the separators of any of the languages: `1,204.50`, `1.204,50`, `1 204,50`, `1'204.50`. */
const digits = grouped("[.,'’\\u00a0\\u202f]")
/** In an amount of money, a space may also separate thousands, but not an order from its price: `1042 120 €`. */
const sum = grouped("(?:[.,'’\\u00a0\\u202f]|(?<!\\d{4}) )")
const scales: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, mio: 1e6, mrd: 1e9, lakh: 1e5, crore: 1e7 }
const scale =
  '(?:[kKMB](?![\\p{L}\\p{N}])|\\s?(?:million|billion|millones|millions?|Mio\\.?|Mrd\\.?|Millionen|lakhs?|crores?)(?!\\p{L}))?'
/** Not within a word or code: `A4`, `x1042`. */
const begins = '(?<![\\p{L}\\p{N}_]|\\p{N}[.,]|\\p{L}[_-])'
const ends = '(?![\\p{L}\\p{N}_]|[.,]\\d)'

/** Without accents. A mark with a capital counts only as it is written: `30 sek` are seconds, and `6 ft` are feet. */
const marks: readonly (readonly [written: string, currencies: string])[] = [
  ['$ dollar dollars dolares buck bucks', 'usd cad aud nzd hkd sgd twd mxn ars clp'],
  ['us$ usd', 'usd'],
  ['ca$ C$ cad', 'cad'],
  ['au$ A$ aud', 'aud'],
  ['€ eur euro euros', 'eur'],
  ['£ gbp pound pounds quid pfund livre livres libra libras', 'gbp'],
  ['chf franken franc francs', 'chf'],
  ['¥ ￥', 'jpy cny'],
  ['jpy yen', 'jpy'],
  ['cn¥ RMB yuan', 'cny'],
  ['₹ inr', 'inr'],
  ['rs rs. rupee rupees', 'inr pkr lkr'],
  ['kr kr. krona kronor krone kroner kronen', 'sek nok dkk isk'],
  ['zł zl zloty zlotys złoty złotych', 'pln'],
  ...'nz$ nzd, hk$ hkd, S$ sgd, nt$ twd, mx$ mxn, R$ brl, Kc czk, Ft huf, ₩ krw, ₪ ils, ₫ vnd, ฿ thb, ₺ try, TL try, ₴ uah, ₽ rub, ₦ ngn, ₱ php'
    .split(', ')
    .map((row) => row.split(' ') as [string, string]),
]
/** Codes that are no words: `TRY 2`, `COP 30` and `PHP 8.2` stay numbers. */
const codes =
  'AED ARS BGN BRL CLP CNY CZK DKK EGP HKD HUF IDR ILS ISK KES KRW LKR MXN MYR NGN NOK NZD PKR PLN QAR RON RUB SAR SEK SGD THB TWD UAH VND ZAR'
const meanings = new Map<string, readonly string[]>([
  ...codes.split(' ').map((code) => [code, [code.toLowerCase()]] as const),
  ...marks.flatMap(([numberWords, own]) => numberWords.split(' ').map((mark) => [mark, own.split(' ')] as const)),
])
const mark = [...meanings.keys()].join('|').replace(/[$.]/g, '\\$&')

/** How words for the country of a currency begin, without accents, with the code of the country: `cad` is of `ca`. */
const nations = new Map(
  'us us, american us, estadounid us, canad ca, kanad ca, austral au, new zealand nz, neuseel nz, hong kong hk, singap sg, taiwan tw, mexi mx, swed se, schwed se, norweg no, danish dk, danisch dk, iceland is, indian in, indisch in, pakistan pk, sri lank lk'
    .split(', ')
    .map((row) => [row.slice(0, -3), row.slice(-2)] as const),
)
const nation = `(${[...nations.keys()].join('|')})(?:(?<!us)\\p{L}{0,9})?(?!\\p{L})`

/** Looks for a digit first: few words have one behind them, and there are many marks. */
const amountBefore = new RegExp(
  `(?<![\\p{L}\\p{N}])(?=\\D{1,9}\\d)(${mark})(?:\\s?|(?<=\\p{Sc})[-−])(${sum})(${scale})${ends}`,
  'giu',
)
const amountBehind = new RegExp(
  `${begins}(${sum})(${scale})[\\s-]?(?:${nation}[\\s-])?(${mark})(?<!\\p{L}(?=\\p{L}))(?=(?:\\s${nation})?)`,
  'giu',
)
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

/** `third door`; not `first`, which also counts what is said, nor a second of time. */
const wordedOrdinal = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?<!(?:one|a|per|each|every|this|split)\\s)(?!first)(${ordinalWord}|zweite[nmrs]?|dritte[nmrs]?|vierte[nmrs]?|deuxieme|troisieme|quatrieme|segund[oa]|tercer[oa]?|cuart[oa])(?=\\s\\p{L})`,
  'giu',
)
const furtherOrdinals: readonly RegExp[] = [
  /^(?:zweit|deuxi|segund)/i,
  /^(?:dritt|troisi|tercer)/i,
  /^(?:viert|quatri|cuart)/i,
]

export function extractAmounts(page: FactPage): void {
  extractMatches(page, amountBefore, ([, unit = '', number = '', more = '']) => amount(number, more, unit))
  extractMatches(page, amountBehind, ([, number = '', more = '', own = '', unit = '', after = '']) =>
    amount(number, more, unit, own === '' && /^\p{Ll}/u.test(after) ? after : own),
  )
  extractMatches(page, cents, ([, number = '']) => {
    const values = readDigits(number).flatMap((value) => [roundNumber(value / 100), value])
    return money(values, [...currenciesOf('$'), 'eur'])
  })
}

function amount(number: string, more: string, unit: string, whose = ''): FactReading | null {
  const all = currenciesOf(unit)
  const country = whose === '' ? undefined : nations.get(whose.toLowerCase())
  const own = all.filter((currency) => country !== undefined && currency.startsWith(country))
  const currencies = own.length > 0 ? own : all
  return currencies.length === 0 ? null : money(scaled(number, more), currencies)
}

function money(values: number[], currencies: readonly string[]): FactReading {
  const bare = values.map((value) => `n:${value}`)
  const own = currencies.flatMap((currency) => values.map((value) => `${currency}:${value}`))
  return { kind: 'amount', forms: [...own, ...bare], gives: [...own, ...values.map((value) => `v:${value}`)], values }
}

const currenciesOf = (unit: string): readonly string[] => meanings.get(unit) ?? meanings.get(unit.toLowerCase()) ?? []

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
    const gives = [...forms, ...(value > 31 ? [] : [`only-d:${value}`]), `ordinal:${value}`]
    return { kind: 'number', forms, gives, values: [value] }
  })
  extractMatches(page, wordedOrdinal, ([word]) => {
    const value = ordinalOf(word) ?? furtherOrdinals.findIndex((pattern) => pattern.test(word)) + 2
    const gives = [`ordinal:${value}`]
    // Small ones are said of what a reply itself lists.
    return value > 20 ? { ...bare([value]), gives: [...gives, `n:${value}`] } : { kind: 'number', forms: [], gives }
  })
  extractMatches(page, measured, ([, number = '']) => bare(readDigits(number)))
  extractMatches(page, plain, ([, number = '', more = '']) => {
    const values = scaled(number, more)
    const reading = bare(values)
    const digitText = number.replace(/\D/g, '')
    const code = [`i:${digitText}`]
    const forms = digitText.length > 3 ? [...reading.forms, ...code] : reading.forms
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
  const factor = word === '' ? 1 : (scales[word.replace(/s$/, '')] ?? (word.startsWith('b') ? 1e9 : 1e6))
  return readDigits(number).map((value) => roundNumber(value * factor))
}

/** A separator before three digits groups them or begins the decimals: `1.204` is 1204 in German, else 1.204. */
function readDigits(numeral: string): number[] {
  const text = numeral.replace(/['’\u00a0\u202f ]/g, '')
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
