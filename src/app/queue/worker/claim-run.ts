import { randomBytes } from 'node:crypto'
import { tablereadVersion } from '../../edge/package-version.ts'
import { UsageError } from '../../edge/usage-error.ts'
import type { QueueConnection } from '../connection.ts'
import { keysOf, runsKey } from '../run-keys.ts'
import { restoredBy } from '../scripts.ts'

/** Takes up a queued run; `unread` is done, and only the follower before had the results. @throws UsageError */
export async function claimRun(
  { redis }: QueueConnection,
  run: string,
  content: string,
): Promise<{ epoch: string; unread: ReadonlySet<string> }> {
  const { epoch, content: was, tableread, cancelled } = await redis.hgetall(keysOf(run).run)
  if (epoch === undefined) {
    if ((await redis.exists(keysOf(run).over)) === 1) throw runIsOver(run)
    throw new UsageError(`no run ${run} is on the queue`, 'tableread queue status names those that are')
  }
  if (tableread !== tablereadVersion())
    throw new UsageError(`run ${run} is of Tableread ${tableread}, and this is ${tablereadVersion()}`)
  if (cancelled !== undefined) throw new UsageError(`run ${run} was cancelled`, 'run it anew, without --follow')
  if (was === content) {
    const done = Object.entries(await redis.hgetall(keysOf(run).done))
    return { epoch, unread: new Set(done.flatMap(([key, by]) => (by.startsWith(`${restoredBy} `) ? [key] : []))) }
  }
  throw new UsageError(
    `run ${run} has other conversations or settings than this command`,
    'give --follow with the command that began it, in the same folder, while its suites are unchanged',
  )
}

/** Workers may already be carrying them out. @throws UsageError if a run with the same ones is on the queue */
export async function refuseTwin({ redis }: QueueConnection, content: string): Promise<void> {
  for (const run of await redis.hkeys(runsKey)) {
    const [was, cancelled] = await redis.hmget(keysOf(run).run, 'content', 'cancelled')
    if (was !== content || cancelled !== null) continue
    throw new UsageError(
      `run ${run} has the same conversations, and workers go on with it`,
      `--follow ${run} in place of --resume takes it up`,
    )
  }
}

export function runIsOver(run: string): UsageError {
  return new UsageError(
    `run ${run} is over: the process that followed it has reported it`,
    'run it anew, without --follow',
  )
}

/** A unique name that sorts by time. */
export function nameRun(): string {
  const [day, time] = new Date()
    .toISOString()
    .replace(/[-:]|\..*/g, '')
    .split('T')
  return `${day}-${time}-${randomBytes(3).toString('hex')}`
}
