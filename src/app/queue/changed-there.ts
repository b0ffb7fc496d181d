import { workerLost } from '../../engine/verdict/never-ran.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Plan } from '../../suite/plan/plan.ts'

/** How often a conversation is put on the queue again whose job or result was changed there. */
const mostTries = 3

/** What became of a conversation because of what lies in Redis: the result with which it ends, or null where it goes on the queue again. */
export type ChangedThere = (key: string, plan: Plan, what: 'job' | 'result', repeatable: boolean) => ConversationResult | null

/**
 * Decides about conversations of which Redis holds something else than what the run or a worker had put there: a result that cannot be
 * read is none, and it may have said something by then; a job that was changed was carried out by nobody.
 */
export function decideChanged(tell: (text: string) => void): ChangedThere {
  const tries = new Map<string, number>()
  return (key, plan, what, repeatable) => {
    const { file, conversation } = plan
    const times = (tries.get(key) ?? 0) + 1
    tries.set(key, times)
    const again = times <= mostTries && (what === 'job' || repeatable)
    const flaw =
      what === 'result' ? 'a result on the queue is damaged, or not of' : 'somebody else changed what the queue holds for'
    const name = `"${conversation.name.value}" (${file}:${conversation.at.line})`
    tell(`${flaw} ${name}, which ${again ? 'runs again' : 'is errored'}`)
    if (again) return null
    return workerLost(plan, what === 'result' ? (repeatable ? 'results' : 'result') : 'job')
  }
}
