import type { LawName } from '../../base/law-name.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { endedTalk, resultOf, turnOf } from '../align/result.fixture.ts'
import type { ListedFeature } from '../model/feature-evidence.ts'
import { beginningAt } from '../model/order-of-sides.ts'
import { listFeatures } from './list-features.ts'
import { observeConversation } from './observe-conversation.ts'

/** A made-up turn: the calls with their arguments and outputs, and the reply. */
export function madeTurn(
  index: number,
  calls: readonly [name: string, given: Record<string, string>, output?: string, error?: boolean][],
  reply: string | TranscriptEntry[] = 'It is done.',
  more: Parameters<typeof turnOf>[2] = {},
): ConversationResult['turns'][number] {
  const entries = calls.flatMap(([name, args, output = '{"ok":true}', error = false], call) => [
    called(name, `c${call}`, args),
    gave(name, `c${call}`, output, { is_error: error }),
  ])
  const said1 = typeof reply === 'string' ? [said('assistant', reply)] : reply
  return turnOf(index, [said('user', 'please'), ...entries, ...said1], more)
}

/** A run of these turns; it failed if any of them did, and ended by itself if all were sent and none failed. */
export function madeRun(turns: ConversationResult['turns']): ConversationResult {
  const failed = turns.some(({ verdict }) => verdict === 'failed')
  const cut = turns.some(({ verdict }) => verdict === 'not reached')
  return resultOf(turns, { ...(failed && { verdict: 'failed' }), ...(!failed && !cut && { simulated: endedTalk }) })
}

/**
 * The features listed for made-up conversations, each with so many pairs of runs; `lawsNotJudged` says which
 * laws are not checked.
 */
export function listed(
  conversations: number,
  pairs: number,
  make: (side: 'a' | 'b', conversation: number, pair: number) => ConversationResult['turns'],
  lawsNotJudged: (side: 'a' | 'b', conversation: number) => readonly LawName[] = () => [],
): ListedFeature[] {
  const observations = Array.from({ length: conversations }, (_, conversation) => {
    const side = (name: 'a' | 'b') =>
      Array.from({ length: pairs }, (__, pair) => madeRun(make(name, conversation, pair)))
    const without = (name: 'a' | 'b') => () => new Set(lawsNotJudged(name, conversation))
    const runs = {
      ...{ a: side('a'), b: side('b'), begins: beginningAt(conversation) },
      lawsNotJudged: { a: without('a'), b: without('b') },
    }
    return { id: `talk ${conversation}`, aspects: observeConversation(runs, pairs).seen }
  })
  return listFeatures(observations).listed
}
