import { count } from '../../base/count.ts'
import { everyTurnOf } from '../../suite/language/every-turn-of.ts'
import type { Plan } from '../../suite/plan/plan.ts'

/** What a run would send. */
export interface DryRun {
  /** Turns that would be sent in all; fewer when a failed turn ends its conversation. */
  turns: number
  /** Steps, which talk to the service otherwise than by a turn. */
  steps: number
  /** How many conversations there are, each row of parameters by itself. */
  conversations: number
  /** One for each version of a conversation and each time it is repeated. */
  sessions: number
  repeated: boolean
  versions: string[]
  /** How long it would take, in milliseconds, at `turnMs` a turn; a guess before the first run. */
  estimateMs: number
}

/** What a turn of a real agent takes, more or less, in milliseconds. */
const turnMs = 3_000

/** Counts what plans would send; those that are skipped send nothing. */
export function dryRun(plans: readonly Plan[], concurrency: number): DryRun {
  const running = plans.filter(({ conversation }) => conversation.skip === undefined)
  const sum = (countOf: (plan: Plan) => number): number =>
    running.reduce((total, plan) => total + countOf(plan) * (plan.repeat?.times ?? 1), 0)
  const turns = sum(({ conversation }) => everyTurnOf(conversation).filter(({ step }) => step === undefined).length)
  const longest = Math.max(
    0,
    ...running.map(({ conversation, repeat }) => everyTurnOf(conversation).length * (repeat?.times ?? 1)),
  )
  return {
    turns,
    steps: sum(({ conversation }) => everyTurnOf(conversation).filter(({ step }) => step !== undefined).length),
    conversations: new Set(running.map(({ file, conversation: { at, row } }) => `${file}:${at.line}#${row ?? 0}`)).size,
    sessions: sum(() => 1),
    repeated: running.some(({ repeat }) => repeat !== null && repeat.times > 1),
    versions: [...new Set(running.map(({ version }) => version))],
    estimateMs: Math.max(longest, turns / concurrency) * turnMs,
  }
}

/** `a run would send 84 turns in 28 sessions: 14 conversations x 2 versions (default, draft)`. */
export function describeDryRun({
  turns,
  steps,
  conversations,
  sessions,
  repeated,
  versions,
  estimateMs,
}: DryRun): string {
  const sent = steps === 0 ? count(turns, 'turn') : `${count(turns, 'turn')} and ${count(steps, 'step')}`
  const product = sessions === conversations * versions.length ? ' x ' : ', against '
  const against = versions.length === 0 ? '' : `${product}${count(versions.length, 'version')} (${versions.join(', ')})`
  const times = repeated ? ', some of them repeated' : ''
  const time = turns === 0 ? '' : `; at ${turnMs / 1_000} s a turn about ${describeLength(estimateMs)}`
  return `a run would send ${sent} in ${count(sessions, 'session')}: ${count(conversations, 'conversation')}${against}${times}${time}`
}

function describeLength(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
