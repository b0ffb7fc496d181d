import type { Plan } from '../../suite/plan/plan.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
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
  /** Why, where the turns do not show it: the reason for a skip, or the turn at which the conversation diverged. */
  reason: string | null
  startedAt: string
  ms: number
  sessionId: string | null
  turns: TurnResult[]
  /** What the stored session shows of functions that ran after the last turn (TRN-21); only where it was fetched. */
  afterTurns: TranscriptEntry[]
  /** Outcomes that concern the whole session, judged after the last turn. */
  outcomes: Outcome[]
  /** The stored session could not be fetched for reconciliation. */
  failure: Failure | null
  /** What is wrong with the script, when the verdict is broken. */
  problems: Problem[]
  /** In which layer it went wrong; left out where it passed, was skipped or failed as expected, and in older results. */
  cause?: Cause
  /** Only where the script repeats the conversation; `turns` and `outcomes` are those of one attempt. */
  attempts?: Attempts
  /** What models took in all attempts, before the first and after the last turn too; only where the service tells it. */
  usage?: Usage[]
  /** What judges took, and models that spoke for a simulated user; answers that were kept took nothing. */
  judging?: Usage[]
  /** Only where a simulated user talked. */
  simulated?: SimulatedTalk
}

/** The result of one turn. `user` is null when the agent opened; `at` is the turn's place in the script. */
export interface TurnResult {
  index: number
  at: Place
  user: string | null
  /** The kind of step, where the turn is one. */
  step?: string
  /** *unsafe*: it was blocked before it was sent. */
  verdict: 'passed' | 'failed' | 'errored' | 'not reached' | 'unsafe'
  /**
   * The client's wall clock, in milliseconds; null when the turn was not reached or not sent. For a turn that was sent
   * again, that of the last sending.
   */
  turnMs: number | null
  outcomes: Outcome[]
  entries: readonly TranscriptEntry[]
  /** Why there is no answer; null when there is one or the turn was not reached. */
  failure: Failure | null
  /** How it was answered all the same, where its first exchange broke. */
  recovered?: Recovered
  /** The request as it was sent, without the key; only where the turn did not pass. */
  sent?: SentRequest
  /** What models took for it, where the service tells it. */
  usage?: Usage[]
}

/** How many times a conversation runs, and how many of them must pass. */
export interface Repeat {
  times: number
  pass: number
}

/**
 * The outcomes of the attempts at one conversation. Attempts that could not be judged do not count in the denominator.
 */
export interface Attempts extends Repeat {
  passed: number
  failed: number
  /** Neither passed nor failed. */
  unjudged: number
  /**
   * The 95 % confidence interval of the pass rate, valid whatever ended the attempts (see `repeatInterval`); null when
   * nothing was judged.
   */
  interval: [from: number, to: number] | null
  /** The probability that `times` attempts in a row pass, at the rate seen (pass^k); null when nothing was judged. */
  inARow: number | null
}

/** The members of a result that come from the plan alone. */
type Planned = 'id' | 'file' | 'at' | 'suite' | 'name' | 'agent' | 'version' | 'tags'

/**
 * Builds a result member by member: Node 20 gives every object that begins with a spread and then gets members a hidden
 * class of its own, which slows down everything that reads such objects.
 */
export function resultOf(
  plan: Plan,
  found: Omit<ConversationResult, Planned | 'attempts' | 'cause' | 'usage' | 'judging' | 'simulated'>,
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

/** The turns of a conversation that were sent. */
export function countSent({ turns }: { turns: readonly Pick<TurnResult, 'turnMs'>[] }): number {
  return turns.filter(({ turnMs }) => turnMs !== null).length
}

/**
 * How long the agent took for a turn by the client's wall clock, in milliseconds; null where the turn was not reached,
 * or its answer was lost and only found later.
 */
export function turnTime({
  turnMs,
  recovered,
}: Pick<TurnResult, 'turnMs'> & { recovered?: Recovered | undefined }): number | null {
  return recovered?.how === 'fetched' ? null : turnMs
}

/** The id that a conversation has in every version: `file:line`, without the version at its end. */
export function sharedId({ id }: { id: string }): string {
  return id.replace(/ \S+(?: \([0-9a-f]{7}\))?$/, '')
}

/**
 * The address by which the command line selects a conversation, from its id in a run or comparison: `file:line`, with
 * the column where several begin on the line, `#row` for a row of parameters and `~seed` for one seed.
 */
export function addressOf({ id, file }: { id: string; file: string }): string {
  const place = id.startsWith(`${file}:`)
    ? /^:\d+(?::\d+)?(?:#\d+)?(?:~\d+)?/.exec(id.slice(file.length))?.[0]
    : undefined
  return place === undefined ? id : `${file}${place}`
}
