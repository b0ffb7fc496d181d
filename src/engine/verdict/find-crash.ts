import { firstLine } from '../../base/text/wording.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { ConversationResult } from './conversation-result.ts'

/**
 * What the agent's own code threw, or that it took longer than it may, with the place in that code; null where nothing of
 * the kind ended the run. What a service or the network did to that code is no crash.
 */
export function findCrash({ turns }: Pick<ConversationResult, 'turns'>): string | null {
  for (const { failure, verdict } of turns)
    if (verdict === 'errored' && failure?.kind === 'refused' && failure.layer === 'agent')
      return firstLine(describeFailure(failure))
  return null
}
