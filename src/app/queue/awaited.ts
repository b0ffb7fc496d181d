import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { type LostBy, workerLost } from '../../engine/verdict/never-ran.ts'
import type { CarriedOut, Elsewhere } from '../../engine/verdict/perform-conversation.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Waiting } from './enqueue.ts'
import { shortKey } from './run-keys.ts'

/** A conversation whose result is waited for. */
interface WaitedFor {
  plan: Plan
  listener: Parameters<Elsewhere>[1]
  job: Waiting
  repeatable: boolean
  /** Whether a worker has begun it, and whether a turn of it left, as far as is known. */
  begun: boolean
  sent: boolean
}

/** What the conversations of a run need of its queue. */
interface Ways {
  /** What a worker has put there as the result of a conversation; null for what is none of it. */
  openResult(key: string, line: string, token: string): CarriedOut | null
  enqueue(jobs: readonly Waiting[]): void
  /** Has the queue forget that a conversation is done. */
  forget(key: string): Promise<unknown>
  tell(text: string): void
}

/** The conversations of a run, as the process that follows it knows them: those that it waits for, and what the others came to. */
export interface Awaited {
  /** Names the next conversation of this plan, with its result where that came before anybody asked for it. */
  ask(plan: Plan): { key: string; came: CarriedOut | null }
  /** Puts a conversation that was asked for on the queue. `isLost`: it was had, and only the process before knows what it came to. */
  wait(one: Omit<WaitedFor, 'begun' | 'sent'>, isLost: boolean): Promise<CarriedOut>
  /** A result came, as the queue has it. */
  hear(fields: readonly string[]): void
  /** What the queue holds of a conversation says that it is done, and there is no result. */
  missResult(key: string): void
  /** A worker found a job that was changed, and takes it off the queue. */
  missJob(key: string): void
  /** A conversation began; with a turn: that one left, the how manieth since it began, or 0 for some. */
  note(key: string, turn?: number): void
  /** Ends those that are waited for with a result of their own; null lets one wait on. Gives the keys of those that ended. */
  end(resultOf: (one: WaitedFor) => ConversationResult | null): string[]
  /** The queue holds nothing any more: what had sent a turn and may not begin again ends, the others go there again. */
  startOver(): void
  waiting(): readonly WaitedFor[]
  /** How many were asked for. */
  total(): number
  /** What those came to that were asked for, and those that came before that. */
  ended(): [key: string, verdict: Verdict][]
  unasked(): [key: string, verdict: Verdict][]
}

/** After so long a job that was changed is put there anew: it has to be taken off before. */
const anewMs = 1_000

/** Keeps what is known of the conversations of a run. */
export function awaitConversations(ways: Ways): Awaited {
  const pending = new Map<string, WaitedFor & { resolve(carried: CarriedOut): void }>()
  /** Results of an earlier follower's time that were not asked for yet. */
  const early = new Map<string, CarriedOut>()
  /** What those came to that were asked for; null of those that are waited for. */
  const known = new Map<string, Verdict | null>()
  /** How often each plan was asked for. */
  const asked = new Map<string, number>()
  const decide = decideChanged(ways.tell)

  const settle = (key: string, { result, attempts }: CarriedOut): void => {
    const one = pending.get(key)
    pending.delete(key)
    known.set(key, result.verdict)
    one?.resolve({ result, attempts })
  }
  /** What lay in Redis for a conversation is not what was put there: it runs again, or ends. */
  const replace = (key: string, what: Changed): void => {
    const one = pending.get(key)
    if (one === undefined) return
    const lost = decide(key, one.plan, what, one.repeatable)
    const again = (): void => void (pending.has(key) && ways.enqueue([one.job]))
    if (lost !== null) settle(key, { result: lost, attempts: [] })
    else if (what === 'job') setTimeout(again, anewMs).unref()
    else void ways.forget(key).then(again, () => {})
  }
  const take = (key: string, carried: CarriedOut | null): void => {
    const one = pending.get(key)
    if (one === undefined) {
      if (carried !== null && !known.has(key)) early.set(key, carried)
    } else if (carried?.result.id === one.plan.id) settle(key, carried)
    else replace(key, 'result')
  }
  const end: Awaited['end'] = (resultOf) =>
    [...pending].flatMap(([key, one]) => {
      const result = resultOf(one)
      if (result === null) return []
      settle(key, { result, attempts: [] })
      return [key]
    })
  return {
    ask(plan) {
      const times = asked.get(plan.id) ?? 0
      asked.set(plan.id, times + 1)
      const key = shortKey(`${plan.id} ${times}`)
      const found = early.get(key)
      early.delete(key)
      const came = found?.result.id === plan.id ? found : null
      known.set(key, came?.result.verdict ?? null)
      return { key, came }
    },
    wait: (one, isLost) =>
      new Promise((resolve) => {
        pending.set(one.job.key, { ...one, begun: false, sent: false, resolve })
        if (isLost) replace(one.job.key, 'unread')
        else ways.enqueue([one.job])
      }),
    hear: ([, key = '', , line = '', , token = '']) => take(key, ways.openResult(key, line, token)),
    missResult: (key) => take(key, null),
    missJob: (key) => replace(key, 'job'),
    note(key, turn) {
      const one = pending.get(key)
      if (one === undefined) return
      if (!one.begun) one.listener.onBegun?.()
      one.begun = true
      if (turn === undefined) return
      one.sent = true
      if (turn > 0) one.listener.onTurn?.(turn - 1)
    },
    end,
    startOver() {
      end(({ plan, sent, repeatable }) => (sent && !repeatable ? workerLost(plan) : null))
      for (const one of pending.values()) one.begun = one.sent = false
      ways.enqueue([...pending.values()].map(({ job }) => job))
    },
    waiting: () => [...pending.values()],
    total: () => known.size,
    ended: () => [...known].flatMap(([key, verdict]) => (verdict === null ? [] : [[key, verdict]])),
    unasked: () => [...early].map(([key, { result }]) => [key, result.verdict]),
  }
}

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
function decideChanged(
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
