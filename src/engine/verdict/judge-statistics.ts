import type { LatencyExpectation, LatencyLimit } from '../../suite/language/expectations/latency-expectation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { keeps, percentile } from '../expect/latency.ts'
import type { Outcome } from '../expect/outcome/outcome.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import { type ConversationResult, type TurnResult, turnTime } from './conversation-result.ts'

const shares = { p50: 0.5, p95: 0.95 } as const
type Statistic = keyof typeof shares

/** Of a turn over its attempts, of a guardrail over all turns of all; without known times nothing is judged. */
export function judgeStatistics(plan: Plan, attempts: readonly ConversationResult[]): Outcome[] {
  if (!hasStatistics(plan)) return []
  const ofTurns = plan.conversation.turns.flatMap(({ expect }, index) =>
    judge(
      expect?.latency,
      attempts.flatMap(({ turns }) => turns.slice(index, index + 1)),
    ),
  )
  const all = attempts.flatMap(({ turns }) => turns)
  const guardrails = plan.everyTurn.flatMap(({ latency }) => judge(latency, all))
  return [...ofTurns, ...guardrails.filter((outcome) => happened(outcome, all))]
}

/** Whether a conversation has a limit on p50 or p95, so that every attempt counts. */
export function hasStatistics({ conversation, everyTurn }: Plan): boolean {
  const expectations = [...conversation.turns.map(({ expect }) => expect), ...everyTurn]
  return expectations.some(({ latency: { turn, reply, tool, tools = [] } = {} } = { at: conversation.at }) =>
    [turn, reply, tool, ...tools.map(({ value }) => value)].some((limit) => (limit?.p50 ?? limit?.p95) !== undefined),
  )
}

function judge(expected: LatencyExpectation | undefined, turns: readonly TurnResult[]): Outcome[] {
  if (expected === undefined) return []
  const { turn, reply, tool, tools = [] } = expected
  return (['p50', 'p95'] as const).flatMap((statistic) => {
    const own = tools.filter(({ value }) => value[statistic] !== undefined).map(({ name }) => name)
    const others = (name: string): boolean => !own.includes(name)
    return [
      ...judgeOne('turn', null, turn, statistic, turns),
      ...judgeOne('reply', null, reply, statistic, turns),
      ...judgeOne('tool', null, tool, statistic, turns, others),
      ...tools.flatMap(({ name, value }) =>
        judgeOne('tool', name, value, statistic, turns, (called) => called === name),
      ),
    ]
  })
}

function judgeOne(
  subject: TimedPart,
  tool: string | null,
  limits: LatencyLimit | undefined,
  statistic: Statistic,
  turns: readonly TurnResult[],
  counts?: (tool: string) => boolean,
): Outcome[] {
  const limit = limits?.[statistic]
  if (limit === undefined) return []
  const samples = turns.flatMap((turn) => timesOf(turn, subject, counts)).filter((ms) => ms !== null)
  const ms = percentile(samples, shares[statistic])
  const verdict = ms === null ? 'not judged' : keeps(ms, limit) ? 'passed' : 'failed'
  return [
    { kind: 'latency', verdict, at: limit.at, subject, tool, limit, ms, over: { statistic, samples: samples.length } },
  ]
}

function happened(outcome: Outcome, turns: readonly TurnResult[]): boolean {
  if (outcome.kind !== 'latency') return true
  const { subject, tool } = outcome
  return turns.some((turn) => timesOf(turn, subject, (name) => tool === null || name === tool).length > 0)
}

export type TimedPart = 'turn' | 'reply' | 'tool'

/** In milliseconds: one for the turn or its reply, or one for each call of the tools that count. Null: unknown. */
function timesOf(
  turn: TurnResult,
  subject: TimedPart,
  counts: (tool: string) => boolean = () => true,
): (number | null)[] {
  const { turnMs, entries, failure, step } = turn
  if (turnMs === null || failure !== null || step !== undefined) return []
  if (subject === 'turn') return [turnTime(turn)]
  const view = viewTurn(entries)
  if (subject === 'reply') return [view.replyMs]
  return view.calls.filter(({ name }) => counts(name)).map(({ output }) => output?.executionTimeMs ?? null)
}
