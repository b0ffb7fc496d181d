import { capturesOf } from '../../suite/language/script/conversation.ts'
import type { Turn } from '../../suite/language/script/turn.ts'
import type { KnownAgents } from '../../suite/lint/known-agents.ts'
import { reach } from '../../suite/lint/reach.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { sumUsage } from '../../wire/api/usage.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { evaluateSafely, type Outcome } from '../expect/outcome/outcome.ts'
import { evaluateNoSession } from '../expect/session.ts'
import { emptyJudgedRun, type JudgedRun } from '../judge/judge-run.ts'
import {
  type ConversationRun,
  everyTaken,
  historyEntries,
  type Stop,
  type TurnRun,
  type UnansweredTurn,
  usageOfRun,
} from '../run/conversation-run.ts'
import { phaseOf } from '../transcript/tool-call.ts'
import { type CauseEvidence, causeOf } from './cause.ts'
import { type ConversationResult, resultOf, type TurnResult } from './conversation-result.ts'
import { type Evaluator, judgeStored, theLaws, withoutHistory } from './evaluator.ts'
import { type Doubt, findDoubt } from './find-doubt.ts'
import { judgeHidden } from './hidden-calls.ts'
import { doubtMissing, type FunctionLists, holdsUnread, judgeSession } from './laws/judge-laws.ts'
import { judgeTools } from './laws/judge-tools.ts'
import { stepOf, unreachedTurn } from './never-ran.ts'
import { findForgotten, findMisnamed, findUnknownTools, unspoken } from './script-slips.ts'
import type { Verdict } from './verdict.ts'

interface Known {
  functions?: FunctionLists | undefined
  judged?: JudgedRun
  agents?: KnownAgents | null
}

/** Combines a run and its judged outcomes into a result with one verdict. */
export function conclude(
  plan: Plan,
  run: ConversationRun,
  evaluator: Evaluator,
  { functions, judged = emptyJudgedRun, agents = null }: Known = {},
): ConversationResult {
  const turns = concludeTurns(plan, run, evaluator, judged)
  const agentReach = agents === null ? undefined : reach(agents, plan.agent.value, [plan.version])
  const tools = findUnknownTools(plan, run, agents, agentReach)
  const doubt = findDoubt(run, evaluator.unsure())
  const laws =
    doubt === null ? evaluateSafely(theLaws, plan.conversation.name.at, () => judgeSession(plan, run, functions)) : []
  const ownOutcomes =
    doubt === null
      ? [
          ...evaluator.asides(),
          ...laws,
          ...evaluateSafely(theLaws, plan.conversation.name.at, () =>
            judgeTools(plan, run, { agents, reach: agentReach, stored: storedEntries(run) }),
          ),
          ...evaluateSafely('calls', plan.conversation.name.at, () => judgeHidden(plan, run)),
          ...evaluateSafely('session', plan.conversation.name.at, () => stored(run)),
          ...judged.conversation,
          ...uncaptured(run.stop, -1),
          ...goalOf(run),
        ]
      : []
  const isRead = !holdsUnread([...ownOutcomes, ...turns.flatMap((turn) => turn.outcomes)])
  const outcomes = isRead ? ownOutcomes : ownOutcomes.map(doubtMissing)
  const failure = run.session?.ok === false ? run.session.failure : (doubt?.failure ?? null)
  const usage = usageOfRun(run)
  const verdict =
    doubt !== null
      ? verdictInDoubt(turns, doubt, run)
      : verdictOf(turns, outcomes, failure !== null || run.after?.trouble != null, run)
  const fails = verdict === 'failed'
  const misnamed = findMisnamed(plan, turns, agentReach)
  const warnings = [...tools.warnings, ...misnamed.filter(({ severity }) => severity !== undefined)]
  const slips = unspoken(tools.errors, fails, agents)
  const problems = [
    ...scriptProblems(plan, run),
    ...slips,
    ...findForgotten(plan, turns, fails, agentReach),
    ...misnamed.filter(({ severity }) => severity === undefined),
  ]
  const base = resultOf(plan, {
    verdict: problems.length > 0 ? 'broken' : verdict,
    reason: reasonOf(run, turns),
    startedAt: run.startedAt,
    ms: run.ms,
    sessionId: run.sessionId,
    turns,
    afterTurns: afterTurns(run),
    outcomes,
    failure,
    problems,
  })
  const evidence = (): CauseEvidence => {
    const captured = capturesOf(plan.conversation)
    const limit = plan.timeLimitFrom === undefined ? {} : { timeLimitFrom: plan.timeLimitFrom }
    return { ...base, run, captured, ...limit, ...(doubt === null ? {} : { doubtFrom: doubt.from }) }
  }
  const cause = base.verdict === 'passed' ? null : causeOf(evidence())
  const result = cause === null ? base : { ...base, cause }
  const judging = sumUsage([...judged.usage, ...(run.simulating ?? [])])
  const withUsage = usage.length === 0 ? result : { ...result, usage }
  const whole = judging.length === 0 ? withUsage : { ...withUsage, judging }
  const warned = warnings.length === 0 ? whole : { ...whole, warnings }
  const history = historyEntries(run)
  const begun = history.length === 0 ? warned : { ...warned, history }
  return run.simulated === undefined ? begun : { ...begun, simulated: run.simulated }
}

