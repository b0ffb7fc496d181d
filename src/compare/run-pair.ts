import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import { type PerformContext, performConversation } from '../engine/verdict/perform-conversation.ts'
import type { ConversationRuns } from './conversation-runs.ts'
import type { SideKey } from './model/side.ts'
import type { Pairing } from './pairing.ts'

/** What running pairs needs: how to run on each side, and whether side a runs a second time to be held against itself. */
export interface PairContext {
  sides: Record<SideKey, PerformContext>
  calibrate: boolean
  heard: (side: SideKey, result: ConversationResult, pairing: Pairing) => void
}

type Slot = 'a' | 'b' | 'again'

/**
 * Runs one more pair, the sides one right after the other, so that what slows or breaks the service for a while meets
 * both. Which side begins changes from pair to pair. Does not reject.
 */
export async function runPair(runs: ConversationRuns, { sides, calibrate, heard }: PairContext): Promise<void> {
  const slots: Slot[] = calibrate ? ['a', 'b', 'again'] : ['a', 'b']
  const first = runs.a.length % slots.length
  for (const slot of [...slots.slice(first), ...slots.slice(0, first)]) {
    const side = slot === 'b' ? 'b' : 'a'
    const plan = runs.pairing.plans[side]
    const came = await performConversation(plan, sides[side])
    const result = sides[side].conceal?.conversation(came, plan) ?? came
    runs[slot].push(result)
    heard(side, result, runs.pairing)
  }
}
