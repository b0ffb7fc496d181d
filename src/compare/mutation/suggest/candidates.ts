import type { JsonValue } from '../../../base/json.ts'
import type { MutantKind } from '../mutant/mutant-kind.ts'
import type { HeardTurn } from '../mutant/talk.ts'
import { callsAlone, callsGiven, callsInOrder, callsInPhase, callsMade, callsWhole } from './call-candidates.ts'
import { callsPaired, callsReturning } from './output-candidates.ts'
import { itemsShown, messagesSaid, namesSaid, numbersSaid, wordsSaid } from './reply-candidates.ts'
import { toolLimit, turnLimit } from './time-candidates.ts'
import { writeSnippet } from './write-snippet.ts'

type Source = (turn: HeardTurn) => string[]

const calls =
  (...sources: ((view: HeardTurn['view']) => JsonValue[])[]): Source =>
  ({ view }) =>
    sources.flatMap((source) => source(view).map((value) => writeSnippet('calls', value)))

const reply =
  (...sources: ((turn: HeardTurn) => JsonValue[])[]): Source =>
  (turn) =>
    sources.flatMap((source) => source(turn).map((value) => writeSnippet('reply', value)))

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
  'replace reply': reply(numbersSaid, wordsSaid),
  'cut reply': reply(numbersSaid, wordsSaid),
  'negate reply': reply(wordsSaid),
  'change number': reply(numbersSaid, wordsSaid),
  'change word': reply(namesSaid, wordsSaid),
  'drop item': reply(itemsShown),
  'leak placeholder': reply(() => [{ not: { contains: '$' + '{' } }]),
}

/** Expectations of a turn that may catch a mutant of a kind, the plainest first; whether they do is to be proven. */
export function candidatesFor(kind: MutantKind, turn: HeardTurn): string[] {
  return kind === 'other version' ? [] : sources[kind](turn).filter((yaml) => !hidden.test(yaml))
}

/** What acts on a terminal or turns the direction of text: nothing to be pasted. */
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
