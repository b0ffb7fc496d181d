import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { visitJson } from '../../base/json/walk-json.ts'
import { findFacts } from './facts/find-facts.ts'
import { roundNumber } from './facts/numbers.ts'

export interface Operands {
  /** Sums of several numbers of the same kind that stand in a row in the reply itself. */
  sums: ReadonlySet<number>
  /** Numbers in the reply itself that also have a source. */
  listed: readonly number[]
  /** Numbers that user and agent said before. */
  recent: readonly number[]
  /** The numbers under one name in one tool output: all prices, all balances. */
  groups: readonly (readonly number[])[]
  /** Sums over nested lists; these only explain a number that is announced as a total. */
  totals: readonly number[]
  /** How many things the reply and the tools list. */
  counts: ReadonlySet<number>
  shares: readonly number[]
}

export interface Derivable {
  value: number
  decimals: number
  /** Whether it stands next to a word such as `total`. */
  isAnnounced: boolean
}

/** From many numbers almost any can be derived, which proves nothing: it counts only if few numbers are possible. */
export function follows({ value, decimals, isAnnounced }: Derivable, operands: Operands): boolean {
  if (Number.isInteger(value) && operands.counts.has(value)) return true
  if (isAnnounced && operands.totals.some((each) => Math.abs(each - value) < 0.005)) return true
  const values = valuesOf(operands, isAnnounced)
  if (values === null || !(isNear(values, value) || isNear(operands.sums, value))) return false
  const [least, most] = [value / 2, value * 2]
  const alike = new Set<number>()
  for (const numbers of [values, operands.sums])
    for (const each of numbers) if (each >= least && each <= most) alike.add(Number(each.toFixed(decimals)))
  const possible = Math.max(1, (most - least) * 10 ** decimals)
  return alike.size / possible <= (isAnnounced ? 0.35 : 0.06)
}

function isNear(values: Iterable<number>, value: number): boolean {
  for (const each of values) if (Math.abs(each - value) < 0.005) return true
  return false
}

/** With more numbers than this, no derivation is tried. */
const mostOperands = 60

/** What was made of operands before: the numbers of a long reply are held against the same, one after the other. */
const [plain, announced] = [new WeakMap<Operands, Set<number> | null>(), new WeakMap<Operands, Set<number> | null>()]

function valuesOf(operands: Operands, isAnnounced: boolean): Set<number> | null {
  const before = isAnnounced ? announced : plain
  const values = before.has(operands) ? (before.get(operands) ?? null) : allMade(operands, isAnnounced)
  before.set(operands, values)
  return values
}

/** The sums of each two or more numbers in a row. */
export function sumsInRow(row: readonly number[]): Set<number> {
  const sums = new Set<number>()
  for (let from = 0; from < row.length; from++) {
    let sum = row[from] as number
    for (const each of row.slice(from + 1)) {
      sum = roundNumber(sum + each)
      sums.add(sum)
    }
  }
  return sums
}

/** All derivable numbers but those sums; null where there are too many operands. */
function allMade({ listed, recent, groups, counts, shares }: Operands, isAnnounced: boolean): Set<number> | null {
  const values = new Set<number>()
  const operands = unique([...listed, ...recent])
  if (operands.length > mostOperands) return null
  for (const [index, one] of operands.entries())
    for (const other of operands.slice(index + 1))
      values.add(roundNumber(one + other)).add(roundNumber(Math.abs(one - other)))
  for (const group of groups) if (group.length > 1) values.add(roundNumber(group.reduce((sum, each) => sum + each, 0)))
  const quantities = unique([...operands, ...counts]).filter((each) => Number.isInteger(each) && each > 1 && each <= 50)
  // A tool's number may be a unit price; with two long lists of numbers, nearly any third is a product.
  const near = isAnnounced && listed.length <= 6 ? groups.flat().slice(-60) : []
  const spoken = listed.filter((each) => Number.isInteger(each) && each > 1 && each <= 20)
  for (const base of near) for (const quantity of spoken) values.add(roundNumber(base * quantity))
  for (const base of operands) {
    for (const quantity of quantities) values.add(roundNumber(base * quantity))
    for (const share of shares) {
      const part = roundNumber((base * share) / 100)
      values
        .add(part)
        .add(roundNumber(base - part))
        .add(roundNumber(base + part))
    }
  }
  return values
}

