import { leakedMetadata } from '../../suite/lint/check-metadata.ts'
import { checkToolsAfter } from '../../suite/lint/check-tools.ts'
import type { KnownAgents } from '../../suite/lint/known-agents.ts'
import { reach } from '../../suite/lint/reach.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { type ConversationRun, shownEntries } from '../run/conversation-run.ts'
import type { TurnResult } from './conversation-result.ts'
import { withoutHistory } from './evaluator.ts'

/** Tools that the script names and nobody knows, neither the lists nor what was called. Turns not sent do not count. */
export function findUnknownTools(
  plan: Plan,
  run: ConversationRun,
  agents: KnownAgents | null,
): ReturnType<typeof checkToolsAfter> {
  const answered = run.turns.some(({ kind }) => kind === 'answered')
  if (!answered) return { errors: [], warnings: [] }
  const { before, turns, after } = run
  const stored = run.session?.ok === true ? withoutHistory(run.session, run).session.transcript : []
  const entries = [...shownEntries({ before, turns, after }), ...stored]
  const called = entries.flatMap((each) => (each.type === 'function_call' ? each : []))
  const { session, ...rest } = plan.conversation
  const conversation = {
    ...rest,
    turns: rest.turns.slice(0, run.turns.length),
    ...(session === undefined || run.expected === null ? {} : { session }),
  }
  const known = agents === null ? undefined : reach(agents, plan.agent.value, [plan.version])
  return checkToolsAfter({ ...plan, conversation }, known, called, agents?.tools() ?? new Set())
}

/** Metadata that the script forgot, of which a reply shows the placeholder: that is no fault of the agent. */
export function findForgotten(plan: Plan, turns: readonly TurnResult[], agents: KnownAgents | null): Problem[] {
  const leaks = turns.flatMap(({ outcomes }) =>
    outcomes.flatMap((outcome) =>
      outcome.kind === 'law' && outcome.finding.law === 'no placeholder' ? [outcome.finding.message] : [],
    ),
  )
  const known = leaks.length === 0 || agents === null ? undefined : reach(agents, plan.agent.value, [plan.version])
  return known === undefined ? [] : leakedMetadata({ plan, reach: known }, leaks)
}
