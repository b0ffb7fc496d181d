import { isExactNumber } from '../../base/exact-number.ts'
import type { ScalarNode } from '../yaml/node.ts'
import type { Place } from '../yaml/place.ts'
import { type Reading, refuse, refuseType } from '../yaml/shape.ts'
import { type Bound, readTime, refuseInexact } from './bound.ts'
import { aloneIn } from './fill-text.ts'
import type { Matcher } from './matcher.ts'

type Sign = '<' | '<=' | '>' | '>='

/** A number held against a bound. */
export function comparison(sign: Sign, { number, written }: Bound, at: Place): Matcher & { kind: 'compare' } {
  return { kind: 'compare', sign, bound: number, ...(written === undefined ? {} : { written }), at }
}

const operators: Record<Sign, string> = { '<': 'less than', '<=': 'at most', '>': 'more than', '>=': 'at least' }

/**
 * A scalar that says more of a number than what it equals: `< 3`, `>= 90`, `< 3 s`, `800 ms`. Null for any other, which
 * equals. Where the place does not say what it counts, a `< 3` is refused, in quotes or without, since it could as well be text.
 */
export function readComparison(node: ScalarNode, reading: Reading): Matcher | null | undefined {
  const { counts } = reading
  const found = /^\s*([<>]=?)?\s*(-?\d+(?:\.\d+)?)\s*([a-z%]+)?\s*$/i.exec(node.source)
  const [, sign, amount = '', unit] = found ?? []
  if (counts === undefined) return sign !== undefined ? refuseUnclear(node, sign as Sign, reading) : null
  if (found === null || (sign === undefined && unit === undefined))
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
  return refuse(
    reading,
    'ambiguous-scalar',
    node.at,
    `${node.plain ? node.source : `"${node.source}"`} could be a comparison or text`,
    hint,
  )
}

/** A count equals no text. A `{{variable}}` alone may yet hold a number. */
function refuseText(node: ScalarNode, reading: Reading): null | undefined {
  if (typeof node.value !== 'string' || aloneIn(node.source) !== undefined) return null
  const hint = node.source.includes('{{')
    ? 'write "{{name}}" alone, or { less than: "{{name}}" }'
    : 'write it in digits, without quotes, or a comparison such as < 3'
  return refuseType(reading, node, 'a number', hint)
}
