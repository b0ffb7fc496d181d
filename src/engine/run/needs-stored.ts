import { everyTurnOf } from '../../suite/language/script/conversation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { ConversationRun } from './conversation-run.ts'

/** Judges and checks do not count, since they see what the turns showed. */
export function needsStored(expected: ConversationRun['expected']): boolean {
  return expected !== null && Object.keys(expected).some((key) => key !== 'at' && key !== 'judge' && key !== 'check')
}

/** Whether something is expected of calls of the phase post, which often only the stored session shows (TRN-18). */
export function expectsPost({ conversation, everyTurn }: Plan): boolean {
  const expected = [...everyTurn, ...everyTurnOf(conversation).map(({ expect }) => expect)]
  return expected.some((each) => each?.calls?.post !== undefined)
}
