/** A value that JSON refuses or would silently change. */
export class NoJson extends Error {
  override name = 'NoJson'
}

interface Strictness {
  /** How messages refer to the value. @default 'it' */
  what?: string
  /** Whether instances of classes are refused, since they would come back as plain objects. @default false */
  plainOnly?: boolean
  /** The maximum number of characters. @default unlimited */
  most?: number
}

const { parse, stringify } = JSON

/** User code's value as JSON that parses back to itself, but for undefined members. @throws NoJson with the path */
export function plainJson(
  value: unknown,
  { what = 'it', plainOnly = false, most = Number.POSITIVE_INFINITY }: Strictness = {},
): string {
  let least = 0 // a lower bound of the length, to give up on huge values early
  const above: { value: unknown; key: string }[] = [] // what is being written, and all that it stands in
  const refuse = (odd: string): NoJson =>
    new NoJson(`${what} ${above.length < 2 ? 'is' : `has as ${pathOf(above.slice(1))}`} ${odd}`)
  try {
    const text = stringify(value, function (this: Record<string, unknown>, key, behind: unknown) {
      least += typeof behind === 'string' ? behind.length : 2
      if (least > most) throw new NoJson(`${what} has more than ${most} characters`)
      while (above.length > 0 && above.at(-1)?.value !== this) above.pop()
      above.push({ value: behind, key })
      const odd = oddityOf(this[key], plainOnly) ?? oddityOf(behind, plainOnly) ?? absenceOf(this, key, behind)
      if (odd !== null) throw refuse(odd)
      return behind
    }) as string | undefined
    if (text === undefined) throw new NoJson(`${what} is ${String(value)}, which JSON cannot hold`)
    return text
  } catch (error) {
    if (error instanceof NoJson) throw error
    const reason = error instanceof RangeError ? 'it is too deep or too long' : firstLine(error)
    if (reason === 'Converting circular structure to JSON') throw refuse('what contains it, which JSON cannot hold')
    throw new NoJson(`${what} cannot be JSON: ${reason}`)
  }
}

/** A copy of a value made through `plainJson`. @throws NoJson */
export function plainCopy<T>(value: unknown, strictness?: Strictness): T {
  return parse(plainJson(value, strictness)) as T
}

function oddityOf(value: unknown, plainOnly: boolean): string | null {
  if (typeof value === 'bigint') return `the number ${value}n, which JSON cannot hold`
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return `${value}, which JSON cannot hold`
    return Object.is(value, -0) ? '-0, which JSON would change to 0' : null
  }
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}, which JSON cannot hold`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  if (value instanceof Date) return 'a Date, which JSON would change to a text: give value.toISOString()'
  if (ArrayBuffer.isView(value)) return 'bytes, which JSON cannot hold'
  const valueType = unkept.find((each) => value instanceof each)
  if (valueType !== undefined) return `a ${valueType.name}, which JSON cannot hold`
  const kind: unknown = plainOnly ? Object.getPrototypeOf(value) : null
  if (kind === null || kind === Object.prototype) return null
  return `a ${value.constructor?.name ?? 'thing'}, of which JSON would keep the members alone: keep a plain object`
}

const unkept = [Map, Set, WeakMap, WeakSet, Promise, Error, RegExp, ArrayBuffer]

/** Undefined values and gaps in lists, which are not left out. */
function absenceOf(holder: object, key: string, value: unknown): string | null {
  if (value !== undefined || !Array.isArray(holder)) return null
  return `${key in holder ? 'undefined' : 'a gap'}, which JSON would change to null: write null`
}

/** A path as code would write it, such as `messages[0].options`. */
function pathOf(steps: readonly { key: string }[]): string {
  const pathParts = steps.map(({ key }) => {
    if (/^\d+$/.test(key)) return `[${key}]`
    return /^[\w$]+$/.test(key) ? `.${key}` : `[${stringify(key)}]`
  })
  return pathParts.join('').replace(/^\./, '')
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
