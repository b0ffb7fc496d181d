import { isJsonObject } from './json.ts'

/** What stands where a key stood. */
const mask = '<api key>'

/** Shorter than this nothing can be told from ordinary text, and nothing so short is a key. */
const shortest = 6

/** The variables of the environment that hold keys. No flag and no config takes one. */
export const keyVariables = ['TABLEREAD_API_KEY', 'TABLEREAD_B_API_KEY', 'TABLEREAD_OTHER_API_KEY'] as const

const shownKeys = new Set<string>()

/** Says that a key is no secret, as those of the workspaces that `serve` has: a person needs them to use it. */
export function showKey(key: string): void {
  shownKeys.add(key)
}

/**
 * The same text without the keys of the environment, however they are spelled: as they are, escaped for JSON at any depth, YAML,
 * HTML or a URL, in hexadecimal digits, or in base64, alone or as part of something longer. Every sink of this program
 * passes it. `own` is a key that is not from the environment.
 */
export function redactKeys(text: string, own?: string): string {
  const pattern = patternOf(own)
  return pattern === null ? text : redactText(text, pattern)
}

/** A value in which every text, number and name of a member is without keys (see `redactKeys`); the same one where it holds none. */
export function redactKeysIn<T>(value: T, own?: string): T {
  const pattern = patternOf(own)
  return pattern === null ? value : (redactValue(value, pattern) as T)
}

function redactValue(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return redactText(value, pattern)
  if (typeof value === 'number') {
    const text = String(value)
    return redactText(text, pattern) === text ? value : mask
  }
  if (Array.isArray(value)) return redactList(value, pattern)
  return isJsonObject(value) ? redactObject(value, pattern) : value
}

function redactList(list: readonly unknown[], pattern: RegExp): readonly unknown[] {
  const clean = list.map((each) => redactValue(each, pattern))
  return clean.every((each, index) => Object.is(each, list[index])) ? list : clean
}

function redactObject(object: object, pattern: RegExp): object {
  let changed = false
  const entries = Object.entries(object).map(([name, member]: [string, unknown]): [string, unknown] => {
    const clean: [string, unknown] = [redactText(name, pattern), redactValue(member, pattern)]
    changed ||= clean[0] !== name || !Object.is(clean[1], member)
    return clean
  })
  return changed ? Object.fromEntries(entries) : object
}

/** Backslashes before a key go with it, and so does the escape that its first characters seem to end: what is left is still JSON. */
const escapeBefore = /\\{1,64}(?:u[0-9a-f]{0,3})?$/i

function redactText(text: string, pattern: RegExp): string {
  pattern.lastIndex = 0
  let clean = ''
  let from = 0
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const before = text.slice(from, found.index)
    const tail = before.slice(-68)
    clean += before.slice(0, before.length - (escapeBefore.exec(tail)?.[0].length ?? 0)) + mask
    from = pattern.lastIndex
  }
  return from === 0 ? text : clean + text.slice(from)
}

let latest: { keys: string; pattern: RegExp | null } | undefined

/** A process has a few keys and thousands of texts, so that the last pattern is remembered. */
function patternOf(own: string | undefined): RegExp | null {
  const given = [...keyVariables.map((name) => process.env[name]), own]
  const keys = given.filter(
    (key): key is string => key !== undefined && key.length >= shortest && (key === own || !shownKeys.has(key)),
  )
  const named = keys.join('\n')
  if (latest?.keys === named) return latest.pattern
  const spellings = [...new Set(keys)].toSorted((a, b) => b.length - a.length).flatMap(spellingsOf)
  const starts = spellings.map(({ start }) => start).join('|')
  const whole = spellings.map(({ pattern }) => pattern).join('|')
  latest = { keys: named, pattern: keys.length === 0 ? null : new RegExp(`(?=${starts}|[\\\\%&])(?:${whole})`, 'g') }
  return latest.pattern
}

/** A way to write a key. `start` is how its first two characters begin, unless escaped: nearly every place of a text is passed over by it. */
interface Spelling {
  pattern: string
  start: string
}

/** A key, its bytes in hexadecimal digits, and what of its base64 does not depend on what stands before and after it. */
function spellingsOf(key: string): Spelling[] {
  const bytes = Buffer.from(key)
  const inBase64 = [0, 1, 2].map((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const open = (shift + bytes.length) % 3 === 0 ? 0 : 1
    return whole.slice(Math.ceil((shift * 4) / 3), whole.length - open)
  })
  const hex = [...bytes].map((byte) => hexPattern(byte))
  return [
    spell(key),
    { pattern: hex.join('[ :]?'), start: hex[0] ?? '' },
    ...inBase64.filter((text) => text.length >= shortest).map(spell),
  ]
}

function spell(text: string): Spelling {
  const [first = '', second = ''] = text
  return {
    pattern: [...text].map(spellCharacter).join(''),
    start: `${plainly(first)}(?:${plainly(second)}|[\\\\%&])`,
  }
}

/** A character as it is, or as base64 of URLs and a form have it. */
function plainly(character: string): string {
  const plain = character.replace(/[^\p{L}\p{N}]/u, String.raw`\$&`)
  const other = { '+': '-', '/': '_', ' ': String.raw`\+` }[character]
  return other === undefined ? plain : `(?:${plain}|${other})`
}

/** A character as it is, or in any of the ways in which notations write it. */
function spellCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const wordly = /[\p{L}\p{N}]/u.test(character)
  const percent = [...Buffer.from(character)].map((byte) => `%(?:25){0,4}${hexPattern(byte)}`).join('')
  const units = [...Array(character.length).keys()].map((at) => hexPattern(character.charCodeAt(at), 4))
  const escaped = [
    units.map((unit) => `\\\\{1,64}u${unit}`).join(''),
    `\\\\{1,64}(?:U${hexPattern(code, 8)}|u\\{0{0,6}${hexPattern(code)}\\}${code < 256 ? `|x${hexPattern(code)}` : ''})`,
  ]
  const names = htmlNames[character] ?? []
  const html = `&(?:amp;){0,4}(?:#0{0,6}${code};?|#[xX]0{0,6}${hexPattern(code)};?${names.map((name) => `|${name};`).join('')})`
  const plain = `${wordly ? '' : '\\\\{0,64}'}${plainly(character)}`
  return `(?:${[plain, ...escaped, percent, html].join('|')})`
}

const htmlNames: Readonly<Record<string, readonly string[]>> = {
  '"': ['quot'],
  "'": ['apos'],
  '&': ['amp'],
  '<': ['lt'],
  '>': ['gt'],
  '+': ['plus'],
  '/': ['sol'],
  '=': ['equals'],
  ' ': ['nbsp'],
}

/** Hexadecimal digits of either case. */
function hexPattern(code: number, length = 2): string {
  return code
    .toString(16)
    .padStart(length, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}
