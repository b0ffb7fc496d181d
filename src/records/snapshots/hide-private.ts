import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { namesPersonal, replacePrivate, secretName } from '../../base/private-patterns.ts'
import { redactKeys } from '../../base/secret-keys.ts'

/** Removes from texts and values what no committed file should contain. Equal values always get the same name. */
export interface Hider {
  hideText(text: string): string
  hideValue(value: JsonValue): JsonValue
}

/** A value that must not get into a file, and the name that replaces it: `<env.SHOP>`. */
export interface KnownValue {
  value: string
  name: string
}

/** Creates a hider. `known` values shorter than four characters are left in, since they could be anything. */
export function createHider(known: readonly KnownValue[], apiKey: string | null): Hider {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const longest = known.filter(({ value }) => value.length >= 4).sort((a, b) => b.value.length - a.value.length)
  const nameOf = (kind: string, value: string): string => {
    const name = names.get(value)
    if (name !== undefined) return name
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    names.set(value, `<${kind} ${count}>`)
    return `<${kind} ${count}>`
  }
  const hideText = (text: string): string => {
    const keyless = redactKeys(text, apiKey ?? undefined)
    const unknown = longest.reduce((rest, { value, name }) => rest.replaceAll(value, `<${name}>`), keyless)
    return replacePrivate(unknown, nameOf)
  }
  const hideMember = (key: string, value: JsonValue): JsonValue => {
    if (typeof value !== 'string' || value === '' || /^<[^>]*>$/.test(value)) return hideValue(value)
    if (secretName.test(key)) return '<secret>'
    return namesPersonal(key) ? nameOf(key, value) : hideValue(value)
  }
  const hideValue = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return hideText(value)
    if (Array.isArray(value)) return value.map(hideValue)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [hideText(key), hideMember(key, each)]))
  }
  return { hideText, hideValue }
}
