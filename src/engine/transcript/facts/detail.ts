import type { Fact, FactDetail } from './fact.ts'
import { unitBeside, unitOf } from './units.ts'

const numeric: ReadonlySet<Fact['kind']> = new Set(['number', 'amount', 'percentage'])

/** A sign directly before a number, and not between two of them; or in words. */
const minus =
  /(?:(?:^|[^\p{L}\p{N}.,%)\]])[-−–]|(?<![\p{N}%€$£)]\s?)(?<!\p{L})(?:minus|negative|moins|menos)\s)(?:\p{Lu}{0,3}\p{Sc})?$/iu
const belowZero =
  /^[^.!?\n]{0,20}?(?<!\p{L})(?:below zero|unter null|sous zero|(?:bajo|sous) cero|au-dessous de zero)/iu

/** What can be above and below zero. A refund, a discount or a payment is booked with either sign. */
const level =
  /(?<!\p{L})(?:balance|kontostand|saldo|solde|temperatur(?:e|a)?)(?!\p{L})[^.!?\n]{0,40}$|(?<!\p{L})(?:balance|solde|saldo):[^\n]{0,9}$/iu
/** Words that say which side a balance is on, in place of a sign. */
const sides =
  'credit\\p{L}*|debit\\p{L}*|owe[ds]?|owing|outstanding|overdrawn|overdraft|debt|arrears|negativ\\p{L}*|minus|guthaben|schuld\\p{L}*|uberzogen|decouvert|debiteur|crediteur|deud\\p{L}*|pendiente'
const sided = new RegExp(`(?<!\\p{L})(?:${sides})(?!\\p{L})`, 'iu')
/** The same, as far as a sentence about a balance has no other use for it. */
const bookingWords = new RegExp(
  `(?<!\\p{L})(?:${sides}|open|due|overdue|favou?r|after|before|offene?r?|soll|haben|du|deb[eo]\\p{L}*|favor)(?!\\p{L})`,
  'iu',
)
/** What is booked with either sign, beside a balance. */
const booked =
  /(?<!\p{L})(?:refund|discount|fee|payment|charge|purchase|deposit|withdrawal|transaction|rabatt|zahlung|gebuhr|remise|paiement|descuento|pago)/iu

/** The detail of a fact on a page, of which `plain` is the text without accents. */
export function detailOf(
  { kind, text, at, values }: Fact,
  plain: string,
  originalText: string,
): FactDetail | undefined {
  // Days ahead, as in "in 3 days".
  if (kind === 'date' && values.length > 0) {
    const unit = unitOf(/\p{L}+$/u.exec(plain.slice(at, at + text.length).replace(/ ago$/i, ''))?.[0] ?? '')
    return unit === undefined ? undefined : { isNegative: false, isLevel: false, unit, words: text }
  }
  if (!numeric.has(kind) || values.length === 0) return undefined
  const end = at + text.length
  const [leftText, right] = [plain.slice(Math.max(0, at - 70), at), plain.slice(end, end + 60)]
  const [sign] = minus.exec(leftText) ?? []
  const [below] = belowZero.exec(right) ?? []
  const isNegative = sign !== undefined || below !== undefined || /^\p{Sc}[-−]/u.test(text)
  const unit = kind === 'number' ? unitBeside(leftText, right) : undefined
  const isLevel = unit?.kind === 'degrees' || (level.test(leftText) && !isBooked(leftText, right, sign !== undefined))
  if (!isNegative && !isLevel && unit === undefined) return undefined
  const from = at - (sign === undefined ? 0 : (/\S*\s?$/.exec(sign)?.[0].length ?? 0))
  const [unitWord = ''] = (unit === undefined ? null : /^[\s-]?(?:\p{L}+|°\s?[CF]?)/u.exec(right)) ?? []
  const until = end + (below ?? unitWord).length
  return { isNegative, isLevel, ...(unit === undefined ? {} : { unit }), words: originalText.slice(from, until).trim() }
}

/** Whether a sentence around an amount leaves its sign to bookkeeping, or says it in words. */
function isBooked(leftText: string, right: string, isSigned: boolean): boolean {
  const sentence = `${/[^.!?\n]*$/.exec(leftText)?.[0] ?? ''}${/^[^.!?\n]*/.exec(right)?.[0] ?? ''}`
  return booked.test(sentence) || (!isSigned && bookingWords.test(sentence))
}

const measured = 'q:'

/** A form in which amounts of different units are compared: `2 days` and `48 hours`; null without a unit. */
export function measureForm({ values, detail }: Fact): string | null {
  const { unit } = detail ?? {}
  const [value] = values
  if (unit === undefined || value === undefined) return null
  return `${measured}${unit.kind}:${detail?.isNegative === true ? '-' : ''}${value * unit.size}`
}

/** A country code, as it begins a number with a plus. */
const country = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** By its unit, its country, or its sign where that matters; what one of them leaves out contradicts nothing. */
export function contradicts(fact: Fact, counterpart: Fact, by: string, source: string): boolean {
  if (by.startsWith(measured)) return false
  if (fact.kind === 'phone') return isElsewhere(fact.text, counterpart.text)
  const { unit, isLevel = false, isNegative = false } = fact.detail ?? {}
  const other = counterpart.detail
  if (unit !== undefined && other?.unit !== undefined)
    if (unit.kind !== other.unit.kind || unit.size !== other.unit.size) return true
  return isLevel && isNegative !== (other?.isNegative ?? false) && !sided.test(source)
}

function isElsewhere(own: string, other: string): boolean {
  if (!own.startsWith('+') && !own.startsWith('00')) return false
  const [here, there] = [own, other].map((text) => text.replace('(0)', '').replace(/\D/g, '').replace(/^00/, '')) as [
    string,
    string,
  ]
  if (/^(?:\+|00)/.test(other)) return country.exec(here)?.[0] !== country.exec(there)?.[0]
  const isWhole = there.length > 10 && !there.startsWith('0')
  return isWhole && !here.endsWith(there) && !there.endsWith(here)
}
