import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { describeStumble } from '../../engine/verdict/describe-stumble.ts'
import type { Mutant } from './mutant/mutant.ts'
import type { ConversationTeeth } from './mutant/teeth-result.ts'

/** A mutant with the result of judging it. */
export interface Trial {
  mutant: Mutant
  /** Whether the conversation still passed. */
  survives: boolean
}

/** Why a conversation cannot be scored, from its run and from judging the recording once more; null where it can. */
export function whyUnscored(result: ConversationResult, again: ConversationResult): ConversationTeeth['unscored'] {
  switch (result.verdict) {
    case 'passed':
      return again.verdict === 'passed'
        ? null
        : { kind: 'not played', reason: `what was heard does not pass when it is played again: it is ${again.verdict}` }
    case 'failed':
    case 'flaky':
    case 'expected fail':
      return { kind: 'failed', reason: `it ${result.verdict === 'failed' ? 'fails' : `is ${result.verdict}`} as it is` }
    case 'skipped':
      return { kind: 'skipped', reason: `skipped: ${result.reason}` }
    default:
      return { kind: 'errored', reason: because(result) }
  }
}

function because(result: ConversationResult): string {
  const why = result.reason ?? describeStumble(result)
  return `it is ${result.verdict}${why === null || why === result.verdict ? '' : `: ${why}`}`
}
