import type { Plan } from '../../suite/plan/plan.ts'
import type { Recovery } from '../../wire/client/failure.ts'
import type { Attempts, ConversationResult, TurnResult } from './conversation-shape.ts'

export type { Attempts, ConversationResult, TurnResult } from './conversation-shape.ts'

export interface Repeat {
  times: number
  pass: number
}

/** The members of a result that come from the plan alone. */
type Planned = 'id' | 'file' | 'at' | 'suite' | 'name' | 'agent' | 'version' | 'tags'

/** Member by member: a spread that then gets members has its own hidden class in Node 20, which slows all readers. */
export function resultOf(
  plan: Plan,
  facts: Omit<
    ConversationResult,
    Planned | 'attempts' | 'cause' | 'history' | 'usage' | 'judging' | 'simulated' | 'warnings'
  >,
): ConversationResult {
  const { id, file, suite, conversation, agent, version, tags } = plan
  const { verdict, reason, startedAt, ms, sessionId, turns, afterTurns, outcomes, failure, problems } = facts
  return {
    id,
    file,
    at: conversation.at,
    suite,
    name: conversation.name.value,
    agent: agent.value,
    version,
    tags,
    verdict,
    reason,
    startedAt,
    ms,
    sessionId,
    turns,
    afterTurns,
    outcomes,
    failure,
    problems,
  }
}

export function countSent({
  turns,
  attempts,
}: {
  turns: readonly Pick<TurnResult, 'turnMs'>[]
  attempts?: Attempts
}): number {
  return attempts?.turns ?? turns.filter(({ turnMs }) => turnMs !== null).length
}

/** Whatever follows a failure, a spent budget or an interrupt was never sent, and says nothing about the agent. */
export function endedByItself({ simulated }: Pick<ConversationResult, 'simulated'>): boolean {
  return simulated !== undefined && simulated.ended !== 'fault' && simulated.ended !== 'cut'
}

/** Whether a turn of a run was not sent; an undefined one comes after all that its talk had. */
export function isUnsent(turn: TurnResult | undefined, run: Pick<ConversationResult, 'simulated'>): boolean {
  return turn === undefined ? !endedByItself(run) : turn.verdict === 'not reached'
}

/** The client's wall clock, in milliseconds; null if not reached, or its answer was lost and only found later. */
export function turnTime({
  turnMs,
  recovered,
}: Pick<TurnResult, 'turnMs'> & { recovered?: Recovery | undefined }): number | null {
  return recovered?.how === 'fetched' ? null : turnMs
}

export const historyTitle = 'History, as the suite gives it'

/** The id that a conversation shares in all versions: `file:line`, without the version at its end. */
export function sharedId({ id, version }: { id: string; version: string | number }): string {
  const end = ` ${version}`
  return id.endsWith(end) ? id.slice(0, -end.length) : id
}

/** From an id: `file:line`, with the column if several begin there, `#row` for parameters and `~seed` for a seed. */
export function addressOf({ id, file }: { id: string; file: string }): string {
  const place = id.startsWith(`${file}:`)
    ? /^:\d+(?::\d+)?(?:#\d+)?(?:~\d+)?/.exec(id.slice(file.length))?.[0]
    : undefined
  return place === undefined ? id : `${file}${place}`
}
