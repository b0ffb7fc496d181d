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
import * as made from './call-candidates.ts'
import * as shown from './item-candidates.ts'
import * as said from './reply-candidates.ts'

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
  'drop call': calls(made.callsMade, made.callsGiven),
  'add call': calls(made.callsAlone),
  'repeat call': calls(made.callsAlone),
  'reorder calls': calls(made.callsInOrder),
  'rename call': calls(made.callsMade, made.callsGiven),
  'change argument': (turn, worse) => [...changed(made.callGiven)(turn, worse), ...calls(made.callsWhole)(turn, worse)],
  'swap outputs': changed(made.callReturning, made.callPaired),
  'fail output': calls(made.callsMade, made.callsGiven),
  'wrong phase': calls(made.callsInPhase),
  'slow tool': (turn) => toolLimit([turn]),
  'slow reply': (turn) => turnLimit([turn]),
  'drop reply': reply(said.messagesSaid),
  'repeat reply': reply(said.messagesSaid),
  'replace reply': reply(said.numbersSaid, said.wordsSaid, said.likeSaid),
  'refuse help': reply(said.numbersSaid, said.wordsSaid, said.likeSaid),
  'wrong promise': reply(() => [said.without({ matches: '(?i)refunded|erstattet|remboursé|reembolsado' })]),
  'leave out apology': reply(() => [{ matches: '(?i)sorry|apolog|leid|entschuldig|désolé|excus|siento|disculp' }]),
  'other language': reply(said.languageSaid),
  'cut reply': reply(said.numbersSaid, said.wordsSaid, said.likeSaid),
  'negate reply': reply(said.wordsSaid),
  'change number': reply(said.numbersSaid, said.wordsSaid),
  'change word': reply(said.namesSaid, said.wordsSaid),
  'drop item': reply(shown.itemsShown),
  'leak placeholder': reply(() => [said.without({ contains: '$' + '{' })]),
  'change button': reply(shown.itemsShown),
  'add button': reply(shown.itemsAlone),
  'change link': reply(shown.itemsShown, said.linksSaid),
  'add link': reply(said.linksAlone),
  'change file': reply(shown.itemsShown),
  'add file': reply(shown.itemsAlone),
  'other agent': reply(said.agentSpeaking),
  'background agent': reply(said.backgroundSaid),
  'think secret': reply(said.thinkingAlone),
  'add argument': changed(made.callGivenAlone),
  'reorder list': changed(made.callOrdered),
  'change output': changed(made.callReturning, made.callPaired),
  'prefix number': reply(said.numbersWhole),
  'leave out number': reply(said.numbersSaid, said.wordsSaid),
  'shift date': (turn, worse) => [
    ...changed(made.callGiven)(turn, worse),
    ...changed((call) => made.callDated(call, momentOf(turn.view)))(turn, worse),
  ],
  'shorten list': changed(made.callGathered),
  'extend list': changed(made.callGathered),
}

/** Expectations that may catch a mutant of a kind, the plainest first, still to be proven on the recording. */
export function candidatesFor(kind: TurnMutantKind, turn: HeardTurn, worse: TurnView): CatchCandidate[] {
  return sources[kind](turn, worse)
}

/** Expectations of the stored session that may catch a mutant of a kind, the plainest first. */
export function sessionCandidatesFor(kind: StoredKind, { agentDetails, transcript }: Session): CatchCandidate[] {
  if (kind === 'other version') return [{ key: 'session', value: { 'agent version': agentDetails.version } }]
  const view = viewTurn(transcript)
  const post = { ...view, calls: view.calls.filter(({ phase }) => phase === 'post') }
  const lists = [...made.callsAlone(post).slice(0, 1), ...made.callsMade(post)]
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
  const messages = turns.flatMap(({ view }) => view.assistant)
  const most = Math.max(0, ...turns.map(({ view }) => view.assistant.length))
  const absent = shown.shownKinds.filter((kind) =>
    messages.every(({ items }) => items.every(({ type }) => type !== kind)),
  )
  const unseen = [
    ...absent,
    ...(turns.every(({ view }) => view.background.length === 0) ? ['background'] : []),
    ...(turns.every(({ view }) => view.thinking.length === 0) ? ['thinking'] : []),
  ]
  const names = [...new Set(messages.map(({ agentName }) => agentName))]
  const [only] = names
  const linked = messages.some(({ text }) => linksIn(text).length > 0)
  const replies: JsonValue[] = [
    { messages: { 'at most': most } },
    ...(unseen.length === 0 ? [] : [Object.fromEntries(unseen.map((part) => [part, 'none']))]),
    ...(names.length === 1 && only != null ? [{ agentName: only }] : []),
    ...(linked ? [] : [said.without({ matches: '/https?:/i' })]),
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
