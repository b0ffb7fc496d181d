import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { count, describeBreakdown, firstLine } from '../../base/wording.ts'
import { tablereadVersion } from '../project/package-version.ts'
import { complain } from '../project/print.ts'
import { UsageError } from '../project/usage-error.ts'
import type { JobData, QueueConnection } from './connection.ts'
import { renewing, renewMs } from './lasting.ts'
import { takeLease } from './lease.ts'
import { cancelChannel, keysOf, readJobName, runsKey, workersKey } from './run-keys.ts'
import { within } from './within.ts'
import { openWorkerRun, type WorkerRun } from './worker-run.ts'

/** What a worker reports about itself, every two seconds. */
export interface WorkerNote {
  host: string
  pid: number
  tableread: string
  concurrency: number
  running: number
  done: number
  /** By `Date.now()`. */
  seen: number
  /** Why it leaves conversations to others, for example because its key differs; null if it leaves none. */
  leaves: string | null
}

/** What the queue stores about a run besides its bundle. */
export interface RunNote {
  tableread: string
  startedAt: string
  target: string
}

const beatMs = 2_000
/** How long a conversation that this worker cannot carry out stays away from it, in milliseconds. */
const awayMs = 3_000
/** How long to wait before asking for a lease again after Redis restarted. */
const unsureMs = 250
/** How long to wait for an absent Redis when nothing is under way. */
const endMs = 2_000
/** The same when something is under way. */
const patienceMs = 5_000

/**
 * Takes conversations from the queue until `drain` aborts; then finishes those under way and takes no more.
 * Returns how many were carried out.
 */
