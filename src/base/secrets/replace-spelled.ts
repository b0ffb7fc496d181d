import { isJsonObject } from '../json/json.ts'
import type { FindSpelled } from './spelled-text.ts'

/** An escape that the secret seems to complete is removed with it, so that the rest stays valid JSON. */
const escapeBefore = /\\{1,64}(?:u[0-9a-f]{0,3})?$/i

export function replaceSpelled(text: string, find: FindSpelled, mask: string): string {
  let clean = ''
  let from = 0
  for (let span = find(text, 0); span !== null; span = find(text, from)) {
    const before = text.slice(from, span.start)
    clean += before.slice(0, before.length - (escapeBefore.exec(before.slice(-68))?.[0].length ?? 0)) + mask
    from = span.end
  }
  return from === 0 ? text : clean + text.slice(from)
}

/** Applies `replace` to all texts, numbers and names; the same value if nothing changes, text for a changed number. */
export function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (typeof value === 'number') {
    const text = String(value)
    const clean = replace(text)
    return clean === text ? value : clean
  }
  if (Array.isArray(value)) {
    const clean = value.map((each) => replaceTexts(each, replace))
    return clean.every((each, index) => Object.is(each, value[index])) ? value : clean
  }
  return isJsonObject(value) ? replaceInObject(value, replace) : value
}

function replaceInObject(object: object, replace: (text: string) => string): object {
  const entries = Object.entries(object)
  let changed = false
  for (const entry of entries) {
    const [name, member]: [string, unknown] = entry
    entry[0] = replace(name)
    entry[1] = replaceTexts(member, replace)
    changed ||= entry[0] !== name || !Object.is(entry[1], member)
  }
  return changed ? Object.fromEntries(entries) : object
}
