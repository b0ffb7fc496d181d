import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { isOfPerson, listsPeople, mayNamePerson, namesName, namesPeople } from '../../base/privacy/named-people.ts'
import { namesBirth, namesCode, plainName } from '../../base/privacy/patterns.ts'
import { parseJson } from '../../engine/transcript/tool-call.ts'
import { participantOf, type Session } from '../../wire/api/session.ts'
import type { Message } from '../../wire/api/transcript-entry.ts'
import { everydayWords, introducedIn, noNames, relativesIn } from './personal-names.ts'
import { type SaidValue, saidIn } from './said-values.ts'

export interface PersonalValue {
  kind: PersonalKind
  value: string
}

/** How agents address people. */
const addresses =
  /\b(?:Hello|Hi|Dear|Thank you|Thanks|Welcome back|Welcome),? (?:(?:Mr|Mrs|Ms|Dr)\.? )?(\p{Lu}\p{Ll}+)(?=[,.!])/gu

/** Personal data of a session: of its customer, variables, calls, words, and what its source `told` besides. */
export function findPeople(session: Session, values: readonly JsonValue[] = []): PersonalValue[] {
  const people: PersonalValue[] = []
  const add = (kind: PersonalKind, value: string | null | undefined): void => {
    if (value != null && value.trim() !== '') people.push({ kind, value: value.trim() })
  }
  const visitSaid = (text: string, question = ''): void => {
    for (const { kind, value } of saidIn(text, question)) add(kind, value)
    for (const name of relativesIn(text)) add('name', name)
  }
  const visit = (value: JsonValue, key: string, members: readonly string[]): void => {
    if (typeof value === 'string') visitText(value, key, members)
    else if (typeof value === 'number') {
      const kind = personalKind(key)
      if (kind !== null && kind !== 'name' && kind !== 'street') add(kind, String(value))
    } else if (Array.isArray(value)) {
      for (const each of value) if (typeof each === 'string' && listsPeople(key)) add('name', unquoted(each))
      for (const each of value) visit(each, key, [])
    } else if (isJsonObject(value)) {
      const own = Object.keys(value)
      const parts = ['first_name', 'last_name'].map((name) => value[own.find((each) => plainName(each) === name) ?? ''])
      if (parts.every((part) => typeof part === 'string')) add('name', parts.join(' '))
      for (const [name, each] of Object.entries(value)) visit(each, name, isPerson(own, key) ? own : [])
    }
  }
  const visitText = (value: string, key: string, members: readonly string[]): void => {
    const kind = personalKind(key) ?? (/^name$/i.test(key) && members.length > 0 ? 'name' : null)
    const inner = /^\s*[[{]/.test(value) ? parseJson(value) : undefined
    if (inner === undefined) visitSaid(value)
    if (kind === 'name' && inner === undefined && !looksLikePerson(unquoted(value), key)) {
      if (/^nick/i.test(key)) add('user', value)
      return
    }
    if (kind !== null && inner === undefined) add(kind, unquoted(value))
    else if (inner !== undefined) visit(inner, key, [])
  }
  add('name', participantOf(session)?.name)
  visit(session.dynamicVariables ?? {}, '', [])
  visit(session.analysis ?? {}, '', [])
  for (const each of values) visit(each, '', [])
  let before = ''
  for (const entry of session.transcript) {
    if (entry.type === 'function_call') visit(entry.arguments, '', [])
    else if (entry.type === 'function_call_output') visit(parseJson(entry.output) ?? entry.output, '', [])
    else if (entry.type === 'message') {
      if (entry.role === 'user') add('name', entry.senderName)
      for (const name of namesIn(entry, before)) add('name', name)
      for (const text of textsOf(entry)) visitSaid(text, entry.role === 'user' ? before : '')
      if (entry.role !== 'user') before = textsOf(entry).join('\n')
    } else if (entry.type === 'thinking') visitSaid(entry.thinking)
    else if (entry.type === 'summary') visitSaid(entry.summary)
  }
  return people
}

/** Names in a message, recognised by the wording around them. */
function namesIn(message: Message, before: string): string[] {
  const texts = textsOf(message)
  if (message.role === 'user') return texts.flatMap((text) => introducedIn(text, before))
  const names = texts.flatMap((text) => [...text.matchAll(addresses)].map(([, name = '']) => name))
  return names.filter((name) => !everydayWords.has(name.toLowerCase()) && !noNames.has(name.toLowerCase()))
}

function textsOf({ content }: Message): string[] {
  return content.flatMap((item) => (item.type === 'text' ? [item.text] : []))
}

/** STAR and other corpora write texts as expressions, with quotes. */
function unquoted(text: string): string {
  return text.replace(/^(?:[\w.]+\()?"(.*)"\)?$/s, '$1')
}

/** The kinds of personal data in members, beyond what `base/privacy/patterns.ts` recognises by its form. */
type PersonalKind = 'name' | 'digits' | 'birth' | SaidValue['kind']

const streets = /^(?:\w+_)?(?:address(?:_?line)?_?[123]?|street(?:_?(?:address|name|line_?[12]))?|stra(?:ss|ß)e)$/
/** Names of accounts that identify a person. Customer numbers and ids of things are not included: they stay. */
const users =
  /^(?:\w+_)?(?:login|login_?(?:name|id)|user_?name|screen_?name|handle|telegram|skype|twitter|instagram|github)$/
const zips = /^(?:\w+_)?(?:zip(?:_?code)?|post(?:al)?_?code|postal|plz|postleitzahl)$/
const lastDigits = /last_?(?:four|4)(?:_?digits)?$/

/** The kind of personal data by a member's name, in the spellings of tools; null if it says nothing. */
function personalKind(key: string): PersonalKind | null {
  const name = plainName(key)
  if (/^(?:agent|tool|file|user_?agent)_?name$|ip_?address|mac_?address|email_?address/.test(name)) return null
  if (users.test(name)) return 'user'
  if (namesName(key) || mayNamePerson(key)) return 'name'
  if (namesBirth(key)) return 'birth'
  if (namesCode(key)) return 'code'
  if (streets.test(name)) return 'street'
  if (zips.test(name)) return 'zip'
  return lastDigits.test(name) ? 'digits' : null
}

/** Whether the value of a member could be a person at all: not a business, a place, a word or an id. */
function looksLikePerson(value: string, key: string): boolean {
  const words = value.match(/[\p{L}\p{M}'’]+/gu) ?? []
  if (words.length === 0 || words.length > 5 || /[\d@/_]/.test(value)) return false
  if (words.some((word) => businesses.test(word))) return false
  return !mayNamePerson(key) || /^\p{Lu}/u.test(value)
}

const businesses =
  /^(?:counsell?ing|counsell?ors?|psychiatry|psycholog\w*|therapy|therapies|clinics?|cent(?:er|re)s?|salons?|spas?|studios?|hair|nails?|beauty|barbers?|dental|dentist\w*|orthodont\w*|medical|health\w*|hospitals?|services?|shops?|stores?|bars?|clubs?|inc|llc|ltd|gmbh|corp\w*|compan(?:y|ies)|group|associates|partners|office|bank|hotels?|inns?|resorts?|suites|apartments?|restaurants?|cafe|museum|park|airport|station|university|school|church|theat(?:er|re)|wellness|behaviou?ral|recovery|solutions|institute|foundation|agency|department|team|support)$/i

/** Whether a plain `name` is a person's: members only people have stand beside it, or its own name says so. */
function isPerson(members: readonly string[], key: string): boolean {
  return namesPeople(key) || members.some(isOfPerson)
}
