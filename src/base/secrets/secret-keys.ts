import { tellingEnds } from '../text/cut-mark.ts'
import { replaceSpelled, replaceTexts } from './replace-spelled.ts'
import { findSpelled, type SpelledFinder } from './spelled-text.ts'

export const keyMask = '<api key>'

/** The least length of a key: anything shorter could not be distinguished from ordinary text. */
const shortest = 6

/** The environment variables that hold keys. No flag or config setting takes a key. */
export const keyVariables = [
  'TABLEREAD_API_KEY',
  'TABLEREAD_B_API_KEY',
  'TABLEREAD_OTHER_API_KEY',
  'TABLEREAD_QUEUE_KEY',
  'TABLEREAD_WEBHOOK_SECRET',
] as const

/** What no header can carry: controls other than tab, and all outside Latin-1 (RFC 9110, field values). */
export const unsendable: RegExp = /[^\t\x20-\x7e\x80-\xff]/

/** Which variable holds a key that no request could carry, and why, without showing the key; null for none. */
export function unsendableKey(environment: NodeJS.ProcessEnv): { name: string; why: string } | null {
  for (const name of keyVariables) {
    const [value] = unsendable.exec(environment[name] ?? '') ?? []
    if (value === undefined) continue
    const why = /[\r\n]/.test(value)
      ? 'a line break'
      : value < ' ' || value === '\x7f'
        ? 'a control character'
        : 'a character that is not Latin-1'
    return { name, why }
  }
  return null
}

const shownKeys = new Set<string>()

/** Declares that a key is no secret, such as those of the workspaces of `serve`, which people need to see. */
export function revealKey(key: string): void {
  shownKeys.add(key)
}

const hiddenKeys = new Set<string>()

/** Registers a text as secret as a key, such as a header for a collector: from now on it is redacted everywhere. */
export function hideKey(key: string): void {
  hiddenKeys.add(key)
}

/** Hides a password as addresses spell it, plain and with its user; a user without one is a token, and hidden too. */
export function hidePassword(user: string, password: string): void {
  const [plainUser, plain] = [unescapeText(user), unescapeText(password)]
  for (const secret of password === ''
    ? [user, plainUser]
    : [password, plain, `${user}:${password}`, `${plainUser}:${plain}`])
    if (secret !== '') hideKey(secret)
}

/** A percent-encoded text, decoded; as it is where it cannot be. */
export function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Forgets the keys that were declared, for a process that goes on with something else. */
export function forgetKeys(): void {
  shownKeys.clear()
  hiddenKeys.clear()
}

/** Removes the environment's keys and `own`, however spelled, and telling parts; all output passes through it. */
export function redactKeys(text: string, own?: string): string {
  const finder = finderOf(own)
  return finder === null ? text : replaceSpelled(text, finder.find, keyMask)
}

/** `redactKeys` for a text that may end within a key, because not all of it may have arrived. */
export function redactCut(text: string, own?: string): string {
  return redactKeys(`${text}…`, own).slice(0, -1)
}

/** Applies `redactKeys` to every text, number and member name of a value; returns the same value if it holds no key. */
export function redactKeysIn<T>(value: T, own?: string): T {
  const finder = finderOf(own)
  return finder === null || !finder.mayBeIn(JSON.stringify(value) ?? '') ? value : withoutKeys(value, finder)
}

/** The JSON of a value, to which `redactKeysIn` is applied. */
export function jsonWithoutKeys(value: object): string {
  const finder = finderOf(undefined)
  const json = JSON.stringify(value)
  return finder === null || !finder.mayBeIn(json) ? json : JSON.stringify(withoutKeys(value, finder))
}

function withoutKeys<T>(value: T, { find }: SpelledFinder): T {
  return replaceTexts(value, (text) => replaceSpelled(text, find, keyMask)) as T
}

/** Replaces keys with stars of the same length, so that positions in the text stay valid. */
export function starKeys(text: string): string {
  const find = finderOf(undefined)?.find
  let clean = ''
  let done = 0
  for (let span = find?.(text, 0); span != null; span = find?.(text, span.end)) {
    clean += text.slice(done, span.start) + '*'.repeat(span.end - span.start)
    done = span.end
  }
  return clean + text.slice(done)
}

const finders = new Map<string, SpelledFinder | null>()
const mostFinders = 8

/** Caches the finders of a few sets of keys: a process has few, but texts by the thousand. */
function finderOf(own: string | undefined): SpelledFinder | null {
  const keys = [...keyVariables.map((name) => process.env[name]), ...hiddenKeys, own].filter(
    (key): key is string => key !== undefined && key.length >= shortest && (key === own || !shownKeys.has(key)),
  )
  const keyList = keys.join('\n')
  const knownFinder = finders.get(keyList)
  if (knownFinder !== undefined) return knownFinder
  const secrets = [...new Set(keys)].toSorted((a, b) => b.length - a.length)
  const finder = secrets.length === 0 ? null : findSpelled(secrets, tellingEnds)
  if (finders.size >= mostFinders) finders.clear()
  finders.set(keyList, finder)
  return finder
}
