import type { JsonValue } from '../../../base/json/json.ts'
import type { ToolCall } from '../../../engine/transcript/tool-call.ts'
import { type TurnView, viewTurn } from '../../../engine/transcript/turn-view.ts'
import { writeTexts } from '../../../suite/language/matchers/text-or-pattern.ts'
import { writeMember } from '../../../suite/yaml/write-yaml.ts'
import type { Session } from '../../../wire/api/session.ts'
import type { MutantKind, StoredKind, TurnMutantKind } from '../mutant/mutant.ts'
import type { HeardTurn } from '../mutant/talk.ts'
import { linksIn } from '../operators/items.ts'
import { changedCalls } from '../operators/values.ts'
import {
  callDated,
  callGathered,
  callGiven,
  callGivenAlone,
  callOrdered,
  callPaired,
  callReturning,
  callsAlone,
  callsGiven,
  callsInOrder,
  callsInPhase,
  callsMade,
  callsWhole,
} from './call-candidates.ts'
import { itemsAlone, itemsShown, shownKinds } from './item-candidates.ts'
import {
  agentSpeaking,
  backgroundSaid,
  languageSaid,
  likeSaid,
  linksAlone,
  linksSaid,
  messagesSaid,
  namesSaid,
  numbersSaid,
  numbersWhole,
  thinkingAlone,
  wordsSaid,
} from './reply-candidates.ts'

/** An expectation that may catch a mutant: a member of `expect`, or of a conversation. */
export interface CatchCandidate {
  key: 'reply' | 'calls' | 'latency' | 'judge' | 'session'
  value: JsonValue
}

/** Candidates from a recorded turn, and from what a worse one makes of it. */
type Source = (turn: HeardTurn, worse: TurnView) => CatchCandidate[]

const calls =
  (...sources: ((view: TurnView) => JsonValue[])[]): Source =>
  ({ view }) =>
    sources.flatMap((source) => source(view).map((value) => ({ key: 'calls', value })))

/** Candidates from the calls that a worse turn changes: others could not tell it. */
const changed =
  (...sources: ((call: ToolCall, worse: ToolCall | null) => JsonValue[])[]): Source =>
  ({ view }, worse) => {
    const pairs = changedCalls(view.calls, worse.calls)
    return sources.flatMap((source) =>
      pairs.flatMap((pair) => source(pair.call, pair.worse).map((value): CatchCandidate => ({ key: 'calls', value }))),
    )
  }

const reply =
  (...sources: ((turn: HeardTurn) => JsonValue[])[]): Source =>
  (turn) =>
    sources.flatMap((source) => source(turn).map((value) => ({ key: 'reply', value })))

/** Longest line of a snippet, as far as it is indented where it goes. */
const room = 16
const keyword = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/** `key: value` as a person would write it in a suite: words and times without quotes, on one line where it fits. */
export function formatCandidate({ key, value }: CatchCandidate): string {
  return writeMember(key, writeTexts(value), room)
    .join('\n')
    .replace(/"([A-Za-z_]\w*)"/g, (quoted, word: string) => (keyword.test(word) ? quoted : word))
    .replace(/"(\d+ m?s)"/g, '$1')
}

const sources: Record<TurnMutantKind, Source> = {
  'drop call': calls(callsMade, callsGiven),
  'add call': calls(callsAlone),
  'repeat call': calls(callsAlone),
  'reorder calls': calls(callsInOrder),
  'rename call': calls(callsMade, callsGiven),
  'change argument': (turn, worse) => [...changed(callGiven)(turn, worse), ...calls(callsWhole)(turn, worse)],
  'swap outputs': changed(callReturning, callPaired),
  'fail output': calls(callsMade, callsGiven),
  'wrong phase': calls(callsInPhase),
  'slow tool': (turn) => toolLimit([turn]),
  'slow reply': (turn) => turnLimit([turn]),
  'drop reply': reply(messagesSaid),
  'repeat reply': reply(messagesSaid),
  'replace reply': reply(numbersSaid, wordsSaid, likeSaid),
  'refuse help': reply(numbersSaid, wordsSaid, likeSaid),
  'wrong promise': reply(() => [{ not: { matches: '(?i)refunded|erstattet|remboursé|reembolsado' } }]),
  'leave out apology': reply(() => [{ matches: '(?i)sorry|apolog|leid|entschuldig|désolé|excus|siento|disculp' }]),
  'other language': reply(languageSaid),
  'cut reply': reply(numbersSaid, wordsSaid, likeSaid),
  'negate reply': reply(wordsSaid),
  'change number': reply(numbersSaid, wordsSaid),
  'change word': reply(namesSaid, wordsSaid),
  'drop item': reply(itemsShown),
  'leak placeholder': reply(() => [{ not: { contains: '$' + '{' } }]),
  'change button': reply(itemsShown),
  'add button': reply(itemsAlone),
  'change link': reply(itemsShown, linksSaid),
  'add link': reply(linksAlone),
  'change file': reply(itemsShown),
  'add file': reply(itemsAlone),
  'other agent': reply(agentSpeaking),
  'background agent': reply(backgroundSaid),
  'think secret': reply(thinkingAlone),
  'add argument': changed(callGivenAlone),
  'reorder list': changed(callOrdered),
  'change output': changed(callReturning, callPaired),
  'prefix number': reply(numbersWhole),
  'leave out number': reply(numbersSaid, wordsSaid),
  'shift date': (turn, worse) => [
    ...changed(callGiven)(turn, worse),
    ...changed((call) => callDated(call, momentOf(turn.view)))(turn, worse),
  ],
  'shorten list': changed(callGathered),
  'extend list': changed(callGathered),
}

