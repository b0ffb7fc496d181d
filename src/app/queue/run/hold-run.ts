import { randomBytes } from 'node:crypto'
import { count } from '../../../base/text/wording.ts'
import type { Verdict } from '../../../engine/verdict/verdict.ts'
import { createSystemClock } from '../../../service/time/clock.ts'
import { tablereadVersion } from '../../edge/package-version.ts'
import { complain, warn } from '../../edge/print.ts'
import { UsageError } from '../../edge/usage-error.ts'
import type { Bundle } from '../bundle.ts'
import { sealBundle } from '../carried.ts'
import type { QueueConnection } from '../connection.ts'
import type { RunNote } from '../notes.ts'
import { limitKey, type RunKeys, runLasts, runsKey, storedKeys } from '../run-keys.ts'
import type { Seal } from '../seal.ts'
import { within } from '../within.ts'
import { claimRun, runIsOver } from '../worker/claim-run.ts'
import { type Hearing, hearRun } from '../worker/hear-run.ts'
import type { AwaitedConversations } from './awaited.ts'

/** The spans of a run during which Redis lost nothing of it: leases and results of another one count for nothing. */
export interface Epochs {
  now: string
  readonly all: Set<string>
}

interface RunToHold {
  run: string
  keys: RunKeys
  seal: Seal
  bundle: Bundle
  content: string
  rate: number | null
  exists: boolean
  epochs: Epochs
  awaited: AwaitedConversations
  /** Extends by a day how long Redis keeps the run and these conversations. */
  renew(keys: readonly string[]): Promise<void>
  tell(text: string): void
}

/** A run that belongs to this process, for as long as it sends heartbeats. */
export interface HeldRun {
  loss: Promise<void>
  isLost(): boolean
  /** `unread`: results only the previous follower read. @throws UsageError if followed, over, or different */
  join(): Promise<{ hearing: Hearing; unread: ReadonlySet<string> }>
  /** Gives Redis back what it has lost since the last one. False if the run is not of this process any more. */
  keep(): Promise<boolean>
  /** Whether the run still belongs to this process, which Redis is asked if another one may have taken it up. */
  isOurs(): Promise<boolean>
  takeOff(): Promise<void>
  /** Not long if Redis is away: what ran has to be reported. False if the work was not done in time. */
  briefly(work: Promise<unknown>): Promise<boolean>
}

/** How long a follower may be silent before another may take over, in milliseconds. */
const followLastsMs = 15_000
/** How often a follower sends a heartbeat, in milliseconds. */
export const beatMs = 1_000

export function newEpoch(): string {
  return randomBytes(4).toString('hex')
}

