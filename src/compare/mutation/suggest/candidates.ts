import type { JsonValue } from '../../../base/json.ts'
import { splitSentences } from '../../../base/split-sentences.ts'
import { writeTexts } from '../../../suite/language/text-or-pattern.ts'
import { writeMember } from '../../../suite/yaml/write-yaml.ts'
import type { MutantKind } from '../mutant/mutant.ts'
import type { HeardTurn } from '../mutant/talk.ts'
import { numbersIn } from '../operators/facts-in.ts'
import {
  callsAlone,
  callsGiven,
  callsInOrder,
  callsInPhase,
  callsMade,
  callsPaired,
  callsReturning,
  callsWhole,
} from './call-candidates.ts'

type Source = (turn: HeardTurn) => string[]

const calls =
  (...sources: ((view: HeardTurn['view']) => JsonValue[])[]): Source =>
  ({ view }) =>
    sources.flatMap((source) => source(view).map((value) => writeSnippet('calls', value)))

const reply =
  (...sources: ((turn: HeardTurn) => JsonValue[])[]): Source =>
  (turn) =>
    sources.flatMap((source) => source(turn).map((value) => writeSnippet('reply', value)))

/** Longest line of a snippet, as far as it is indented where it goes. */
const room = 16
const keyword = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/** `key: value` as a person would write it in a suite: words and times without quotes, on one line where it fits. */
function writeSnippet(key: string, value: JsonValue): string {
  return writeMember(key, writeTexts(value), room)
    .join('\n')
    .replace(/"([A-Za-z_]\w*)"/g, (quoted, word: string) => (keyword.test(word) ? quoted : word))
    .replace(/"(\d+ m?s)"/g, '$1')
}

/** The numbers and codes in the reply, the most telling ones first. */
function numbersSaid(turn: HeardTurn): JsonValue[] {
  const numbers = numbersIn(turn, new Set())
  const telling = numbers.filter((each) => each.length >= 3)
  return [...telling, ...numbers.filter((each) => each.length < 3)].map((each) => ({ contains: each }))
}

/** How much of a reply is looked at for words to expect, in characters. */
const mostRead = 10_000

