import { textsIn } from '../../base/json/walk-json.ts'
import { groupNames, isNamed } from '../../suite/lint/check-arguments.ts'
import { leakedMetadata } from '../../suite/lint/check-metadata.ts'
import { checkToolsAfter } from '../../suite/lint/check-tools.ts'
import { checkSpeakers } from '../../suite/lint/check-unseen.ts'
import type { KnownAgents } from '../../suite/lint/known-agents.ts'
import type { Reach } from '../../suite/lint/reach.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { type ConversationRun, shownEntries } from '../run/conversation-run.ts'
import { pairCalls } from '../transcript/tool-call.ts'
import { withCause } from './cause.ts'
import { type ConversationResult, sharedId, type TurnResult } from './conversation-result.ts'
import { withoutHistory } from './evaluator.ts'

/** Tools that the script names and nobody knows, neither the lists nor what was called. Turns not sent do not count. */
export function findUnknownTools(
  plan: Plan,
  run: ConversationRun,
  agents: KnownAgents | null,
  agentReach: Reach | undefined,
): ReturnType<typeof checkToolsAfter> {
  const answered = run.turns.some(({ kind }) => kind === 'answered')
  if (!answered) return { errors: [], warnings: [] }
  const { before, turns, after } = run
  const stored = run.session?.ok === true ? withoutHistory(run.session, run).session.transcript : []
  const entries = [...shownEntries({ before, turns, after }), ...stored]
  const called = pairCalls(entries).calls
  const { session, ...rest } = plan.conversation
  const reached = rest.turns.slice(0, run.turns.length)
  // What was required of the last of them was judged, though the turn that asks for it was not sent.
  const { requires, at } = (run.stop?.kind === 'diverged' ? rest.turns[reached.length] : undefined) ?? {}
  const required = requires === undefined || at === undefined ? [] : [{ user: null, at, requires }]
  const conversation = {
    ...rest,
    turns: [...reached, ...required],
    ...(session === undefined || run.expected === null ? {} : { session }),
  }
  return checkToolsAfter({ ...plan, conversation }, agentReach, called, agents?.tools() ?? new Set())
}

/** The names that no tool of this version has; none where it fails anyway and files give them to another's tools. */
export function unspoken(errors: readonly Problem[], fails: boolean, agents: KnownAgents | null): Problem[] {
  // What would pass stays broken whatever others call: it may hold only since the name is wrong.
  if (!fails) return errors.map(({ tool: _, argument: __, ...problem }) => problem)
  const argumentsByTool = agents?.arguments?.() ?? new Map()
  return errors.every((each) => each.argument !== undefined && isNamed(each, argumentsByTool)) ? [] : [...errors]
}

/** Whether it is broken by nothing but names that calls of another version may yet show to be right. */
export function maySettle({ verdict, problems, attempts }: ConversationResult): boolean {
  if (verdict !== 'broken' || problems.length === 0 || problems.some(({ tool }) => tool === undefined)) return false
  return attempts === undefined || attempts.passed + attempts.unjudged < attempts.pass
}

/**
 * Results of which `all` are those of the same run: a name that one of them calls, or passes with, is no mistake of the
 * script. Whoever does not call it fails.
 */
export function withSpokenNames(
  results: readonly ConversationResult[],
  all: readonly ConversationResult[] = results,
): ConversationResult[] {
  if (!results.some(maySettle)) return [...results]
  const calls = all.flatMap(
    ({ turns, afterTurns }) => pairCalls([...turns.flatMap((turn) => turn.entries), ...afterTurns]).calls,
  )
  const namesByTool = groupNames(calls)
  const passed = new Set(all.flatMap((each) => (each.verdict === 'passed' ? sharedId(each) : [])))
  return results.map((result) => {
    const { cause: _, attempts, ...rest } = result
    const isRight = passed.has(sharedId(result)) || rest.problems.every((each) => isNamed(each, namesByTool))
    if (!isRight || !maySettle(result)) return result
    const verdict = attempts !== undefined && attempts.passed > 0 ? 'flaky' : 'failed'
    return withCause({ ...rest, ...(attempts === undefined ? {} : { attempts }), verdict, problems: [] })
  })
}

/** Names of agents that nobody has, as warnings where they are near to none. */
export function findMisnamed(plan: Plan, turns: readonly TurnResult[], agentReach: Reach | undefined): Problem[] {
  const entries = turns.flatMap((turn) => turn.entries)
  const spoken = entries.map((each) => (each.type === 'message' ? each.agentName : null))
  return agentReach === undefined ? [] : checkSpeakers(plan, agentReach, spoken)
}

/**
 * Metadata that the script forgot, of which a reply, or an argument where it fails anyway, shows the placeholder: that is
 * no fault of the agent.
 */
export function findForgotten(
  plan: Plan,
  turns: readonly TurnResult[],
  fails: boolean,
  agentReach: Reach | undefined,
): Problem[] {
  const leaks = turns.flatMap(({ outcomes, entries }) => [
    ...outcomes.flatMap((outcome) =>
      outcome.kind === 'law' && outcome.finding.law === 'no placeholder' ? [outcome.finding.message] : [],
    ),
    ...(fails ? entries.flatMap((each) => (each.type === 'function_call' ? textsIn(each.arguments) : [])) : []),
  ])
  return leaks.length === 0 || agentReach === undefined ? [] : leakedMetadata({ plan, reach: agentReach }, leaks)
}
