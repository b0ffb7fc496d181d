import { performConversation } from '../engine/perform/perform-conversation.ts'
import { runPool } from '../engine/run/pool.ts'
import { countSent } from '../engine/verdict/conversation-result.ts'
import { describeStumble } from '../engine/verdict/describe-stumble.ts'
import type { SkippedConversation } from '../engine/verdict/part-of-run.ts'
import { nameVerdict, type Verdict } from '../engine/verdict/verdict.ts'
import { planOfAttempt, runsAlone } from '../suite/plan/plan.ts'
import type { Alone } from './pairing.ts'
import type { ComparisonSettings } from './run-rounds.ts'

/** Runs once on side b what has no other side, so that what is new and broken does not pass. Of shards, the first does. */
export async function performAlone(
  all: readonly Alone[],
  { contexts: { b }, concurrency, signal, shard, sides }: ComparisonSettings,
): Promise<{ alone: SkippedConversation[]; turns: number }> {
  const notes = new Map<Alone, SkippedConversation>()
  let turns = 0
  const tell = (each: Alone, more: string, alone?: Verdict): void =>
    void notes.set(each, {
      ...{ ...each.known, reason: `${each.known.reason}; ${more}` },
      ...(alone === undefined ? {} : { alone }),
    })
  const isOurs = shard === undefined || shard.index === 1
  for (const each of all) {
    if (isOurs) tell(each, 'not reached', 'not reached')
    else tell(each, 'the first shard runs it')
  }
  await runPool(
    isOurs ? all : [],
    concurrency,
    async (each) => {
      const { plans, excused } = each.pairing
      const plan = planOfAttempt(plans.b, 0, each.pairing.fixed)
      const raw = await performConversation(plan, b)
      const result = b.conceal?.conversation(raw, plan) ?? raw
      turns += countSent(result)
      const verdict = result.verdict === 'failed' && excused !== null ? 'expected fail' : result.verdict
      const stumble = describeStumble(result)
      const side = plan.version === sides.b.version ? sides.b.label : plan.version
      const more = `on ${side} it ${verdict === 'passed' ? 'passed' : `is ${nameVerdict(verdict)}`}`
      tell(each, stumble === null ? more : `${more}: ${stumble}`, verdict)
    },
    { signal, alone: ({ pairing }) => runsAlone(pairing.plans.b) },
  )
  return { alone: [...notes.values()], turns }
}