/** What may catch a mutant of a kind in a turn, the plainest first; it still has to be proven on the recording. */
export function candidatesFor(kind: TurnMutantKind, turn: HeardTurn, worse: TurnView): CatchCandidate[] {
  return sources[kind](turn, worse)
}

/** Expectations of the stored session that may catch a mutant of a kind, the plainest first. */
export function sessionCandidatesFor(kind: StoredKind, { agentDetails, transcript }: Session): CatchCandidate[] {
  if (kind === 'other version') return [{ key: 'session', value: { 'agent version': agentDetails.version } }]
  const view = viewTurn(transcript)
  const post = { ...view, calls: view.calls.filter(({ phase }) => phase === 'post') }
  const lists = [...callsAlone(post).slice(0, 1), ...callsMade(post)]
  return lists.map((list) => ({ key: 'session', value: { calls: { post: list } } }))
}

/** When a turn was over, by its last entry; empty where none says when. */
function momentOf({ entries }: TurnView): string {
  const last = entries.findLast((entry) => entry.type !== 'unknown')
  return last?.timestamp ?? ''
}

/** A criterion for each kind of mutant that changes what a reply means and may leave no words to match. */
const criteria: Partial<Record<MutantKind, JsonValue>> = {
  'refuse help': 'does what the customer asks for, or says how it can be done',
  'wrong promise': { criterion: 'says that something was done which no call has done', expect: 'not met' },
  'leave out apology': 'apologises to the customer',
}

/** The criterion by which a judge could notice a mutant of this kind; undefined where words or calls decide. */
export function criterionFor(kind: MutantKind): string | undefined {
  const value = criteria[kind]
  return value === undefined ? undefined : formatCandidate({ key: 'judge', value })
}

/** Guardrails for all turns of a suite that may catch mutants in many of them. */
export function guardrailsFor(turns: readonly HeardTurn[]): CatchCandidate[] {
  const said = turns.flatMap(({ view }) => view.assistant)
  const most = Math.max(0, ...turns.map(({ view }) => view.assistant.length))
  const absent = shownKinds.filter((kind) => said.every(({ items }) => items.every(({ type }) => type !== kind)))
  const unseen = [
    ...absent,
    ...(turns.every(({ view }) => view.background.length === 0) ? ['background'] : []),
    ...(turns.every(({ view }) => view.thinking.length === 0) ? ['thinking'] : []),
  ]
  const names = [...new Set(said.map(({ agentName }) => agentName))]
  const [only] = names
  const linked = said.some(({ text }) => linksIn(text).length > 0)
  const replies: JsonValue[] = [
    { messages: { 'at most': most } },
    ...(unseen.length === 0 ? [] : [Object.fromEntries(unseen.map((part) => [part, 'none']))]),
    ...(names.length === 1 && only != null ? [{ agentName: only }] : []),
    ...(linked ? [] : [{ not: { matches: '/https?:/i' } }]),
  ]
  return [
    ...toolLimit(turns),
    ...turnLimit(turns),
    ...replies.map((value): CatchCandidate => ({ key: 'reply', value })),
  ]
}

const steps = [500, 1_000, 2_000, 3_000, 5_000, 10_000, 15_000]

/** The smallest round limit that is at least twice the slowest time recorded. */
function limitFor(of: 'tool' | 'turn', ms: readonly number[]): CatchCandidate[] {
  const least = 2 * Math.max(0, ...ms)
  const limit = steps.find((each) => each >= least)
  if (limit === undefined) return []
  return [{ key: 'latency', value: { [of]: limit < 1_000 ? `${limit} ms` : `${limit / 1_000} s` } }]
}

/** A limit on every tool call of these turns. */
function toolLimit(turns: readonly HeardTurn[]): CatchCandidate[] {
  const times = turns.flatMap(({ view }) => view.calls.flatMap(({ output }) => output?.executionTimeMs ?? []))
  return times.length === 0 ? [] : limitFor('tool', times)
}

/** A limit on every answer of these turns, wide enough that a busy network does not break it at once. */
function turnLimit(turns: readonly HeardTurn[]): CatchCandidate[] {
  return limitFor('turn', [1_500, ...turns.map(({ turnMs }) => turnMs)])
}
