import { sameJson } from '../../base/json/json.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { fillHistory, isStored } from '../../suite/language/script/fill-history.ts'
import { fillVariables } from '../../suite/language/script/fill-variables.ts'
import type { History, HistoryTurn, StatedEntry } from '../../suite/language/script/history.ts'
import type { Turn } from '../../suite/language/script/turn.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { CallLimits } from '../../wire/client/client-over.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import { captureAll } from './capture.ts'
import type { AnsweredTurn, Aside, Stop } from './conversation-run.ts'
import { runAside } from './run-aside.ts'
import type { State } from './run-context.ts'
import { seedSession } from './seed-session.ts'

type Take = (state: State, turn: Turn, index: number) => Promise<Stop | null>

/**
 * Brings about what was said before the first turn, in a new session that the turns continue. The local service takes
 * the entries as they stand. Where nothing can be put in, or a run of this comparison is continued, the version that is
 * trusted is asked what the user said, and has to make the calls that are written. Returns why the conversation cannot
 * begin, or null.
 */
export async function pinHistory(
  state: State,
  history: History,
  take: Take,
  limitsOf: () => CallLimits,
): Promise<Stop | null> {
  const { run, variables, numerals, context } = state
  if (context.signal?.aborted === true) return { kind: 'interrupted', index: 0 }
  run.history = { turns: [], stop: null, trouble: null }
  // What agents keep beside the talk is not in its entries: the version whose run this was brings it about again.
  if (history.replaces !== undefined) return askAgain(state, history, take)
  const { exchanges } = fillHistory(history, variables, numerals)
  const { plan, metadata } = state
  const about = { agent: plan.agent.value, version: plan.version, metadata, customer: plan.customer }
  const seeded = await seedSession(context.client, about, exchanges.flatMap(entriesOf), limitsOf())
  if (seeded.kind === 'failed') {
    if (seeded.failure.kind === 'aborted') return { kind: 'interrupted', index: 0 }
    if (!takesNothing(seeded.failure))
      return stopWith(`it could not be put into a session: ${describeFailure(seeded.failure)}`, seeded.failure)
    return askAgain(state, history, take)
  }
  if (seeded.kind === 'odd')
    return stopWith('it was put into a session, and the service shows other entries than these')
  run.sessionId = seeded.sessionId
  let from = 0
  for (const [index, exchange] of exchanges.entries()) {
    const entries = seeded.entries.slice(from, from + entriesOf(exchange).length)
    from += entries.length
    const turn = answered(exchange.turn, index - exchanges.length, seeded.sessionId, entries)
    hear(state, run.history, turn)
    const stop = captureAll(state, exchange.turn, turn)
    if (stop !== null) return stopWith('reason' in stop ? stop.reason : 'a value in it cannot be captured')
  }
  state.slices.set(
    seeded.sessionId,
    run.history.turns.flatMap((turn) => (turn.kind === 'answered' ? [[...turn.view.entries]] : [])),
  )
  return null
}

function stopWith(reason: string, failure?: Failure): Stop {
  return { kind: 'no history', index: 0, reason, ...(failure === undefined ? {} : { failure }) }
}

function hear({ context }: State, history: Aside, turn: AnsweredTurn): void {
  history.turns.push(turn)
  context.gate.overhears(turn)
}

/** Whether a refusal means that this service, or this agent, has no way to be given a history. */
function takesNothing(failure: Failure): boolean {
  if (failure.kind === 'blocked') return true
  if (failure.kind !== 'refused') return false
  const { errorCode, status } = failure
  return (
    errorCode === null || status === 405 || errorCode === 'localHistoryNotTaken' || errorCode === 'localRouteNotFound'
  )
}

function answered(turn: Turn, index: number, sessionId: string, transcript: readonly TranscriptEntry[]): AnsweredTurn {
  const data = { sessionId, transcript: [...transcript] }
  const answer: AnsweredTurn['answer'] = { ok: true, data, status: 200, requestId: null, timeMs: 0 }
  return { kind: 'answered', index, turn, asked: sessionId, answer, view: viewTurn(transcript) }
}

