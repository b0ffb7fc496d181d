import { randomBytes } from 'node:crypto'
import { count } from '../../base/wording.ts'
import { notReached, workerLost } from '../../engine/verdict/never-ran.ts'
import type { CarriedOut, Elsewhere } from '../../engine/verdict/perform-conversation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { tablereadVersion } from '../project/package-version.ts'
import { complain } from '../project/print.ts'
import { UsageError } from '../project/usage-error.ts'
import { type Bundle, pack, packPlan, sign, unpackResult } from './carried.ts'
import type { JobData, QueueConnection } from './connection.ts'
import { enqueueing } from './enqueue.ts'
import { cancelChannel, keysOf, limitKey, runLasts, runsKey, shortKey, storedKeys } from './run-keys.ts'
import type { RunNote } from './worker.ts'

/** A run that is on the queue, as whoever reports it sees it. */
export interface Follower {
  run: string
  /** Has conversations carried out by the workers; `side` tells apart two services of one run. */
  elsewhere(side?: string): Elsewhere
  /** Takes what is left off the queue, and everything that it held of this run. */
  close(): Promise<void>
}

/** What a run is, for the queue. */
export interface RunOnQueue {
  bundle: Bundle
  /** Tells whether another process that takes the run up has the same conversations. */
  content: string
  priority: number
  isRepeatable(plan: Plan): boolean
  signal: AbortSignal
  /** The run to take up; null for a new one. */
  follow: string | null
}

/** A conversation whose result is waited for. */
interface Pending {
  plan: Plan
  listener: Parameters<Elsewhere>[1]
  job: Omit<JobData, 'epoch' | 'rank'>
  begun: boolean
  sent: boolean
  resolve(carried: CarriedOut): void
}

type StreamEntry = [id: string, fields: string[]]