/** Holds a run: by heartbeats, so that no other process takes it up, and against what Redis may lose of it. */
export function holdRun(connection: QueueConnection, options: RunToHold): HeldRun {
  const { redis } = connection
  const { run, keys, bundle, content, exists, epochs, awaited } = options
  const own = randomBytes(6).toString('hex')
  const limit = limitKey(bundle.settings.target, run)
  let hearing: Hearing | undefined
  let [beats, questions, isLost] = [0, 0, false]
  const clock = createSystemClock()
  /** Until when, by `clock`, nobody else can have taken the run up. */
  let heldUntil = 0
  /** Whether this process follows the run: a new run at once, an existing one from the first heartbeat on. */
  let hasJoined = !exists
  /** The Redis process that we last compared our state with. */
  let server: string | null = null

  const begin = async (): Promise<void> => {
    const about: RunNote = {
      ...{ tableread: tablereadVersion(), startedAt: new Date().toISOString() },
      target: bundle.settings.target ?? 'a local service at each worker',
    }
    epochs.all.add(epochs.now)
    const { fences, marks, done, results } = keys
    const [markReply, batches] = (await redis
      .multi()
      .hkeys(marks)
      .xrange(results, `(${hearing?.last() ?? '0'}`, '+')
      .del(fences, marks, done, results, keys.run)
      .hset(keys.run, { epoch: epochs.now, content, beats: 0, total: awaited.ended().length, ...about })
      .set(keys.bundle, sealBundle(bundle, options.seal))
      .hset(runsKey, run, JSON.stringify(about))
      .expire(runsKey, runLasts)
      .expire(keys.run, runLasts)
      .expire(keys.bundle, runLasts)
      .exec()) as [[unknown, string[]], [unknown, [id: string, fields: string[]][]]]
    // If some of the run was still there, what happened up to now still counts.
    for (const [, fields] of batches[1]) awaited.hear(fields)
    for (const key of markReply[1]) awaited.note(key, 0)
    beats = 0
  }
  /** Redis lost the run, wholly or since some earlier time. */
  const beginAgain = async (): Promise<void> => {
    epochs.now = newEpoch()
    server = null
    await begin()
    hearing?.startOver()
    complain(
      `the queue lost what it held of run ${run}: ${count(awaited.waiting().length, 'conversation')} put on it again\n`,
    )
    awaited.startOver()
  }
  const sendBeat = async (): Promise<boolean> => {
    const until = clock.now() + followLastsMs - beatMs
    const now = await redis.tableBeat(keys.run, keys.over, own, followLastsMs)
    if (now === -2 || now === -3) return false
    if (now === -1 && !hasJoined) throw runIsOver(run)
    if (now === -1 || now < beats) await beginAgain()
    else beats = now
    heldUntil = until
    await redis.tableRate(limit, runsKey, run, options.rate ?? 0)
    if (beats % 60 === 1) await options.renew(beats % 3_600 === 1 ? awaited.waiting().map(({ job }) => job.key) : [])
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
    redis.tableRestore(keys.run, keys.done, keys.fences, epochs.now, key, verdict)
  /** A restarted Redis may have lost which turns were sent and what is done: it gives no lease until we restore it. */
  const compareWithRedis = async (): Promise<void> => {
    const [info, marks, questionCount] = await Promise.all([
      redis.info('server'),
      redis.hkeys(keys.marks),
      redis.tableAsked(keys.asking, questions),
    ])
    questions = questionCount
    for (const key of marks) awaited.note(key, 0)
    const there = /run_id:(\w+)/.exec(info)?.[1] ?? ''
    if (there === server) return
    const puts = redis.pipeline()
    for (const { job, sent } of awaited.waiting()) if (sent) puts.hsetnx(keys.marks, job.key, 1)
    await puts.expire(keys.marks, runLasts).exec()
    await Promise.all([...awaited.ended(), ...awaited.unasked()].map(([key, verdict]) => restore(key, verdict)))
    if ((await redis.tableConfirm(keys.run, epochs.now, there)) === 1) server = there
  }
  let tellLost: () => void = () => {}
  const loss = new Promise<void>((resolve) => {
    tellLost = resolve
  })
  /** This process was away for so long that another one took up the run, and now owns it. */
  const yieldRun = (): void => {
    if (!isLost) warn(`run ${run} was taken up by another process, which reports it`)
    isLost = true
    tellLost()
  }
  const isOurs = async (): Promise<boolean> => {
    // The answer to a heartbeat from before this process was stopped says nothing about now.
    while (!isLost && clock.now() >= heldUntil) if (!(await beat())) yieldRun()
    return !isLost
  }
  const takeOff = async (): Promise<void> => {
    const all = [...storedKeys(keys), ...(bundle.settings.target === null ? [limit] : [])]
    const removal = redis
      .multi()
      .del(...all)
      .hdel(runsKey, run)
      .set(keys.over, '1', 'EX', runLasts)
      .exec()
    await Promise.all([removal, redis.tableRate(limit, runsKey, run, 0)])
  }
  const briefly = (work: Promise<unknown>): Promise<boolean> => within(connection.isAway() ? 500 : 5_000, work)
  /** Waits for our turn: a follower that was killed a moment ago still counts as present for a while. */
  const awaitTurn = async (): Promise<void> => {
    for (let waited = 0; !(await beat()); waited += beatMs) {
      if ((await redis.exists(keys.over)) === 1) throw runIsOver(run)
      if (waited > followLastsMs)
        throw new UsageError(`run ${run} is followed by another process`, 'wait for its end, or end it')
      await new Promise((resolve) => setTimeout(resolve, beatMs))
    }
  }
  const join: HeldRun['join'] = async () => {
    let unread: ReadonlySet<string> = new Set()
    if (exists) ({ epoch: epochs.now, unread } = await claimRun(connection, run, content))
    else await begin()
    epochs.all.add(epochs.now)
    await awaitTurn()
    hasJoined = true
    await compareWithRedis()
    hearing = await hearRun(connection, keys, {
      isOurs,
      onResult: awaited.hear,
      onBegun: awaited.note,
      onSent: awaited.note,
      onWrong: awaited.missJob,
      onLeft: (why) => options.tell(`a worker leaves conversations to others: ${why}`),
    })
    return { hearing: hearing, unread }
  }
  return {
    loss: loss,
    isLost: () => isLost,
    join: () =>
      join().catch(async (error: unknown) => {
        if (!exists) await briefly(takeOff()) // its rate would hold for as long as it is there
        throw error
      }),
    async keep() {
      if (!(await beat())) yieldRun()
      if (!(await isOurs())) return false
      await compareWithRedis()
      return true
    },
    isOurs,
    takeOff,
    briefly,
  }
}
