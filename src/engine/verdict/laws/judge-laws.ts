import { isJsonObject } from '../../../base/json/json.ts'
import { type LawName, lawNames } from '../../../base/law-name.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import type { Place } from '../../../suite/yaml/place.ts'
import type { BlueprintConfig } from '../../../wire/api/blueprint.ts'
import type { Outcome } from '../../expect/outcome/outcome.ts'
import {
  type AnsweredTurn,
  type ConversationRun,
  everyTaken,
  shownEntries,
  type TurnRun,
} from '../../run/conversation-run.ts'
import type { LawFinding, LawMemory } from '../../transcript/law.ts'
import { checkSessionLaws } from '../../transcript/laws/session-laws.ts'
import { checkTurnLaws } from '../../transcript/laws/turn-laws.ts'
import { expectsGrounded, relaxedIn } from './laws-not-judged.ts'

/** As outcomes at the user's line. A turn that expects no reply may lack one. */
export function judgeLaws(plan: Plan, run: AnsweredTurn, memory: LawMemory): Outcome[] {
  const isExpected = expectsGrounded(plan, run.turn)
  return findIn(
    run,
    { name: `turn ${run.index + 1}`, grounded: plan.grounded === true && !isExpected },
    relaxedIn(plan, run.turn),
    memory,
  )
}

/** They decide whether a conversation can be judged at all, also before its first turn and after its last. */
const everywhere: readonly LawName[] = ['known entries', 'same session', 'time order']

/** Outcomes for a turn before the first or after the last one, of which nothing is expected. */
export function judgeAside(plan: Plan, run: AnsweredTurn, memory: LawMemory): Outcome[] {
  const relaxed = new Set(lawNames.filter((law) => plan.relaxed.has(law) || !everywhere.includes(law)))
  return findIn(run, { name: asideName(run), grounded: false }, relaxed, memory)
}

export function asideName({ turn }: TurnRun): string {
  return `the turn of line ${turn.at.line}`
}

function findIn(
  run: AnsweredTurn,
  { name, grounded }: { name: string; grounded: boolean },
  relaxed: ReadonlySet<LawName>,
  memory: LawMemory,
): Outcome[] {
  const { turn, view, asked, answer } = run
  const sent = turn.user?.value ?? null
  const { sessionId: answered } = answer.data
  const findings = checkTurnLaws({ view, sent, turn: name, asked, answered, memory, grounded }, relaxed)
  const at = turn.user?.at ?? turn.at
  return findings.map((finding) =>
    finding.law === 'grounded' && view.unseen !== null
      ? { kind: 'value', verdict: 'not judged', at, subject: 'grounded', reason: view.unseen }
      : toOutcome(finding, at),
  )
}

export type FunctionLists = BlueprintConfig['functionSettings']

export function judgeSession(plan: Plan, run: ConversationRun, functions?: FunctionLists): Outcome[] {
  if (run.session?.ok !== true) return []
  const turns = everyTaken(run)
  const findings = checkSessionLaws(
    {
      session: run.session.session,
      asked: run.sessionId ?? run.session.session.sessionId,
      agents: agentsAsked(plan, turns),
      entries: shownEntries(run),
      version: plan.version,
      ...(functions === undefined ? {} : { functions }),
    },
    new Set([...plan.relaxed, ...unfitLaws(run, turns)]),
  )
  return findings.map((finding) => toOutcome(finding, plan.conversation.name.at))
}

/** Slices need not add up after a turn without a usable answer or a step; a history's version answered only that. */
function unfitLaws({ history, turns }: ConversationRun, turnRuns: readonly TurnRun[]): LawName[] {
  const hasGap = turnRuns.some(
    (turn) => turn.kind === 'stepped' || (turn.kind === 'unanswered' && turn.answer.failure.kind !== 'refused'),
  )
  const isUnasked = history !== undefined && turns.every(({ kind }) => kind === 'unanswered')
  return [...(hasGap ? (['slices add up'] as const) : []), ...(isUnasked ? (['version answers'] as const) : [])]
}

/** The agents that turns and steps requested; null if a workflow chose one. */
export function agentsAsked(plan: Plan, turns: readonly TurnRun[]): string[] | null {
  const agents = new Set([plan.agent.value])
  for (const { turn } of turns) {
    if (turn.step === undefined) continue
    const { kind, body } = turn.step
    const { agentName, use_case: useCase } = isJsonObject(body.value) ? body.value : {}
    if (kind === 'workflow call' && typeof useCase !== 'string') return null
    for (const name of [agentName, useCase]) if (typeof name === 'string') agents.add(name)
  }
  return [...agents]
}

export function holdsUnread(outcomes: readonly Outcome[]): boolean {
  return outcomes.some((each) => each.kind === 'law' && each.finding.law === 'known entries')
}

/** The laws that require something to be there. */
const needing: readonly LawName[] = ['agent answers', 'no open call', 'outputs paired', 'grounded']

/** What could not be read may be just what is missing; what was forbidden and seen still fails. */
export function doubtMissing(outcome: Outcome): Outcome {
  if (outcome.verdict !== 'failed') return outcome
  const { kind } = outcome
  const isMissing =
    kind === 'call' ||
    kind === 'item' ||
    (kind === 'call count' && outcome.made.length === 0) ||
    (kind === 'reply' && outcome.mismatches.every(({ actual }) => actual === undefined || actual === '')) ||
    (kind === 'goal' && outcome.ended === 'out of patience') ||
    (kind === 'law' && needing.includes(outcome.finding.law))
  return isMissing ? { ...outcome, verdict: 'not judged' } : outcome
}

/** What cannot be read is not judged; every other violation is the fault of the agent or the service. */
function toOutcome(finding: LawFinding, at: Place): Outcome {
  return { kind: 'law', verdict: finding.law === 'known entries' ? 'not judged' : 'failed', at, finding }
}