/** How long one that follows a run may be silent before another one may, and how often it speaks, in milliseconds. */
const [followLastsMs, beatMs] = [15_000, 1_000]
/** How long results of what was under way are waited for after an interruption. */
const graceMs = 5_000
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
  const pending = new Map<string, Pending>()
  /** Results of an earlier follower's time that were not asked for yet. */
  const early = new Map<string, CarriedOut>()
  /** How often each conversation was asked for, and under which keys. */
  const asked = new Map<string, number>()
  const known = new Set<string>()
  /** The Redis that all was compared with last. */
  let server: string | null = null
  let epoch = randomBytes(4).toString('hex')
  let [beats, last, heardAt, closed] = [0, '0', performance.now(), false]

  const begin = async (): Promise<void> => {
    const note: RunNote = {
      ...{ tableread: tablereadVersion(), startedAt: new Date().toISOString() },
      target: bundle.settings.target ?? 'a local service at each worker',
    }
    const { fences, marks, done, results } = keys
    const [marked, unread] = (await redis
      .multi()
      .hkeys(marks)
      .xrange(results, last === '0' ? '-' : `(${last}`, '+')
      .del(fences, marks, done, results, keys.run)
      .hset(keys.run, { epoch, content, beats: 0, signature: sign(process.env, run, text), ...note })
      .set(keys.bundle, text)
      .hset(runsKey, run, JSON.stringify(note))
      .expire(keys.run, runLasts)
      .expire(keys.bundle, runLasts)
      .exec()) as [[unknown, string[]], [unknown, StreamEntry[]]]
    // Where it was there before, what happened up to now still counts.
    for (const [, fields] of unread[1]) take(fields)
    for (const key of marked[1]) hear(key, true)
    ;[beats, last] = [0, '0']
  }
  const settle = (key: string, carried: CarriedOut): void => {
    const waiting = pending.get(key)
    if (waiting === undefined) return
    pending.delete(key)
    waiting.resolve(carried)
  }
  const take = (fields: readonly string[]): void => {
    const [key, carried] = [fields[1] ?? '', unpackResult(fields[3] ?? '')]
    if (carried === null) return
    if (pending.has(key)) settle(key, carried)
    else if (!known.has(key)) early.set(key, carried)
  }
  const hear = (key: string, sent: boolean): Pending | undefined => {
    const waiting = pending.get(key)
    if (waiting === undefined) return undefined
    if (!waiting.begun) waiting.listener.onBegun?.()
    waiting.begun = true
    waiting.sent ||= sent
    return waiting
  }
  const { enqueue, remove, isThere } = enqueueing(connection, options.priority, () => ({ run, epoch }))
  /** What Redis held is lost, wholly or from some time on. */
  const beginAgain = async (): Promise<void> => {
    epoch = randomBytes(4).toString('hex')
    server = null
    await begin()
    complain(`the queue lost what it held of run ${run}: ${count(pending.size, 'conversation')} put on it again\n`)
    for (const [key, { plan, sent, job }] of [...pending])
      if (sent && !job.repeatable) settle(key, { result: workerLost(plan), attempts: [] })
    for (const each of pending.values()) each.begun = each.sent = false
    enqueue([...pending.values()].map(({ job }) => job))
  }

  if (options.follow === null) await begin()
  else epoch = await takeUp(connection, run, content)
  const beat = async (): Promise<void> => {
    const now = await redis.tableBeat(keys.run, own, followLastsMs)
    if (now === -2) throw new UsageError(`run ${run} is followed by another process`, 'wait for its end, or end it')
    if (now === -1 || now < beats) await beginAgain()
    else beats = now
    if (beats % 60 === 1) {
      const expiring = redis.pipeline()
      for (const each of storedKeys(keys)) expiring.expire(each, runLasts)
      await expiring.exec()
    }
  }
  await beat()
  /**
   * What is known here and there. A Redis that restarts may have lost its last second, and with it what had been sent and
   * what was done: no lease is given until it is told. And word of a turn may not have come through to here.
   */
  const compareWithRedis = async (): Promise<void> => {
    const [info, marked] = await Promise.all([redis.info('server'), redis.hkeys(keys.marks)])
    for (const key of marked) hear(key, true)
    const there = /run_id:(\w+)/.exec(info)?.[1] ?? ''
    if (there === server) return
    const puts = redis.pipeline()
    for (const [key, { sent }] of pending) if (sent) puts.hsetnx(keys.marks, key, 1)
    for (const key of known) if (!pending.has(key)) puts.hsetnx(keys.done, key, 'known')
    await puts.exec()
    if ((await redis.tableConfirm(keys.run, epoch, there)) === 1) server = there
  }
  await compareWithRedis()

  const reader = connection.duplicate()
  const read = async (): Promise<void> => {
    while (!closed) {
      const [[, entries] = ['', []]] =
        (await reader.xread('COUNT', 200, 'BLOCK', 500, 'STREAMS', keys.results, last)) ?? []
      for (const [id, fields] of entries) {
        ;[last, heardAt] = [id, performance.now()]
        take(fields)
      }
    }
  }
  const ears = connection.duplicate()
  ears.on('message', (_, word: string) => {
    heardAt = performance.now()
    const [what, key = '', turn] = word.split(' ')
    const waiting = hear(key, what === 'sent')
    if (what === 'sent') waiting?.listener.onTurn?.(Number(turn) - 1)
  })
  await ears.subscribe(keys.events)
  const reading = read().catch(ignore)
  let beating = false
  const look = async (): Promise<void> => {
    if (beating || closed) return
    beating = true
    try {
      await beat()
      await compareWithRedis()
      if (performance.now() - heardAt < silenceMs) return
      heardAt = performance.now()
      const some = [...pending.values()].slice(0, 100).map(({ job }) => job)
      const there = await Promise.all(some.map(({ key }) => isThere(key)))
      enqueue(some.filter((_, index) => !there[index]))
    } catch (error) {
      if (error instanceof UsageError) complain(`${error.message}\n`)
    } finally {
      beating = false
    }
  }
  const beatTimer = setInterval(() => void look(), beatMs)

  const cancel = async (): Promise<void> => {
    await redis.multi().hset(keys.run, 'cancelled', 1).publish(cancelChannel, run).expire(keys.run, 600).exec()
    const waiting = [...pending].filter(([, { begun }]) => !begun)
    for (const [key, { plan }] of waiting) settle(key, { result: notReached(plan), attempts: [] })
    const until = performance.now() + graceMs
    while (pending.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
    for (const [key, { plan }] of pending) settle(key, { result: notReached(plan, 'interrupted'), attempts: [] })
    await remove(waiting.map(([key]) => key))
  }
  let cancelling: Promise<void> | undefined
  const interrupt = (): void => {
    cancelling ??= cancel().catch(ignore)
  }
  if (signal.aborted) interrupt()
  signal.addEventListener('abort', interrupt, { once: true })

  return {
    run,
    elsewhere:
      (side = '') =>
      (plan, listener) => {
        const name = `${side} ${plan.id}`
        const times = asked.get(name) ?? 0
        asked.set(name, times + 1)
        const key = shortKey(`${name} ${times}`)
        known.add(key)
        const found = early.get(key)
        early.delete(key)
        if (found !== undefined) return Promise.resolve(found)
        if (signal.aborted) return Promise.resolve({ result: notReached(plan), attempts: [] })
        const [packed, repeatable] = [packPlan(plan), plan.repeatable ?? options.isRepeatable(plan)]
        const signature = sign(process.env, run, key, side, String(repeatable), packed)
        const job = { run, key, side, repeatable, plan: packed, signature }
        return new Promise((resolve) => {
          pending.set(key, { plan, listener, job, begun: false, sent: false, resolve })
          enqueue([job])
        })
      },
    async close() {
      if (pending.size > 0) interrupt()
      await cancelling
      closed = true
      clearInterval(beatTimer)
      signal.removeEventListener('abort', interrupt)
      await reading
      const own = bundle.settings.target === null ? [limitKey(null, run)] : []
      await redis
        .multi()
        .del(...storedKeys(keys), ...own)
        .hdel(runsKey, run)
        .exec()
    },
  }
}

/** The epoch of a run that is on the queue. */
async function takeUp({ redis }: QueueConnection, run: string, content: string): Promise<string> {
  const { epoch, content: was, tableread, cancelled } = await redis.hgetall(keysOf(run).run)
  if (epoch === undefined)
    throw new UsageError(`no run ${run} is on the queue`, 'tableread queue status names those that are')
  if (tableread !== tablereadVersion())
    throw new UsageError(`run ${run} is of Tableread ${tableread}, and this is ${tablereadVersion()}`)
  if (cancelled !== undefined) throw new UsageError(`run ${run} was cancelled`, 'run it anew, without --follow')
  if (was !== content)
    throw new UsageError(
      `run ${run} has other conversations or settings than this command`,
      'give --follow with the command that began it, in the same folder, while its suites are unchanged',
    )
  return epoch
}

/** A name that sorts by time and that nobody else has. */
function nameRun(): string {
  const [day, time] = new Date()
    .toISOString()
    .replace(/[-:]|\..*/g, '')
    .split('T')
  return `${day}-${time}-${randomBytes(3).toString('hex')}`
}

function ignore(): void {}
