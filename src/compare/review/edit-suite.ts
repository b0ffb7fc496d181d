import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { holdsStandIn } from '../../base/privacy/stand-ins.ts'
import { keyMask } from '../../base/secrets/secret-keys.ts'
import { splitSentences } from '../../base/text/split-sentences.ts'
import { editDistance } from '../../base/text/suggest.ts'
import type { CallSeen, Mismatch, Outcome } from '../../engine/expect/outcome/outcome.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { writeTextScalar } from '../../suite/yaml/write-yaml.ts'

/** A value of a suite that was replaced, as it is written before and after. */
export interface SuiteEdit {
  at: Place
  from: string
  to: string
}

/** What a suite has to say to fit what was approved. */
export interface EditedSuite {
  text: string
  edits: SuiteEdit[]
  /** What still fails in the recorded turns: no other value at its place makes it hold. */
  remaining: Outcome[]
  /** How many turns the recording could be judged on, and those after them (from 0), of which nothing is known. */
  judged: number
  unsent: number[]
}

/** The most values that are tried at one place, and the longest text among them, in characters. */
const [mostTried, mostWritten] = [24, 120]

/** Edits values that a recording no longer meets, while fewer places fail; only in the conversation's own `lines`. */
export async function editSuite(
  text: string,
  lines: readonly [number, number],
  judge: (text: string) => Promise<ConversationResult | null>,
): Promise<EditedSuite> {
  let edited: EditedSuite = { text, edits: [], remaining: [], judged: 0, unsent: [] }
  let result = await judge(text)
  while (result !== null) {
    const failing = failuresOf(result)
    const better = await firstBetter(edited.text, lines, failing, judge)
    if (better === null) {
      const unsent = result.turns.flatMap(({ index, verdict }) => (isJudged(verdict) ? [] : [index]))
      return { ...edited, remaining: failing, judged: result.turns.length - unsent.length, unsent }
    }
    edited = { ...edited, text: better.text, edits: [...edited.edits, better.edit] }
    result = better.result
  }
  return edited
}

function failuresOf({ turns }: ConversationResult): Outcome[] {
  return turns.flatMap(({ outcomes }) => outcomes.filter(({ verdict }) => verdict === 'failed'))
}

async function firstBetter(
  text: string,
  [first, last]: readonly [number, number],
  failing: readonly Outcome[],
  judge: (text: string) => Promise<ConversationResult | null>,
): Promise<{ text: string; edit: SuiteEdit; result: ConversationResult } | null> {
  for (const { at, values } of failing.flatMap((each) => replacements(each, failing))) {
    if (at.line < first || at.line > last) continue
    const [from, line] = [writtenAt(text, at), text.split('\n')[at.line - 1] ?? '']
    const scalars = values.slice(0, mostTried).map(writeScalar)
    // What the line says already is said once more only if nothing else holds.
    const isThere = (to: string): boolean => line.includes(to)
    for (const to of [...scalars.filter((each) => !isThere(each)), ...scalars.filter(isThere)]) {
      if (to === from || holdsStandIn(to) || to.includes(keyMask)) continue
      const changed = replaceAt(text, at, to)
      const result = await judge(changed)
      if (result === null || failuresOf(result).length >= failing.length) continue
      return { text: changed, edit: { at, from, to }, result }
    }
  }
  return null
}

/** The places that an outcome rests on, each with the values that may hold there, the likeliest first. */
function replacements(outcome: Outcome, failing: readonly Outcome[]): { at: Place; values: JsonValue[] }[] {
  const ofMismatches = (mismatches: readonly Mismatch[]): { at: Place; values: JsonValue[] }[] =>
    mismatches.map(({ at, expected, actual }) => ({ at, values: valuesFor(expected, actual) }))
  switch (outcome.kind) {
    case 'reply':
    case 'item':
    case 'call count':
      return ofMismatches(outcome.mismatches)
    case 'call':
      return outcome.closest === null
        ? [{ at: outcome.at, values: [...new Set(outcome.made.map(({ name }) => name))] }]
        : ofMismatches(outcome.mismatches)
    case 'unexpected call': {
      // Only `none` is one word: a list has no place for a further name. What may be called stays all that may be.
      if (outcome.rule !== 'none') return []
      const beside = failing.filter(({ kind, at }) => kind === outcome.kind && placeOf(at) === placeOf(outcome.at))
      const calls = beside.flatMap((each) => ('call' in each && each.call !== null ? [each.call] : []))
      // With what was given to each, since that was approved as well; without, where it cannot be written down.
      const whole = { exactly: calls.map(callWritten) }
      const names = { exactly: calls.map(({ name }) => name) }
      return [{ at: outcome.at, values: writeScalar(whole).length > mostWritten ? [names] : [whole, names] }]
    }
    default:
      return []
  }
}

function callWritten({ name, arguments: input }: CallSeen): JsonValue {
  return Object.keys(input).length === 0 ? name : { [name]: { with: input } }
}

/** What was there as a whole; of a text, also its sentences, those first that are most like what was expected. */
function valuesFor(expected: string, actual: JsonValue | undefined): JsonValue[] {
  if (actual === undefined || actual === null) return []
  if (typeof actual !== 'string') return writeScalar(actual).length > mostWritten ? [] : [actual]
  const sentences = splitSentences(actual).map((each) => each.trim())
  const texts = [actual.trim(), ...sentences].filter((each) => each !== '' && isOneLine(each))
  return [...new Set(texts)].sort((one, other) => editDistance(one, expected) - editDistance(other, expected))
}

const placeOf = ({ line, column }: Place): string => `${line}:${column}`

const isOneLine = (text: string): boolean => text.length <= mostWritten && !/[\r\n]/.test(text)

/** A value in one line, as it can stand in a list in brackets too. */
function writeScalar(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(writeScalar).join(', ')}]`
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, each]) => `${writeTextScalar(key, true)}: ${writeScalar(each)}`)
    return `{ ${members.join(', ')} }`
  }
  return typeof value === 'string' ? writeTextScalar(value, true) : JSON.stringify(value)
}

function writtenAt(text: string, { line, column, length }: Place): string {
  return (text.split('\n')[line - 1] ?? '').slice(column - 1, column - 1 + length)
}

function replaceAt(text: string, { line, column, length }: Place, to: string): string {
  const lines = text.split('\n')
  const old = lines[line - 1] ?? ''
  return lines.with(line - 1, `${old.slice(0, column - 1)}${to}${old.slice(column - 1 + length)}`).join('\n')
}
