import { isJsonObject, type JsonValue } from '../../src/base/json/json.ts'

/** Personal data in the source, read independently of the importer: texts that must not be in its output. */
export interface ProfileValues {
  contacts: Set<string>
  fullNames: Set<string>
  words: Set<string>
}

const keyPattern = /^(?:Customer|Patient|Renter|Guest|User|Full)Name$|^(?:contact|recipient)_name$/

/**
 * Walks JSON lines, including JSON inside texts, for profiles: names, emails, phone numbers, card numbers,
 * streets.
 */
export function profileValues(text: string): ProfileValues {
  const profile: ProfileValues = { contacts: new Set(), fullNames: new Set(), words: new Set() }
  const visit = (value: JsonValue): void => {
    if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
      try {
        visit(JSON.parse(value) as JsonValue)
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
      }
    } else if (Array.isArray(value)) for (const each of value) visit(each)
    else if (isJsonObject(value)) {
      const { first_name: first, last_name: last, full_name: full } = value
      if (typeof first === 'string' && typeof last === 'string') addName(`${first} ${last}`, profile)
      if (typeof full === 'string') addName(full, profile)
      for (const [key, each] of Object.entries(value))
        if (keyPattern.test(key) && typeof each === 'string') addName(each.replaceAll('"', ''), profile)
      for (const key of ['email', 'phone', 'phone_number', 'card_number', 'credit_card_number', 'address1', 'street'])
        if (typeof value[key] === 'string' && /\d|@/.test(value[key])) profile.contacts.add(value[key])
      for (const each of Object.values(value)) visit(each)
    }
  }
  for (const line of text.split('\n')) if (line.trim() !== '') visit(JSON.parse(line) as JsonValue)
  return profile
}

function addName(name: string, { fullNames, words }: ProfileValues): void {
  const parts = name.split(/\s+/).filter((part) => part.length > 1)
  if (parts.length > 1) fullNames.add(name)
  for (const part of parts) if (!/^(?:Dr\.?|the|brown)$/i.test(part)) words.add(part)
}

/**
 * Everything from the profiles that a text still contains: contacts and full names in any letter case, single
 * names as capitalized words or inside ids. Parts of another name, as in `John F. Kennedy`, do not count.
 */
export function leaksIn(text: string, { contacts, fullNames, words }: ProfileValues): string[] {
  const lower = text.toLowerCase()
  const whole = [...contacts, ...fullNames].filter((value) => lower.includes(value.toLowerCase()))
  const ids = [...fullNames].map((name) => name.toLowerCase().replace(/\s+/g, '_'))
  const single = [...words].filter((word) =>
    new RegExp(`(?<!\\p{L}|\\p{Lu}\\p{Ll}+ )${word}(?!\\p{L}| \\p{Lu})`, 'u').test(text),
  )
  return [...whole, ...ids.filter((id) => lower.includes(id)), ...single]
}
