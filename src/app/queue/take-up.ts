import { randomBytes } from 'node:crypto'
import { tablereadVersion } from '../project/package-version.ts'
import { UsageError } from '../project/usage-error.ts'
import type { QueueConnection } from './connection.ts'
import { keysOf } from './run-keys.ts'

/**
 * The epoch of a run that is on the queue, for a process that takes it up.
 * @throws UsageError where it is over, or is another one than that of the command
 */
export async function takeUp({ redis }: QueueConnection, run: string, content: string): Promise<string> {
  const { epoch, content: was, tableread, cancelled } = await redis.hgetall(keysOf(run).run)
  if (epoch === undefined) {
    if ((await redis.exists(keysOf(run).over)) === 1) throw runIsOver(run)
    throw new UsageError(`no run ${run} is on the queue`, 'tableread queue status names those that are')
  }
  if (tableread !== tablereadVersion())
    throw new UsageError(`run ${run} is of Tableread ${tableread}, and this is ${tablereadVersion()}`)
  if (cancelled !== undefined) throw new UsageError(`run ${run} was cancelled`, 'run it anew, without --follow')
  if (was === content) return epoch
  throw new UsageError(
    `run ${run} has other conversations or settings than this command`,
    'give --follow with the command that began it, in the same folder, while its suites are unchanged',
  )
}

/** There is nothing to take up. */
export function runIsOver(run: string): UsageError {
  return new UsageError(
    `run ${run} is over: the process that followed it has reported it`,
    'run it anew, without --follow',
  )
}

/** A name that sorts by time and that nobody else has. */
export function nameRun(): string {
  const [day, time] = new Date()
    .toISOString()
    .replace(/[-:]|\..*/g, '')
    .split('T')
  return `${day}-${time}-${randomBytes(3).toString('hex')}`
}
