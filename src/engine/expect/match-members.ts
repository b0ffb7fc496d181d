import { isJsonObject, type JsonObject, type JsonValue, memberNamed } from '../../base/json/json.ts'
import { isLongNumber } from '../../base/json/json-text.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import { holdsOfNothing } from '../../suite/language/matchers/combination.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import { assignItems } from './assign-items.ts'
import { describeMatcher } from './describe-matcher.ts'
import { answerOf } from './outcome/answer.ts'
import { type Mismatch, mismatch } from './outcome/outcome.ts'

/** Matches one member or item; `isLong` where its text stands for a number of more digits than a double holds. */
type Inner = (matcher: Matcher, value: JsonValue | undefined, path: string, isLong: boolean) => Mismatch[]
type OfMember = (...of: [...Parameters<Inner>, key: string]) => Mismatch[]

interface Member {
  value: JsonValue | undefined
  isLong: boolean
}

/** Matches each expected member; a closed matcher also reports every unexpected member. */
export function matchFields(
  matcher: Matcher & { kind: 'fields' },
  actual: JsonValue | undefined,
  path: string,
  inner: OfMember,
): Mismatch[] {
  if (!isJsonObject(actual)) return [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
  const misses = matcher.fields.flatMap(({ key, matcher: member }) => {
    const { value, isLong } = memberOf(actual, key, matcher.closed)
    return inner(member, value, path === '' ? key : `${path}.${key}`, isLong, key)
  })
  if (!matcher.closed) return misses
  const fieldNames = new Set(matcher.fields.map(({ key }) => toNormalForm(key, 'NFC')))
  const extra = Object.keys(actual).filter((key) => !fieldNames.has(toNormalForm(key, 'NFC')))
  return [
    ...misses,
    ...extra.map((key) => mismatch(matcher.at, path === '' ? key : `${path}.${key}`, 'not to be there', actual[key])),
  ]
}

/** A member by its name, or else by a path such as `items[0].id`; a closed matcher (`exactly`) takes names only. */
function memberOf(actual: JsonObject, key: string, closed: boolean): Member {
  const own = memberNamed(actual, key)
  if (own !== undefined) return { value: own, isLong: isLongNumber(actual, key) }
  if (closed || !/[.[]/.test(key)) return { value: undefined, isLong: false }
  const steps = key.replace(/\[(\d+)\]/g, '.$1').split('.')
  return steps.reduce<Member>(stepInto, { value: actual, isLong: false })
}

function stepInto({ value }: Member, step: string): Member {
  if (Array.isArray(value)) return itemOf(value, /^\d+$/.test(step) ? Number(step) : value.length)
  if (!isJsonObject(value)) return { value: undefined, isLong: false }
  return { value: memberNamed(value, step), isLong: isLongNumber(value, step) }
}

function itemOf(list: readonly JsonValue[], index: number): Member {
  return { value: list[index], isLong: isLongNumber(list, index) }
}

function matchItem(item: Matcher, list: readonly JsonValue[], index: number, path: string, inner: Inner): Mismatch[] {
  const { value, isLong } = itemOf(list, index)
  return inner(item, value, `${path}[${index}]`, isLong)
}

/** A list of two never matches a list of three, even under a negation: each expected item requires an actual one. */
function missing(item: Matcher, path: string): Mismatch[] {
  return holdsOfNothing(item) === true ? [] : [mismatch(item.at, path, describeMatcher(item), undefined)]
}

/** Each item in its position or, in any order, each one of its own, with none missing and none extra. */
export function matchItems(
  matcher: Matcher & { items: Matcher[] },
  actual: JsonValue | undefined,
  path: string,
  inner: Inner,
): Mismatch[] {
  if (!Array.isArray(actual)) return [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
  const { misses, usedColumns } =
    matcher.kind === 'items'
      ? matchPlaced(matcher.items, actual, path, inner)
      : matchApart(matcher.items, actual, path, inner)
  const extra = actual.flatMap((item, index) =>
    usedColumns.has(index) ? [] : [mismatch(matcher.at, `${path}[${index}]`, 'not to be there', item)],
  )
  return [...misses, ...extra]
}

interface MatchedItems {
  misses: Mismatch[]
  usedColumns: ReadonlySet<number>
}

function matchPlaced(
  expected: readonly Matcher[],
  actual: readonly JsonValue[],
  path: string,
  inner: Inner,
): MatchedItems {
  const misses = expected.flatMap((item, index) =>
    index < actual.length ? matchItem(item, actual, index, path, inner) : missing(item, `${path}[${index}]`),
  )
  return { misses, usedColumns: new Set(expected.keys()) }
}

/** Gives each expected item one of its own, in any order. */
export function matchApart(
  expected: readonly Matcher[],
  actual: readonly JsonValue[],
  path: string,
  inner: Inner,
): MatchedItems {
  const indexes = [...actual.keys()]
  const { assignment, misses } = assignItems(expected, indexes, (each, index) =>
    matchItem(each, actual, index, path, inner),
  )
  const mismatches = expected.flatMap((each, row) => {
    const column = assignment[row] ?? null
    if (column !== null) return misses(row, column)
    if (holdsOfNothing(each) === true) return []
    const isTaken = actual.some((_, index) => answerOf(misses(row, index)) !== 'fails')
    const what = `${isTaken ? 'one more item' : 'an item'} that is ${describeMatcher(each)}`
    return [mismatch(each.at, path, what, actual as JsonValue[])]
  })
  return { misses: mismatches, usedColumns: new Set(assignment.filter((column) => column !== null)) }
}

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
