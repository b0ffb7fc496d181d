/** Whether a value is a plain object, from a literal or a parser; not a list or an instance of a class. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Names a value that has no JSON form, such as `a Date` or `a BigInt (10n)`; null for data and containers of data. */
export function nameOfNoData(value: unknown): string | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null
  if (typeof value === 'number') return Number.isFinite(value) ? null : String(value)
  if (typeof value === 'bigint') return `a BigInt (${value}n)`
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return null
  if (!isPlainObject(value)) return `a ${nameOfClass(value)}`
  const [symbol] = Object.getOwnPropertySymbols(value)
  return symbol === undefined ? null : `an object with the key ${String(symbol)}`
}

export function hintForNoData(value: unknown): string {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? `write ${value}, or '${value}' for text` : `write '${value}' for text`
  if (value instanceof Date) return 'write its text, as toISOString() gives it'
  if (value instanceof RegExp) return 'write { matches: /…/ }'
  if (value instanceof Map || value instanceof Set) return 'write an object or a list'
  return 'give a value, or leave the key out'
}

/** The first value within `value` without a JSON form, with its path; undefined members count as missing. */
export function findNoData(
  value: unknown,
  path: string,
  around: ReadonlySet<unknown> = new Set(),
): { path: string; name: string; value: unknown } | null {
  const name = nameOfNoData(value)
  if (name !== null) return { path, name, value }
  if (typeof value !== 'object' || value === null) return null
  if (around.has(value)) return { path, name: 'an object that contains itself', value }
  const within = new Set([...around, value])
  const members: [string, unknown][] = Array.isArray(value)
    ? Array.from(value, (item, index) => [`${path}[${index}]`, item])
    : Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[`${path}.${key}`, item]]))
  for (const [at, item] of members) {
    const problem = findNoData(item, at, within)
    if (problem !== null) return problem
  }
  return null
}

function nameOfClass(value: object): string {
  const { constructor: maker } = value as { constructor?: { name?: unknown } }
  return typeof maker?.name === 'string' && maker.name !== '' ? maker.name : 'value of another kind'
}
