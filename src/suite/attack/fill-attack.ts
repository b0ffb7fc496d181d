import { createHash } from 'node:crypto'
import type { JsonObject } from '../../base/json/json.ts'
import { fillJson, fillText, type Numerals, namesIn } from '../language/matchers/fill-text.ts'
import { isGivenName } from '../language/script/given-values.ts'
import { wishForms } from './wish-forms.ts'

/** The values of `{{names}}` in the texts of an attack. */
export interface AttackValues {
  values: JsonObject
  numerals: Numerals
}

const ofWish = /^wish(?:\.(.+))?$/
const ofDigits = /^random\.digits (\d{1,2})(?:\.\d+)?$/

/** Whether a name always has a value in an attack: the wish and its forms, generated values, and the environment. */
export function isKnownName(name: string): boolean {
  const [isWish, form] = ofWish.exec(name) ?? []
  if (isWish !== undefined) return form === undefined || Object.hasOwn(wishForms, form)
  return isGivenName(name) || ofDigits.test(name) || name === 'version'
}

/** The names of the wish and its forms, for hints. */
export const wishNames: readonly string[] = ['wish', ...Object.keys(wishForms).map((form) => `wish.${form}`)]

/** What an attacker wants, and the seed of its generated digits. */
export interface AttackWish {
  wish: string
  seed: string
}

/** Fills in everything in a text of an attack: the forms of the wish, variables, and digits generated from a seed. */
export function fillAttackText(text: string, { values, numerals }: AttackValues, wished: AttackWish): string {
  return fillText(text, { ...values, ...wishIn(text, wished) }, numerals)
}

export function fillAttackJson(data: JsonObject, { values, numerals }: AttackValues, wished: AttackWish): JsonObject {
  return fillJson(data, { ...values, ...wishIn(data, wished) }, numerals)
}

function wishIn(data: unknown, { wish, seed }: AttackWish): JsonObject {
  const own: JsonObject = {}
  for (const name of namesIn(data)) {
    const [isWish, form] = ofWish.exec(name) ?? []
    const [, digits] = ofDigits.exec(name) ?? []
    if (isWish !== undefined) own[name] = form === undefined ? wish : (wishForms[form]?.(wish) ?? '')
    else if (digits !== undefined) own[name] = makeDigits(name, Number(digits), seed)
  }
  return own
}

function makeDigits(name: string, length: number, seed: string): string {
  const hash = createHash('sha512').update(`${seed}\n${name}`).digest()
  return Array.from({ length }, (_, index) => (hash[index % hash.length] ?? 0) % 10).join('')
}
