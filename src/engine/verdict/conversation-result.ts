import type { Plan } from '../../suite/plan/plan.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { HidingProtocol } from '../../wire/api/unseen.ts'
import type { Usage } from '../../wire/api/usage.ts'
import type { Failure, Recovered, SentRequest } from '../../wire/client/failure.ts'
import type { Outcome } from '../expect/outcome.ts'
import type { SimulatedTalk } from '../run/simulated-talk.ts'
import type { Cause } from './cause-kind.ts'
import type { Verdict } from './verdict.ts'

/** The result of one conversation against one version: JSON-safe, and enough for every report. */
export interface ConversationResult {
  id: string
  file: string
  at: Place
  suite: string
  name: string
  agent: string
  version: string
  tags: string[]
  verdict: Verdict
  /** The reason, if the turns do not show it: why it was skipped, or at which turn the conversation diverged. */
  reason: string | null
  startedAt: string
  ms: number
  sessionId: string | null
  turns: TurnResult[]
  /** Functions in the stored session that ran after the last turn (TRN-21); only if it was fetched. */
  afterTurns: TranscriptEntry[]
  /** Outcomes that concern the whole session, judged after the last turn. */
  outcomes: Outcome[]
  /** The stored session could not be fetched for reconciliation. */
  failure: Failure | null
  /** What is wrong with the script, when the verdict is broken. */
  problems: Problem[]
  /** What the script names and nothing knows, so that it could be held against nothing; left out if there is none. */
  warnings?: Problem[]
  /**
   * The layer in which it went wrong; left out if it passed, was skipped or failed as expected, and in older
   * results.
   */
  cause?: Cause
  /** Present if the script repeats the conversation; `turns` and `outcomes` are those of one attempt. */
  attempts?: Attempts
  /**
   * The usage of models in all attempts, including turns before the first and after the last one; present if
   * the service reports it.
   */
  usage?: Usage[]
  /** The usage of judges, and of models that spoke for a simulated user; cached answers used nothing. */
  judging?: Usage[]
  /** Present if a simulated user talked. */
  simulated?: SimulatedTalk
}

/** The result of one turn. `user` is null when the agent opened; `at` is the turn's place in the script. */
export interface TurnResult {
  index: number
  at: Place
  user: string | null
  /** The kind of step, if the turn is one. */
  step?: string
  /** *unsafe*: blocked before it was sent. */
  verdict: 'passed' | 'failed' | 'errored' | 'not reached' | 'unsafe'
  /**
   * The client's wall-clock time, in milliseconds; null when the turn was not reached or not sent. For a turn
   * that was sent again, the time of the last sending.
   */
  turnMs: number | null
  outcomes: Outcome[]
  entries: readonly TranscriptEntry[]
  /** Why there is no answer; null when there is one or the turn was not reached. */
  failure: Failure | null
  /** How it was answered after its first exchange broke. */
  recovered?: Recovered
  /** The request as sent, without the key; present if the turn did not pass. */
  sent?: SentRequest
  /** The usage of models for the turn, if the service reports it. */
  usage?: Usage[]
  /** The protocol over which the agent was asked, if its calls cannot be seen. */
  unseen?: HidingProtocol
}

/** How many times a conversation runs, and how many runs must pass. */
export interface Repeat {
  times: number
  pass: number
}

/**
 * The outcomes of the attempts at one conversation. Attempts that could not be judged do not count in the
 * denominator.
 */
export interface Attempts extends Repeat {
  passed: number
  failed: number
  /** Neither passed nor failed. */
  unjudged: number
  /** The turns that were sent in all of them; left out in older files. */
  turns?: number
  /**
   * The 95 % confidence interval of the pass rate, valid however the attempts ended (see `repeatInterval`);
   * null when nothing was judged.
   */
  interval: [from: number, to: number] | null
  /**
   * The probability that `times` attempts in a row pass, at the observed rate (pass^k); null when nothing was
   * judged.
   */
  inARow: number | null
}

/** The members of a result that come from the plan alone. */
type Planned = 'id' | 'file' | 'at' | 'suite' | 'name' | 'agent' | 'version' | 'tags'

/**
 * Builds a result member by member: in Node 20, an object that starts with a spread and then gets members has
 * a hidden class of its own, which slows down everything that reads such objects.
 */
export function resultOf(
  plan: Plan,
  found: Omit<ConversationResult, Planned | 'attempts' | 'cause' | 'usage' | 'judging' | 'simulated' | 'warnings'>,
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
}: Pick<TurnResult, 'turnMs'> & { recovered?: Recovered | undefined }): number | null {
  return recovered?.how === 'fetched' ? null : turnMs
}

/** The id that a conversation shares in all versions: `file:line`, without the version at its end. */
export function sharedId({ id }: { id: string }): string {
  return id.replace(/ \S+(?: \([0-9a-f]{7}\))?$/, '')
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
