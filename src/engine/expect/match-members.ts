import { isJsonObject, type JsonObject, type JsonValue, memberNamed } from '../../base/json.ts'
import { toNormalForm } from '../../base/normal-form.ts'
import type { Matcher } from '../../suite/language/matcher.ts'
import { judgeAbsent } from './combination.ts'
import { describeMatcher } from './describe-matcher.ts'
import { type Mismatch, mismatch } from './outcome.ts'

type Inner = (matcher: Matcher, value: JsonValue | undefined, path: string) => Mismatch[]
type OfMember = (...of: [...Parameters<Inner>, key: string]) => Mismatch[]

/** Matches each expected member; a closed matcher also reports every unexpected member. */
export function matchFields(
  matcher: Matcher & { kind: 'fields' },
  actual: JsonValue | undefined,
  path: string,
  inner: OfMember,
): Mismatch[] {
  if (!isJsonObject(actual)) return [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
  const misses = matcher.fields.flatMap(({ key, matcher: member }) =>
    inner(member, memberOf(actual, key, matcher.closed), path === '' ? key : `${path}.${key}`, key),
  )
  if (!matcher.closed) return misses
  const known = new Set(matcher.fields.map(({ key }) => toNormalForm(key, 'NFC')))
  const extra = Object.keys(actual).filter((key) => !known.has(toNormalForm(key, 'NFC')))
  return [
    ...misses,
    ...extra.map((key) => mismatch(matcher.at, path === '' ? key : `${path}.${key}`, 'not to be there', actual[key])),
  ]
}

/**
 * A member by its name, or else the value at a path such as `items[0].id`. A closed matcher (`exactly`) takes
 * names only.
 */
function memberOf(actual: JsonObject, key: string, closed: boolean): JsonValue | undefined {
  const own = memberNamed(actual, key)
  if (own !== undefined) return own
  if (closed || !/[.[]/.test(key)) return undefined
  const steps = key.replace(/\[(\d+)\]/g, '.$1').split('.')
  return steps.reduce<JsonValue | undefined>(stepInto, actual)
}

function stepInto(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(step) ? value[Number(step)] : undefined
  return isJsonObject(value) ? memberNamed(value, step) : undefined
}

/** A list of two never matches a list of three, even under a negation: each expected item requires an actual one. */
function missing(item: Matcher, path: string): Mismatch[] {
  return judgeAbsent(item) === 'holds' ? [] : [mismatch(item.at, path, describeMatcher(item), undefined)]
}

/** Each item in its position, with none missing and none extra. */
export function matchItems(
  matcher: Matcher & { kind: 'items' },
  actual: JsonValue | undefined,
  path: string,
  inner: Inner,
): Mismatch[] {
  if (!Array.isArray(actual)) return [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
  const misses = matcher.items.flatMap((item, index) =>
    index < actual.length ? inner(item, actual[index], `${path}[${index}]`) : missing(item, `${path}[${index}]`),
  )
  const extra = actual.slice(matcher.items.length)
  return [
    ...misses,
    ...extra.map((item, index) =>
      mismatch(matcher.at, `${path}[${matcher.items.length + index}]`, 'not to be there', item),
    ),
  ]
}

/** Every item of a non-empty list. */
export function matchEach(
  matcher: Matcher & { kind: 'each' },
  actual: JsonValue | undefined,
  path: string,
  inner: Inner,
): Mismatch[] {
  return Array.isArray(actual) && actual.length > 0
    ? actual.flatMap((item, index) => inner(matcher.of, item, `${path}[${index}]`))
    : [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
}
