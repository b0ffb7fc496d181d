import { remembering } from '../../../base/memoize.ts'
import type { YamlNode } from '../../yaml/node.ts'
import type { Place } from '../../yaml/place.ts'
import { type Reading, refuse, refuseType, type Shape } from '../../yaml/shape.ts'

/** A limit on a time in milliseconds: `3 s` means at most 3,000; `< 800 ms` and `> 1 s` say otherwise. */
export interface Budget {
  sign: '<' | '<=' | '>' | '>='
  ms: number
  written: string
  at: Place
}

/** Reads `800 ms`, `3 s`, `2 min` with an optional comparison before it. A number without a unit is refused. */
export const budget: Shape<Budget> = {
  read(node, reading) {
    const read = readQuantity(node, reading)
    if (read === undefined) return undefined
    if (read.sign === '>=' && read.ms === 0) {
      const message = 'every time is that, so it could never fail'
      return refuse(reading, 'wrong-value', node.at, message, 'write a limit: 3 s, or > 1 s')
    }
    return { sign: read.sign ?? '<=', ms: read.ms, written: read.written, at: node.at }
  },
  schema: () => ({ type: 'string', pattern: '^\\s*([<>]=?)?\\s*\\d+(\\.\\d+)?\\s*(ms|s|min|h)\\s*$' }),
}

/** A duration in milliseconds: `800 ms`, `3 s`, `2 min`, `1 h`. */
export const duration: Shape<number> = {
  read(node, reading) {
    const read = readQuantity(node, reading)
    if (read?.sign === undefined) return read?.ms
    const message = `expected a time without a comparison, but here is "${read.written}"`
    return refuse(reading, 'wrong-value', node.at, message, `write ${read.written.replace(/^[<>=\s]+/, '')}`)
  },
  schema: () => ({ type: 'string', pattern: '^\\s*\\d+(\\.\\d+)?\\s*(ms|s|min|h)\\s*$' }),
}

function readQuantity(
  node: YamlNode,
  reading: Reading,
): { sign?: Budget['sign']; ms: number; written: string } | undefined {
  if (node.kind !== 'scalar' || node.value === null)
    return refuseType(reading, node, 'a time', 'write a number and a unit: 800 ms, 3 s, 2 min, 1 h')
  const match = /^\s*([<>]=?)?\s*(\d+(?:\.\d+)?)\s*([a-z]+)?\s*$/i.exec(node.source)
  if (match === null) {
    const message = `"${node.source}" is not a time`
    return refuse(reading, 'wrong-value', node.at, message, 'write a number and a unit: 800 ms, 3 s, 2 min, 1 h')
  }
  const [, sign, amount, unit] = match
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

/** The units of time in the language, in milliseconds. */
const units: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 }

/** The units for date offsets and clock steps, in milliseconds. */
export const clockUnits: Readonly<Record<string, number>> = { ...units, d: 86_400_000 }

export function unitMs(unit: string): number | undefined {
  return Object.hasOwn(units, unit) ? units[unit] : undefined
}

const spellings: [RegExp, string][] = [
  [/^(ms|msec|msecs|millis|milliseconds?)$/i, 'ms'],
  [/^(s|secs?|seconds?)$/i, 's'],
  [/^(m|mins?|minutes?)$/i, 'min'],
  [/^(h|hrs?|hours?)$/i, 'h'],
]

export function unitHint(unit: string, amount: string | undefined): string {
  if (unit === '%') return `write the bare number: ${amount}`
  const suggestion = spellings.find(([spelling]) => spelling.test(unit))?.[1]
  return suggestion === undefined ? 'the units are ms, s, min and h' : `write ${amount} ${suggestion}`
}

/** Words at the end of a member's name that give its unit; `min` is left out, as it may mean a minimum. */
const endings: [RegExp, string][] = [
  [/^(ms|msecs?|millis|milliseconds?)$/, 'ms'],
  [/^(secs?|seconds?)$/, 's'],
  [/^(mins|minutes?)$/, 'min'],
  [/^(hrs?|hours?)$/, 'h'],
]

/** `executionTimeMs`, `wait_seconds`, `retryAfterHours`. Memoised: all conversations use the same few names. */
export const unitOfName: (name: string) => string | undefined = remembering(1_000, (name) => {
  const last = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.[\]-]+/)
    .at(-1)
    ?.toLowerCase()
  return last === undefined ? undefined : endings.find(([ending]) => ending.test(last))?.[1]
})

/** A duration in the notation of the language, in the largest unit that divides it: `10 min`, `90 s`. */
export function writeTime(ms: number): string {
  const unit = ['h', 'min', 's'].find((each) => ms > 0 && ms % (unitMs(each) ?? 1) === 0) ?? 'ms'
  return `${ms / (unitMs(unit) ?? 1)} ${unit}`
}
