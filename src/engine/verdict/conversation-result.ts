import type { Plan } from '../../suite/plan/plan.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Failure, Recovered, SentRequest } from '../../wire/client/failure.ts'
import type { Outcome } from '../expect/outcome.ts'
import type { Verdict } from './verdict.ts'

/** What became of one conversation against one version: JSON-safe, enough for every report. */
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
  /** Why, where the turns do not say it: a skip's reason, the turn at which the talk diverged. */
  reason: string | null
  startedAt: string
  ms: number
  sessionId: string | null
  turns: TurnResult[]
  /** What the stored session shows of functions that ran after the last turn (TRN-21); only where it was fetched. */
  afterTurns: TranscriptEntry[]
  /** Findings over the whole session, after the last turn. */
  outcomes: Outcome[]
  /** The stored session could not be fetched for reconciliation. */
  failure: Failure | null
  /** What is wrong with the script, when the verdict is broken. */
  problems: Problem[]
  /** Only where the script repeats the conversation; turns and outcomes are those of one attempt. */
  attempts?: Attempts
}

/** What became of one turn. `user` is null when the agent opened; `at` is the turn's place in the script. */
export interface TurnResult {
  index: number
  at: Place
  user: string | null
  /** The kind of step, where the turn is one. */
  step?: string
  /** *unsafe*: it was kept from leaving. */
  verdict: 'passed' | 'failed' | 'errored' | 'not reached' | 'unsafe'
  /** The client's wall clock; null when the turn was not reached or not sent. Of a turn that was sent again, of its last sending. */
  turnMs: number | null
  outcomes: Outcome[]
  entries: TranscriptEntry[]
  /** Why there is no answer; null when there is one or the turn was not reached. */
  failure: Failure | null
  /** How it was answered all the same, where its first exchange broke. */
  recovered?: Recovered
  /** The request as it was sent, without the key; only where the turn did not pass. */
  sent?: SentRequest
}

/** How often a conversation runs and how often it must pass. */
export interface Repeat {
  times: number
  pass: number
}

/** What became of the attempts at one conversation. Attempts that could not be judged leave the denominator. */
export interface Attempts extends Repeat {
  passed: number
  failed: number
  /** Neither passed nor failed. */
  unjudged: number
  /** The rate of passing lies between these with 95 % confidence, whatever ended the attempts (see `repeatInterval`); null when nothing was judged. */
  interval: [from: number, to: number] | null
  /** The chance that `times` attempts in a row pass, at the rate seen (pass^k); null when nothing was judged. */
  inARow: number | null
}

/** Of a result, what the plan alone says. */
type Planned = 'id' | 'file' | 'at' | 'suite' | 'name' | 'agent' | 'version' | 'tags'

/**
 * Puts a result together, member by member: Node 20 gives every object that begins with a spread and then gets members a
 * hidden class of its own, and whatever looks at such objects is slow from then on.
 */
export function resultOf(plan: Plan, found: Omit<ConversationResult, Planned | 'attempts'>): ConversationResult {
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

/** How long an agent took for a turn by the client's wall clock, in milliseconds; null where the turn was not reached, or its answer was lost and only found later. */
export function turnTime({ turnMs, recovered }: Pick<TurnResult, 'turnMs' | 'recovered'>): number | null {
  return recovered?.how === 'fetched' ? null : turnMs
}

/**
 * What the command line takes for a conversation, from its id in a run or comparison: `file:line`, with the column where
 * several begin on the line and `#row` for a row of parameters.
 */
export function addressOf({ id, file }: { id: string; file: string }): string {
  const place = id.startsWith(`${file}:`) ? /^:\d+(?::\d+)?(?:#\d+)?/.exec(id.slice(file.length))?.[0] : undefined
  return place === undefined ? id : `${file}${place}`
}
