import { performConversation } from '../../engine/perform/perform-conversation.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { echo, fakeClient, plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { buildSnapshot } from './build-snapshot.ts'
import type { Snapshot } from './snapshot.ts'

/** The first plan of a suite given as text. */
export function planOf(yaml: string, version = 'default'): Plan {
  const [plan] = plansOf(yaml, [version])
  if (plan === undefined) throw new Error('no plan')
  return plan
}

/** A suite with one conversation; `more` is YAML in flow style, placed beside its turns. */
export function suiteWith(turns = '{ user: hello, expect: { calls: none } }', more = ''): string {
  return `suite: S\nagent: desk\nconversations: [{ name: says hello, ${more} turns: [${turns}] }]`
}

/** The result of a conversation when a service answers its turns with these entries, the last ones repeatedly. */
export async function resultOf(plan: Plan, ...answers: TranscriptEntry[][]): Promise<ConversationResult> {
  const { client } = fakeClient((request, turn) => answers[turn] ?? answers.at(-1) ?? echo(request, turn))
  return performConversation(plan, { client, reconcile: false })
}

/** The snapshot of a one-turn conversation with these entries. */
export async function snapshotOf(entries: TranscriptEntry[], plan: Plan = planOf(suiteWith())): Promise<Snapshot> {
  return buildSnapshot(plan, await resultOf(plan, entries), {
    folder: '/work',
    apiKey: 'a-key-of-somebody',
    custom: [],
  })
}
