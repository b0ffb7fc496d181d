import type { YamlNode } from '../yaml/node.ts'
import type { Place } from '../yaml/place.ts'
import { type Reading, refuse, refuseType, type Shape } from '../yaml/shape.ts'
import { unitHint, unitMs } from './time-unit.ts'

/** A limit on a time in milliseconds: `3 s` means at most 3,000; `< 800 ms` and `> 1 s` say otherwise. */
export interface Budget {
  sign: '<' | '<=' | '>' | '>='
  ms: number
  written: string
  at: Place
}

/** Reads `800 ms`, `3 s`, `2 min` with an optional comparison before it. A number without unit is refused. */
export const budget: Shape<Budget> = {
  read(node, reading) {
    const read = readQuantity(node, reading)
    if (read === undefined) return undefined
    if (read.sign === '>=' && read.ms === 0)
      return refuse(
        reading,
        'wrong-value',
        node.at,
        'every time is that, so that it could never fail',
        'write a limit: 3 s, or > 1 s',
      )
    return { sign: read.sign ?? '<=', ms: read.ms, written: read.written, at: node.at }
  },
  schema: () => ({ type: 'string', pattern: '^\\s*([<>]=?)?\\s*\\d+(\\.\\d+)?\\s*(ms|s|min|h)\\s*$' }),
}

/** A length of time in milliseconds: `800 ms`, `3 s`, `2 min`, `1 h`. */
export const duration: Shape<number> = {
  read(node, reading) {
    const read = readQuantity(node, reading)
    if (read?.sign === undefined) return read?.ms
    return refuse(
      reading,
      'wrong-value',
      node.at,
      `expected a time without a comparison, but here is "${read.written}"`,
      `write ${read.written.replace(/^[<>=\s]+/, '')}`,
    )
  },
  schema: () => ({ type: 'string', pattern: '^\\s*\\d+(\\.\\d+)?\\s*(ms|s|min|h)\\s*$' }),
}

function readQuantity(
  node: YamlNode,
  reading: Reading,
): { sign?: Budget['sign']; ms: number; written: string } | undefined {
  if (node.kind !== 'scalar' || node.value === null)
    return refuseType(reading, node, 'a time', 'write a number and a unit: 800 ms, 3 s, 2 min, 1 h')
  const found = /^\s*([<>]=?)?\s*(\d+(?:\.\d+)?)\s*([a-z]+)?\s*$/i.exec(node.source)
  if (found === null)
    return refuse(
      reading,
      'wrong-value',
      node.at,
      `"${node.source}" is not a time`,
      'write a number and a unit: 800 ms, 3 s, 2 min, 1 h',
    )
  const [, sign, amount, unit] = found
  if (unit === undefined)
    return refuse(reading, 'wrong-value', node.at, `"${node.source}" has no unit`, `write ${amount} ms or ${amount} s`)
  const factor = unitMs(unit)
  if (factor === undefined)
    return refuse(reading, 'wrong-value', node.at, `the unit "${unit}" is not known`, unitHint(unit, amount))
  return {
    ...(sign === undefined ? {} : { sign: sign as Budget['sign'] }),
    ms: Number(amount) * factor,
    written: node.source.trim(),
  }
}
