import { firstLine } from '../../../base/text/wording.ts'
import type { Perform } from '../../../engine/perform/perform.ts'
import { describeTimeSpent } from '../../../engine/verdict/budget/allowance.ts'
import type { ConversationResult } from '../../../engine/verdict/conversation-result.ts'
import { notReached, workerLost } from '../../../engine/verdict/never-ran.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { warn } from '../../edge/print.ts'
import type { JudgeMark } from '../../open/mark-judges.ts'
import type { Bundle } from '../bundle.ts'
import { openResult, sealPlan } from '../carried.ts'
import type { QueueConnection } from '../connection.ts'
import { cancelChannel, keysOf } from '../run-keys.ts'
import { queueKeyOf, sealOf } from '../seal.ts'
import { nameRun } from '../worker/claim-run.ts'
import { awaitConversations } from './awaited.ts'
import { enqueueing, type WaitingConversation } from './enqueue.ts'
import { beatMs, type Epochs, holdRun, newEpoch } from './hold-run.ts'

export interface Follower {
  run: string
  workers: Perform
  /** Resolves once another process has taken the silent run up; it reports the conversations that stay pending. */
  loss: Promise<void>
  /** Deletes everything stored for this run. False, and nothing is touched, if another process has taken it up. */
  close(): Promise<boolean>
}

export interface RunOnQueue {
  bundle: Bundle
  /** Identifies the set of conversations: a process that takes the run up must have the same. */
  content: string
  priority: number
  /** The most requests a minute to the service of all runs together; null for no limit. */
  rate: number | null
  isRepeatable(plan: Plan): boolean
  /** Who judges the criteria of a plan, and what that counts for. */
  marksOf(plan: Plan): JudgeMark[]
  signal: AbortSignal
  /** The run to take up; null for a new one. */
  follow: string | null
}

/** After an interruption: how long to wait for results of conversations under way, in milliseconds. */
const lateResultsMs = 5_000
/** How long Redis may owe an answer at the end of the time budget before nobody waits for results any more. */
const deafMs = 5_000
/** After this long without news, check whether pending conversations are still on the queue. */
const silenceMs = 15_000

