import { viewTurn } from '../../engine/transcript/turn-view.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { KnownFunctions } from '../../engine/verdict/known-functions.ts'
import { type PerformContext, performConversation } from '../../engine/verdict/perform-conversation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Session } from '../../wire/api/session.ts'
import type { Client } from '../../wire/client/client.ts'
import { type Heard, hearClient } from './mutant/hear-client.ts'
import type { Talk } from './mutant/talk.ts'

/** Runs a conversation once, as it is, and keeps what its agent did; a repeat is left aside. Does not reject. */
export async function hearTalk(
  plan: Plan,
  context: PerformContext,
): Promise<{ talk: Talk; result: ConversationResult }> {
  const heard: Heard[] = []
  let functions: KnownFunctions | undefined = context.functions
  const result = await performConversation(
    { ...plan, repeat: null },
    {
      ...context,
      async openAttempt(asked, index) {
        const attempt = (await context.openAttempt?.(asked, index)) ?? { client: context.client }
        functions = attempt.functions ?? functions
        return { ...attempt, client: hearClient(attempt.client, heard) }
      },
    },
  )
  const turns = result.turns.flatMap(({ index, entries, turnMs, failure, step }) =>
    failure !== null || step !== undefined || turnMs === null
      ? []
      : [{ index, entries, view: viewTurn(entries), ms: turnMs }],
  )
  const lists = functions?.get(plan.agent.value) ?? null
  return { talk: { plan, heard, turns, session: storedIn(heard), functions: lists }, result }
}

function storedIn(heard: readonly Heard[]): Session | null {
  const last = heard.findLast(({ operation }) => operation === ('fetchSession' satisfies keyof Client))
  return last?.answer.ok === true ? (last.answer.data as Session) : null
}