/** What the stored session has beside the history that it was given. */
function storedEntries(run: ConversationRun): readonly TranscriptEntry[] {
  return run.session?.ok === true ? withoutHistory(run.session, run).session.transcript : []
}

function goalOf({ simulated, stop }: ConversationRun): Outcome[] {
  if (simulated === undefined || stop !== null) return []
  const { at, wants, ended, why, turns, patience, unclear } = simulated
  if (ended === 'fault' || ended === 'cut') return []
  const verdict = ended === 'done' ? 'passed' : unclear ? 'not judged' : 'failed'
  return [{ kind: 'goal', verdict, at, wants, ended, why, turns, patience }]
}

function concludeTurns(plan: Plan, run: ConversationRun, evaluator: Evaluator, judged: JudgedRun): TurnResult[] {
  const { turns, history: { replaces = 0 } = {} } = plan.conversation
  const scriptTurns = turns.slice(replaces)
  const simulated = run.turns.slice(scriptTurns.length).map(({ turn }) => turn)
  return [...scriptTurns, ...simulated].map((scripted, place) => {
    const index = replaces + place
    const turn = run.turns[place]
    const outcomes = [
      ...evaluator.outcomesOf(index),
      ...(judged.turns.get(index) ?? []),
      ...uncaptured(run.stop, index),
    ]
    if (turn === undefined) return unreachedTurn(plan, index, outcomes)
    const entries = turn.kind === 'answered' ? turn.view.entries : []
    const failure = turn.kind === 'unanswered' ? turn.answer.failure : null
    const user = turn.turn.user?.value ?? null
    const verdict = isBlocked(turn) ? 'unsafe' : turnVerdict(outcomes, failure !== null)
    const turnMs = isBlocked(turn) || isGone(failure) ? null : turn.answer.timeMs
    const { at, step } = scripted
    const recovered = turn.kind === 'answered' ? turn.answer.recovered : undefined
    const { usage, unseen: { calls: unseen } = {} } = turn.answer
    const isPlain = step === undefined && recovered === undefined && usage === undefined && unseen === undefined
    if (verdict === 'passed' && isPlain) return { index, at, user, verdict, turnMs, outcomes, entries, failure }
    return {
      index,
      at,
      user,
      ...stepOf(scripted),
      ...originOf(scripted),
      verdict,
      turnMs,
      outcomes,
      entries,
      failure,
      ...(recovered === undefined ? {} : { recovered }),
      ...(verdict === 'passed' || turn.answer.sent === undefined ? {} : { sent: turn.answer.sent }),
      ...(usage === undefined ? {} : { usage }),
      ...(unseen === undefined ? {} : { unseen }),
    }
  })
}

