import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { parseJson } from '../../engine/transcript/parse-json.ts'
import { participantOf, type Session } from '../../wire/api/session.ts'
import type { Message } from '../../wire/api/transcript-entry.ts'
import { everydayWords, noNames } from './everyday-words.ts'
import { introducedIn } from './introductions.ts'
import { isPerson, listsPeople, looksLikePerson, type PersonalKind, personalKind } from './personal-key.ts'

/** Something about a person, as it was found. */
export interface PersonalValue {
  kind: PersonalKind
  value: string
}

/** How agents address people. */
const addresses =
  /\b(?:Hello|Hi|Dear|Thank you|Thanks|Welcome back|Welcome),? (?:(?:Mr|Mrs|Ms|Dr)\.? )?(\p{Lu}\p{Ll}+)(?=[,.!])/gu

/** Names and addresses in a session: of its customer, of the variables, in the arguments and outputs of tools, and as users introduce themselves. */
export function findPeople(session: Session): PersonalValue[] {
  const found: PersonalValue[] = []
  const add = (kind: PersonalKind, value: string | null | undefined): void => {
    if (value != null && value.trim() !== '') found.push({ kind, value: value.trim() })
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
      const parts = ['first_name', 'last_name'].map((name) => value[name])
      if (parts.every((part) => typeof part === 'string')) add('name', parts.join(' '))
      for (const [name, each] of Object.entries(value)) visit(each, name, isPerson(own, key) ? own : [])
    }
  }
  const visitText = (value: string, key: string, members: readonly string[]): void => {
    const kind = personalKind(key) ?? (/^name$/i.test(key) && members.length > 0 ? 'name' : null)
    const inner = /^\s*[[{]/.test(value) ? parseJson(value) : undefined
    if (kind === 'name' && inner === undefined && !looksLikePerson(unquoted(value), key)) return
    if (kind !== null && inner === undefined) add(kind, unquoted(value))
    else if (inner !== undefined) visit(inner, key, [])
  }
  const customer = participantOf(session)
  add('name', customer?.name)
  visit(session.dynamicVariables ?? {}, '', [])
  visit(session.analysis ?? {}, '', [])
  let before = ''
  for (const entry of session.transcript) {
    if (entry.type === 'function_call') visit(entry.arguments, '', [])
    else if (entry.type === 'function_call_output') visit(parseJson(entry.output) ?? '', '', [])
    else if (entry.type === 'message') {
      if (entry.role === 'user') add('name', entry.senderName)
      for (const name of namesIn(entry, before)) add('name', name)
      if (entry.role !== 'user') before = textsOf(entry).join('\n')
    }
  }
  return found
}

/** Names that a message tells by how it is worded. */
function namesIn(message: Message, before: string): string[] {
  const texts = textsOf(message)
  if (message.role === 'user') return texts.flatMap((text) => introducedIn(text, before))
  const found = texts.flatMap((text) => [...text.matchAll(addresses)].map(([, name = '']) => name))
  return found.filter((name) => !everydayWords.has(name.toLowerCase()) && !noNames.has(name.toLowerCase()))
}

function textsOf({ content }: Message): string[] {
  return content.flatMap((item) => (item.type === 'text' ? [item.text] : []))
}

/** STAR and others write texts as expressions, with their quotes. */
function unquoted(text: string): string {
  return text.replace(/^(?:[\w.]+\()?"(.*)"\)?$/s, '$1')
}
