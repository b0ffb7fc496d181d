import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { duplicateMember } from '../../base/json/json-text.ts'
import { visitJson } from '../../base/json/walk-json.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import { toPlainCharacters } from '../../base/text/reader-text.ts'
import type { Vote } from '../expect/outcome/judgement.ts'
import { isGiven } from './compose-question.ts'

/** A vote without the model that cast it; quotations give the index of an entry in what was shown. */
export interface ReadVote extends Omit<Vote, 'model' | 'quotations'> {
  quotations: { index: number; words: string }[]
}

/** The longest answer that is parsed, in characters. */
const longest = 20_000

/** Void unless it is one JSON object of the form and every quotation occurs in the entry that it names. */
export function readAnswer(text: string, entries: readonly JsonObject[]): ReadVote {
  const [, fenced] = /^```(?:json)?[ \t]*\n([\s\S]*)```$/.exec(text.trim()) ?? []
  const content = (fenced ?? text).trim()
  if (content === '') return voided('the answer is empty')
  if (content.length > longest) return voided(`the answer is longer than ${longest} characters`)
  const answer = parse(content)
  if (!isJsonObject(answer)) return voided('the answer is not one JSON object')
  const { verdict, reason, quotations, ...others } = answer
  const [odd] = Object.keys(others)
  if (odd !== undefined) return voided(`the answer has a member "${cutText(odd, 40)}", which was not asked for`)
  if (verdict !== 'met' && verdict !== 'not met' && verdict !== 'cannot tell')
    return voided('the answer has no verdict of met, not met or cannot tell')
  if (typeof reason !== 'string' || reason.trim() === '') return voided('the answer gives no reason')
  if (!Array.isArray(quotations) || quotations.length === 0) return voided('the answer quotes nothing')
  const read = []
  for (const quotation of quotations) {
    if (!isJsonObject(quotation)) return voided('a quotation is not { entry, words }')
    const { entry, words } = quotation
    if (typeof entry !== 'number' || typeof words !== 'string') return voided('a quotation is not { entry, words }')
    const source = entries[entry - 1]
    if (source === undefined) return voided(`it quotes entry ${entry}, and there is none`)
    if (!isIn(words, source)) return voided(`it quotes words that are not in entry ${entry}: "${cutText(words, 80)}"`)
    read.push({ index: entry - 1, words })
  }
  if (verdict !== 'cannot tell' && read.every(({ index }) => isGiven(entries[index] ?? {})))
    return voided('it quotes only what was given before the conversation, which is no doing of the agent')
  return { says: verdict, reason: reason.trim(), quotations: read }
}

function voided(reason: string): ReadVote {
  return { says: 'void', reason, quotations: [] }
}

/** Null for invalid JSON, or where a member occurs twice and is therefore ambiguous. */
function parse(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text)
    return duplicateMember(text) === null ? value : null
  } catch {
    return null
  }
}

/** Compared exactly, except for spaces and characters that look the same. */
function isIn(words: string, entry: JsonObject): boolean {
  const sought = plain(words)
  return sought !== '' && textsIn(entry).some((text) => plain(text).includes(sought))
}

/** Every text of an entry except who speaks and whether it was given; objects also count as their JSON. */
function textsIn({ by: _, given: __, ...entry }: JsonObject): string[] {
  const texts: string[] = []
  for (const value of Object.values(entry))
    visitJson(value, (each) => texts.push(typeof each === 'object' ? JSON.stringify(each) : String(each)))
  return texts
}

function plain(text: string): string {
  return toNormalForm(toPlainCharacters(text), 'NFC').replaceAll('\n', ' ').trim()
}