function originOf({ origin }: Turn): Pick<TurnResult, 'template'> {
  if (origin === undefined) return {}
  const { template: name, written, used } = origin
  return { template: { name, written, used } }
}

/** A broken expectation is certain, whatever else went wrong. A refusal judged as expected is not an error. */
function turnVerdict(outcomes: readonly Outcome[], unanswered: boolean): TurnResult['verdict'] {
  if (outcomes.some(({ verdict }) => verdict === 'failed')) return 'failed'
  if (outcomes.some(({ verdict }) => verdict === 'not judged')) return 'errored'
  return unanswered && outcomes.length === 0 ? 'errored' : 'passed'
}

const erroring: readonly Stop['kind'][] = ['unprepared', 'unfilled', 'unable', 'simulated user']

function verdictOf(
  turns: readonly TurnResult[],
  outcomes: readonly Outcome[],
  unreconciled: boolean,
  run: ConversationRun,
): Verdict {
  const { stop } = run
  if (run.disturbed !== null || stop?.kind === 'no history') return blockedIn(run) === null ? 'errored' : 'unsafe'
  const unclear = hasUnclearDivergence(run, turns)
  const failed =
    outcomes.some(({ verdict }) => verdict === 'failed') ||
    (stop?.kind === 'diverged' && !unclear) ||
    turns.some(({ verdict }) => verdict === 'failed')
  if (failed) return 'failed'
  if (blockedIn(run) !== null) return 'unsafe'
  if (turns.some(({ verdict }) => verdict === 'errored') || outcomes.some(({ verdict }) => verdict === 'not judged'))
    return 'errored'
  const isCut = stop?.kind === 'halted' || stop?.kind === 'interrupted'
  if (isCut && turns.length === 0) return 'not reached'
  if (turns.length === 0) return 'errored'
  if (unclear || (stop !== null && erroring.includes(stop.kind))) return 'errored'
  if (isCut || turns.some(({ verdict }) => verdict === 'not reached')) return 'not reached'
  return unreconciled ? 'errored' : 'passed'
}

/** A failure before the turn in doubt is certain; what follows that turn may answer anything. */
function verdictInDoubt(turns: readonly TurnResult[], { from }: Doubt, { disturbed }: ConversationRun): Verdict {
  if (disturbed !== null) return 'errored'
  return turns.some(({ verdict, index }) => verdict === 'failed' && index < from) ? 'failed' : 'errored'
}

/** Its turn's requirement could not be judged, so it may not really have diverged. */
function hasUnclearDivergence({ stop }: ConversationRun, turns: readonly TurnResult[]): boolean {
  if (stop?.kind !== 'diverged') return false
  const missed = turns.find(({ index }) => index === stop.index)?.outcomes ?? []
  return missed.length > 0 && missed.every(({ verdict }) => verdict === 'not judged')
}

function afterTurns({ session, turns }: ConversationRun): TranscriptEntry[] {
  const late = session?.ok === true ? session.session.transcript.filter((entry) => phaseOf(entry) === 'post') : []
  if (late.length === 0) return []
  const slices = turns.flatMap((turn) => (turn.kind === 'answered' ? turn.view.entries : []))
  const ids = new Set(slices.map((entry) => ('call_id' in entry ? `${entry.type} ${entry.call_id}` : '')))
  return late.filter((entry) => 'call_id' in entry && !ids.has(`${entry.type} ${entry.call_id}`))
}

function stored(run: ConversationRun): Outcome[] {
  const { session, expected, toolState } = run
  if (expected === null) return []
  if (session === null) return evaluateNoSession(expected)
  return session.ok ? judgeStored(expected, withoutHistory(session, run), toolState) : []
}

/** A missing capture is the agent's failure: its turn (-1 for the history) should have provided the value. */
function uncaptured(stop: Stop | null, turn: number): Outcome[] {
  if (stop?.kind !== 'uncaptured' || stop.index !== turn + 1) return []
  const { at, reason, hint } = stop
  return [{ kind: 'capture', verdict: 'failed', at, reason, hint }]
}

