import { isJsonObject, type JsonValue } from '../base/json.ts'
import type { Matcher } from '../script/matcher.ts'
import { describeMatcher } from './describe-matcher.ts'
import { type Mismatch, mismatch } from './mismatch.ts'

type Inner = (matcher: Matcher, value: JsonValue | undefined, path: string) => Mismatch[]

/** Each expected member by its matcher; a closed matcher also names every member that is too many. */
export function matchFields(
  matcher: Matcher & { kind: 'fields' },
  actual: JsonValue | undefined,
  path: string,
  inner: Inner,
): Mismatch[] {
  if (!isJsonObject(actual)) return [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
  const misses = matcher.fields.flatMap(({ key, matcher: member }) =>
    inner(member, Object.hasOwn(actual, key) ? actual[key] : undefined, path === '' ? key : `${path}.${key}`),
  )
  if (!matcher.closed) return misses
  const known = new Set(matcher.fields.map(({ key }) => key))
  const extra = Object.keys(actual).filter((key) => !known.has(key))
  return [
    ...misses,
    ...extra.map((key) => mismatch(matcher.at, path === '' ? key : `${path}.${key}`, 'not to be there', actual[key])),
  ]
}

/** Each item in its place, no more and no fewer. */
export function matchItems(
  matcher: Matcher & { kind: 'items' },
  actual: JsonValue | undefined,
  path: string,
  inner: Inner,
): Mismatch[] {
  if (!Array.isArray(actual)) return [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
  const misses = matcher.items.flatMap((item, index) => inner(item, actual[index], `${path}[${index}]`))
  const extra = actual.slice(matcher.items.length)
  return [
    ...misses,
    ...extra.map((item, index) =>
      mismatch(matcher.at, `${path}[${matcher.items.length + index}]`, 'not to be there', item),
    ),
  ]
}