const unique = (numbers: readonly number[]): number[] => [...new Set(numbers)]

/** The sums of the numbers that several objects have under the same path. */
export function totalsOf(items: readonly JsonValue[]): number[] {
  if (items.length < 2 || items.length > 20) return []
  const sums = new Map<string, { sum: number; count: number }>()
  const visit = (value: JsonValue, path: string): void => {
    if (isJsonObject(value)) for (const [name, member] of Object.entries(value)) visit(member, `${path}.${name}`)
    else if (!Array.isArray(value) && isNumber(value)) {
      const { sum, count } = sums.get(path) ?? { sum: 0, count: 0 }
      sums.set(path, { sum: roundNumber(sum + Number(value)), count: count + 1 })
    }
  }
  for (const item of items) visit(item, '')
  return [...sums.values()].flatMap(({ sum, count }) => (count === items.length ? [sum] : []))
}

/** Whether a value is a number, or text that is one. */
export const isNumber = (value: JsonValue): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{1,12}(?:\.\d{1,6})?$/.test(value))

/** With more numbers in an output, it is unclear which of them a reply calculates with. */
const mostFigures = 8
/** Names of numbers that are not quantities. */
const unreckoned =
  /(?:^|[_\s-]|(?<=\p{Ll}))(?:ids?|code|zip|phone|year|month|day|hour|minute|date|time|number|no|version|rating|stars?|latitude|longitude|age)$/iu

/** Names of numbers that can be summed even if small. */
const ofMoney =
  /price|fee|cost|total|balance|amount|fare|tax|discount|tip|deposit|paid|payment|charge|due|refund|shipping|credit|sum|value|preis|betrag|kosten|gebühr|prix|montant|frais|precio|importe|coste/iu

export const isMoney = (name: string): boolean => ofMoney.test(name)

/** The numbers of an output that a reply may calculate with, each once. */
export interface Figures {
  /** Prices, fees and other amounts that are added or subtracted. */
  sums: readonly number[]
  /** Small whole numbers that say how many there are of something. */
  quantities: readonly number[]
  /** Percentages, which are never summed: `discount: 0.2` is 20. */
  rates: readonly number[]
}

/** Names of percentages, whatever the size of the number. */
const ofHundred = /percent|pct|prozent|pourcentage|porcentaje/iu
/** Names of fractions of one, such as 0.2. */
const ofOne = /(?:^|[_\s-]|(?<=\p{Ll}))(?:rate|ratio|share|proportion|fraction|quota|satz|anteil|taux|tasa)s?$/iu
/** Names that may hold a fraction or an amount of money: `discount: 0.2` and `discount: 12.50`. */
const ofEither =
  /discount|reduction|rebate|tax|vat|tip|commission|surcharge|markup|margin|rabatt|nachlass|steuer|mwst|remise|réduction|tva|descuento|impuesto|iva/iu

/** Null unless the member's name says that it is a percentage; `of` is the largest sum beside it. */
export function rateOf(name: string, value: JsonValue, of: number): number | null {
  if (typeof value === 'string' && /^\s*\d{1,3}(?:[.,]\d{1,3})?\s?%\s*$/.test(value))
    return Number(value.replace(/[\s%]/g, '').replace(',', '.'))
  if (!isNumber(value)) return null
  const number = Number(value)
  if (number > 0 && number < 1) {
    // An amount of less than a hundredth of the sum is unlikely, so it is a fraction.
    const isPart = ofHundred.test(name) || ofOne.test(name) || (ofEither.test(name) && number < of / 100)
    return isPart ? roundNumber(number * 100) : null
  }
  return ofHundred.test(name) || (ofOne.test(name) && ofEither.test(name)) ? number : null
}

export function largestIn(value: JsonValue): number {
  if (Array.isArray(value) || isJsonObject(value))
    return Object.values(value).reduce((most: number, each) => Math.max(most, largestIn(each)), 0)
  return figureOf(value) ?? 0
}

/** The figures of an output; none if it has more than a few. */
export function figuresIn(output: JsonValue): Figures {
  const sums = new Set<number>()
  const quantities = new Set<number>()
  const rates = new Set<number>()
  const largest = largestIn(output)
  visitJson(output, (value, name) => {
    if (sums.size + quantities.size > mostFigures) return false
    const rate = rateOf(name, value, largest)
    if (rate !== null) rates.add(rate)
    else if (!unreckoned.test(name)) {
      const figure = figureOf(value)
      if (figure !== undefined) (isQuantity(figure) && !ofMoney.test(name) ? quantities : sums).add(figure)
    }
    return rate === null
  })
  const isMany = sums.size + quantities.size > mostFigures
  if (isMany) return { sums: [], quantities: [], rates: [...rates] }
  return { sums: [...sums], quantities: [...quantities], rates: [...rates] }
}

