import { isJsonObject, type JsonValue } from '../../src/base/json/json.ts'

/** Values that differ slightly from this one: in content, type, letter case or number of members, at any depth. */
export function alter(value: JsonValue): JsonValue[] {
  if (typeof value === 'string') return alterText(value)
  if (typeof value === 'number') return [value + 1, value - 1, String(value)]
  if (typeof value === 'boolean') return [!value, String(value)]
  if (value === null) return ['null', false]
  if (isJsonObject(value)) return alterMembers(Object.entries(value))
  return alterItems(value)
}

function alterText(text: string): JsonValue[] {
  const swapped = text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()
  const number = Number(text)
  return [
    `${text} `,
    `${text}x`,
    [text],
    ...(swapped === text ? [] : [swapped]),
    ...(text.trim() === '' || Number.isNaN(number) ? [] : [number]),
  ]
}

function alterMembers(members: [string, JsonValue][]): JsonValue[] {
  const without = members.map((_, index) => members.toSpliced(index, 1))
  const deeper = members.flatMap(([key, member], index) =>
    alter(member).map((altered) => members.with(index, [key, altered])),
  )
  return [...without, ...deeper, [...members, ['one_too_many', true] as [string, JsonValue]]].map(Object.fromEntries)
}

function alterItems(items: JsonValue[]): JsonValue[] {
  const without = items.map((_, index) => items.toSpliced(index, 1))
  const deeper = items.flatMap((item, index) => alter(item).map((altered) => items.with(index, altered)))
  return [...without, ...deeper, [...items, 'one too many']]
}