export async function workOn(
  connection: QueueConnection,
  { concurrency, leaseMs }: { concurrency: number; leaseMs: number },
  drain: AbortSignal,
): Promise<number> {
  const { redis } = connection
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`
  const runs = new Map<string, Promise<WorkerRun | null>>()
  /** How many conversations of each run are under way. */
  const busy = new Map<string, number>()
  const told = new Set<string>()
  /** Runs whose conversations this worker leaves to others, with the reason. */
  const leaves = new Map<string, string>()
  const underWay = (): number => [...busy.values()].reduce((sum, each) => sum + each, 0)
  let done = 0
  const tellOnce = (text: string): void => {
    if (!told.has(text)) complain(`${text}\n`)
    told.add(text)
  }
  const runOf = (run: string): Promise<WorkerRun | null> => {
    const known = runs.get(run) ?? openWorkerRun(connection, run, concurrency)
    runs.set(run, known)
    known.catch(() => runs.delete(run)) // the next conversation tries again
    return known
  }
  /** Carries out a conversation; false if this worker cannot, and it has to stay on the queue. */
  const perform = async (name: string, data: JobData): Promise<boolean> => {
    const at = readJobName(name)
    if (at === null) return true // not a job of ours
    const { events } = keysOf(at.run)
    busy.set(at.run, (busy.get(at.run) ?? 0) + 1)
    try {
      const run = await runOf(at.run)
      if (run === null) {
        runs.delete(at.run)
        return true
      }
      const unpacked = await run.unpack(at, data)
      if (unpacked === null) {
        tellOnce(
          `the queue's data for conversations of run ${at.run} was changed by somebody else: they are given back`,
        )
        await redis.publish(events, `wrong ${at.key}`)
        return true
      }
      leaves.delete(at.run)
      const { repeatable } = unpacked
      let taken = await takeLease(redis, at, { rank: data.rank, repeatable }, run.seal)
      while (taken.kind === 'unsure') {
        if (drain.aborted) return false // there may be no follower
        await new Promise((resolve) => setTimeout(resolve, unsureMs))
        taken = await takeLease(redis, at, { rank: data.rank, repeatable }, run.seal)
      }
      if (taken.kind !== 'go' && taken.kind !== 'lost') return true
      const { lease } = taken
      const carried = taken.kind === 'lost' ? unpacked.lose() : await unpacked.perform(lease)
      // A queue lock may be lost while the lease holds, as when Redis restarts: only the lease decides.
      if (!lease.isVoid() && (await lease.finish(carried))) done += 1
      return lease.over.reason !== 'fenced' // perhaps by nobody, if Redis forgot the lease
    } catch (error) {
      const why = describeRefusal(error)
      leaves.set(at.run, why)
      tellOnce(why)
      await redis.publish(events, `left ${firstLine(why)}`).catch(ignore)
      return false // leave it to a worker that can
    } finally {
      busy.set(at.run, (busy.get(at.run) ?? 1) - 1)
    }
  }
  /**
   * The jobs under way. If the queue delivers one again, a lock was lost, and the second delivery waits for
   * the first.
   */
  const going = new Map<string, Promise<boolean>>()
  const worker = connection.work(
    async (job, token) => {
      const id = job.id ?? ''
      const performing = Promise.resolve(going.get(id)).then(() => perform(id, job.data))
      going.set(id, performing)
      const done = await performing
      if (going.get(id) === performing) going.delete(id)
      if (!done) throw await connection.later(job, token, awayMs)
    },
    { concurrency, leaseMs },
  )
  const cancels = connection.duplicate()
  cancels.on('message', (_, run) => {
    void runs.get(run)?.then((opened) => opened?.cancelled.abort('cancelled'), ignore)
  })
  await cancels.subscribe(cancelChannel)
  const own = tablereadVersion()
  const beat = async (): Promise<void> => {
    const note: WorkerNote = {
      ...{ host: hostname(), pid: process.pid, tableread: own, concurrency, running: underWay(), done },
      ...{ seen: Date.now(), leaves: [...leaves.values()].at(-1) ?? null },
    }
    await redis.multi().hset(workersKey, id, JSON.stringify(note)).expire(workersKey, 3_600).exec()
    const there = await redis.hgetall(runsKey)
    for (const run of leaves.keys()) if (!(run in there)) leaves.delete(run)
    for (const [run, text] of Object.entries(there)) {
      const { tableread } = JSON.parse(text) as RunNote
      if (tableread !== own)
        tellOnce(`run ${run} is of Tableread ${tableread} and left to workers of that version: this one is ${own}`)
    }
    for (const [run, opened] of runs)
      if (!(run in there) && (busy.get(run) ?? 0) === 0) void closeRun(runs, run, opened)
  }
  const renew = async (): Promise<void> => {
    await renewing(
      connection,
      [...runs.keys()].filter((run) => (busy.get(run) ?? 0) > 0),
    ).exec()
  }
  await beat()
  const renewals = setInterval(() => void renew().catch(ignore), renewMs)
  const beats = setInterval(() => void beat().catch(ignore), beatMs)
  const working = worker.run().catch(ignore)
  if (!drain.aborted) await new Promise((resolve) => drain.addEventListener('abort', resolve, { once: true }))
  const left = underWay()
  complain(`${left === 0 ? 'nothing is under way' : `${count(left, 'conversation')} under way`}: takes nothing more\n`)
  const closed = worker.close().then(() => working)
  // Conversations under way can neither send nor report anything while Redis is away.
  for (let away = 0; underWay() > 0 && away < patienceMs; away = redis.status === 'ready' ? 0 : away + endMs)
    await within(endMs, closed)
  if (underWay() > 0) complain(`Redis is unreachable: ${count(underWay(), 'conversation')} left to other workers\n`)
  await within(endMs, closed)
  clearInterval(beats)
  clearInterval(renewals)
  await within(endMs, Promise.all([redis.hdel(workersKey, id), renew()]))
  for (const [run, opened] of runs) await closeRun(runs, run, opened)
  return done
}

/** Why conversations are left to others. */
function describeRefusal(error: unknown): string {
  if (error instanceof UsageError) return error.message
  const isOfRedis = error instanceof Error && error.name === 'ReplyError'
  return isOfRedis ? `the Redis of the queue refuses: ${firstLine(error.message)}` : describeBreakdown(error)
}

async function closeRun(runs: Map<string, unknown>, run: string, opened: Promise<WorkerRun | null>): Promise<void> {
  runs.delete(run)
  await opened.then((each) => each?.close(), ignore)
}

function ignore(): void {}
