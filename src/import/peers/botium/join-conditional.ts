import { addTurn, type Condition, type DraftTurn, startConversation } from '../draft/draft.ts'
import { joinConditions } from '../draft/join-conditions.ts'
import { applyBot } from './apply-bot.ts'
import type { ConvoWords } from './convo-words.ts'
import type { Library } from './library.ts'
import type { Call, Step } from './read-step.ts'

/** Whether a step counts only under a condition. */
export function isConditional({ calls }: Step): boolean {
  return calls.some(isCondition)
}

function isCondition({ name }: Call): boolean {
  return name.startsWith('CONDITIONAL_STEP')
}

/** Steps of which a condition picks one: the reply has to be as one of them says. */
export function joinConditional(steps: readonly Step[], turn: DraftTurn, words: ConvoWords, library: Library): void {
  const any: Condition[] = []
  for (const step of steps) {
    const aside = addTurn(startConversation('', step.origin), 'user', '', step.origin)
    applyBot({ ...step, calls: step.calls.filter((call) => !isCondition(call)) }, aside, words, library)
    turn.notes.push(...aside.notes)
    for (const call of step.calls.filter(isCondition)) {
      const why = 'nothing is asked before a reply is judged: it has to be as one of these steps says'
      turn.notes.push({ origin: call.origin, kind: 'changed', what: call.written, why })
    }
    for (const kind of Object.keys(aside.items)) {
      const why = 'items are expected or not, and no alternatives'
      turn.notes.push({ origin: step.origin, kind: 'lost', what: kind, why })
    }
    if (aside.conditions.length > 0) any.push(joinConditions(aside.conditions))
  }
  const once = [...new Map(any.map((each) => [JSON.stringify(each), each])).values()]
  if (once.length > 0) turn.conditions.push(once.length === 1 ? (once[0] ?? {}) : { any: once })
}
