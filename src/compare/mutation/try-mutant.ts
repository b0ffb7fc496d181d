import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { performConversation } from '../../engine/verdict/perform-conversation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Client } from '../../wire/client/client.ts'
import { impersonate } from './impersonate.ts'
import type { Mutant } from './mutant/mutant.ts'
import type { Talk } from './mutant/talk.ts'

/** Judges a talk again, with an agent that is worse in one thing, or with the one that was heard (null). Sends nothing. */
export function tryMutant(
  client: Client,
  talk: Talk,
  mutant: Mutant | null,
  reconcile: boolean,
): Promise<ConversationResult> {
  const { functions, plan } = talk
  const known = functions === null ? {} : { functions: new Map([[plan.agent.value, functions]]) }
  return performConversation(atOnce(plan), { client: impersonate(client, talk, mutant), reconcile, ...known })
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
