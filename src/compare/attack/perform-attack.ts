import type { PerformContext } from '../../engine/perform/perform.ts'
import { performConversation } from '../../engine/perform/perform-conversation.ts'
import { runPool } from '../../engine/run/pool.ts'
import { countSent } from '../../engine/verdict/conversation-result.ts'
import type { AttackTalk } from '../../suite/attack/plan-attacks.ts'
import { mostTurnsOf } from '../../suite/language/script/conversation.ts'
import type { AttackResult } from './attack-result.ts'
import { type Attacker, createAttacker } from './attacker.ts'
import { type AttackSettings, concludeAttack, type TalkDone } from './conclude-attack.ts'
import { judgeTalk } from './judge-talk.ts'

/** The findings, and the talks as they ran; only `result` has private data redacted. */
export interface AttackPerformed {
  result: AttackResult
  done: TalkDone[]
}

/** Runs every talk in its own session, up to the first harm. Only calls made and texts told harm. Does not reject. */
export async function performAttack(talks: readonly AttackTalk[], settings: AttackSettings): Promise<AttackPerformed> {
  const [startedAt, began] = [new Date().toISOString(), performance.now()]
  const { turnBudget, concurrency, signal } = settings
  const done = talks.map((talk): TalkDone => ({ talk, ran: null }))
  let [sent, reserved] = [0, 0]
  await runPool(
    done,
    concurrency,
    async (each) => {
      const most = mostTurnsOf(each.talk.plan.conversation)
      if (turnBudget !== null && sent + reserved + most > turnBudget) return
      reserved += most
      each.ran = await runTalk(each.talk, settings)
      reserved -= most
      sent += countSent(each.ran.result)
    },
    { signal },
  )
  const ms = performance.now() - began
  return { result: concludeAttack(done, settings, { startedAt, ms, turns: sent }), done }
}

async function runTalk(talk: AttackTalk, context: PerformContext): Promise<NonNullable<TalkDone['ran']>> {
  let attacker: Attacker | null = null
  const speakerOf = (): Attacker => {
    attacker = createAttacker(talk)
    return attacker
  }
  const result = await performConversation(talk.plan, { ...context, speakerOf })
  return { result, messages: (attacker as Attacker | null)?.messages ?? [], judged: judgeTalk(talk, result) }
}
