import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'
import { isTooDeep, parseExactJson, parseIfJson } from '../json/json-text.ts'
import { remembering } from '../memoize.ts'
import {
  harmless,
  namesPersonal,
  namesSecret,
  replacePrivate,
  replaceSignatures,
  replaceUsers,
  type SecretsBelow,
  secretsBelow,
} from './patterns.ts'
import { decodedIn, isUnusualSeparator, readable, unusualSeparators } from './spellings.ts'

/** A value that must not be written to a file: its kind, and its text. */
export interface PrivateValue {
  kind: string
  value: string
  /** The value that this one spells in another way, such as `jane%40shop.example`; found just before it. */
  of?: string
  /** Whether `kind` is the value's own name, such as `env.SHOP`. */
  named?: true
}

/** What is private besides what its form gives away. */
export interface PrivateRules {
  /** Values with their own names, such as `env.SHOP`. */
  named: readonly { name: string; value: string }[]
  /** What a project calls private: each function returns every find in a text. */
  custom: readonly ((text: string) => string[])[]
  /** Given where the value is our own, such as a result. Without it, everything in the value came from others. */
  opens?: Opens
}

/** Which members of `owner` hold what others sent. Numbers elsewhere are our own counts, which stay. */
export type Opens = (member: string, owner: JsonObject) => boolean

/** Every private value in a JSON value, in order. Also parses JSON inside texts, as tools return it. */
export function findPrivate(value: JsonValue, rules: PrivateRules): PrivateValue[] {
  const values: PrivateValue[] = []
  const scan = (each: JsonValue, foreign: boolean, secrets: SecretsBelow): void => {
    if (typeof each === 'string') scanText(each)
    else if (typeof each === 'number') {
      if (foreign) scanText(String(each))
    } else if (Array.isArray(each))
      for (let index = 0; index < each.length; index++) scanNamed(each[index] as JsonValue, foreign, secrets)
    else if (isJsonObject(each)) for (const key in each) scanMember(key, each, foreign, secrets)
  }
  const scanText = (text: string): void => {
    const inner = openJson(text)
    if (inner === undefined) findInText(text, rules, values)
    else scan(inner, true, 'none')
  }
  /** Everything below a name for secrets is a secret. */
  const scanNamed = (each: JsonValue, foreign: boolean, secrets: SecretsBelow): void => {
    const text = secrets === 'all' ? textOf(each, foreign) : ''
    if (text === '') scan(each, foreign, secrets)
    else take('secret', text)
  }
  const scanMember = (key: string, owner: JsonObject, foreignOwner: boolean, above: SecretsBelow): void => {
    const member = owner[key] as JsonValue
    const foreign = foreignOwner || rules.opens?.(key, owner) === true
    if (!foreign && key === 'sessionId' && typeof member === 'string') {
      values.push(...findInId(member, rules))
      return
    }
    const own = nameOf(key)
    if (own.odd) scanText(key)
    // A value reported apart from its object carries its names in a path:
    // `{ path: "state.password", actual: … }`.
    const names = foreign && !foreignOwner && typeof owner.path === 'string' ? namesIn(owner.path) : []
    const last = names.at(-1) ?? key
    const { personal } = last === key ? own : nameOf(last)
    const below = (names.length === 0 ? [key] : names).reduce(secretsOf, above)
    if (below === 'all') {
      scanNamed(member, foreign, below)
      return
    }
    const text = personal ? textOf(member, foreign) : ''
    if (/\d/.test(text)) take(last, text)
    else scan(member, foreign, below)
  }
  const take = (kind: string, text: string): void => {
    const own: PrivateValue[] = []
    findInText(text, rules, own)
    const [whole] = own
    if (whole?.value === text) values.push(...own)
    else values.push({ kind: isDigits(text) ? 'phone' : kind, value: text })
  }
  scan(value, rules.opens === undefined, 'none')
  return values
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/** What is private in a service's id: as anywhere, but no bare digits, since services count in them. */
function findInId(id: string, rules: PrivateRules): PrivateValue[] {
  const own: PrivateValue[] = []
  findInText(id.replace(uuid, '\n'), rules, own)
  return own.filter(
    ({ kind, value, named, of }) => named === true || of !== undefined || kind === 'private' || /\D/.test(value),
  )
}

/** The text of a leaf that can be private as a whole; numbers of our own cannot. */
function textOf(value: JsonValue, foreign: boolean): string {
  return typeof value === 'string' ? value : typeof value === 'number' && foreign ? String(value) : ''
}

/** What a member's name reveals: whether it may be private itself (`odd`), and whether its value is a person's. */
interface MemberName {
  odd: boolean
  personal: boolean
  below: SecretsBelow
}

/** The names of members in a path such as `items[0].pin`, outermost first. */
function namesIn(path: string): string[] {
  return path.replace(/\[\d+\]| \([^)]*\)$/g, '').split('.')
}

/** A key may be made of letters alone, but is longer than names of members are. */
const longestName = 30

