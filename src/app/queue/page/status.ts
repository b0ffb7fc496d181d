import { count, showTime } from '../../../base/text/wording.ts'
import { nameVerdict, type Verdict, verdicts } from '../../../engine/verdict/verdict.ts'
import type { QueueConnection } from '../connection.ts'
import { type RunNote, readRunNote, readWorkerNote, type WorkerNote } from '../notes.ts'
import { keysOf, runsKey, workersKey } from '../run-keys.ts'
import { verdictField } from '../scripts.ts'

export interface QueueStatus {
  paused: boolean
  /** The maximum of concurrent conversations over all workers; null without a limit. */
  atOnce: number | null
  runs: RunStatus[]
  workers: WorkerNote[]
  limits: LimitStatus[]
}

export interface RunStatus extends RunNote {
  run: string
  total: number
  done: number
  running: number
  waiting: number
  /** The count of each verdict. Conversations whose results were lost in a restart of Redis are not included. */
  verdicts: Partial<Record<Verdict, number>>
  followed: boolean
  /** Whether it was cancelled, so that no more conversations begin. */
  cancelled: boolean
  /** The remaining time, estimated from the finished conversations, in milliseconds; null while there is none. */
  leftMs: number | null
}

export interface LimitStatus {
  /** The origin of the service. */
  service: string
  /** The requested limit in requests a minute; null without one. */
  rate: number | null
  /** The current pace in requests a minute after refusals; null if there were none, or they no longer matter. */
  pace: number | null
  /** How long the current pause still lasts. */
  pausedMs: number
  /** Requests a minute, measured over the last seconds. */
  requests: number
  /** How many were refused with 429. */
  refused: number
}

/** A worker silent for this long, in milliseconds, counts as gone. */
const silentMs = 10_000

/** Reads the state of a queue. What others wrote into its hashes is left out. */
export async function readStatus({ redis, queue }: QueueConnection): Promise<QueueStatus> {
  const [paused, meta, runs, workers, limits, [seconds]] = await Promise.all([
    queue.isPaused(),
    queue.getGlobalConcurrency(),
    redis.hgetall(runsKey),
    redis.hgetall(workersKey),
    redis.keys('tableread:limit:*'),
    redis.time(),
  ])
  const now = Number(seconds) * 1_000
  const there = Object.entries(workers).flatMap(([id, text]) => {
    const note = readWorkerNote(text)
    return note === null ? [] : [{ id, note }]
  })
  const silentIds = there.filter(({ note }) => Date.now() - note.seen > silentMs).map(({ id }) => id)
  if (silentIds.length > 0) await redis.hdel(workersKey, ...silentIds)
  const rows = await Promise.all(
    Object.entries(runs).flatMap(([run, text]) => {
      const note = readRunNote(text)
      return note === null ? [] : [readRun(redis, run, note, now).then((status) => ({ run, status }))]
    }),
  )
  const missingIds = rows.filter(({ status }) => status === null).map(({ run }) => run)
  if (missingIds.length > 0) await redis.hdel(runsKey, ...missingIds)
  return {
    paused,
    atOnce: meta ?? null,
    runs: rows.flatMap(({ status }) => status ?? []),
    workers: there.flatMap(({ id, note }) => (silentIds.includes(id) ? [] : [note])),
    limits: await Promise.all(limits.toSorted().map((key) => readLimit(redis, key, now))),
  }
}

async function readRun(
  redis: QueueConnection['redis'],
  run: string,
  note: RunNote,
  now: number,
): Promise<RunStatus | null> {
  const keys = keysOf(run)
  // In one transaction, so that no conversation is done without a verdict.
  const replies = await redis.multi().hgetall(keys.run).hlen(keys.done).hlen(keys.fences).exec()
  const [fields, done, fences] = (replies ?? []).map(([, value]) => value) as [
    Record<string, string>?,
    number?,
    number?,
  ]
  if (fields?.epoch === undefined || done === undefined || fences === undefined) return null
  const numberOf = (name: string): number => Number(fields[name] ?? 0) || 0
  const total = numberOf('total')
  const running = Math.max(0, fences - done)
  const elapsed = Date.now() - Date.parse(note.startedAt)
  return {
    run,
    ...note,
    total,
    done,
    running,
    waiting: Math.max(0, total - done - running),
    verdicts: Object.fromEntries(
      verdicts.flatMap((verdict) => {
        const many = numberOf(verdictField + verdict)
        return many === 0 ? [] : [[verdict, many]]
      }),
    ),
    followed: numberOf('followed') > now,
    cancelled: fields.cancelled !== undefined,
    leftMs: done === 0 ? null : Math.round((elapsed / done) * Math.max(0, total - done)),
  }
}

async function readLimit(redis: QueueConnection['redis'], key: string, now: number): Promise<LimitStatus> {
  const fields = await redis.hgetall(key)
  const numberOf = (name: string): number => Number(fields[name] ?? 0) || 0
  const perWindow = now - numberOf('from') > 20_000 ? 0 : numberOf('count')
  return {
    service: key.slice('tableread:limit:'.length),
    rate: numberOf('rate') || null,
    pace: fields.fell === undefined ? null : Math.round(numberOf('pace')) || null,
    pausedMs: Math.max(0, numberOf('until') - now),
    requests: Math.round((perWindow * 60_000) / Math.max(1_000, now - numberOf('from'))),
    refused: numberOf('refused'),
  }
}

export function describeStatus({ paused, atOnce, runs, workers, limits }: QueueStatus): string {
  const lines = [
    ...(paused ? ['paused: nothing new starts until "tableread queue resume"'] : []),
    ...(atOnce === null ? [] : [`at most ${count(atOnce, 'conversation')} at once over all workers`]),
    ...(runs.length === 0 ? ['no run is on the queue'] : runs.map((run) => `run ${run.run}: ${describeRun(run)}`)),
    ...(workers.length === 0 ? ['no worker is running'] : workers.map(describeWorker)),
    ...limits.map((limit) => `${limit.service}: ${describeLimit(limit)}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

export function describeRun(status: RunStatus): string {
  const { total, done, running, waiting, verdicts, leftMs, followed, cancelled } = status
  const bad = Object.entries(verdicts).flatMap(([verdict, many]) =>
    verdict === 'passed' ? [] : `${many} ${nameVerdict(verdict)}`,
  )
  const badCounts = bad.length === 0 ? '' : ` (${bad.join(', ')})`
  const timeNote = leftMs === null || done === total || cancelled ? '' : `, ${showTime(leftMs)} left`
  return `${done} of ${total} done${badCounts}, ${running} running, ${waiting} waiting${timeNote}${cancelled ? '; cancelled' : followed ? '' : '; nobody follows it'}`
}

function describeWorker({ host, pid, running, concurrency, done, tableread, leaves }: WorkerNote): string {
  const leaveNote = leaves == null ? '' : `; leaves conversations to others: ${leaves}`
  return `worker ${host} ${pid}: ${running} of ${concurrency} running, ${done} done (Tableread ${tableread})${leaveNote}`
}

export function describeLimit({ rate, pace, pausedMs, requests, refused }: LimitStatus): string {
  const most = pace !== null ? `${pace} for now` : rate === null ? 'no limit known' : String(rate)
  const pause = pausedMs > 0 ? `, paused for ${showTime(pausedMs)}` : ''
  const no = refused === 0 ? '' : `, ${refused} refused (429)`
  return `${count(requests, 'request')} a minute (limit: ${most})${pause}${no}`
}
