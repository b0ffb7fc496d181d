import { isExactNumber } from '../../../base/json/json-text.ts'
import type { ScalarNode, YamlNode } from '../../yaml/node.ts'
import type { Place } from '../../yaml/place.ts'
import { type Reading, refuse, refuseType, type Shape } from '../../yaml/shape.ts'
import { readMoment } from './date.ts'
import { unitHint, unitMs } from './duration.ts'
import { aloneIn } from './fill-text.ts'
import type { Matcher } from './matcher.ts'

/** In the unit of its place; `written` is a time as spelt. Text is a `{{variable}}` that will hold a number. */
interface Bound {
  number: number | string
  written?: string
}

/** Any finite number, or a time such as `3 s` where the place defines a unit. */
export const bound: Shape<Bound> = {
  read(node, reading) {
    if (node.kind === 'scalar' && typeof node.value === 'number' && Number.isFinite(node.value))
      return isExactNumber(node.source) ? { number: node.value } : refuseInexact(node, node.source, reading)
    if (node.kind === 'scalar' && /^\{\{[^{}]+\}\}$/.test(node.source)) return { number: node.source }
    const amount = node.kind === 'scalar' ? /^\s*(-?\d+(?:\.\d+)?)\s*([a-z%]+)\s*$/i.exec(node.source) : null
    if (amount === null || node.kind !== 'scalar')
      return refuseType(reading, node, 'a number', 'write it in digits, without quotes')
    return readTime(node, amount[1] ?? '', amount[2] ?? '', reading)
  },
  schema: () => ({
    anyOf: [
      { type: 'number' },
      { type: 'string', pattern: '^\\s*\\d+(\\.\\d+)?\\s*(ms|s|min|h)\\s*$' },
      { type: 'string', pattern: '^\\{\\{.+\\}\\}$' },
    ],
  }),
}

function refuseInexact(node: ScalarNode, numeral: string, reading: Reading): undefined {
  const message = `${numeral} is read as the number ${Number(numeral)}`
  const hint = 'compare with a number of fewer digits; an id is text: equals: "…"'
  return refuse(reading, 'ambiguous-scalar', node.at, message, hint)
}

function readTime(node: ScalarNode, amount: string, unit: string, reading: Reading): Bound | undefined {
  const timeText = `${amount} ${unit}`
  const ms = unitMs(unit)
  if (ms === undefined)
    return refuse(reading, 'wrong-value', node.at, `the unit "${unit}" is not known`, unitHint(unit, amount))
  if (reading.counts === 'things') {
    const message = `this counts things, and "${timeText}" is a time`
    return refuse(reading, 'wrong-value', node.at, message, `write the number alone: ${amount}`)
  }
  const own = reading.counts === undefined ? undefined : unitMs(reading.counts)
  if (own === undefined) {
    const message = `"${timeText}" is a time, and nothing says in which unit this number counts`
    const hint =
      'write the bare number; times fit duration and names that end in a unit, such as executionTimeMs or wait_seconds'
    return refuse(reading, 'wrong-value', node.at, message, hint)
  }
  return { number: (Number(amount) * ms) / own, written: timeText }
}

export const boundPair: Shape<[Bound, Bound]> = {
  read(node, reading) {
    if (node.kind !== 'list' || node.items.length !== 2)
      return refuseType(reading, node, 'two numbers, [from, to]', 'write for example [1, 60]')
    const [first, second] = node.items.map((item) => bound.read(item, reading))
    if (first === undefined || second === undefined) return undefined
    if (typeof first.number === 'number' && typeof second.number === 'number' && first.number > second.number) {
      const message = `nothing lies between ${showBound(first)} and ${showBound(second)}`
      return refuse(reading, 'wrong-value', node.at, message, 'write the smaller number first')
    }
    return [first, second]
  },
  schema: (definitions) => ({ type: 'array', items: bound.schema(definitions), minItems: 2, maxItems: 2 }),
}

const showBound = ({ number, written }: Bound): string => written ?? String(number)

/** An ISO 8601 date, a date-time with its zone, `now` with an offset, or a `{{variable}}` that will hold one. */
export const instant: Shape<string> = {
  read(node, reading) {
    if (node.kind !== 'scalar' || node.value === null)
      return refuseType(reading, node, 'a date', 'write it as 2026-03-01 or 2026-03-01T09:00:00Z')
    if (node.source.includes('{{')) return node.source
    const moment = readMoment(node.source)
    return moment.kind === 'unreadable'
      ? refuse(reading, 'wrong-value', node.at, moment.reason, moment.hint)
      : node.source.trim()
  },
  schema: () => ({ type: 'string' }),
}

/** The same shape, for numbers with another unit: a unit of time, or `things`, which have none. */
export function counting<T>(counts: Reading['counts'], shape: Shape<T>): Shape<T> {
  return {
    read: (node: YamlNode, reading) =>
      shape.read(node, counts === undefined ? without(reading) : { ...without(reading), counts }),
    schema: (definitions) => shape.schema(definitions),
  }
}

const without = ({ counts: _, texts: __, ...reading }: Reading): Reading => reading

type Sign = '<' | '<=' | '>' | '>='

export function comparison(sign: Sign, { number, written }: Bound, at: Place): Matcher & { kind: 'compare' } {
  return { kind: 'compare', sign, bound: number, ...(written === undefined ? {} : { written }), at }
}

const operators: Record<Sign, string> = { '<': 'less than', '<=': 'at most', '>': 'more than', '>=': 'at least' }

/** `< 3`, `>= 90`, `800 ms`; null for any other. Refused without a unit of the place: it could as well be text. */
export function readComparison(node: ScalarNode, reading: Reading): Matcher | null | undefined {
  const { counts } = reading
  const match = /^\s*([<>]=?)?\s*(-?\d+(?:\.\d+)?)\s*([a-z%]+)?\s*$/i.exec(node.source)
  const [, sign, amount = '', unit] = match ?? []
  if (counts === undefined) return sign !== undefined ? refuseUnclear(node, sign as Sign, reading) : null
  if (match === null || (sign === undefined && unit === undefined))
    return counts === 'things' ? refuseText(node, reading) : null
  if (!isExactNumber(amount)) return refuseInexact(node, amount, reading)
  const than = unit === undefined ? { number: Number(amount) } : readTime(node, amount, unit, reading)
  if (than === undefined) return undefined
  return sign === undefined
    ? { kind: 'equals', value: than.number, written: node.source, at: node.at }
    : comparison(sign as Sign, than, node.at)
}

function refuseUnclear(node: ScalarNode, sign: Sign, reading: Reading): undefined {
  const than = node.source.replace(/^[<>=\s]+/, '').trim()
  const hint = `write { ${operators[sign]}: ${than} } for a number, { equals: "${node.source}" } for text`
  const message = `${node.plain ? node.source : `"${node.source}"`} could be a comparison or text`
  return refuse(reading, 'ambiguous-scalar', node.at, message, hint)
}

/** A count never equals text, except that a lone `{{variable}}` may turn out to hold a number. */
function refuseText(node: ScalarNode, reading: Reading): null | undefined {
  if (typeof node.value !== 'string' || aloneIn(node.source) !== undefined) return null
  const hint = node.source.includes('{{')
    ? 'write "{{name}}" alone, or { less than: "{{name}}" }'
    : 'write it in digits, without quotes, or a comparison such as < 3'
  return refuseType(reading, node, 'a number', hint)
}
