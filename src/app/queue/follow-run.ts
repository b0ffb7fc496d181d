import { randomBytes } from 'node:crypto'
import { count, firstLine } from '../../base/wording.ts'
import { describeTimeSpent } from '../../engine/verdict/allowance.ts'
import { notReached, workerLost } from '../../engine/verdict/never-ran.ts'
import type { CarriedOut, Elsewhere } from '../../engine/verdict/perform-conversation.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { JudgeMark } from '../project/mark-judges.ts'
import { tablereadVersion } from '../project/package-version.ts'
import { complain } from '../project/print.ts'
import { UsageError } from '../project/usage-error.ts'
import type { Bundle } from './bundle.ts'
import { pack, packPlan, sealPlan, unpackResult } from './carried.ts'
import type { QueueConnection } from './connection.ts'
import { enqueueing, type Waiting } from './enqueue.ts'
import { findGone } from './find-gone.ts'
import { hearRun } from './hear-run.ts'
import { cancelChannel, keysOf, limitKey, runLasts, runsKey, shortKey, storedKeys } from './run-keys.ts'
import { sealOf, sign } from './seal.ts'
import { nameRun, runIsOver, takeUp } from './take-up.ts'
import { within } from './within.ts'
import type { RunNote } from './worker.ts'

/** A run that is on the queue, as whoever reports it sees it. */
export interface Follower {
  run: string
  /** Has conversations carried out by the workers. */
  elsewhere: Elsewhere
  /** Takes what is left off the queue, and everything that it held of this run. */
  close(): Promise<void>
}

/** What a run is, for the queue. */
export interface RunOnQueue {
  bundle: Bundle
  /** Tells whether another process that takes the run up has the same conversations. */
  content: string
  priority: number
  /** Requests a minute that the service is to be sent at the most while this run is there, with all others; null for any number. */
  rate: number | null
  isRepeatable(plan: Plan): boolean
  /** Who judges the criteria of a plan, and what that counts for. */
  marksOf(plan: Plan): JudgeMark[]
  signal: AbortSignal
  /** The run to take up; null for a new one. */
  follow: string | null
}

/** A conversation whose result is waited for. */
interface Pending {
  plan: Plan
  listener: Parameters<Elsewhere>[1]
  job: Waiting
  repeatable: boolean
  begun: boolean
  sent: boolean
  resolve(carried: CarriedOut): void
}

type StreamEntry = [id: string, fields: string[]]

/** How long one that follows a run may be silent before another one may, and how often it speaks, in milliseconds. */
const [followLastsMs, beatMs] = [15_000, 1_000]
/** How long results of what was under way are waited for after an interruption, and a Redis that is away. */
const graceMs = 5_000
const damaged = 'a result on the queue is damaged, or not of this run'
const unread = 'a result was told to the process before, and Redis has lost it since'
/** After so long without a word it is looked at whether what is waited for is still on the queue. */
const silenceMs = 15_000

/**
 * Puts a run on the queue, or takes up one that is there.
 * @throws UsageError where there is none of this name, another process follows it, or it is another one
 */
