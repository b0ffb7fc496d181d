import { didYouMean } from '../../../base/text/suggest.ts'
import { listKnown } from '../../../base/text/wording.ts'
import type { KnownAgents } from '../../../suite/lint/known-agents.ts'
import type { Reach } from '../../../suite/lint/reach.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Outcome } from '../../expect/outcome/outcome.ts'
import { type ConversationRun, everyTaken } from '../../run/conversation-run.ts'
import { pairCalls, type ToolCall } from '../../transcript/tool-call.ts'
import { agentsAsked } from './judge-laws.ts'

/**
 * Law `tools declared`: a failed outcome for each tool that was called and that the version does not have, at the turn
 * that called it first. Nothing is said where there may be tools that no file names, or agents that no file names.
 */
export function judgeTools(
  plan: Plan,
  run: ConversationRun,
  {
    agents,
    reach,
    stored,
  }: { agents: KnownAgents | null; reach: Reach | undefined; stored: readonly TranscriptEntry[] },
): Outcome[] {
  // Whoever relaxes the law of phases says that the lists of functions are not to be trusted.
  const isRelaxed = plan.relaxed.has('tools declared') || plan.relaxed.has('phases follow blueprint')
  if (agents === null || isRelaxed || !namesAll(reach)) return []
  const isAlone = agentsAsked(plan, everyTaken(run))?.every((name) => name === plan.agent.value) === true
  const tools = new Set([...reach.tools.keys(), ...(isAlone ? [] : agents.tools())])
  const outcomes = new Map<string, Outcome>()
  for (const { name, at } of callsMade(plan, run, stored)) {
    if (tools.has(name) || outcomes.has(name)) continue
    const names = [...tools]
    const hint = didYouMean(name, names, String) ?? (names.length === 0 ? 'it has none' : listKnown(names))
    const message = `${name} was called, and ${plan.agent.value} (${plan.version}) has no such tool; ${hint}`
    outcomes.set(name, { kind: 'law', verdict: 'failed', at, finding: { law: 'tools declared', message, index: null } })
  }
  return [...outcomes.values()]
}

/** Whether every tool that may be called stands in files: of a service, its listing need not name all. */
const namesAll = (reach: Reach | undefined): reach is Reach =>
  reach !== undefined && !reach.guessed && reach.more === null && reach.agents !== null

/** Every call that answers showed, at the user's line, and then those of the stored session. */
function callsMade(
  plan: Plan,
  run: ConversationRun,
  stored: readonly TranscriptEntry[],
): (Pick<ToolCall, 'name'> & Pick<Outcome, 'at'>)[] {
  const inTurns = everyTaken(run).flatMap((each) =>
    each.kind === 'answered'
      ? each.view.calls.map(({ name }) => ({ name, at: each.turn.user?.at ?? each.turn.at }))
      : [],
  )
  return [...inTurns, ...pairCalls(stored).calls.map(({ name }) => ({ name, at: plan.conversation.name.at }))]
}
