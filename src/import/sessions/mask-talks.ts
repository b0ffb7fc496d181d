import { remembering } from '../../base/memoize.ts'
import { findPrivate, isDigits, type PrivateRules, type PrivateValue } from '../../base/privacy/find.ts'
import { namesPersonal, plainName } from '../../base/privacy/patterns.ts'
import { participantOf, type Session } from '../../wire/api/session.ts'
import { disguiseDate, spellingsOf } from './birth-dates.ts'
import { findPeople, type PersonalValue } from './find-people.ts'
import { noNames } from './personal-names.ts'
import { createPseudonyms, type Pseudonyms } from './pseudonyms.ts'
import { idsIn, mapSession, namesInSession, privateParts, type Swaps } from './session-texts.ts'
import { createSwap, type KnownValue } from './swap-known.ts'
import type { Talk } from './talk.ts'

/** How many different values were masked, by kind. */
export type MaskedCounts = Record<string, number>

/** The talks with all that is private replaced alike in all of them. Names of agents and tools stay. */
export function maskTalks(
  talks: readonly Talk[],
  custom: PrivateRules['custom'] = [],
): { talks: Talk[]; masked: MaskedCounts } {
  const peopleOf = talks.map(({ session, told }) => findPeople(session, told))
  const words = new Set(peopleOf.flat().flatMap(({ kind, value }) => (kind === 'name' ? wordsOf(value) : [])))
  const pseudonyms = createPseudonyms(words)
  const valueByKey = new Map<string, KnownValue & { owners: Set<number> }>()
  const masked: MaskedCounts = {}
  const standIns = new Set<string>()
  let talk = 0
  const add: Add = (kind, each, standIn = each.value) => {
    const key = each.value.toLowerCase()
    const before = valueByKey.get(key)
    before?.owners.add(talk)
    if (before?.code === true && each.code !== true) delete before.code
    if (key === '' || before !== undefined) return
    valueByKey.set(key, { ...each, owners: new Set([talk]) })
    if (kind === null || standIns.has(standIn)) return
    standIns.add(standIn)
    masked[kind] = (masked[kind] ?? 0) + 1
  }
  for (const [index, values] of peopleOf.entries()) {
    talk = index
    for (const each of values)
      if (each.kind !== 'user' || !isMadeOf(each.value, words)) addPersonal(each, add, pseudonyms)
  }
  const ids = new Set(talks.flatMap(({ session }) => [...idsIn(session)]))
  const formsIn = (name: string): PrivateValue[] =>
    findPrivate([{ sessionId: name }], { named: [], custom, opens: () => false })
  for (const [index, { session, told: beside = [] }] of talks.entries()) {
    talk = index
    for (const { kind, value } of [...namesInSession(session)].flatMap(formsIn)) addValue(kind, value, add, pseudonyms)
    for (const contact of contactsOf(session))
      addValue(isNumber(contact) ? 'phone' : 'user id', contact, add, pseudonyms)
    for (const { kind, value } of findPrivate([...privateParts(session), ...beside], { named: [], custom }))
      if (!/^\d+$/.test(value) || !ids.has(value)) addValue(kind, value.replace(/^"(.*)"$/s, '$1'), add, pseudonyms)
  }
  const swap = createSwap([...valueByKey.values()])
  const isFormed = remembering(10_000, (name) => formsIn(name).length > 0)
  const isStated = namedAfter(talks)
  const swapped = talks.map(({ told: _, ...each }, index) => {
    const text = (part: string): string => swap(part, index)
    const agent = (name: string): string => (isFormed(name) ? text(name) : name)
    const name = (part: string): string => (isStated(part) ? text(part) : agent(part))
    const swaps: Swaps = { text, agent, name }
    const origin = { ...each.origin, file: agent(each.origin.file) }
    const { test } = each
    const masked = test && { test: { name: test.name && text(test.name), tags: test.tags.map(text) } }
    return { ...each, ...masked, origin, session: mapSession(each.session, swaps), leftOut: each.leftOut.map(text) }
  })
  return { talks: swapped, masked }
}

