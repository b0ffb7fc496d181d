import { isJsonObject, type JsonObject, type JsonValue, memberNamed } from '../../base/json.ts'
import { toNormalForm } from '../../base/normal-form.ts'
import type { Matcher } from '../../suite/language/matcher.ts'
import { answerOf } from './answer.ts'
import { assignItems } from './assign-items.ts'
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

/** Each item in its position or, in any order, each one of its own, with none missing and none extra. */
export function matchItems(
  matcher: Matcher & { items: Matcher[] },
  actual: JsonValue | undefined,
  path: string,
  inner: Inner,
): Mismatch[] {
  if (!Array.isArray(actual)) return [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
  const { misses, taken } =
    matcher.kind === 'items'
      ? matchPlaced(matcher.items, actual, path, inner)
      : matchApart(matcher.items, actual, path, inner)
  const extra = actual.flatMap((item, index) =>
    taken.has(index) ? [] : [mismatch(matcher.at, `${path}[${index}]`, 'not to be there', item)],
  )
  return [...misses, ...extra]
}

/** What is held against the items of a list, and which of them were expected. */
interface MatchedItems {
  misses: Mismatch[]
  taken: ReadonlySet<number>
}

function matchPlaced(
  expected: readonly Matcher[],
  actual: readonly JsonValue[],
  path: string,
  inner: Inner,
): MatchedItems {
  const misses = expected.flatMap((item, index) =>
    index < actual.length ? inner(item, actual[index], `${path}[${index}]`) : missing(item, `${path}[${index}]`),
  )
  return { misses, taken: new Set(expected.keys()) }
}

/** Gives each expected item one of its own, in any order. */
export function matchApart(
  expected: readonly Matcher[],
  actual: readonly JsonValue[],
  path: string,
  inner: Inner,
): MatchedItems {
  const indexed = actual.map((item, index) => ({ item, at: `${path}[${index}]` }))
  const { given, misses } = assignItems(expected, indexed, (each, { item, at }) => inner(each, item, at))
  const found = expected.flatMap((each, row) => {
    const column = given[row] ?? null
    if (column !== null) return misses(row, column)
    if (judgeAbsent(each) === 'holds') return []
    const isTaken = actual.some((_, index) => answerOf(misses(row, index)) !== 'fails')
    const what = `${isTaken ? 'one more item' : 'an item'} that is ${describeMatcher(each)}`
    return [mismatch(each.at, path, what, actual as JsonValue[])]
  })
  return { misses: found, taken: new Set(given.filter((column) => column !== null)) }
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
