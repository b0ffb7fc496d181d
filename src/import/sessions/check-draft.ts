import type { LawName } from '../../base/law-name.ts'
import { performConversation } from '../../engine/verdict/perform-conversation.ts'
import { parseScript } from '../../suite/language/parse.ts'
import { planScript } from '../../suite/plan/plan.ts'
import { endingOf } from './ending.ts'
import { type Slice, sliceTurns } from './slice-turns.ts'
import { storedClient } from './stored-client.ts'
import type { Talk } from './talk.ts'

const defaults = { versions: ['default'], versionsGiven: true, timeLimitMs: 30_000, stopAfterFailure: false }

/** Laws that say nothing of a session that is over: a run has times of its own and its own version, sends once what the user said in several messages, and not what nothing answered; what is not known is told beside the draft. */
const ofRuns: readonly LawName[] = ['time order', 'known entries', 'slices add up', 'version answers']

/** Why a drafted suite of one conversation is of no use: it cannot be read, or does not even hold for the session it was made from. Null when it is sound. */
export async function checkDraft(suite: string, talk: Talk): Promise<string | null> {
  const parsed = parseScript(suite.replace('reviewed: false', 'reviewed: true'), 'draft.yaml')
  if (!parsed.ok) return parsed.problems[0]?.message ?? 'it cannot be read'
  const [plan] = planScript(parsed.script, defaults)
  if (plan === undefined) return 'it has no conversation'
  const { session } = talk
  const { session: ending, ...turns } = plan.conversation
  // What a session of another kind ended as is no matter of the run that repeats it.
  const conversation = ending === undefined || endingOf(talk) === null ? turns : { ...turns, session: ending }
  const client = storedClient(session, sliceTurns(session.transcript).turns.map(withoutPost))
  const relaxed = new Set<LawName>([...plan.relaxed, ...ofRuns])
  const result = await performConversation({ ...plan, conversation, relaxed }, { client, reconcile: false })
  if (result.verdict === 'passed') return null
  const turn = result.turns.find(({ verdict }) => verdict !== 'passed')
  const outcome = [...(turn?.outcomes ?? []), ...result.outcomes].find(({ verdict }) => verdict !== 'passed')
  const law = outcome?.kind === 'law' ? `: ${outcome.finding.message}` : ''
  return `turn ${(turn?.index ?? 0) + 1} came out ${turn?.verdict ?? result.verdict} (${outcome?.kind ?? 'no outcome'}${law})`
}

/** Calls of the phase post are in no turn, wherever they stand in the session. */
function withoutPost(slice: Slice): Slice {
  return { ...slice, entries: slice.entries.filter((entry) => !('phase' in entry) || entry.phase !== 'post') }
}
