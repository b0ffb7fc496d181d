import type { Perform, PerformedConversation } from '../../../engine/perform/perform.ts'
import type { ConversationResult } from '../../../engine/verdict/conversation-result.ts'
import { type LostBy, workerLost } from '../../../engine/verdict/never-ran.ts'
import type { Verdict } from '../../../engine/verdict/verdict.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { shortKey } from '../run-keys.ts'
import type { WaitingConversation } from './enqueue.ts'

interface WaitedFor {
  plan: Plan
  listener: Parameters<Perform>[1]
  job: WaitingConversation
  repeatable: boolean
  /** Whether a worker has begun it, and whether a turn of it was sent, as far as we know. */
  begun: boolean
  sent: boolean
}

interface Ways {
  /** Opens what a worker stored as the result of a conversation; null if it is not one. */
  openResult(key: string, line: string, token: string): PerformedConversation | null
  enqueue(jobs: readonly WaitingConversation[]): void
  /** Makes the queue forget that a conversation is done. */
  forget(key: string): Promise<unknown>
  tell(text: string): void
}

/** The conversations of a run as its following process knows them: the pending ones and the results of the others. */
export interface AwaitedConversations {
  /** Assigns a key to the plan's next conversation; `came` is a result that arrived before it was asked for. */
  ask(plan: Plan): { key: string; performed: PerformedConversation | null }
  /** Waits for a result. `isLost`: it was carried out, but only the previous follower read the result. */
  wait(one: Omit<WaitedFor, 'begun' | 'sent'>, isLost: boolean): Promise<PerformedConversation>
  /** Handles a result, given the fields of its stream entry. */
  hear(fields: readonly string[]): void
  /** The queue says that a conversation is done, but there is no result. */
  missResult(key: string): void
  /** A worker found a job that was tampered with, and takes it off the queue. */
  missJob(key: string): void
  /** A conversation began, or a turn was sent: `turn` counts from 1 since the beginning, 0 if unknown. */
  note(key: string, turn?: number): void
  /** Ends pending conversations with the given result; null keeps one waiting. Returns the keys of those that ended. */
  end(resultOf: (one: WaitedFor) => ConversationResult | null): string[]
  /** The queue lost all: conversations that sent a turn and may not be repeated end, others are queued again. */
  startOver(): void
  waiting(): readonly WaitedFor[]
  total(): number
  /** The verdicts of conversations that were asked for, and of results that arrived before. */
  ended(): [key: string, verdict: Verdict][]
  unasked(): [key: string, verdict: Verdict][]
}

/** How long to wait before queueing a tampered job again: the worker has to remove it first. */
const anewMs = 1_000

export function awaitConversations(ways: Ways): AwaitedConversations {
  const pending = new Map<string, WaitedFor & { resolve(carried: PerformedConversation): void }>()
  /** Results read back from a previous follower's time that were not asked for yet. */
  const early = new Map<string, PerformedConversation>()
  /** The verdicts of conversations that were asked for; null while pending. */
  const verdictByKey = new Map<string, Verdict | null>()
  /** How often each plan was asked for. */
  const timesById = new Map<string, number>()
  const decide = decideChanged(ways.tell)

  const settle = (key: string, { result, attempts }: PerformedConversation): void => {
    const one = pending.get(key)
    pending.delete(key)
    verdictByKey.set(key, result.verdict)
    one?.resolve({ result, attempts })
  }
  /** Redis does not hold what was stored for a conversation: it runs again, or ends. */
  const replace = (key: string, what: Changed): void => {
    const one = pending.get(key)
    if (one === undefined) return
    const loss = decide(key, one.plan, what, one.repeatable)
    const again = (): void => void (pending.has(key) && ways.enqueue([one.job]))
    if (loss !== null) settle(key, { result: loss, attempts: [] })
    else if (what === 'job') setTimeout(again, anewMs).unref()
    else void ways.forget(key).then(again, () => {})
  }
  const take = (key: string, carried: PerformedConversation | null): void => {
    const one = pending.get(key)
    if (one === undefined) {
      if (carried !== null && !verdictByKey.has(key)) early.set(key, carried)
    } else if (carried?.result.id === one.plan.id) settle(key, carried)
    else replace(key, 'result')
  }
  const end: AwaitedConversations['end'] = (resultOf) =>
    [...pending].flatMap(([key, one]) => {
      const result = resultOf(one)
      if (result === null) return []
      settle(key, { result, attempts: [] })
      return [key]
    })
  return {
    ask(plan) {
      const times = timesById.get(plan.id) ?? 0
      timesById.set(plan.id, times + 1)
      const key = shortKey(`${plan.id} ${times}`)
      const earlyResult = early.get(key)
      early.delete(key)
      const performed = earlyResult?.result.id === plan.id ? earlyResult : null
      verdictByKey.set(key, performed?.result.verdict ?? null)
      return { key, performed: performed }
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
    total: () => verdictByKey.size,
    ended: () => [...verdictByKey].flatMap(([key, verdict]) => (verdict === null ? [] : [[key, verdict]])),
    unasked: () => [...early].map(([key, { result }]) => [key, result.verdict]),
  }
}

/** How often to queue a conversation again whose job or result was tampered with. */
const mostTries = 3

/** What Redis does not hold as it was stored; *unread* is a result that only the previous follower had read. */
type Changed = 'job' | 'result' | 'unread'

const flaws: Record<Changed, string> = {
  job: 'somebody else changed what the queue holds for',
  result: 'a result on the queue is damaged, or not of',
  unread: 'a result was told to the process before, and Redis has lost it since: that of',
}

/** The result to end it with, or null to queue it again: only where it may be repeated, or nobody carried it out. */
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
