import type { JsonValue } from '../../base/json.ts'
import { findPrivate, type PrivateRules, type PrivateValue } from '../../base/privacy/find.ts'
import { redactIn } from '../../base/privacy/redact.ts'
import type { Swap } from '../../base/privacy/replace.ts'
import { createNames } from '../../base/privacy/stand-ins.ts'
import { redactKeysIn } from '../../base/secret-keys.ts'
import type { Hidden, Privacy } from '../../engine/judge/judges.ts'

/** A stand-in with its number. */
const numbered = /<([a-z][a-z -]{0,30}) (\d{1,6})>/g

/**
 * Takes out keys and what is private before anything is sent to a judge. Stand-ins are counted in the order in which they come
 * in what is sent, so that a tape, on which the same values have names of its own, comes to the same words.
 */
export function hideFrom(custom: PrivateRules['custom']): (value: JsonValue, privacy?: Privacy) => Hidden {
  const nothing: Privacy = { named: [], beside: null }
  const found = new WeakMap<Privacy, PrivateValue[]>() // all criteria of a conversation have the same one
  const foundBeside = (privacy: Privacy): PrivateValue[] => {
    const known = found.get(privacy) ?? findPrivate(redactKeysIn(privacy.beside), { named: privacy.named, custom })
    found.set(privacy, known)
    return known
  }
  return (value, privacy = nothing) => {
    const { named } = privacy
    const clean = redactKeysIn(value)
    const before = foundBeside(privacy)
    const { swaps, redact } = redactIn(clean, { named, custom, before, name: createNames().add })
    const swapped = redact(clean)
    const names = new Map<string, string>()
    const counts = new Map<string, number>()
    const renumber = (text: string): string =>
      text.replace(numbered, (found, kind: string) => {
        const known = names.get(found)
        if (known !== undefined) return known
        const count = (counts.get(kind) ?? 0) + 1
        counts.set(kind, count)
        names.set(found, `<${kind} ${count}>`)
        return `<${kind} ${count}>`
      })
    const shown = mapTexts(swapped, renumber)
    return { value: shown, reveal: (text) => wayBack(text, swaps, names) }
  }
}

function wayBack(text: string, swaps: readonly Swap[], names: ReadonlyMap<string, string>): string {
  const before = new Map([...names].map(([found, shown]) => [shown, found]))
  const originals = new Map(swaps.toReversed().map(({ from, to }) => [to, from]))
  return text.replace(/<[a-z][^<>]{0,40}>/g, (shown) => {
    const found = before.get(shown) ?? shown
    return originals.get(found) ?? found
  })
}

function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [change(key), mapTexts(member, change)]))
}
