import type { Client } from '../client/client.ts'
import type { ConversationResult } from '../results/conversation-result.ts'
import { performConversation } from '../results/perform-conversation.ts'
import type { Plan } from '../runner/plan.ts'
import { impersonate } from './impersonate.ts'
import type { Mutant } from './mutant.ts'
import type { Talk } from './talk.ts'

/** Judges a talk again, with an agent that is worse in one thing, or with the one that was heard (null). Sends nothing. */
export function tryMutant(
  client: Client,
  talk: Talk,
  mutant: Mutant | null,
  reconcile: boolean,
): Promise<ConversationResult> {
  const { functions, plan } = talk
  const known = functions === null ? {} : { functions: new Map([[plan.agent.value, functions]]) }
  const alone = { client: impersonate(client, talk, mutant), storedLateMs: 0 }
  return performConversation(atOnce(plan), { ...alone, reconcile, ...known })
}

/** The plan with nothing in it that waits: a heard session changes no more, and nobody is there to wait for. */
function atOnce(plan: Plan): Plan {
  const { session, before, turns, after, ...rest } = plan.conversation
  const quick = (each: (typeof turns)[number]): typeof each =>
    each.step?.kind === 'wait' ? { ...each, step: { ...each.step, body: { ...each.step.body, value: '0 ms' } } } : each
  return {
    ...plan,
    repeat: null,
    conversation: {
      ...rest,
      turns: turns.map(quick),
      ...(before === undefined ? {} : { before: before.map(quick) }),
      ...(after === undefined ? {} : { after: after.map(quick) }),
      ...(session === undefined ? {} : { session: { ...session, withinMs: 0 } }),
    },
  }
}
