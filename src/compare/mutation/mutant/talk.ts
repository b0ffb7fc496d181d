import type { JsonValue } from '../../../base/json/json.ts'
import type { TurnFacts } from '../../../engine/expect/outcome/outcome.ts'
import type { PerformContext } from '../../../engine/perform/perform.ts'
import type { ToolCall } from '../../../engine/transcript/tool-call.ts'
import type { FunctionLists } from '../../../engine/verdict/laws/judge-laws.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import type { Session } from '../../../wire/api/session.ts'
import type { Client } from '../../../wire/client/client.ts'
import type { Answer } from '../../../wire/client/failure.ts'

/** One answered turn of the script, as expectations saw it. */
export interface HeardTurn extends TurnFacts {
  index: number
  turnMs: number
  /** Calls of the phase post that only the stored session shows, beside this turn or another. */
  late?: readonly ToolCall[]
}

/** A recorded conversation that passed, with all its agent did; mutants are derived from it and replayed on it. */
export interface MutableTalk {
  plan: Plan
  exchanges: readonly Heard[]
  turns: readonly HeardTurn[]
  /** The stored session after the last turn, where it was fetched. */
  session: Session | null
  /** The functions of its agent, where the blueprint is known. */
  functions: FunctionLists | null
  /** What its agent is told before it speaks, where its replies have to be grounded. */
  prompt?: readonly JsonValue[]
  /** What runs the functions of the user's own that it names. */
  checks?: NonNullable<PerformContext['checks']>
}

/** One call of a client operation, with its arguments and answer. */
export interface Heard {
  operation: string
  given: readonly unknown[]
  answer: Answer<unknown>
}

type Operation = (...given: unknown[]) => Promise<Answer<unknown>>

/** Wraps a client so that every operation is recorded in `heard` once it is answered, in that order. */
export function hearClient(client: Client, exchanges: Heard[]): Client {
  const { clock } = client
  const listening = mapOperations(client, (operation, perform) => async (...parameters) => {
    const answer = await perform(...parameters)
    exchanges.push({ operation, given: parameters, answer })
    return answer
  })
  if (clock?.kind !== 'own') return listening
  const open: typeof clock.open = async (startsAt) => {
    const own = await clock.open(startsAt)
    return { ...own, client: hearClient(own.client, exchanges) }
  }
  return { ...listening, clock: { ...clock, open } }
}

/** A client with every operation wrapped by `map`, whatever operations there are. It has no clock. */
export function mapOperations(
  { clock: _, ...client }: Client,
  map: (name: string, perform: Operation) => Operation,
): Client {
  const operations = Object.entries(client) as [string, Operation][]
  return Object.fromEntries(operations.map(([name, perform]) => [name, map(name, perform)])) as unknown as Client
}
