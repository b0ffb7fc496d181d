import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '../../../base/json/json.ts'
import { mapMembers } from '../../../base/json/walk-json.ts'
import { holdsStandIn } from '../../../base/privacy/stand-ins.ts'
import { findWord, leavesOf } from '../../../engine/transcript/values-in-text.ts'
import { literally } from '../operators/replies.ts'
import { type CatchCandidate, formatCandidate } from './candidates.ts'

/** Replaces what reports do not show, and what is another value in each run, by a name: `<email 1>`, `<uuid 1>`. */
export type Mask = (value: JsonValue) => JsonValue

/** How a candidate can be pasted, the plainest first: as is, with `{{name}}` of variables, or masked by form. */
export function* pasteableForms(candidate: CatchCandidate, mask: Mask, variables: JsonObject): Generator<string> {
  const { key, value } = candidate
  const variableForm = mapLeaves(value, value, (leaf) => nameVariables(leaf, variables))
  const write = (content: JsonValue): string => formatCandidate({ key, value: content })
  const writings: (() => JsonValue)[] = [
    () => value,
    () => variableForm,
    ...[typeOf, formOf, lengthOf].map(
      (abstract) => () =>
        mapLeaves(variableForm, maskLeaves(variableForm, mask), (leaf, masked) =>
          masked === leaf ? leaf : abstract(leaf),
        ),
    ),
  ]
  const texts = new Set<string>()
  // A text with braces, as the agent wrote it, would be taken for a variable.
  if (write(value).includes('{{')) return
  for (const writing of writings) {
    const form = writing()
    const yaml = write(form)
    if (texts.has(yaml) || hidden.test(yaml) || holdsStandIn(yaml) || mask(yaml) !== yaml) continue
    if (leavesOf(form, isText).some(({ value: leaf }) => mask(leaf) !== leaf)) continue
    texts.add(yaml)
    yield yaml
  }
}

/** Characters that control a terminal or change the direction of text, which nobody should paste. */
const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u

const isText = (leaf: JsonValue): leaf is string => typeof leaf === 'string'

/** The value as a report shows it, as if it were an argument: there, numbers are masked too. */
function maskLeaves(value: JsonValue, mask: Mask): JsonValue {
  const masked = mask({ arguments: value })
  return isJsonObject(masked) ? (masked.arguments ?? null) : null
}

/** Rebuilds a value from each text and number in it, and from what stands there in another one of the same form. */
function mapLeaves(
  value: JsonValue,
  other: JsonValue | undefined,
  change: (leaf: string | number, other: JsonValue | undefined) => JsonValue,
): JsonValue {
  if (typeof value === 'string') return change(value, holdsStandIn(value) ? undefined : other)
  if (typeof value === 'number') return change(value, other)
  const isAlike = typeof other === 'object' && other !== null && Array.isArray(value) === Array.isArray(other)
  const beside = (isAlike ? other : {}) as JsonObject
  return mapMembers(value, (each, key) => mapLeaves(each, beside[key], change))
}

/** Shorter values of variables may stand in a text by chance. */
const shortest = 3

/** A text with `{{name}}` for the values of variables that it is or contains; a number that a variable has. */
function nameVariables(leaf: string | number, variables: JsonObject): JsonValue {
  const whole = Object.entries(variables).find(([, value]) => sameJson(value, leaf) && String(leaf).length >= shortest)
  if (whole !== undefined) return `{{${whole[0]}}}`
  if (typeof leaf === 'number') return leaf
  return Object.entries(variables).reduce((text, [name, value]) => {
    const word = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    return word.length >= shortest && findWord(text, word) !== -1 ? text.replaceAll(word, () => `{{${name}}}`) : text
  }, leaf)
}

const typeOf = (leaf: string | number): JsonValue => ({ type: typeof leaf === 'number' ? 'number' : 'text' })

/** The form of a text: which kinds of characters follow each other, and how many digits. */
const formOf = (leaf: string | number): JsonValue => describeForm(leaf, () => '+')

/** The form of a text and the lengths of its words. */
const lengthOf = (leaf: string | number): JsonValue => describeForm(leaf, (word) => `{${[...word].length}}`)

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A word of letters and digits, or of one other character; an id is one word. */
const words = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\p{L}\p{M}\d]+|[^\p{L}\p{M}\d]/giu

/** The longest text whose form is worth reading, in characters. */
const longest = 200

function describeForm(leaf: string | number, repeat: (word: string) => string): JsonValue {
  if (typeof leaf === 'number' || leaf.length > longest) return typeOf(leaf)
  const form = leaf.replace(words, (word) => {
    if (uuid.test(word)) return '[0-9A-Fa-f-]{36}'
    if (/^\d+$/.test(word)) return `\\d{${word.length}}`
    if (/^\p{Ll}+$/u.test(word)) return `\\p{Ll}${repeat(word)}`
    if (/^\p{Lu}\p{Ll}+$/u.test(word)) return `\\p{Lu}\\p{Ll}${repeat(word.slice(1))}`
    if (/^\p{L}+$/u.test(word)) return `\\p{L}${repeat(word)}`
    return /^[\p{L}\p{M}\d]/u.test(word) ? `[\\p{L}\\p{M}\\d]${repeat(word)}` : literally(word)
  })
  return { matches: `/^${form}$/` }
}
