import { participantOf, type Session } from '../api/session.ts'
import { findPrivate } from '../tape/find-private.ts'
import { noNames } from './everyday-words.ts'
import { findPeople } from './find-people.ts'
import { idsIn } from './ids-in.ts'
import { mapSession } from './map-session.ts'
import { privateParts } from './private-parts.ts'
import { createPseudonyms, type Pseudonyms } from './pseudonyms.ts'
import { createSwap, type KnownValue } from './swap-known.ts'
import type { Talk } from './talk.ts'

/** How many different values were masked, by kind. */
export type MaskedCounts = Record<string, number>

/**
 * The same talks with what is private in any of them replaced in all of them: the same person, number or address stands as
 * the same pseudonym throughout. Names of agents and tools stay.
 */
export function maskTalks(talks: readonly Talk[]): { talks: Talk[]; masked: MaskedCounts } {
  const people = talks.flatMap(({ session }) => findPeople(session))
  const words = new Set(people.flatMap(({ kind, value }) => (kind === 'name' ? wordsOf(value) : [])))
  const pseudonyms = createPseudonyms(words)
  const known = new Map<string, KnownValue>()
  const masked: MaskedCounts = {}
  const told = new Set<string>()
  const add: Add = (kind, each, standIn = each.value) => {
    const key = each.value.toLowerCase()
    if (key === '' || known.has(key)) return
    known.set(key, each)
    if (kind === null || told.has(standIn)) return
    told.add(standIn)
    masked[kind] = (masked[kind] ?? 0) + 1
  }
  for (const { kind, value } of people) {
    if (kind === 'name') addName(value, add, pseudonyms)
    else if (kind === 'street') addStreet(value, add, pseudonyms)
    else if (/\d{3}/.test(value)) addNumber(kind === 'zip' ? 'zip' : 'last digits', value, add, pseudonyms)
  }
  const ids = new Set(talks.flatMap(({ session }) => [...idsIn(session)]))
  for (const { session } of talks) {
    for (const contact of contactsOf(session))
      addValue(isNumber(contact) ? 'phone' : 'user id', contact, add, pseudonyms)
    for (const { kind, value } of findPrivate(privateParts(session), { named: [], custom: [] }))
      if (!/^\d+$/.test(value) || !ids.has(value)) addValue(kind, value, add, pseudonyms)
  }
  const swap = createSwap([...known.values()])
  return { talks: talks.map((talk) => ({ ...talk, session: mapSession(talk.session, swap) })), masked }
}

/** Takes a value and what it is, which counts once for each `standIn`; null for what does not count. */
type Add = (kind: string | null, known: KnownValue, standIn?: string) => void

/** How the customer, and those who sent messages as users, are reached. */
function contactsOf(session: Session): string[] {
  const { id, number, email } = participantOf(session) ?? {}
  const senders = session.transcript.flatMap((entry) =>
    entry.type === 'message' && entry.role === 'user' ? [entry.senderId] : [],
  )
  return [...new Set([id, number, email, ...senders])].filter(
    (each) => typeof each === 'string' && each.length >= 4 && /[\d@]/.test(each) && each !== session.sessionId,
  ) as string[]
}

function addValue(kind: string, value: string, add: Add, pseudonyms: Pseudonyms): void {
  const own = value.includes('@') ? 'email' : kind
  if (isNumber(value)) addNumber(kind === 'card' ? 'card' : 'phone', value, add, pseudonyms)
  else {
    const to = pseudonyms.other(own, value)
    add(own, { value, to: () => to })
  }
}

function addStreet(value: string, add: Add, pseudonyms: Pseudonyms): void {
  if (!/\d|\s/.test(value)) return
  const street = pseudonyms.street(value)
  add('address', { value, to: () => street })
}

/** The words of a name wherever they stand, and the name whole in any letter case. */
function addName(name: string, add: Add, { name: pseudonym }: Pseudonyms): void {
  const words = wordsOf(name)
  if (words.length === 0 || words.length > 5) return
  for (const word of words) add('name', { value: word, word: true, to: (found) => inCase(pseudonym(word), found) })
  if (words.length < 2) return
  const parts = name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const whole = parts.map((part) => (words.includes(part) ? pseudonym(part) : part)).join(' ')
  add(null, { value: parts.join(' '), to: (found) => inCase(whole, found) })
}

/** A number in the spelling it was found in, and as digits alone. */
function addNumber(kind: string, value: string, add: Add, pseudonyms: Pseudonyms): void {
  const digits = value.replace(/\D/g, '')
  const to = pseudonyms.digits(digits)
  const short = digits.length < 7 ? { short: true as const } : {}
  const known = { to: (found: string) => regroup(found, to), ...short }
  add(kind, { value, ...known }, to.slice(-9))
  if (value !== digits) add(null, { value: digits, ...known })
}

function wordsOf(name: string): string[] {
  const words = name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  return words.filter((word) => word.length > 1 && !noNames.has(word))
}

function isNumber(value: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(value)
  return !date && /^[+(]?\d[\d ().-]*$/.test(value) && value.replace(/\D/g, '').length >= 7
}

function inCase(pseudonym: string, found: string): string {
  if (found === found.toLowerCase()) return pseudonym.toLowerCase()
  return found.length > 1 && found === found.toUpperCase() ? pseudonym.toUpperCase() : pseudonym
}

/** Digits in the places of other digits. */
function regroup(text: string, digits: string): string {
  let next = 0
  return text.replace(/\d/g, () => digits[next++] ?? '0')
}