function reasonOf(run: ConversationRun, turns: readonly TurnResult[]): string | null {
  const { stop, after } = run
  const blocked = blockedIn(run)
  if (blocked !== null) return blocked
  if (run.disturbed !== null) return run.disturbed
  if (stop?.kind === 'simulated user') return `the simulated user at turn ${stop.index + 1}, ${stop.law}: ${stop.why}`
  if (run.turns.length === 0 && run.stop === null) return 'there was no turn, so nothing could be judged'
  if (stop?.kind === 'diverged' && hasUnclearDivergence(run, turns))
    return `the talk ended before turn ${stop.index + 1}: what that turn requires of the one before could not be judged`
  if (stop?.kind === 'diverged')
    return `the talk diverged before turn ${stop.index + 1}: what that turn requires of the one before did not come`
  if (stop?.kind === 'unfilled') return `line ${stop.at.line}: ${stop.reason}`
  if (stop?.kind === 'unable') return `turn ${stop.index + 1}: ${stop.reason}`
  if (stop?.kind === 'no history') return `the conversation could not begin with its history: ${stop.reason}`
  if (stop?.kind === 'unprepared') return `a step before the first turn failed: ${stop.reason}`
  if (stop?.kind === 'interrupted') return interruptedAt(stop.index)
  if (stop?.kind === 'halted')
    return `${stop.reason} ${turns.some(({ index }) => index >= stop.index) || run.simulated?.ended === 'cut' ? `at turn ${stop.index + 1}` : 'before the stored session was as expected'}`
  return after?.trouble == null ? null : `a step after the last turn failed: ${after.trouble}`
}

const interruptedAt = (turn: number): string => `interrupted at turn ${turn + 1}`

/** Whether a conversation was interrupted. A stored result says so by its reason alone. */
export function isInterrupted({ reason, turns }: Pick<ConversationResult, 'reason' | 'turns'>): boolean {
  return [0, ...turns.map(({ index }) => index + 1)].some((turn) => reason === interruptedAt(turn))
}

function isBlocked(turn: TurnRun): turn is UnansweredTurn {
  return turn.kind === 'unanswered' && turn.answer.failure.kind === 'blocked'
}

/** Whether a turn was not even sent, since the service is not there. */
function isGone(failure: Failure | null): boolean {
  return failure?.kind === 'unreachable' && failure.gone === true
}

/** Including requests before the first turn and after the last. */
function blockedIn(run: ConversationRun): string | null {
  const failure = everyTaken(run).find(isBlocked)?.answer.failure
  return failure?.kind === 'blocked' ? failure.reason : null
}

/** An agent or version that the service does not have, or a request that breaks the contract: nothing falls back. */
function scriptProblems(plan: Plan, run: ConversationRun): Problem[] {
  const last = run.turns.at(-1)
  if (last?.kind !== 'unanswered' || last.turn.expect?.error !== undefined) return []
  const { failure } = last.answer
  const { file, agent, version, versionAt } = plan
  if (failure.kind === 'unsendable') {
    const list = failure.violations.map(
      ({ path, expected, actual }) => `${path}: expected ${expected}, but here is ${actual}`,
    )
    return [{ code: 'wrong-value', file, at: last.turn.at, message: `this turn cannot be sent: ${list.join('; ')}` }]
  }
  if (failure.kind !== 'refused') return []
  const hint = failure.message
  if (failure.errorCode === 'localAgentNotFound') {
    return [{ code: 'unknown-agent', file, at: agent.at, message: `the service has no agent "${agent.value}"`, hint }]
  }
  if (failure.errorCode === 'localAgentVersionNotFound') {
    const at = versionAt ?? agent.at
    const missing =
      version === 'draft' ? 'saved draft' : version === 'default' ? 'published version' : `version ${version}`
    return [{ code: 'unknown-version', file, at, message: `the agent "${agent.value}" has no ${missing}`, hint }]
  }
  return []
}
