import type { LawName } from '../base/law-name.ts'
import { performConversation } from '../results/perform-conversation.ts'
import { planScript } from '../runner/plan.ts'
import { parseScript } from '../script/parse.ts'
import { sliceTurns } from './slice-turns.ts'
import { storedClient } from './stored-client.ts'
import type { Talk } from './talk.ts'

const defaults = { versions: ['default'], versionsGiven: true, timeLimitMs: 30_000, stopAfterFailure: false }

/** Why a drafted suite of one conversation is of no use: it cannot be read, or does not even hold for the session it was made from. Null when it is sound. */
export async function checkDraft(suite: string, { session }: Talk): Promise<string | null> {
  const parsed = parseScript(suite.replace('reviewed: false', 'reviewed: true'), 'draft.yaml')
  if (!parsed.ok) return parsed.problems[0]?.message ?? 'it cannot be read'
  const [plan] = planScript(parsed.script, defaults)
  if (plan === undefined) return 'it has no conversation'
  const { session: _, ...conversation } = plan.conversation
  const client = storedClient(session, sliceTurns(session.transcript).turns)
  const relaxed = new Set<LawName>([...plan.relaxed, 'time order', 'known entries']) // a run has times of its own; what is not known is told beside the draft
  const result = await performConversation({ ...plan, conversation, relaxed }, { client, reconcile: false })
  if (result.verdict === 'passed') return null
  const turn = result.turns.find(({ verdict }) => verdict !== 'passed')
  const outcome = [...(turn?.outcomes ?? []), ...result.outcomes].find(({ verdict }) => verdict !== 'passed')
  const law = outcome?.kind === 'law' ? `: ${outcome.finding.message}` : ''
  return `turn ${(turn?.index ?? 0) + 1} came out ${turn?.verdict ?? result.verdict} (${outcome?.kind ?? 'no outcome'}${law})`
}
