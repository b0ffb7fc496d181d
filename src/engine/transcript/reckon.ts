import { type Figures, follows, isMeasured, lastFigures, type Operands, sumBefore, sumsInRow } from './derive.ts'
import type { Fact } from './facts/fact.ts'
import { roundNumber } from './facts/numbers.ts'

export interface Reckonable {
  /** Numbers under one name in one output, of the latest outputs. */
  groups: number[][]
  figures: readonly Figures[]
  /** Sums over nested lists by name, such as the prices of both flights of a connection; and the lengths of lists. */
  totals: number[]
  counts: number[]
  calls: Map<string, number>
  recent: number[]
  /** Recent numbers rounded to fewer decimals, as text: `19`, `19.3`. */
  roundings: string[]
  values: readonly number[]
}

const item = /^[ \t]*(?:[-*•–]|\d{1,2}[.)])\s/gm

const announcing =
  /(?<!\p{L})(?:total|sum|altogether|together|combined|overall|difference|remaining|remainder|refund(?:ed)?|charged?|savings?|save|additional|insgesamt|zusammen|gesamt|summe|differenz|ensemble|somme|suma|juntos|diferencia)(?!\p{L})/iu

const about =
  /(?<!\p{L})(?:about|around|roughly|approx(?:imately|\.)?|nearly|almost|some|over|circa|ca\.|etwa|rund|ungefähr|fast|gut|knapp|environ|presque|près de|unos|unas|casi|cerca de|aproximadamente)\s[$€£]?$|[~≈]\s?[$€£]?$/iu

/** Rounded to tens, hundreds or thousands, with at least two significant digits. */
function isRounded(value: number, numbers: readonly number[]): boolean {
  for (let unit = 10; unit <= value / 10 && value % unit === 0; unit *= 10)
    if (numbers.some((each) => Math.round(each / unit) * unit === value)) return true
  return false
}

/** Tells whether a fact of a text follows from those of its facts that have a source, and from what was heard. */
export function reckonFrom(facts: readonly Fact[], text: string, context: Reckonable): (fact: Fact) => boolean {
  const rates = new Set(context.figures.flatMap((each) => each.rates))
  const isRate = (value: number): boolean => value < 1 && rates.has(roundNumber(value * 100))
  const numbers = facts.filter(
    (fact) => fact.kind === 'amount' || (fact.kind === 'number' && !fact.values.some(isRate)),
  )
  // Sizes and quantities next to prices are not added to them.
  const amounts = numbers.filter((fact) => fact.kind === 'amount')
  const ofNumbers: Operands = {
    sums: sumsInRow(firstValues(numbers)),
    listed: firstValues(numbers),
    recent: context.recent.slice(-20),
    groups: context.groups,
    totals: context.totals,
    counts: new Set([1, ...context.counts, Math.max(0, ...context.calls.values()), text.match(item)?.length ?? 0]),
    shares: facts.filter((fact) => fact.kind === 'percentage').flatMap((fact) => fact.values),
  }
  const ofAmounts = { ...ofNumbers, sums: sumsInRow(firstValues(amounts)) }
  const places = { facts, text, context, numbers, amounts }
  return (fact) => isReckoned(fact, { ...places, operands: fact.kind === 'amount' ? ofAmounts : ofNumbers })
}

const firstValues = (facts: readonly Fact[]): number[] => facts.flatMap((fact) => fact.values.slice(0, 1))

interface ReckonPlaces {
  facts: readonly Fact[]
  text: string
  context: Reckonable
  numbers: readonly Fact[]
  amounts: readonly Fact[]
  operands: Operands
}

function isReckoned(
  { kind, values, text: words, at }: Fact,
  { facts, text, context, numbers, amounts, operands }: ReckonPlaces,
): boolean {
  if (values.length === 0 || kind === 'id') return false
  const decimals = Math.min(2, /[.,](\d{1,2})(?!\d)/.exec(words)?.[1]?.length ?? 0)
  const lately = context.roundings.slice(-120)
  if (values.some((value) => lately.includes(value.toFixed(decimals)))) return true
  if (about.test(text.slice(Math.max(0, at - 24), at)) && values.some((value) => isRounded(value, context.values)))
    return true
  const sum = sumBefore(text.slice(Math.max(0, at - 300), at))
  const isTold = (number: number): boolean => number <= 20 || facts.some((fact) => fact.values.includes(number))
  if (sum !== null && values.includes(sum.outcome) && sum.numbers.every(isTold)) return true
  if (isMeasured(words, at, text)) return false
  const around = text.slice(Math.max(0, at - 80), at + words.length + 40)
  const isAnnounced = kind === 'amount' && announcing.test(around)
  // A sum next to its parts is derived from few numbers, however much a long reply lists elsewhere.
  const beside = numbers.filter((fact) => Math.abs(fact.at - at) < 160 && !/\n\s*\n/.test(between(text, fact.at, at)))
  const near = { ...operands, listed: firstValues(beside), recent: [] }
  // Amounts of money are derived from amounts only, whatever dates and quantities stand beside them.
  const ofMoney = { ...near, listed: firstValues(amounts), counts: new Set([1]) }
  const tries = kind === 'amount' ? [operands, near, ofMoney] : [operands, near]
  if (values.some((value) => tries.some((each) => follows({ value, decimals, isAnnounced }, each)))) return true
  const isOutcome = announcing.test(around) || differing.test(around)
  // Any amount may be derived from outputs; another number only if the reply presents it as a result.
  if (kind !== 'amount' && !(kind === 'number' && isOutcome && values.every((value) => value > 20))) return false
  const few = ofOutputs(context, operands)
  return values.some((value) => follows({ value, decimals, isAnnounced: isOutcome }, few))
}

/** Further words that announce a difference of a few numbers. */
const differing =
  /(?<!\p{L})(?:leaves?|left|both|balance|rest|more|less|cheaper|bleib(?:t|en)|übrig|beide|mehr|weniger|günstiger|reste(?:nt)?|plus|moins|queda[n]?|ambos|más|menos)(?!\p{L})/iu

/** Of the latest outputs, and the quantities mentioned: a reply may state a result without its operands. */
function ofOutputs({ figures, recent }: Reckonable, { listed, shares }: Operands): Operands {
  const { sums, quantities, rates } = lastFigures(figures)
  const isQuantity = (each: number): boolean => Number.isInteger(each) && each > 1 && each <= 20
  const counts = new Set([...quantities, ...listed, ...recent.slice(-5)].filter(isQuantity))
  return {
    sums: new Set(),
    listed: sums,
    recent: [],
    groups: [],
    totals: [],
    counts,
    shares: [...new Set([...shares, ...rates])],
  }
}

const between = (text: string, one: number, other: number): string =>
  text.slice(Math.min(one, other), Math.max(one, other))