/** Whether a tool's or member's name holds somebody's full name as the source states it: guesses are not enough. */
function namedAfter(talks: readonly Talk[]): (name: string) => boolean {
  const personalValues = talks.flatMap(({ session, told }) => findPeople({ ...session, transcript: [] }, told))
  const pairsOf = (words: readonly string[]): string[] => words.slice(1).map((word, index) => `${words[index]} ${word}`)
  const pairs = new Set(personalValues.flatMap(({ kind, value }) => (kind === 'name' ? pairsOf(wordsOf(value)) : [])))
  return (name) => pairs.size > 0 && pairsOf(wordsOf(name)).some((pair) => pairs.has(pair))
}

/** Whether a value consists of known names: `yara_okafor_36` keeps its form, since its words are replaced. */
function isMadeOf(value: string, names: ReadonlySet<string>): boolean {
  const words = value.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  return words.length > 1 && words.every((word) => names.has(word))
}

function addPersonal({ kind, value }: PersonalValue, add: Add, pseudonyms: Pseudonyms): void {
  if (kind === 'name') addName(value, add, pseudonyms)
  else if (kind === 'street') addStreet(value, add, pseudonyms)
  else if (kind === 'birth') addBirth(value, add, pseudonyms)
  else if (kind === 'code') addCode(value, add, pseudonyms)
  else if (kind === 'secret') addValue('secret', value.replace(/^["“'](.*)["”']$/, '$1'), add, pseudonyms)
  else if (kind === 'user') addUser(value, add, pseudonyms)
  else if (kind === 'plate' || kind === 'identity' || kind === 'network') addIdentity(kind, value, add, pseudonyms)
  else if (kind === 'phone') addNumber('phone', value, add, pseudonyms)
  else if (kind === 'zip' && /\p{L}/u.test(value)) addSpelled('zip', value, add, pseudonyms)
  else if (/\d{3}/.test(value)) addNumber(kind === 'zip' ? 'zip' : 'last digits', value, add, pseudonyms)
}

function addBirth(value: string, add: Add, pseudonyms: Pseudonyms): void {
  const [first, ...others] = spellingsOf(value)
  if (first === undefined) return
  const year = pseudonyms.year(first)
  add('date of birth', { value, to: (date) => disguiseDate(date, year) }, first)
  for (const other of [first, ...others]) add(null, { value: other, to: (date) => disguiseDate(date, year) })
}

/** Adds a PIN or a one-time code; an answer in words is not one. */
function addCode(value: string, add: Add, pseudonyms: Pseudonyms): void {
  if (!/\d{3}/.test(value) || value.length > 40) return
  if (/^[\d -]+$/.test(value)) addNumber('code', value, add, pseudonyms)
  else add('code', { value, to: () => pseudonyms.other('code', value) })
}

/** Adds a user name; one that is also an ordinary word is replaced only where it can mean a person. */
function addUser(value: string, add: Add, pseudonyms: Pseudonyms): void {
  if (value.indexOf('@') > 0 || value.length > 60 || /\s/.test(value) || states.test(value)) return
  if (isNumber(value)) addNumber('user name', value, add, pseudonyms)
  else if (/^\p{L}+$/u.test(value)) addName(value, add, pseudonyms)
  else if (/\p{L}/u.test(value)) addSpelled('user name', value.replace(/^[^\p{L}\d]+/u, ''), add, pseudonyms)
}

/** Values of a member called `login` that are states or roles, not names. */
const states =
  /^(?:success\w*|fail\w*|required|valid|invalid|true|false|active|inactive|admin|root|enabled|disabled|anonymous)$/i

function addIdentity(kind: 'plate' | 'identity' | 'network', value: string, add: Add, pseudonyms: Pseudonyms): void {
  const kindName = { plate: 'number plate', identity: 'id number', network: 'network address' }[kind]
  if (/^\d[\d -]*$/.test(value)) addNumber(kindName, value, add, pseudonyms)
  else addSpelled(kindName, value, add, pseudonyms)
}

/** Adds a value other than a number, both as it is and without spaces and dashes. */
function addSpelled(kind: string, value: string, add: Add, pseudonyms: Pseudonyms): void {
  const compact = value.replace(/[\s-]/g, '')
  const to = pseudonyms.other(kind, compact.toLowerCase())
  add(kind, { value, to: () => to })
  if (compact !== value && compact.length >= 5) add(null, { value: compact, to: () => to })
}

/** Adds a value and its kind, counted once per `standIn`; values with a kind of null are not counted. */
type Add = (kind: string | null, known: KnownValue, standIn?: string) => void

/** The contact details of the customer, and of others who sent messages as users. */
function contactsOf(session: Session): string[] {
  const { id, number, email } = participantOf(session) ?? {}
  const senders = session.transcript.flatMap((entry) =>
    entry.type === 'message' && entry.role === 'user' ? [entry.senderId] : [],
  )
  const ids = [id, ...senders].filter((each) => each !== session.sessionId)
  return [...new Set([...ids, number, email])].filter(
    (each) => typeof each === 'string' && each.length >= 4 && /[\d@]/.test(each),
  ) as string[]
}

function addValue(kind: string, value: string, add: Add, pseudonyms: Pseudonyms): void {
  const own = value.includes('@') ? 'email' : kind
  if (own === 'ip' || /(?:^|_)(?:ip|ipv[46]|(?:ip|mac)_?addr(?:ess)?)$/.test(plainName(kind))) {
    addIdentity('network', value, add, pseudonyms)
    return
  }
  if (isNumber(value)) addNumber(kind === 'card' ? 'card' : 'phone', value, add, pseudonyms)
  else if (own === 'iban' || namesPersonal(kind))
    addSpelled(plainName(own).replaceAll('_', ' '), value, add, pseudonyms)
  else if (own === 'email') {
    const to = pseudonyms.other(own, plainAddress(value))
    add(own, { value, to: () => to })
  } else if (value.length >= 3 && !noNames.has(value.toLowerCase())) {
    const to = pseudonyms.other(own, value)
    // A secret that is an ordinary word keeps its ordinary meaning in other talks.
    add(own, { value, to: () => to, ...(/^\p{L}+$/u.test(value) ? { own: true as const } : {}) })
  }
}

/** `hartwig(at)web dot example` becomes `hartwig@web.example`. */
function plainAddress(spelled: string): string {
  return spelled
    .toLowerCase()
    .replace(/ ?[([{]at[)\]}] ?| at /, '@')
    .replace(/ ?[([{]dot[)\]}] ?| dot /g, '.')
    .replaceAll(' ', '')
}

function addStreet(value: string, add: Add, pseudonyms: Pseudonyms): void {
  if (!/\d|\s/.test(value)) return
  const street = pseudonyms.street(value)
  add('address', { value, to: () => street })
}

/** Adds the words of a name, and the whole name in any letter case. */
function addName(name: string, add: Add, { name: pseudonym }: Pseudonyms): void {
  const words = wordsOf(name)
  if (words.length === 0 || words.length > 5) return
  for (const word of words) {
    const code = word.length === 3 && !name.split(/[^\p{L}\p{M}]+/u).includes(word.toUpperCase())
    add('name', { value: word, word: true, to: (match) => inCase(pseudonym(word), match), ...(code ? { code } : {}) })
  }
  if (words.length < 2) return
  const parts = name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const whole = parts.map((part) => (words.includes(part) ? pseudonym(part) : part)).join(' ')
  add(null, { value: parts.join(' '), to: (match) => inCase(whole, match) })
}

/** Adds a number in the spelling it was found in, and as digits alone. */
function addNumber(kind: string, value: string, add: Add, pseudonyms: Pseudonyms): void {
  const digits = value.replace(/\D/g, '')
  const to =
    kind === 'phone' ? `${digits.slice(0, -9)}${pseudonyms.digits(digits.slice(-9))}` : pseudonyms.digits(digits)
  const short = digits.length < 7 ? { short: true as const } : {}
  const number = digits.length < 7 ? {} : { number: { digits, to, whole: kind !== 'phone' } }
  const valueForm = { to: (match: string) => regroup(match, to), ...short, ...number }
  add(kind, { value, ...valueForm }, to.slice(-9))
  if (value !== digits) add(null, { value: digits, ...valueForm })
}

function wordsOf(name: string): string[] {
  return (name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => word.length > 1 && !noNames.has(word))
}

function isNumber(value: string): boolean {
  const address = /^\d{1,3}(?:\.\d{1,3}){3}$/.test(value)
  return isDigits(value) && !address
}

function inCase(pseudonym: string, name: string): string {
  if (name === name.toLowerCase()) return pseudonym.toLowerCase()
  return name.length > 1 && name === name.toUpperCase() ? pseudonym.toUpperCase() : pseudonym
}

/** Puts digits in the places of other digits, keeping the spelling. */
function regroup(text: string, digits: string): string {
  let next = 0
  return text.replace(/\d/g, () => digits[next++] ?? '0')
}
