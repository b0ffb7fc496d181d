import type { Plan } from '../../suite/plan/plan.ts'
import type { Recovery } from '../../wire/client/failure.ts'
import type { Attempts, ConversationResult, TurnResult } from './conversation-shape.ts'

export type { Attempts, ConversationResult, TurnResult } from './conversation-shape.ts'

/** How many times a conversation runs, and how many runs must pass. */
export interface Repeat {
  times: number
  pass: number
}

/** The members of a result that come from the plan alone. */
type Planned = 'id' | 'file' | 'at' | 'suite' | 'name' | 'agent' | 'version' | 'tags'

/**
 * Builds a result member by member: in Node 20, an object that starts with a spread and then gets members has
 * a hidden class of its own, which slows down everything that reads such objects.
 */
export function resultOf(
  plan: Plan,
  found: Omit<
    ConversationResult,
    Planned | 'attempts' | 'cause' | 'history' | 'usage' | 'judging' | 'simulated' | 'warnings'
  >,
): ConversationResult {
  const { id, file, suite, conversation, agent, version, tags } = plan
  const { verdict, reason, startedAt, ms, sessionId, turns, afterTurns, outcomes, failure, problems } = found
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

/** The number of turns that were sent, in all attempts. */
export function countSent({
  turns,
  attempts,
}: {
  turns: readonly Pick<TurnResult, 'turnMs'>[]
  attempts?: Attempts
}): number {
  return attempts?.turns ?? turns.filter(({ turnMs }) => turnMs !== null).length
}

/**
 * Whether its number of turns says something about the agent: a simulated user reached or missed its goal. Whatever
 * follows a failure, a spent budget or an interrupt was never sent.
 */
export function endedByItself({ simulated }: Pick<ConversationResult, 'simulated'>): boolean {
  return simulated !== undefined && simulated.ended !== 'fault' && simulated.ended !== 'cut'
}

/** Whether a turn of a run was not sent; an undefined one comes after all that its talk had. */
export function isUnsent(turn: TurnResult | undefined, run: Pick<ConversationResult, 'simulated'>): boolean {
  return turn === undefined ? !endedByItself(run) : turn.verdict === 'not reached'
}

/**
 * How long the agent took for a turn by the client's wall clock, in milliseconds; null if the turn was not
 * reached, or its answer was lost and only found later.
 */
export function turnTime({
  turnMs,
  recovered,
}: Pick<TurnResult, 'turnMs'> & { recovered?: Recovery | undefined }): number | null {
  return recovered?.how === 'fetched' ? null : turnMs
}

/** The heading of a history where a conversation is shown. */
export const historyTitle = 'History, as the suite gives it'

/** The id that a conversation shares in all versions: `file:line`, without the version at its end. */
export function sharedId({ id, version }: { id: string; version: string | number }): string {
  const end = ` ${version}`
  return id.endsWith(end) ? id.slice(0, -end.length) : id
}

/**
 * The address with which the command line selects a conversation, taken from its id in a run or comparison:
 * `file:line`, with the column if several begin on the line, `#row` for a row of parameters and `~seed` for
 * one seed.
 */
export function addressOf({ id, file }: { id: string; file: string }): string {
  const place = id.startsWith(`${file}:`)
    ? /^:\d+(?::\d+)?(?:#\d+)?(?:~\d+)?/.exec(id.slice(file.length))?.[0]
    : undefined
  return place === undefined ? id : `${file}${place}`
}