const nameOfUsual = remembering(10_000, judgeName)

/** Only short names are memoised: a name can be a text of any length. */
function nameOf(key: string): MemberName {
  return key.length < 100 ? nameOfUsual(key) : judgeName(key)
}

function judgeName(key: string): MemberName {
  return {
    odd: key.length > longestName || !/^[A-Za-z_$-]*$/.test(key),
    personal: namesPersonal(key),
    below: secretsBelow(key, 'none'),
  }
}

function secretsOf(above: SecretsBelow, key: string): SecretsBelow {
  return above === 'none' ? nameOf(key).below : secretsBelow(key, above)
}

/** Whether the whole value of a member is private by its name, however short it is. */
export function isPrivateName(key: string): boolean {
  return namesSecret(key) || namesPersonal(key)
}

function findInText(text: string, rules: PrivateRules, values: PrivateValue[]): void {
  for (const { kind, value, from, to, of, named } of spansIn(text, rules)) {
    const spelled = text.slice(from, to)
    if (of !== undefined) values.push({ kind, value: of })
    values.push({ kind, value, ...(of === undefined ? {} : { of }), ...(named === undefined ? {} : { named }) })
    if (spelled !== value && !isSameNumber(value, spelled)) values.push({ kind, value: spelled, of: value })
  }
}

/** Something private in a text, and where it is written there, escapes included. */
interface PrivateSpan extends PrivateValue {
  from: number
  to: number
}

/** The most levels of nested encoding that are decoded, so that hostile text takes linear time too. */
const mostCodes = 3

/** Everything in a text that is private by its form, by a rule of the project, or because the value is known. */
export function spansIn(text: string, { named, custom }: PrivateRules, codes: number = mostCodes): PrivateSpan[] {
  const spans: PrivateSpan[] = []
  if (named.length + custom.length === 0 && harmless.test(text)) return spans
  const { text: plain, placeOf } = readable(text)
  let rest = plain
  const take = (kind: string, at: number, value: string, own?: true): string => {
    const from = placeOf(at)
    const to = Math.max(from, placeOf(at + value.length))
    spans.push({ kind, value, from, to, ...(own === undefined ? {} : { named: own }) })
    return '\n'.repeat(value.length) // same length as before, so that later places still hold
  }
  const takeAll = (value: string, kind: string, own?: true): void => {
    if (value !== '' && rest.includes(value))
      rest = rest.replaceAll(value, (_, at: number) => take(kind, at, value, own))
  }
  for (const { name, value } of named) takeAll(value, name, true)
  for (const find of custom) for (const value of find(rest)) takeAll(value, 'private')
  rest = replaceUsers(rest, (user, at) => {
    const pair = user.slice(0, -1)
    return `${pair.includes(':') ? take('secret', at, pair) : pair}@`
  })
  rest = replaceSignatures(rest, (pair, at) => take('signature', at, pair))
  rest = replacePrivate(rest, (kind, value, at) => take(kind, at, value))
  for (const { code, at, text: decoded } of codes > 0 ? decodedIn(rest, named.length + custom.length > 0) : []) {
    const [first] = spansIn(decoded, { named, custom }, codes - 1)
    if (first !== undefined)
      spans.push({ kind: first.kind, value: code, of: first.value, from: placeOf(at), to: placeOf(at + code.length) })
  }
  return spans
}

/** More than may stand between two digits of a known number. */
const tooFarApart = new RegExp(`[ ()./${unusualSeparators}-]{4}`, 'u')

/** Whether a spelling of a number differs only in spaces and dashes, which matching ignores anyway. */
function isSameNumber(value: string, spelled: string): boolean {
  return (
    isDigits(value) &&
    !tooFarApart.test(spelled) &&
    [...spelled].filter((each) => !isUnusualSeparator(each)).join('') === value.replace(/[ -]/g, '')
  )
}

export const isoDay: RegExp = /^\d{4}-\d\d-\d\d$/

const dayWithSlashes = /^\d{1,4}\/\d{1,2}\/\d{1,4}$/

/** Whether a text is a number as people write it, long enough to identify somebody. */
export function isDigits(text: string): boolean {
  const isNumber = /^[+(]{0,2}\d[\d ()./-]*$/.test(text) && !tooFarApart.test(text)
  return isNumber && !isoDay.test(text) && !dayWithSlashes.test(text) && text.replace(/\D/g, '').length >= 7
}

/** The object or list that a text holds as JSON, such as a tool's output; undefined for ordinary text. */
export function openJson(text: string): JsonValue[] | JsonObject | undefined {
  if (!beginsLikeJson(text) || isTooDeep(text)) return undefined
  return parseIfJson(text, parseExactJson) as JsonValue[] | JsonObject | undefined
}

/** A cheap first check: nearly every text begins with a letter or a digit. */
function beginsLikeJson(text: string): boolean {
  const first = text.charCodeAt(0)
  return first === 0x7b || first === 0x5b || (first <= 0x20 && /^\s*[[{]/.test(text))
}
