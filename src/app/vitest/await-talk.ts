import { setTimeout as sleep } from 'node:timers/promises'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { readState, readTalk, type TalkPlace } from './kept-talks.ts'

/** How long another project may take for the same conversation, and to begin with its suite, in milliseconds. */
const usualPatience = { whole: 50_000, queued: 10_000 }

/** Suites that did not begin in time, since Vitest was told to run files in an order of its own: nobody waits for them again. */
const late = new Map<string, number>()

/**
 * The same conversation as another project held it, waiting for a suite that runs there right now. Null when it is not
 * held there, or sends something else. Only a project that Vitest begins later may wait for an earlier one.
 */
export async function awaitTalk(
  place: TalkPlace,
  id: string,
  script: string,
  signal: AbortSignal,
  patience: { whole: number; queued: number } = usualPatience,
): Promise<ConversationResult | null> {
  const began = performance.now()
  for (;;) {
    const { state, since } = readState(place)
    const talk = readTalk(place, id)
    if (talk !== null && (state === 'over' || talk.at >= since)) return talk.script === script ? talk.result : null
    const suite = `${place.version}\n${place.path}`
    if (signal.aborted || state === 'over' || (state === 'queued' && late.get(suite) === since)) return null
    if (performance.now() - began > (state === 'queued' ? patience.queued : patience.whole)) {
      late.set(suite, since)
      return null
    }
    await sleep(25)
  }
}