const isQuantity = (figure: number): boolean => Number.isInteger(figure) && figure <= 12

/** The figures of the latest outputs, as long as they stay few. */
export function lastFigures(outputs: readonly Figures[]): Figures {
  let gathered: Figures = { sums: [], quantities: [], rates: [] }
  for (const figures of outputs.toReversed()) {
    const sums = unique([...gathered.sums, ...figures.sums])
    const quantities = unique([...gathered.quantities, ...figures.quantities])
    if (sums.length + quantities.length > mostFigures) break
    gathered = { sums, quantities, rates: unique([...gathered.rates, ...figures.rates]) }
  }
  return gathered
}

/** The number in a value: a number, numeric text, or text that is an amount as a whole. */
function figureOf(value: JsonValue): number | undefined {
  if (typeof value === 'string' && /^(?=.{1,20}$)\D{0,5}\d/.test(value)) {
    const [fact] = findFacts(value)
    if (fact?.kind === 'amount' && fact.text === value.trim()) return fact.values[0]
  }
  return isNumber(value) ? Number(value) : undefined
}

/** What stands next to a measurement, which nobody gets by counting what is listed or from other numbers. */
const measure =
  /^[\s-]{0,2}(?:minutes?|mins?|hours?|hrs?|seconds?|degrees?|stars?|miles?|km|kilomet(?:er|re)s?|met(?:er|re)s?|feet|foot|ft|inch(?:es)?|square|sq|blocks?|stops?|credits?|points?|pounds?|kg|kilos?|grams?|lit(?:er|re)s?|GB|TB|MB|minuten?|stunden?|grad|heures?|degres?|etoiles?|minutos?|horas?|grados?|estrellas?)(?![\p{L}\p{N}])/iu
const measuredBefore =
  /(?<!\p{L})(?:rat(?:ing|ed)|score|level|temperatures?|bewertung|note|puntuacion)(?:\s(?:of|is|around|about|von|de|ist|est|es))*[\s:-]{1,2}$/iu

/** Longer ones are not checked: a duration may be derived, but a bare small number would match one too easily. */
export function isMeasured(words: string, at: number, text: string): boolean {
  if (!/^-?\d(?:[.,]\d)?$/.test(words.replace(/-$/, ''))) return false
  const end = at + words.length
  return measure.test(text.slice(end, end + 20)) || measuredBefore.test(text.slice(Math.max(0, at - 30), at))
}

/** A written-out sum before its result: `$123 + $177 = `. */
const writtenOut =
  /(?:\p{Lu}{0,2}\p{Sc}|\\\$)?\s{0,2}\d[\d.,]{0,14}(?:\s{0,2}[+×x*–−-]\s{0,2}(?:\p{Lu}{0,2}\p{Sc}|\\\$)?\d[\d.,]{0,14}){1,8}\s{0,2}=\s{0,2}(?:[–−-]\s?)?(?:\\)?$/u

/** The numbers of a written-out sum at the end of a text, and its result; null where there is none. */
export function sumBefore(text: string): { numbers: number[]; outcome: number } | null {
  const [match] = writtenOut.exec(text.slice(-120)) ?? []
  if (match === undefined) return null
  const parts = [...match.matchAll(/([+×x*–−-])?\s{0,2}(?:\p{Lu}{0,2}\p{Sc}|\\\$)?\s{0,2}(\d[\d.,]*)/gu)]
  const numbers = parts.map(([, , digits = '']) => Number(digits.replace(/[.,]$/, '').replaceAll(',', '')))
  let [sum, product, sign] = [0, numbers[0] ?? 0, 1]
  for (const [index, [, operator = '+']] of parts.entries()) {
    if (index === 0) continue
    const number = numbers[index] ?? 0
    if (/[×x*]/.test(operator)) product *= number
    else {
      sum += sign * product
      product = number
      sign = operator === '+' ? 1 : -1
    }
  }
  return { numbers, outcome: roundNumber(Math.abs(sum + sign * product)) }
}
