import { tellingEnds } from './cut-mark.ts'
import { replaceSpelled, replaceTexts } from './replace-spelled.ts'
import { type FindSpelled, findSpelled } from './spelled-text.ts'

/** What stands where a key stood. */
export const keyMask = '<api key>'

/** The least length of a key: anything shorter could not be told from ordinary text. */
const shortest = 6

/** The variables of the environment that hold keys. No flag and no config takes one. */
export const keyVariables = [
  'TABLEREAD_API_KEY',
  'TABLEREAD_B_API_KEY',
  'TABLEREAD_OTHER_API_KEY',
  'TABLEREAD_QUEUE_KEY',
] as const

/** What no header can carry: controls other than tab, and anything outside Latin-1 (RFC 9110, field values). */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/

/** Which variable holds a key that no request could carry, and why, without the key; null for none. */
export function unsendableKey(environment: NodeJS.ProcessEnv): { name: string; why: string } | null {
  for (const name of keyVariables) {
    const [found] = unsendable.exec(environment[name] ?? '') ?? []
    if (found === undefined) continue
    const why = /[\r\n]/.test(found)
      ? 'a line break'
      : found < ' ' || found === '\x7f'
        ? 'a control character'
        : 'a character that is not Latin-1'
    return { name, why }
  }
  return null
}

const shownKeys = new Set<string>()

/** Declares that a key is no secret, such as those of the workspaces of `serve`: people need them to use it. */
export function showKey(key: string): void {
  shownKeys.add(key)
}

const hiddenKeys = new Set<string>()

/** Declares that a text is a secret like a key, such as a header for a collector: from now on it is redacted everywhere. */
export function hideKey(key: string): void {
  hiddenKeys.add(key)
}

/**
 * The same text without the keys of the environment, however they are spelled: as they are, escaped for JSON at any depth, YAML,
 * HTML or a URL, in hexadecimal digits, or in base64, alone or as part of something longer; and without the parts of them that
 * stand where a text was cut, or have twelve characters and more. Every sink of this program passes it. `own` is a key that is not from the environment.
 */
export function redactKeys(text: string, own?: string): string {
  const find = finderOf(own)
  return find === null ? text : replaceSpelled(text, find, keyMask)
}

/** The same for a text that may end within a key, since nobody knows whether all of it came. */
export function redactCut(text: string, own?: string): string {
  return redactKeys(`${text}…`, own).slice(0, -1)
}

/**
 * A value with keys redacted in every text, number and member name (see `redactKeys`); the same one if it holds none.
 */
export function redactKeysIn<T>(value: T, own?: string): T {
  const find = finderOf(own)
  return find === null ? value : (replaceTexts(value, (text) => replaceSpelled(text, find, keyMask)) as T)
}

/** The same text with stars for the keys, as long as before: what points into it still does. */
export function starKeys(text: string): string {
  const find = finderOf(undefined)
  let clean = text
  for (let found = find?.(text, 0); found != null; found = find?.(text, found.end))
    clean = clean.slice(0, found.start) + '*'.repeat(found.end - found.start) + clean.slice(found.end)
  return clean
}

const finders = new Map<string, FindSpelled | null>()
const mostFinders = 8

/** Keeps the finders of a few sets of keys: a process has a few keys and thousands of texts, some with a key of their own. */
function finderOf(own: string | undefined): FindSpelled | null {
  const given = [...keyVariables.map((name) => process.env[name]), ...hiddenKeys, own]
  const keys = given.filter(
    (key): key is string => key !== undefined && key.length >= shortest && (key === own || !shownKeys.has(key)),
  )
  const named = keys.join('\n')
  const known = finders.get(named)
  if (known !== undefined) return known
  const secrets = [...new Set(keys)].toSorted((a, b) => b.length - a.length)
  const find = secrets.length === 0 ? null : findSpelled(secrets, tellingEnds)
  if (finders.size >= mostFinders) finders.clear()
  finders.set(named, find)
  return find
}