export async function followRun(connection: QueueConnection, options: RunOnQueue): Promise<Follower> {
  const { redis } = connection
  const { bundle, content, signal } = options
  const run = options.follow ?? nameRun()
  const keys = keysOf(run)
  const own = randomBytes(6).toString('hex')
  const text = pack(bundle)
  const seal = sealOf(run, bundle, process.env)
  const pending = new Map<string, Pending>()
  /** Results of an earlier follower's time that were not asked for yet. */
  const early = new Map<string, CarriedOut>()
  /** What those came to that were asked for; null of those that are waited for. */
  const known = new Map<string, Verdict | null>()
  /** How often each conversation was asked for. */
  const asked = new Map<string, number>()
  let hearing: Awaited<ReturnType<typeof hearRun>> | undefined
  let epoch = randomBytes(4).toString('hex')
  let [beats, questions] = [0, 0]
  const limit = limitKey(bundle.settings.target, run)
  /** Conversations whose results only the process before had. */
  let lost: ReadonlySet<string> = new Set()
  /** A process that takes a run up has it from its first beat on. */
  let joined = options.follow === null
  /** The Redis that all was compared with last. */
  let server: string | null = null

  const begin = async (): Promise<void> => {
    const about: RunNote = {
      ...{ tableread: tablereadVersion(), startedAt: new Date().toISOString() },
      target: bundle.settings.target ?? 'a local service at each worker',
    }
    const { fences, marks, done, results } = keys
    const settled = [...known.values()].filter((verdict) => verdict !== null).length
    const [marked, came] = (await redis
      .multi()
      .hkeys(marks)
      .xrange(results, `(${hearing?.last() ?? '0'}`, '+')
      .del(fences, marks, done, results, keys.run)
      .hset(keys.run, { epoch, content, beats: 0, signature: sign(process.env, run, text), total: settled, ...about })
      .set(keys.bundle, text)
      .hset(runsKey, run, JSON.stringify(about))
      .expire(runsKey, runLasts)
      .expire(keys.run, runLasts)
      .expire(keys.bundle, runLasts)
      .exec()) as [[unknown, string[]], [unknown, StreamEntry[]]]
    // Where it was there before, what happened up to now still counts.
    takeAll(came[1])
    for (const key of marked[1]) note(key, 0)
    beats = 0
  }
  const settle = (key: string, result: CarriedOut['result'], attempts: CarriedOut['attempts'] = []): void => {
    const waiting = pending.get(key)
    pending.delete(key)
    known.set(key, result.verdict)
    waiting?.resolve({ result, attempts })
  }
  const take = (key: string, carried: CarriedOut | null): void => {
    const waiting = pending.get(key)
    if (waiting === undefined && carried !== null && !known.has(key)) early.set(key, carried)
    if (waiting === undefined) return
    if (carried !== null && carried.result.id === waiting.plan.id) settle(key, carried.result, carried.attempts)
    else void discard(key, waiting).catch(ignore)
  }
  const takeAll = (entries: readonly StreamEntry[]): void => {
    for (const [, [, key = '', , line = '']] of entries) take(key, unpackResult(line, key, seal))
  }
  /** A result that cannot be read, or is gone: whether the conversation may begin again is asked as where a worker is lost. */
  const discard = async (key: string, { plan, repeatable, job }: Pending, why: string = damaged): Promise<void> => {
    tellOnce(`${why}: ${plan.file}:${plan.conversation.at.line}`)
    if (!repeatable) return settle(key, workerLost(plan))
    await redis.tableForget(keys.run, keys.done, epoch, key)
    enqueue([job])
  }
  /** A conversation began; with a turn: that one left, the how manieth since it began, or 0 for some. */
  const note = (key: string, turn?: number): void => {
    const waiting = pending.get(key)
    if (waiting === undefined) return
    if (!waiting.begun) waiting.listener.onBegun?.()
    waiting.begun = true
    if (turn === undefined) return
    waiting.sent = true
    if (turn > 0) waiting.listener.onTurn?.(turn - 1)
  }
  const told = new Set<string>()
  const tellOnce = (text: string): void => {
    if (!told.has(text) && told.size < 20) complain(`${text}\n`)
    told.add(text)
  }
  const { enqueue, remove, isThere } = enqueueing(connection, options.priority, () => ({
    run,
    epoch,
    total: known.size,
  }))
  /** What Redis held is lost, wholly or from some time on. */
  const beginAgain = async (): Promise<void> => {
    epoch = randomBytes(4).toString('hex')
    server = null
    await begin()
    hearing?.startOver()
    complain(`the queue lost what it held of run ${run}: ${count(pending.size, 'conversation')} put on it again\n`)
    for (const [key, { plan, sent, repeatable }] of [...pending]) if (sent && !repeatable) settle(key, workerLost(plan))
    for (const each of pending.values()) each.begun = each.sent = false
    enqueue([...pending.values()].map(({ job }) => job))
  }
  /** False where another process follows the run. */
  const beat = async (): Promise<boolean> => {
    const now = await redis.tableBeat(keys.run, keys.over, own, followLastsMs)
    if (now === -2 || now === -3) return false
    if (now === -1 && !joined) throw runIsOver(run)
    if (now === -1 || now < beats) await beginAgain()
    else beats = now
    await redis.tableRate(limit, runsKey, run, options.rate ?? 0)
    if (beats % 60 === 1) {
      const expiring = redis.pipeline().expire(runsKey, runLasts)
      for (const each of storedKeys(keys)) expiring.expire(each, runLasts)
      await expiring.exec()
    }
    return true
  }
  if (options.follow === null) await begin()
  else ({ epoch, unread: lost } = await takeUp(connection, run, content))
  // One that was killed a moment ago is not known to be gone yet.
  for (let waited = 0; !(await beat()); waited += beatMs) {
    if ((await redis.exists(keys.over)) === 1) throw runIsOver(run)
    if (waited > followLastsMs)
      throw new UsageError(`run ${run} is followed by another process`, 'wait for its end, or end it')
    await new Promise((resolve) => setTimeout(resolve, beatMs))
  }
  joined = true

  const restore = (key: string, verdict: Verdict): Promise<0 | 1> =>
    redis.tableRestore(keys.run, keys.done, keys.fences, epoch, key, verdict)
  /**
   * What is known here and there. A Redis that restarts may have lost its last second, and with it what had been sent and
   * what was done: no lease is given until it is told. And word of a turn may not have come through to here.
   */
  const compareWithRedis = async (): Promise<void> => {
    const [info, marked, put] = await Promise.all([
      redis.info('server'),
      redis.hkeys(keys.marks),
      redis.tableAsked(keys.asking, questions),
    ])
    questions = put
    for (const key of marked) note(key, 0)
    const there = /run_id:(\w+)/.exec(info)?.[1] ?? ''
    if (there === server) return
    const puts = redis.pipeline()
    for (const [key, { sent }] of pending) if (sent) puts.hsetnx(keys.marks, key, 1)
    await puts.exec()
    const results = [...early].map(([key, { result }]) => [key, result.verdict] as const)
    await Promise.all([...known, ...results].map(([key, verdict]) => verdict !== null && restore(key, verdict)))
    if ((await redis.tableConfirm(keys.run, epoch, there)) === 1) server = there
  }
  await compareWithRedis()
  const heard = await hearRun(connection, keys, seal, {
    onResult: take,
    onBegun: note,
    onSent: note,
    onLeft: (why) => tellOnce(`a worker leaves conversations to others: ${why}`),
  })
  hearing = heard
  let [beating, closed, ousted, lookedAt] = [false, false, false, performance.now()]
  /** This process was away for so long that another one took the run up, which is its own from then on. */
  const yieldRun = (): void => {
    if (!ousted) complain(`run ${run} was taken up by another process, which reports it\n`)
    ousted = true
    for (const [key, { plan }] of pending) settle(key, notReached(plan, 'another process has taken the run up'))
  }
  const look = async (): Promise<void> => {
    if (beating || closed) return
    beating = true
    try {
      if (!(await beat())) return yieldRun()
      await compareWithRedis()
      if (performance.now() - Math.max(lookedAt, heard.heardAt()) < silenceMs) return
      lookedAt = performance.now()
      const waitedFor = [...pending.values()].map(({ job }) => job)
      const { unfinished, finished } = await findGone(redis, keys, waitedFor, isThere)
      enqueue(unfinished)
      if (finished.length === 0) return
      takeAll(await redis.xrange(keys.results, `(${heard.last()}`, '+'))
      for (const key of finished) take(key, null) // nobody has put it there, or somebody took it away
    } finally {
      beating = false
    }
  }
  /** What Redis refuses it refuses for good, as where its memory is full; a connection that breaks comes back by itself. */
  const tellRefusal = (error: unknown): void => {
    if (error instanceof Error && error.name === 'ReplyError' && !closed)
      tellOnce(`all wait for the Redis of the queue, which refuses to be written to: ${firstLine(error.message)}`)
  }
  const beatTimer = setInterval(() => void look().catch(tellRefusal), beatMs)

  /** What does not fit into the time of the run is not reached, whether or not a worker is there who would say so. */
  const endTime = async (ms: number): Promise<void> => {
    const waiting = [...pending].filter(([, { begun }]) => !begun)
    for (const [key, { plan }] of waiting) settle(key, notReached(plan, describeTimeSpent(ms)))
    await within(graceMs, remove(waiting.map(([key]) => key)))
    await new Promise((resolve) => setTimeout(resolve, bundle.settings.timeLimitMs + graceMs).unref())
    for (const [key, { plan, sent, repeatable }] of [...pending])
      settle(key, sent && !repeatable ? workerLost(plan) : notReached(plan, describeTimeSpent(ms)))
  }
  const { time } = bundle
  const timeTimer =
    time === null ? undefined : setTimeout(() => void endTime(time.ms), time.began + time.ms - Date.now())

  /** Nobody waits long for a Redis that is not there: what ran is to be reported. */
  const awayMs = (): number => (redis.status === 'ready' ? graceMs : 500)
  const cancel = async (): Promise<void> => {
    const word = redis.multi().hset(keys.run, 'cancelled', 1).publish(cancelChannel, run).expire(keys.run, 600).exec()
    const heardOf = await within(awayMs(), word)
    const waiting = [...pending].filter(([, { begun }]) => !begun)
    for (const [key, { plan }] of waiting) settle(key, notReached(plan))
    const until = performance.now() + (heardOf ? graceMs : 0)
    while (pending.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
    for (const [key, { plan }] of pending) settle(key, notReached(plan, 'interrupted'))
    await within(awayMs(), remove(waiting.map(([key]) => key)))
  }
  let cancelling: Promise<void> | undefined
  const interrupt = (): void => {
    if (!ousted) cancelling ??= cancel().catch(ignore)
  }
  if (signal.aborted) interrupt()
  signal.addEventListener('abort', interrupt, { once: true })

  return {
    run,
    elsewhere(plan, listener) {
      const times = asked.get(plan.id) ?? 0
      asked.set(plan.id, times + 1)
      const key = shortKey(`${plan.id} ${times}`)
      const came = early.get(key)
      early.delete(key)
      const found = came?.result.id === plan.id ? came : undefined
      known.set(key, found?.result.verdict ?? null)
      if (found !== undefined) return Promise.resolve(found)
      if (signal.aborted || ousted) return Promise.resolve({ result: notReached(plan), attempts: [] })
      const repeatable = plan.repeatable ?? options.isRepeatable(plan)
      const data: Waiting['data'] = () => {
        const packed = sealPlan(packPlan(plan, options.marksOf(plan), process.env), key, seal)
        const signature = sign(process.env, run, key, String(repeatable), packed)
        return { run, key, repeatable, plan: packed, signature }
      }
      return new Promise((resolve) => {
        const waiting: Pending = { plan, listener, job: { key, data }, repeatable, begun: false, sent: false, resolve }
        pending.set(key, waiting)
        if (lost.has(key)) void discard(key, waiting, unread).catch(ignore)
        else enqueue([waiting.job])
      })
    },
    async close() {
      if (pending.size > 0) interrupt()
      await cancelling
      closed = true
      clearInterval(beatTimer)
      clearTimeout(timeTimer)
      signal.removeEventListener('abort', interrupt)
      await within(awayMs(), heard.end())
      if (ousted) return
      const all = [...storedKeys(keys), ...(bundle.settings.target === null ? [limit] : [])]
      const gone = redis
        .multi()
        .del(...all)
        .hdel(runsKey, run)
        .set(keys.over, '1', 'EX', runLasts)
        .exec()
      await within(awayMs(), Promise.all([gone, redis.tableRate(limit, runsKey, run, 0)]))
    },
  }
}

function ignore(): void {}
