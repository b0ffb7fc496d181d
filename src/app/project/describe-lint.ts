import { count, listSome } from '../../base/wording.ts'
import { everyTurnOf, mostTurnsOf } from '../../suite/language/conversation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'

/** What `tableread lint` found, beyond the problems themselves. */
export interface LintReport {
  /** How many suite files were read, not counting the files they include. */
  suites: number
  /** How many of them have a mistake, or include a file with one. */
  broken: number
  problems: readonly Problem[]
  /** What the agents were read from; null, with the reason, if they could not be read. */
  source: string | null
  reason: string | null
  /** The agents that conversations were checked against, and those that nothing is known about. */
  held: readonly string[]
  unchecked: readonly string[]
  /** Scalars that are read as patterns, although they could have been meant as texts: `/order/i`. */
  patterns: readonly string[]
  dryRun: DryRun
}

/** The closing lines of `tableread lint`: what was found, what it was checked against, what a run would send. */
export function describeLint(report: LintReport): string {
  const lines = [
    describeProblems(report),
    ...describeAgents(report),
    ...describePatterns(report),
    describeDryRun(report.dryRun),
  ]
  return `${lines.join('\n')}\n`
}

function describeProblems({ suites, broken, problems }: LintReport): string {
  const errors = problems.filter(({ severity }) => severity === undefined)
  const warnings = problems.length - errors.length
  const sound = suites - broken
  return [
    `${count(sound, 'sound suite')}${broken === 0 ? '' : `, ${broken} broken by ${count(errors.length, 'problem')}`}`,
    ...(warnings === 0 ? [] : [count(warnings, 'warning')]),
  ].join(', ')
}

function describeAgents({ source, reason, held, unchecked }: LintReport): string[] {
  if (source === null) return [`not checked against any agent: ${reason}`]
  const all = held.length + unchecked.length
  if (unchecked.length === 0) return all === 0 ? [] : [`checked against ${count(all, 'agent')} of ${source}`]
  const why = 'no blueprint there has this name as its agentId'
  return [
    `checked against ${held.length} of ${count(all, 'agent')}; nothing could be checked for ${unchecked.join(', ')}: ${why} (${source})`,
  ]
}

function describePatterns({ patterns: [first, ...others] }: LintReport): string[] {
  if (first === undefined) return []
  return [`read as ${others.length === 0 ? 'a pattern' : 'patterns'}, not as text: ${listSome([first, ...others], 5)}`]
}

/** What a run would send. */
interface DryRun {
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
const turnMs = 3_000

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