/** Or takes one up. @throws UsageError if there is none, another process follows it, or its conversations differ */
export async function followRun(connection: QueueConnection, options: RunOnQueue): Promise<Follower> {
  const { redis } = connection
  const { bundle, content, rate, signal } = options
  const run = options.follow ?? nameRun()
  const keys = keysOf(run)
  const queueKey = queueKeyOf(process.env)
  const seal = sealOf(run, queueKey)
  const epochs: Epochs = { now: newEpoch(), all: new Set() }
  const tell = tellingOnce()
  const awaited = awaitConversations({
    openResult: (key, line, token) => openResult(line, { epochs: epochs.all, key }, token, seal),
    enqueue: (jobs) => enqueue(jobs),
    forget: (key) => redis.tableForget(keys.run, keys.done, epochs.now, key),
    tell,
  })
  const { enqueue, remove, findGone, renew } = enqueueing(connection, options.priority, () => ({
    run,
    epoch: epochs.now,
    total: awaited.total(),
  }))
  const exists = options.follow !== null
  const hold = holdRun(connection, { run, keys, seal, bundle, content, rate, exists, epochs, awaited, renew, tell })
  const { hearing, unread } = await hold.join()

  let [beating, closed, lookedAt] = [false, false, performance.now()]
  const look = async (): Promise<void> => {
    if (beating || closed || hold.isLost()) return
    beating = true
    try {
      if (!(await hold.keep())) return
      if (performance.now() - Math.max(lookedAt, hearing.heardAt()) < silenceMs) return
      lookedAt = performance.now()
      const { unfinished, finished } = await findGone(awaited.waiting().map(({ job }) => job))
      enqueue(unfinished)
      if (finished.length === 0) return
      for (const [, fields] of await redis.xrange(keys.results, `(${hearing.last()}`, '+')) awaited.hear(fields)
      for (const key of finished) awaited.missResult(key) // nobody stored a result, or somebody removed it
    } finally {
      beating = false
    }
  }
  /** A refusal by Redis, such as for full memory, does not go away; a broken connection reconnects. */
  const tellRefusal = (error: unknown): void => {
    if (error instanceof Error && error.name === 'ReplyError' && !closed)
      tell(`everything waits for the queue's Redis, which refuses writes: ${firstLine(error.message)}`)
  }
  const beatTimer = setInterval(() => void look().catch(tellRefusal), beatMs)

  /** Conversations beyond the run's time budget are not reached, even if no worker is there to say so. */
  const endTime = async (ms: number): Promise<void> => {
    await hold.briefly(hold.isOurs())
    if (hold.isLost()) return
    const spent = (plan: Plan): ConversationResult => notReached(plan, describeTimeSpent(ms))
    await hold.briefly(remove(awaited.end(({ plan, begun }) => (begun ? null : spent(plan)))))
    const until = performance.now() + bundle.settings.timeLimitMs + lateResultsMs
    while (awaited.waiting().length > 0 && performance.now() < until && connection.silentMs() < deafMs)
      await new Promise((resolve) => setTimeout(resolve, 200).unref())
    if (!hold.isLost())
      awaited.end(({ plan, sent, repeatable }) => (sent && !repeatable ? workerLost(plan) : spent(plan)))
  }
  const { time } = bundle
  const timeTimer =
    time === null ? undefined : setTimeout(() => void endTime(time.ms), time.began + time.ms - Date.now())

  const cancel = async (): Promise<void> => {
    await hold.briefly(hold.isOurs()) // a process that was stopped must not cancel what another one goes on with
    if (hold.isLost()) return
    const word = redis.multi().hset(keys.run, 'cancelled', 1).publish(cancelChannel, run).expire(keys.run, 600).exec()
    const heardOf = await hold.briefly(word)
    const ids = awaited.end(({ plan, begun }) => (begun ? null : notReached(plan)))
    const until = performance.now() + (heardOf ? lateResultsMs : 0)
    while (awaited.waiting().length > 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 50))
    awaited.end(({ plan }) => notReached(plan, 'interrupted'))
    await hold.briefly(remove(ids))
  }
  let cancelling: Promise<void> | undefined
  const interrupt = (): void => {
    if (!hold.isLost()) cancelling ??= cancel().catch(ignore)
  }
  if (signal.aborted) interrupt()
  signal.addEventListener('abort', interrupt, { once: true })

  return {
    run,
    loss: hold.loss,
    workers(plan, listener) {
      const { key, performed } = awaited.ask(plan)
      if (performed !== null) return Promise.resolve(performed)
      if (hold.isLost()) return new Promise(ignore)
      if (signal.aborted) return Promise.resolve({ result: notReached(plan), attempts: [] })
      const repeatable = plan.repeatable ?? options.isRepeatable(plan)
      const sealed: WaitingConversation['plan'] = (at) =>
        sealPlan(plan, { repeatable, marks: options.marksOf(plan) }, at, seal, queueKey)
      return awaited.wait({ plan, listener, repeatable, job: { key, plan: sealed } }, unread.has(key))
    },
    async close() {
      if (awaited.waiting().length > 0) interrupt()
      await cancelling
      await hold.briefly(hold.isOurs())
      closed = true
      clearInterval(beatTimer)
      clearTimeout(timeTimer)
      signal.removeEventListener('abort', interrupt)
      await hold.briefly(hearing.end())
      if (!hold.isLost()) await hold.briefly(hold.takeOff())
      return !hold.isLost()
    },
  }
}

/** Reports each text once, and not more than twenty. */
function tellingOnce(): (text: string) => void {
  const texts = new Set<string>()
  return (text) => {
    if (!texts.has(text) && texts.size < 20) warn(text)
    texts.add(text)
  }
}

function ignore(): void {}
