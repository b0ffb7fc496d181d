import type { JsonValue } from '../../base/json.ts'
import type { PrivateRules } from '../../base/privacy/find.ts'
import { redactIn } from '../../base/privacy/redact.ts'
import { createNames } from '../../base/privacy/stand-ins.ts'
import { redactKeys, redactKeysIn } from '../../base/secret-keys.ts'

/** Removes from texts and values what no committed file should contain. Equal values always get the same name. */
export interface Hider {
  hideText(text: string): string
  hideValue(value: JsonValue): JsonValue
}

/** What is private in a conversation beside what can be told by its form. */
export interface HiderRules extends PrivateRules {
  apiKey: string | null
}

/** A shorter known value could be anything, and is left in. */
const shortest = 4

/**
 * Creates a hider of everything that is private in `all`, the texts and values of one conversation: a password that a tool
 * told is then taken out of the reply too. All secrets have one name, since only few are told apart in a script.
 */
export function createHider(all: JsonValue, { named, custom, apiKey }: HiderRules): Hider {
  const own = apiKey ?? undefined
  const known = named.filter(({ value }) => value.length >= shortest).sort((a, b) => b.value.length - a.value.length)
  const { redact } = redactIn(redactKeysIn(all, own), { named: known, custom, name: createNames(['secret']).add })
  return {
    hideText: (text) => redact(redactKeys(text, own)),
    hideValue: (value) => redact(redactKeysIn(value, own)),
  }
}
