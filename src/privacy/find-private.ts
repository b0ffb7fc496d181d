import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts'
import { isTooDeep, parseExactJson } from '../base/json-text.ts'
import { remembering } from '../base/memoize.ts'
import { mayHoldEmail, namesPersonal, replacePrivate, secretName } from '../base/private-patterns.ts'
import { isPlace } from '../suite/yaml/place.ts'

/** A value that belongs in no file: its kind, and its text as found. */
export interface PrivateValue {
  kind: string
  value: string
}

/** What is private beside what can be told by its form. */
export interface PrivateRules {
  /** Values with names of their own, as `env.SHOP`. */
  named: readonly { name: string; value: string }[]
  /** What a project calls private: gives every find in a text. */
  custom: readonly ((text: string) => string[])[]
  /** Members whose numbers are not personal, such as those of our own results. */
  keepsNumber?: (name: string) => boolean
}

const link = /https?:\/\/[^\s"'<>\\]+/gi
/** Query parameters that open a link; its expiry and what it is about stay. */
const signing =
  /[?&;]((?:x-(?:amz|goog|oss)-(?:signature|credential|security-token)|sig|sign|signature|token|access_?token|auth|key|api_?key|awsaccesskeyid|policy|hmac|hash|jwt|code|password)=[^&#;\s]+)/gi
const customerName = /^customer_?(?:number|phone|email)$/i

/** Every private value in a JSON value, in order; JSON inside of texts, as tools answer it, is looked through too. */
export function findPrivate(value: JsonValue, rules: PrivateRules): PrivateValue[] {
  const found: PrivateValue[] = []
  const scan = (each: JsonValue): void => {
    if (typeof each === 'string') scanText(each)
    else if (typeof each === 'number') scanText(String(each))
    else if (Array.isArray(each)) for (let index = 0; index < each.length; index++) scan(each[index] as JsonValue)
    else if (isJsonObject(each)) for (const key in each) scanMember(key, each[key] as JsonValue)
  }
  const scanText = (text: string): void => {
    const inner = openJson(text)
    if (inner !== undefined) scan(inner)
    else if (mayHold(text, rules)) found.push(...findInText(text, rules))
  }
  const scanMember = (key: string, member: JsonValue): void => {
    if (typeof member === 'number' && rules.keepsNumber?.(key) === true) return
    if (key === 'at' && rules.keepsNumber !== undefined && isPlace(member)) return
    const { odd, kind } = nameOf(key)
    if (odd) scanText(key)
    const text = kind === null ? '' : typeof member === 'string' || typeof member === 'number' ? String(member) : ''
    if (kind === null || text === '' || (kind !== 'secret' && !/\d/.test(text))) {
      scan(member)
      return
    }
    const [whole] = findInText(text, rules)
    found.push(whole?.value === text ? whole : { kind: isDigits(text) ? 'phone' : kind, value: text })
  }
  scan(value)
  return found
}

/**
 * What a member's name tells: whether the name itself may hold something private, and the kind of its value if that is
 * private.
 */
interface MemberName {
  odd: boolean
  kind: string | null
}

const nameOfUsual = remembering(10_000, judgeName)

/** Only short names are remembered: a text of any length can stand as a name. */
function nameOf(key: string): MemberName {
  return key.length < 100 ? nameOfUsual(key) : judgeName(key)
}

function judgeName(key: string): MemberName {
  const kind = secretName.test(key) ? 'secret' : namesPersonal(key) || customerName.test(key) ? key : null
  return { odd: /[@+\d]/.test(key), kind }
}

/**
 * A quick check: a text without any of these holds nothing that is private by its form, and most have none. A timestamp
 * is all digits and nobody's.
 */
const mayBePrivate = /:\/\/|\d[\d ().-]{5,24}\d|[sprk]k[-_]|gh[opsu]_|xox|AKIA|earer /
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

function mayHold(text: string, { named, custom }: PrivateRules): boolean {
  return (
    named.length > 0 || custom.length > 0 || (mayBePrivate.test(text) && !moment.test(text)) || mayHoldEmail.test(text)
  )
}

function findInText(text: string, { named, custom }: PrivateRules): PrivateValue[] {
  const found: PrivateValue[] = []
  let rest = text
  const take = (kind: string, value: string): string => {
    found.push({ kind, value })
    return '\n'
  }
  for (const { name, value } of named) if (rest.includes(value)) rest = rest.replaceAll(value, () => take(name, value))
  for (const find of custom)
    for (const value of find(rest)) if (value !== '') rest = rest.replaceAll(value, () => take('private', value))
  rest = rest.replace(link, (url) => url.replace(signing, (_, pair: string) => take('signature', pair)))
  replacePrivate(rest, take)
  return found
}

/** A day as 1990-04-05. */
export const isoDay: RegExp = /^\d{4}-\d\d-\d\d$/

/** Whether a text is a number as people write it, long enough to be somebody's. */
export function isDigits(text: string): boolean {
  return /^[+(]?\d[\d ().-]*$/.test(text) && !isoDay.test(text) && text.replace(/\D/g, '').length >= 7
}

/** The object or list that a text holds as JSON, as the outputs of tools do; undefined when it is an ordinary text. */
export function openJson(text: string): JsonValue[] | JsonObject | undefined {
  if (!beginsLikeJson(text) || isTooDeep(text)) return undefined
  try {
    return parseExactJson(text) as JsonValue[] | JsonObject
  } catch {
    return undefined // begins like JSON and is none
  }
}

/** A cheap check first: nearly every text begins with a letter or a digit. */
function beginsLikeJson(text: string): boolean {
  const first = text.charCodeAt(0)
  return first === 0x7b || first === 0x5b || (first <= 0x20 && /^\s*[[{]/.test(text))
}
