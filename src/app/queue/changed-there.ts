import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { type LostBy, workerLost } from '../../engine/verdict/never-ran.ts'
import type { Plan } from '../../suite/plan/plan.ts'

/** How often a conversation is put on the queue again whose job or result was changed there. */
const mostTries = 3

/** What is not in Redis as it was put there; *unread* is a result that only the process had which followed the run before. */
type Changed = 'job' | 'result' | 'unread'

const flaws: Record<Changed, string> = {
  job: 'somebody else changed what the queue holds for',
  result: 'a result on the queue is damaged, or not of',
  unread: 'a result was told to the process before, and Redis has lost it since: that of',
}

/**
 * Decides about conversations of which Redis does not hold what the run or a worker had put there, and tells it: gives the result with
 * which one ends, or null where it goes on the queue again. A result that cannot be read is none, but its conversation was had; a job
 * that was changed was carried out by nobody.
 */
export function decideChanged(
  tell: (text: string) => void,
): (key: string, plan: Plan, what: Changed, repeatable: boolean) => ConversationResult | null {
  const tries = new Map<string, number>()
  return (key, plan, what, repeatable) => {
    const times = (tries.get(key) ?? 0) + 1
    tries.set(key, times)
    const mayBegin = what === 'job' || repeatable
    const again = mayBegin && times <= mostTries
    const { file, conversation } = plan
    const name = `"${conversation.name.value}" (${file}:${conversation.at.line})`
    tell(`${flaws[what]} ${name}, which ${again ? 'runs again' : 'is errored'}`)
    const how: LostBy = mayBegin ? 'changes' : 'result'
    return again ? null : workerLost(plan, how)
  }
}
