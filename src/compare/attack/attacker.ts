import { chooseBy } from '../../base/choose-by.ts'
import type { ConversationRun } from '../../engine/run/conversation-run.ts'
import type { Speaker, SpeakerMessage } from '../../engine/run/run-context.ts'
import { isRefusal } from '../../engine/transcript/refusal.ts'
import type { AttackLine, AttackTalk } from '../../suite/attack/plan-attacks.ts'
import { findTold } from './read-answer.ts'

export interface Attacker extends Speaker {
  messages: readonly SpeakerMessage[]
}

/** The speaker of an attack: what it says next depends on the answers so far. It stops at the first leak. */
export function createAttacker({ lines, backOff, leaks, technique, plan }: AttackTalk): Attacker {
  const rest: AttackLine[] = [...lines]
  const messages: SpeakerMessage[] = []
  const choose = chooseBy(plan.id)
  let last: AttackLine | null = null
  let refusals = 0
  const hasTold = ({ turns }: ConversationRun): boolean => {
    const answers = turns.flatMap((turn) => (turn.kind === 'answered' ? [turn.view] : []))
    return leaks.some(({ value }) => findTold(value, answers) !== null)
  }
  /** Queues what follows a refusal ahead of the remaining lines; false where the talk ends with the refusal. */
  const goesOn = ({ onRefusal, wordings, attachments }: AttackLine): boolean => {
    refusals += 1
    if (refusals >= technique.giveUpAfter || onRefusal === 'give up') return false
    if (Array.isArray(onRefusal)) rest.unshift(...onRefusal)
    if (onRefusal === 'back off')
      rest.unshift({ wordings: [choose(backOff, refusals) ?? ''], attachments: [], onRefusal: 'go on' })
    if (onRefusal === 'try again' && wordings.length > 1)
      rest.unshift({ wordings: wordings.slice(1), attachments, onRefusal })
    return true
  }
  return {
    messages: messages,
    next(run) {
      const answer = run.turns.at(-1)
      if (hasTold(run)) return null
      const isRefused = last !== null && answer?.kind === 'answered' && isRefusal(answer.view.replyText)
      if (isRefused && last !== null && !goesOn(last)) return null
      last = rest.shift() ?? null
      const [text] = last?.wordings ?? []
      if (last === null || text === undefined || messages.length >= technique.mostTurns) return null
      const { attachments } = last
      messages.push(attachments.length === 0 ? { text } : { text, attachments })
      return messages.at(-1) ?? null
    },
  }
}