/** Its own words take the place of the written ones; its calls have to be those that are written. */
async function askAgain(state: State, { exchanges }: History, take: Take): Promise<Stop | null> {
  const { plan, run } = state
  const trusted = plan.historyFrom ?? 'default'
  const asking: State = { ...state, plan: { ...plan, version: trusted } }
  const turns = run.history?.turns ?? []
  for (const [place, historyTurn] of exchanges.entries()) {
    const turn = isStored(historyTurn)
      ? { ...historyTurn.turn, user: escaped(historyTurn.turn.user) }
      : historyTurn.turn
    const refusal = state.context.again?.() ?? null
    if (refusal !== null) return { kind: 'halted', index: 0, reason: refusal }
    const aside = await runAside(asking, [turn], (own, each) => take(own, each, place - exchanges.length))
    turns.push(...aside.turns)
    if (aside.stop?.kind === 'interrupted' || aside.stop?.kind === 'halted') return { ...aside.stop, index: 0 }
    const last = aside.turns.at(-1)
    if (aside.stop !== null) {
      const [message, failure] =
        last?.kind === 'unanswered' ? ['did not answer', last.answer.failure] : ['cannot be used']
      return stopWith(`${trusted} was asked it, and ${message}: ${aside.trouble ?? 'the turn was not taken'}`, failure)
    }
    const { entries } = isStored(historyTurn)
      ? historyTurn
      : fillVariables(historyTurn, state.variables, state.numerals)
    const writtenCalls = viewTurn(entriesOf({ turn, entries })).calls
    const view = last?.kind === 'answered' ? last.view : null
    if (view?.unseen != null)
      return stopWith(`${trusted} was asked it, and whether it made the calls in it cannot be seen: ${view.unseen}`)
    const differs = view === null || !areAlike(writtenCalls, view.calls)
    if (differs)
      return stopWith(
        `${trusted} was asked it, and at "${cutText(historyTurn.turn.user?.value ?? 'the agent opens', 60)}" its calls are not those that are written: ` +
          `written ${listCalls(writtenCalls)}; made ${listCalls(view?.calls ?? [])}`,
      )
  }
  return null
}

function escaped(user: Turn['user']): Turn['user'] {
  return user === null ? null : { ...user, value: user.value.replaceAll('{{', '\\{{') }
}

/** Whether the calls are the same, in this order: tools, arguments as far as they are written, and whether they failed. */
function areAlike(expected: readonly ToolCall[], actual: readonly ToolCall[]): boolean {
  return (
    expected.length === actual.length &&
    expected.every((call, index) => {
      const other = actual[index]
      if (other === undefined || other.name !== call.name) return false
      const args = Object.entries(call.arguments)
      return (
        args.every(([name, value]) => sameJson(value, other.arguments[name] ?? null)) &&
        (call.output?.isError ?? false) === (other.output?.isError ?? false)
      )
    })
  )
}

function listCalls(calls: readonly ToolCall[]): string {
  if (calls.length === 0) return 'none'
  return calls
    .map(
      ({ name, arguments: input, output }) =>
        `${name}(${cutText(JSON.stringify(input), 120)})${output?.isError === true ? ' that failed' : ''}`,
    )
    .join(', ')
}

/** The entries of an exchange as a session stores them; times and final ids are the service's. */
function entriesOf({ entries }: Pick<HistoryTurn, 'entries'> & { turn?: Turn }): TranscriptEntry[] {
  return entries.flatMap(toEntries)
}

const unknownTime = '1970-01-01T00:00:00.000Z'

function toEntries(entry: StatedEntry, index: number): TranscriptEntry[] {
  const timestamp = unknownTime
  if ('stored' in entry) return [entry.stored]
  if ('by' in entry) {
    const { by, words, agentName: { value: agentName } = { value: null } } = entry
    const content = [{ type: 'text' as const, text: words.value }]
    const nobody = { senderId: null, senderName: null, metadata: null }
    return [{ type: 'message', role: by === 'user' ? 'user' : 'assistant', content, ...nobody, agentName, timestamp }]
  }
  const { tool, body, isError, phase } = entry
  const { arguments: input, output } = body
  const shared = { name: tool, call_id: `call-${index}`, phase, timestamp }
  const text = output === undefined ? '' : typeof output === 'string' ? output : JSON.stringify(output)
  return [
    { type: 'function_call', ...shared, arguments: input },
    { type: 'function_call_output', ...shared, output: text, is_error: isError, executionTimeMs: null },
  ]
}
