import { everyTurnOf, mostTurnsOf } from '../language/script/conversation.ts'
import type { Plan } from '../plan/plan.ts'

export interface DryRun {
  /** The most turns that would be sent; fewer if a failed turn ends its conversation. */
  turns: number
  /** Steps, which use the service without sending a turn. */
  steps: number
  /** How many conversations there are, counting each row of parameters. */
  conversations: number
  /** Conversations times versions and repetitions. */
  sessions: number
  repeated: boolean
  versions: string[]
  /** Estimated duration in milliseconds, at `turnMs` per turn; a guess until the first run. */
  estimateMs: number
}

/** Roughly how long a turn of a real agent takes, in milliseconds. */
export const turnMs = 3_000

/** Counts what plans would send; skipped ones send nothing. */
export function dryRun(plans: readonly Plan[], concurrency: number): DryRun {
  const running = plans.filter(({ conversation }) => conversation.skip === undefined)
  const sum = (countOf: (plan: Plan) => number): number =>
    running.reduce((total, plan) => total + countOf(plan) * (plan.repeat?.times ?? 1), 0)
  const stepsOf = ({ conversation }: Plan): number =>
    everyTurnOf(conversation).filter(({ step }) => step !== undefined).length
  const turns = sum((plan) => mostTurnsOf(plan.conversation) - stepsOf(plan))
  const longest = Math.max(
    0,
    ...running.map(({ conversation, repeat }) => mostTurnsOf(conversation) * (repeat?.times ?? 1)),
  )
  return {
    turns,
    steps: sum(stepsOf),
    conversations: new Set(running.map(({ file, conversation: { at, row } }) => `${file}:${at.line}#${row ?? 0}`)).size,
    sessions: sum(() => 1),
    repeated: running.some(({ repeat }) => repeat !== null && repeat.times > 1),
    versions: [...new Set(running.map(({ version }) => version))],
    estimateMs: Math.max(longest, turns / concurrency) * turnMs,
  }
}
