import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { count, describeBreakdown, firstLine } from '../../../base/text/wording.ts'
import { tablereadVersion } from '../../edge/package-version.ts'
import { complain, warn } from '../../edge/print.ts'
import { UsageError } from '../../edge/usage-error.ts'
import type { JobData, QueueConnection } from '../connection.ts'
import { renewing, renewMs } from '../lasting.ts'
import { acquireLease } from '../lease.ts'
import { readRunNote, type WorkerNote } from '../notes.ts'
import { cancelChannel, keysOf, readJobName, runsKey, workersKey } from '../run-keys.ts'
import { within } from '../within.ts'
import { openWorkerRun, type WorkerRun } from './worker-run.ts'

const beatMs = 2_000
/** How long a conversation that this worker cannot carry out stays away from it, in milliseconds. */
const awayMs = 3_000
/** How long to wait before asking for a lease again after Redis restarted. */
const unsureMs = 250
/** How long each of the last steps of a worker may take, and if Redis is away. */
const [endMs, awayEndMs] = [2_000, 250]
/** How long Redis may owe an answer while conversations are under way, before a worker that is ending leaves them. */
const patienceMs = 10_000
/** How often to check whether it does. */
const lookMs = 500

/** Until `drain` aborts; then finishes those under way. Returns how many were carried out. */
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
  const texts = new Set<string>()
  /** Runs whose conversations this worker leaves to others, with the reason. */
  const leaves = new Map<string, string>()
  const underWay = (): number => [...busy.values()].reduce((sum, each) => sum + each, 0)
  let done = 0
  /** Whether this worker ends without what is under way, since Redis does not answer. */
  let gaveUp = false
  const tellOnce = (text: string): void => {
    if (!texts.has(text)) warn(text)
    texts.add(text)
  }
  const runOf = (run: string): Promise<WorkerRun | null> => {
    const workerRun = runs.get(run) ?? openWorkerRun(connection, run, concurrency)
    runs.set(run, workerRun)
    workerRun.catch(() => runs.delete(run)) // the next conversation tries again
    return workerRun
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
      let grant = await acquireLease(redis, at, { rank: data.rank, repeatable }, run.seal)
      while (grant.kind === 'unsure') {
        if (drain.aborted) return false // there may be no follower
        await new Promise((resolve) => setTimeout(resolve, unsureMs))
        grant = await acquireLease(redis, at, { rank: data.rank, repeatable }, run.seal)
      }
      if (grant.kind !== 'go' && grant.kind !== 'lost') return true
      const { lease } = grant
      const carried = grant.kind === 'lost' ? unpacked.lose() : await unpacked.perform(lease)
      if (gaveUp) return false // it was cut off by us, and is no result
      // A queue lock may be lost while the lease holds, as when Redis restarts: only the lease decides.
      if (!lease.isVoid() && (await lease.finish(carried))) done += 1
      return lease.over.reason !== 'fenced' // perhaps by nobody, if Redis forgot the lease
    } catch (error) {
      if (gaveUp) return false
      const why = describeRefusal(error)
      leaves.set(at.run, why)
      tellOnce(why)
      await redis.publish(events, `left ${firstLine(why)}`).catch(ignore)
      return false // leave it to a worker that can
    } finally {
      busy.set(at.run, (busy.get(at.run) ?? 1) - 1)
    }
  }
  /** If the queue delivers one again, a lock was lost, and the second delivery waits for the first. */
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
    void runs.get(run)?.then((currentRun) => currentRun?.cancelled.abort('cancelled'), ignore)
  })
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
      const { tableread = own } = readRunNote(text) ?? {}
      if (tableread !== own)
        tellOnce(`run ${run} is of Tableread ${tableread} and left to workers of that version: this one is ${own}`)
    }
    for (const [run, workerRun] of runs)
      if (!(run in there) && (busy.get(run) ?? 0) === 0) void closeRun(runs, run, workerRun)
  }
  const renew = async (): Promise<void> => {
    await renewing(
      connection,
      [...runs.keys()].filter((run) => (busy.get(run) ?? 0) > 0),
    ).exec()
  }
  const drained = new Promise<void>((resolve) => {
    if (drain.aborted) resolve()
    drain.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.race([drained, cancels.subscribe(cancelChannel).then(beat)])
  const renewals = setInterval(() => void renew().catch(ignore), renewMs)
  const beats = setInterval(() => void beat().catch(ignore), beatMs)
  const working = worker.run().catch(ignore)
  await drained
  const runningCount = underWay()
  complain(
    `${runningCount === 0 ? 'nothing is under way' : `${count(runningCount, 'conversation')} under way`}: takes nothing more\n`,
  )
  const closed = worker.close().then(() => working)
  // Conversations under way can neither send nor report anything while Redis does not answer.
  for (let waited = 0; underWay() > 0 && Math.min(waited, connection.silentMs()) < patienceMs; waited += lookMs)
    if (await within(lookMs, closed)) break
  if (underWay() > 0) {
    warn(`Redis is unreachable: ${count(underWay(), 'conversation')} left to other workers`)
    gaveUp = true
    for (const workerRun of runs.values()) void workerRun.then((run) => run?.cancelled.abort('left'), ignore)
  }
  const soon = (work: Promise<unknown>): Promise<boolean> => within(connection.isAway() ? awayEndMs : endMs, work)
  await soon(closed)
  clearInterval(beats)
  clearInterval(renewals)
  await soon(Promise.all([redis.hdel(workersKey, id), renew()]))
  await soon(Promise.all([...runs].map(([run, openRun]) => closeRun(runs, run, openRun))))
  return done
}

/** Why conversations are left to others. */
function describeRefusal(error: unknown): string {
  if (error instanceof UsageError) return error.message
  const isOfRedis = error instanceof Error && error.name === 'ReplyError'
  return isOfRedis ? `the Redis of the queue refuses: ${firstLine(error.message)}` : describeBreakdown(error)
}

async function closeRun(runs: Map<string, unknown>, run: string, workerRun: Promise<WorkerRun | null>): Promise<void> {
  runs.delete(run)
  await workerRun.then((each) => each?.close(), ignore)
}

function ignore(): void {}