/** Groups of words from the reply, short ones first: a longer one breaks more easily when the reply is rephrased. */
function wordsSaid({ view }: HeardTurn): JsonValue[] {
  const begun = view.replyText.slice(0, mostRead)
  const sentences = splitSentences(begun).map((sentence) => sentence.trim().split(/\s+/))
  const groups = [1, 2, 3, 4, 5, 6].flatMap((length) =>
    sentences.flatMap((words) =>
      words.flatMap((_, from) => {
        const group = words.slice(from, from + length)
        return group.length === length ? [bare(group.join(' '))] : []
      }),
    ),
  )
  const telling = groups.filter((each) => tells.test(each) && !/https?:|[*()"]/.test(each))
  return [...new Set(telling)].map((each) => ({ contains: each }))
}

/** The whole reply, if it is short enough for a person to write down: a rephrased reply is still similar to it. */
function likeSaid({ view }: HeardTurn): JsonValue[] {
  const told = view.replyText.trim()
  return told.length > 120 || told.includes('\n') || !/\p{L}/u.test(told) ? [] : [{ 'similar to': told }]
}

/** The words of the reply that are capitalised like names. */
function namesSaid({ view }: HeardTurn): JsonValue[] {
  const names = view.replyText.match(/(?<![\p{L}\d])\p{Lu}\p{L}{2,}(?![\p{L}\d])/gu) ?? []
  return [...new Set(names)].map((each) => ({ contains: each }))
}

/** Matches a code, a long word, or several words long enough to be meaningful. */
const tells = /^(?:[\p{Lu}\d-]{3,}|\p{L}{8,}|(?=.{12,})\S+ .+)$/u

/** Strips surrounding punctuation. */
function bare(text: string): string {
  return text.replace(/^[^\p{L}\d$€£₹]+|[^\p{L}\d%]+$/gu, '')
}

/** The number of messages. */
function messagesSaid({ view }: HeardTurn): JsonValue[] {
  return [{ messages: view.assistant.length }]
}

/** The buttons, pictures and files. */
function itemsShown({ view }: HeardTurn): JsonValue[] {
  return view.assistant.flatMap(({ items }) =>
    items.flatMap((item): JsonValue[] => {
      if (item.type === 'button') return [{ button: { text: item.text, payload: item.payload } }]
      if (item.type === 'file') return [{ file: { filename: item.filename, mimeType: item.mimeType } }]
      return item.type === 'text' || item.type === 'unknown' ? [] : [{ [item.type]: { mimeType: item.mimeType } }]
    }),
  )
}

const sources: Record<Exclude<MutantKind, 'other version'>, Source> = {
  'drop call': calls(callsMade, callsGiven),
  'add call': calls(callsAlone),
  'repeat call': calls(callsAlone),
  'reorder calls': calls(callsInOrder),
  'rename call': calls(callsMade, callsGiven),
  'change argument': calls(callsGiven, callsWhole),
  'swap outputs': calls(callsReturning, callsPaired),
  'fail output': calls(callsMade, callsGiven),
  'wrong phase': calls(callsInPhase),
  'slow tool': (turn) => toolLimit([turn]).map((value) => writeSnippet('latency', value)),
  'slow reply': (turn) => turnLimit([turn]).map((value) => writeSnippet('latency', value)),
  'drop reply': reply(messagesSaid),
  'repeat reply': reply(messagesSaid),
  'replace reply': reply(numbersSaid, wordsSaid, likeSaid),
  'refuse help': reply(numbersSaid, wordsSaid, likeSaid),
  'wrong promise': reply(() => [{ not: { matches: '(?i)refunded|erstattet|remboursé|reembolsado' } }]),
  'leave out apology': reply(() => [{ matches: '(?i)sorry|apolog|leid|entschuldig|désolé|excus|siento|disculp' }]),
  'cut reply': reply(numbersSaid, wordsSaid, likeSaid),
  'negate reply': reply(wordsSaid),
  'change number': reply(numbersSaid, wordsSaid),
  'change word': reply(namesSaid, wordsSaid),
  'drop item': reply(itemsShown),
  'leak placeholder': reply(() => [{ not: { contains: '$' + '{' } }]),
}

/**
 * Expectations of a turn that may catch a mutant of a kind, the plainest first; they still have to be proven on
 * the recording.
 */
export function candidatesFor(kind: MutantKind, turn: HeardTurn): string[] {
  return kind === 'other version' ? [] : sources[kind](turn).filter((yaml) => !hidden.test(yaml))
}

/** A criterion for each kind of mutant that changes what a reply means and may leave no words to match. */
const criteria: Partial<Record<MutantKind, JsonValue>> = {
  'refuse help': 'does what the customer asks for, or says how it can be done',
  'wrong promise': { criterion: 'says that something was done which no call has done', expect: 'not met' },
  'leave out apology': 'apologises to the customer',
}

/** The criterion by which a judge could notice a mutant of this kind; undefined where words or calls decide. */
export function criterionFor(kind: MutantKind): string | undefined {
  const criterion = criteria[kind]
  return criterion === undefined ? undefined : writeSnippet('judge', criterion)
}

/** Characters that control a terminal or change the direction of text, which nobody should paste. */
const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u

/** Guardrails for all turns of a suite that may catch mutants in many of them. */
export function guardrailsFor(turns: readonly HeardTurn[]): string[] {
  const most = Math.max(0, ...turns.map(({ view }) => view.assistant.length))
  return [
    ...toolLimit(turns).map((value) => writeSnippet('latency', value)),
    ...turnLimit(turns).map((value) => writeSnippet('latency', value)),
    writeSnippet('reply', { messages: { 'at most': most } }),
  ]
}

const steps = [500, 1_000, 2_000, 3_000, 5_000, 10_000, 15_000]

/** The smallest round limit that is at least twice the slowest time recorded. */
function limitFor(ms: readonly number[]): JsonValue[] {
  const least = 2 * Math.max(0, ...ms)
  const limit = steps.find((each) => each >= least)
  return limit === undefined ? [] : [limit < 1_000 ? `${limit} ms` : `${limit / 1_000} s`]
}

/** A limit on every tool call of these turns. */
function toolLimit(turns: readonly HeardTurn[]): JsonValue[] {
  const times = turns.flatMap(({ view }) => view.calls.flatMap(({ output }) => output?.executionTimeMs ?? []))
  return times.length === 0 ? [] : limitFor(times).map((tool) => ({ tool }))
}

/** A limit on every answer of these turns, wide enough that a busy network does not break it at once. */
function turnLimit(turns: readonly HeardTurn[]): JsonValue[] {
  return limitFor([1_500, ...turns.map(({ turnMs }) => turnMs)]).map((turn) => ({ turn }))
}
