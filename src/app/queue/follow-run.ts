import { randomBytes } from 'node:crypto'
import { count, firstLine } from '../../base/wording.ts'
import { describeTimeSpent } from '../../engine/verdict/allowance.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { notReached, workerLost } from '../../engine/verdict/never-ran.ts'
import type { Elsewhere } from '../../engine/verdict/perform-conversation.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { JudgeMark } from '../project/mark-judges.ts'
import { tablereadVersion } from '../project/package-version.ts'
import { complain } from '../project/print.ts'
import { UsageError } from '../project/usage-error.ts'
import { awaitConversations } from './awaited.ts'
import type { Bundle } from './bundle.ts'
import { openResult, sealBundle, sealPlan } from './carried.ts'
import type { QueueConnection } from './connection.ts'
import { enqueueing, type Waiting } from './enqueue.ts'
import { hearRun } from './hear-run.ts'
import type { RunNote } from './notes.ts'
import { cancelChannel, keysOf, limitKey, runLasts, runsKey, storedKeys } from './run-keys.ts'
import { queueKeyOf, sealOf } from './seal.ts'
import { nameRun, runIsOver, takeUp } from './take-up.ts'
import { within } from './within.ts'

/** A queued run, as the process that reports it sees it. */
export interface Follower {
  run: string
  /** Has conversations carried out by the workers. */
  elsewhere: Elsewhere
  /**
   * Resolves once another process has taken the run up, because this one was silent for too long. Conversations stay
   * pending then: that process reports them.
   */
  lost: Promise<void>
  /**
   * Takes what is left off the queue, and deletes everything stored for this run. False, and nothing is touched, if
   * another process has taken it up.
   */
  close(): Promise<boolean>
}

/** A run, as the queue needs to know it. */
export interface RunOnQueue {
  bundle: Bundle
  /** Identifies the set of conversations: a process that takes the run up must have the same. */
  content: string
  priority: number
  /**
   * The most requests a minute that all runs together may send to the service while this run exists; null for
   * no limit.
   */
  rate: number | null
  isRepeatable(plan: Plan): boolean
  /** Who judges the criteria of a plan, and what that counts for. */
  marksOf(plan: Plan): JudgeMark[]
  signal: AbortSignal
  /** The run to take up; null for a new one. */
  follow: string | null
}

type StreamEntry = [id: string, fields: string[]]

/**
 * How long a follower may be silent before another may take over, and how often it sends a heartbeat, in
 * milliseconds.
 */
const [followLastsMs, beatMs] = [15_000, 1_000]
/** After an interruption: how long to wait for results of conversations under way, and for an absent Redis. */
const graceMs = 5_000
/** How long Redis may owe an answer at the end of the time budget before nobody waits for results any more. */
const deafMs = 5_000
/** After this long without news, check whether pending conversations are still on the queue. */
const silenceMs = 15_000

/**
 * Puts a run on the queue, or takes up an existing one.
 * @throws UsageError if there is none of this name, another process follows it, or its conversations are
 * different ones
 */
