import { isJsonObject, type JsonObject, type JsonValue, memberNamed } from '../../base/json.ts'
import { isLongNumber } from '../../base/json-text.ts'
import { toNormalForm } from '../../base/normal-form.ts'
import type { Matcher } from '../../suite/language/matcher.ts'
import { judgeAbsent } from './combination.ts'
import { describeMatcher } from './describe-matcher.ts'
import { type Mismatch, mismatch } from './outcome.ts'

/** Matches one member or item; `isNumber` where its text stands for a number of more digits than a double holds. */
type Inner = (matcher: Matcher, value: JsonValue | undefined, path: string, isNumber: boolean) => Mismatch[]

/** A member or item, and whether its text stands for a long number. */
interface Member {
  value: JsonValue | undefined
  isNumber: boolean
}

/** Matches each expected member; a closed matcher also reports every unexpected member. */
export function matchFields(
  matcher: Matcher & { kind: 'fields' },
  actual: JsonValue | undefined,
  path: string,
  inner: Inner,
): Mismatch[] {
  if (!isJsonObject(actual)) return [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
  const misses = matcher.fields.flatMap(({ key, matcher: member }) => {
    const { value, isNumber } = memberOf(actual, key, matcher.closed)
    return inner(member, value, path === '' ? key : `${path}.${key}`, isNumber)
  })
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
function memberOf(actual: JsonObject, key: string, closed: boolean): Member {
  const own = memberNamed(actual, key)
  if (own !== undefined) return { value: own, isNumber: isLongNumber(actual, key) }
  if (closed || !/[.[]/.test(key)) return { value: undefined, isNumber: false }
  const steps = key.replace(/\[(\d+)\]/g, '.$1').split('.')
  return steps.reduce<Member>(stepInto, { value: actual, isNumber: false })
}

function stepInto({ value }: Member, step: string): Member {
  if (Array.isArray(value)) return itemOf(value, /^\d+$/.test(step) ? Number(step) : value.length)
  if (!isJsonObject(value)) return { value: undefined, isNumber: false }
  return { value: memberNamed(value, step), isNumber: isLongNumber(value, step) }
}

function itemOf(list: readonly JsonValue[], index: number): Member {
  return { value: list[index], isNumber: isLongNumber(list, index) }
}

function matchItem(item: Matcher, list: readonly JsonValue[], index: number, path: string, inner: Inner): Mismatch[] {
  const { value, isNumber } = itemOf(list, index)
  return inner(item, value, `${path}[${index}]`, isNumber)
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
    index < actual.length ? matchItem(item, actual, index, path, inner) : missing(item, `${path}[${index}]`),
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
    ? actual.flatMap((_, index) => matchItem(matcher.of, actual, index, path, inner))
    : [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
}
