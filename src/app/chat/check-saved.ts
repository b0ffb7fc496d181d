import { performConversation } from '../../engine/verdict/perform-conversation.ts'
import { storedClient } from '../../import/sessions/stored-client.ts'
import { describeOutcome } from '../../report/text/describe-outcome.ts'
import type { Script } from '../../suite/language/script.ts'
import { planScript } from '../../suite/plan/plan.ts'
import type { ChatTalk } from './chat-talk.ts'
import { toStored } from './to-stored.ts'

const defaults = { versionsGiven: true, timeLimitMs: 30_000, stopAfterFailure: false }

/** What the conversation at a line of a suite finds wrong with the very talk it was made from, a line each; nothing where it passes. */
export async function checkSaved(script: Script, line: number, talk: ChatTalk): Promise<string[]> {
  const plans = planScript(script, { ...defaults, versions: [talk.version] })
  const plan = plans.find(({ conversation }) => conversation.at.line === line)
  if (plan === undefined) return ['the conversation is not where it was written']
  const slices = talk.turns.map(({ user, entries }) => ({ user, sent: [], entries }))
  const client = storedClient(toStored(talk).session, slices)
  const result = await performConversation({ ...plan, repeat: null }, { client, reconcile: false })
  const outcomes = [...result.turns.flatMap((turn) => turn.outcomes), ...result.outcomes]
  const broken = outcomes.filter(({ verdict }) => verdict === 'failed')
  if (result.verdict === 'passed') return []
  const found = broken.map((outcome) => `line ${outcome.at.line}: ${describeOutcome(outcome).split('\n')[0]}`)
  return found.length === 0
    ? [`it came out ${result.verdict}${result.reason === null ? '' : `: ${result.reason}`}`]
    : found
}