export async function followRun(connection: QueueConnection, options: RunOnQueue): Promise<Follower> {
  const { redis } = connection
  const { bundle, content, priority, signal } = options
  const run = options.follow ?? nameRun()
  const keys = keysOf(run)
  const own = randomBytes(6).toString('hex')
  const queueKey = queueKeyOf(process.env)
  const seal = sealOf(run, queueKey)
  let hearing: Awaited<ReturnType<typeof hearRun>> | undefined
  let epoch = randomBytes(4).toString('hex')
  const epochs = new Set<string>()
  let [beats, questions, ousted] = [0, 0, false]
  /** Until when, by `Date.now()`, nobody else can have taken the run up. */
  let heldUntil = 0
  const limit = limitKey(bundle.settings.target, run)
  /** Conversations whose results only the previous follower had read. */
  let unread: ReadonlySet<string> = new Set()
  /** Whether this process follows the run: a new run at once, an existing one from the first heartbeat on. */
  let joined = options.follow === null
  /** The Redis process that we last compared our state with. */
  let server: string | null = null

  const told = new Set<string>()
  const tellOnce = (text: string): void => {
    if (!told.has(text) && told.size < 20) complain(`${text}\n`)
    told.add(text)
  }
  const awaited = awaitConversations({
    openResult: (key, line, token) => openResult(line, { epochs, key }, token, seal),
    enqueue: (jobs) => enqueue(jobs),
    forget: (key) => redis.tableForget(keys.run, keys.done, epoch, key),
    tell: tellOnce,
  })
  const { enqueue, remove, findGone, renew } = enqueueing(connection, priority, () => ({
    run,
    epoch,
    total: awaited.total(),
  }))

  const begin = async (): Promise<void> => {
    const about: RunNote = {
      ...{ tableread: tablereadVersion(), startedAt: new Date().toISOString() },
      target: bundle.settings.target ?? 'a local service at each worker',
    }
    epochs.add(epoch)
    const { fences, marks, done, results } = keys
    const [marked, came] = (await redis
      .multi()
      .hkeys(marks)
      .xrange(results, `(${hearing?.last() ?? '0'}`, '+')
      .del(fences, marks, done, results, keys.run)
      .hset(keys.run, { epoch, content, beats: 0, total: awaited.ended().length, ...about })
      .set(keys.bundle, sealBundle(bundle, seal))
      .hset(runsKey, run, JSON.stringify(about))
      .expire(runsKey, runLasts)
      .expire(keys.run, runLasts)
      .expire(keys.bundle, runLasts)
      .exec()) as [[unknown, string[]], [unknown, StreamEntry[]]]
    // If some of the run was still there, what happened up to now still counts.
    for (const [, fields] of came[1]) awaited.hear(fields)
    for (const key of marked[1]) awaited.note(key, 0)
    beats = 0
  }
  /** Redis lost the run, wholly or since some earlier time. */
  const beginAgain = async (): Promise<void> => {
    epoch = randomBytes(4).toString('hex')
    server = null
    await begin()
    hearing?.startOver()
    complain(
      `the queue lost what it held of run ${run}: ${count(awaited.waiting().length, 'conversation')} put on it again\n`,
    )
    awaited.startOver()
  }
  const sendBeat = async (): Promise<boolean> => {
    const until = Date.now() + followLastsMs - beatMs
    const now = await redis.tableBeat(keys.run, keys.over, own, followLastsMs)
    if (now === -2 || now === -3) return false
    if (now === -1 && !joined) throw runIsOver(run)
    if (now === -1 || now < beats) await beginAgain()
    else beats = now
    heldUntil = until
    await redis.tableRate(limit, runsKey, run, options.rate ?? 0)
    if (beats % 60 === 1) await renew(beats % 3_600 === 1 ? awaited.waiting().map(({ job }) => job.key) : [])
    return true
  }
  let sending: Promise<boolean> | null = null
  /** Sends a heartbeat, one at a time. False if another process follows the run. */
  const beat = (): Promise<boolean> => {
    sending ??= sendBeat().finally(() => {
      sending = null
    })
    return sending
  }
  const restore = (key: string, verdict: Verdict): Promise<0 | 1> =>
    redis.tableRestore(keys.run, keys.done, keys.fences, epoch, key, verdict)
  /**
   * Synchronises our state with Redis. A restarted Redis may have lost its last second, and with it which
   * turns were sent and which conversations are done: it gives no lease until we restore that. And news of a
   * turn may not have reached us.
   */
  const compareWithRedis = async (): Promise<void> => {
    const [info, marked, put] = await Promise.all([
      redis.info('server'),
      redis.hkeys(keys.marks),
      redis.tableAsked(keys.asking, questions),
    ])
    questions = put
    for (const key of marked) awaited.note(key, 0)
    const there = /run_id:(\w+)/.exec(info)?.[1] ?? ''
    if (there === server) return
    const puts = redis.pipeline()
    for (const { job, sent } of awaited.waiting()) if (sent) puts.hsetnx(keys.marks, job.key, 1)
    await puts.expire(keys.marks, runLasts).exec()
    await Promise.all([...awaited.ended(), ...awaited.unasked()].map(([key, verdict]) => restore(key, verdict)))
    if ((await redis.tableConfirm(keys.run, epoch, there)) === 1) server = there
  }
  let loseRun = ignore
  const lost = new Promise<void>((resolve) => {
    loseRun = resolve
  })
  /** This process was away for so long that another one took up the run, and now owns it. */
  const yieldRun = (): void => {
    if (!ousted) complain(`run ${run} was taken up by another process, which reports it\n`)
    ousted = true
    loseRun()
  }
  /** Whether the run still belongs to this process, which Redis is asked if another one may have taken it up. */
  const isOurs = async (): Promise<boolean> => {
    // The answer to a heartbeat from before this process was stopped says nothing about now.
    while (!ousted && Date.now() >= heldUntil) if (!(await beat())) yieldRun()
    return !ousted
  }
  const takeOff = async (): Promise<void> => {
    const all = [...storedKeys(keys), ...(bundle.settings.target === null ? [limit] : [])]
    const gone = redis
      .multi()
      .del(...all)
      .hdel(runsKey, run)
      .set(keys.over, '1', 'EX', runLasts)
      .exec()
    await Promise.all([gone, redis.tableRate(limit, runsKey, run, 0)])
  }
  const join = async (): Promise<Awaited<ReturnType<typeof hearRun>>> => {
    if (options.follow === null) await begin()
    else ({ epoch, unread } = await takeUp(connection, run, content))
    epochs.add(epoch)
    // A follower that was killed a moment ago still counts as present for a while.
    for (let waited = 0; !(await beat()); waited += beatMs) {
      if ((await redis.exists(keys.over)) === 1) throw runIsOver(run)
      if (waited > followLastsMs)
        throw new UsageError(`run ${run} is followed by another process`, 'wait for its end, or end it')
      await new Promise((resolve) => setTimeout(resolve, beatMs))
    }
    joined = true
    await compareWithRedis()
    return hearRun(connection, keys, {
      isOurs,
      onResult: awaited.hear,
      onBegun: awaited.note,
      onSent: awaited.note,
      onWrong: awaited.missJob,
      onLeft: (why) => tellOnce(`a worker leaves conversations to others: ${why}`),
    })
  }
  /** Do not wait long for an absent Redis: what ran has to be reported. */
  const awayMs = (): number => (connection.isAway() ? 500 : graceMs)
  const heard = await join().catch(async (error: unknown) => {
    if (options.follow === null) await within(awayMs(), takeOff()) // its rate would hold for as long as it is there
    throw error
  })
  hearing = heard
  let [beating, closed, lookedAt] = [false, false, performance.now()]
  const look = async (): Promise<void> => {
    if (beating || closed || ousted) return
    beating = true
    try {
      if (!(await beat())) return yieldRun()
      if (!(await isOurs())) return
      await compareWithRedis()
      if (performance.now() - Math.max(lookedAt, heard.heardAt()) < silenceMs) return
      lookedAt = performance.now()
      const { unfinished, finished } = await findGone(awaited.waiting().map(({ job }) => job))
      enqueue(unfinished)
      if (finished.length === 0) return
      for (const [, fields] of await redis.xrange(keys.results, `(${heard.last()}`, '+')) awaited.hear(fields)
      for (const key of finished) awaited.missResult(key) // nobody stored a result, or somebody removed it
    } finally {
      beating = false
    }
  }
  /**
   * A refusal by Redis, such as for full memory, does not go away by itself, whereas a broken connection
   * reconnects.
   */
  const tellRefusal = (error: unknown): void => {
    if (error instanceof Error && error.name === 'ReplyError' && !closed)
      tellOnce(`everything waits for the queue's Redis, which refuses writes: ${firstLine(error.message)}`)
  }
  const beatTimer = setInterval(() => void look().catch(tellRefusal), beatMs)

  /** Conversations beyond the run's time budget are not reached, even if no worker is there to say so. */
  const endTime = async (ms: number): Promise<void> => {
    await within(awayMs(), isOurs())
    if (ousted) return
    const spent = (plan: Plan): ConversationResult => notReached(plan, describeTimeSpent(ms))
    await within(awayMs(), remove(awaited.end(({ plan, begun }) => (begun ? null : spent(plan)))))
    const until = performance.now() + bundle.settings.timeLimitMs + graceMs
    while (awaited.waiting().length > 0 && performance.now() < until && connection.silentMs() < deafMs)
      await new Promise((resolve) => setTimeout(resolve, 200).unref())
    if (!ousted) awaited.end(({ plan, sent, repeatable }) => (sent && !repeatable ? workerLost(plan) : spent(plan)))
  }
  const { time } = bundle
  const timeTimer =
    time === null ? undefined : setTimeout(() => void endTime(time.ms), time.began + time.ms - Date.now())

  const cancel = async (): Promise<void> => {
    await within(awayMs(), isOurs()) // a process that was stopped must not cancel what another one goes on with
    if (ousted) return
    const word = redis.multi().hset(keys.run, 'cancelled', 1).publish(cancelChannel, run).expire(keys.run, 600).exec()
    const heardOf = await within(awayMs(), word)
    const left = awaited.end(({ plan, begun }) => (begun ? null : notReached(plan)))
    const until = performance.now() + (heardOf ? graceMs : 0)
    while (awaited.waiting().length > 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 50))
    awaited.end(({ plan }) => notReached(plan, 'interrupted'))
    await within(awayMs(), remove(left))
  }
  let cancelling: Promise<void> | undefined
  const interrupt = (): void => {
    if (!ousted) cancelling ??= cancel().catch(ignore)
  }
  if (signal.aborted) interrupt()
  signal.addEventListener('abort', interrupt, { once: true })

  return {
    run,
    lost,
    elsewhere(plan, listener) {
      const { key, came } = awaited.ask(plan)
      if (came !== null) return Promise.resolve(came)
      if (ousted) return new Promise(ignore)
      if (signal.aborted) return Promise.resolve({ result: notReached(plan), attempts: [] })
      const repeatable = plan.repeatable ?? options.isRepeatable(plan)
      const sealed: Waiting['plan'] = (at) =>
        sealPlan(plan, { repeatable, marks: options.marksOf(plan) }, at, seal, queueKey)
      return awaited.wait({ plan, listener, repeatable, job: { key, plan: sealed } }, unread.has(key))
    },
    async close() {
      if (awaited.waiting().length > 0) interrupt()
      await cancelling
      await within(awayMs(), isOurs())
      closed = true
      clearInterval(beatTimer)
      clearTimeout(timeTimer)
      signal.removeEventListener('abort', interrupt)
      await within(awayMs(), heard.end())
      if (!ousted) await within(awayMs(), takeOff())
      return !ousted
    },
  }
}

function ignore(): void {}
