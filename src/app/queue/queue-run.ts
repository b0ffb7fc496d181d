import { createHash } from 'node:crypto'
import { count } from '../../base/wording.ts'
import type { Elsewhere } from '../../engine/verdict/perform-conversation.ts'
import { everyTurnOf } from '../../suite/language/conversation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { type JudgeMark, markCriteria } from '../project/mark-judges.ts'
import { complain } from '../project/print.ts'
import type { RunSettled } from '../project/settings.ts'
import { UsageError } from '../project/usage-error.ts'
import type { QueueAddress } from './address.ts'
import { bundleOf, isLocal } from './carried.ts'
import { connectQueue } from './connection.ts'
import { followRun } from './follow-run.ts'
import { type QueueFlags, readRate } from './queue-flags.ts'
import { limitKey } from './run-keys.ts'
import { describeLimit, describeRun, readStatus } from './status.ts'

/** A run whose conversations workers carry out. */
interface RunElsewhere {
  /** What `performRun` is given for it. */
  settings: { elsewhere: Elsewhere; concurrency: number }
  close(): Promise<void>
}

/** What a run puts on the queue. */
interface QueueRun {
  plans: readonly Plan[]
  /** Whether some advance a clock that others share, so that they go one by one. */
  sharesClock: boolean
  settled: RunSettled
  /** The files behind the plans. */
  texts: ReadonlyMap<string, string>
  functions: boolean
  signal: AbortSignal
}

/**
 * Puts a run on the queue and follows it.
 * @throws UsageError for what does not travel, and where the queue cannot be used
 */
export async function openQueueRun(
  address: QueueAddress,
  flags: QueueFlags,
  { plans, sharesClock, settled, texts, functions, signal }: QueueRun,
): Promise<RunElsewhere> {
  refuseToTravel(settled)
  const connection = await connectQueue(address)
  try {
    const local = isLocal(settled.target)
    const marksOf = await markCriteria(plans, settled)
    const follower = await followRun(connection, {
      bundle: bundleOf(settled, functions),
      content: hashOf(plans, texts, marksOf),
      rate: flags.rate === undefined ? null : readRate(flags.rate),
      marksOf,
      priority: ['high', 'normal', 'low'].indexOf(flags.priority ?? 'normal'),
      isRepeatable: ({ conversation }) => local && everyTurnOf(conversation).every(({ step }) => step === undefined),
      signal,
      follow: flags.follow ?? null,
    })
    const { run } = follower
    complain(`run ${run} is on the queue at ${address.shown}; should this end early: --follow ${run} takes it up\n`)
    const told = setInterval(() => void tell(connection, run, limitKey(settled.target, run)).catch(() => {}), tellMs())
    const close = async (): Promise<void> => {
      clearInterval(told)
      await follower.close()
      await connection.close()
    }
    return { settings: { elsewhere: follower.elsewhere, concurrency: atOnceOf(flags, settled, sharesClock) }, close }
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** More than a run has: what waits, waits in Redis. */
const allOfThem = 1_000_000

/** How many conversations of a run may be on a queue at once. Budgets are held as conversations begin. */
function atOnceOf(
  { concurrency: asked }: QueueFlags,
  { concurrency, adaptive, budgets }: RunSettled,
  sharesClock: boolean,
): number {
  if (sharesClock) return 1
  const { turns, tokens, cost } = budgets
  const isBounded = (asked !== undefined && !adaptive) || (turns ?? tokens ?? cost ?? null) !== null
  return isBounded ? concurrency : allOfThem
}

/** How often the state of the run is told, in milliseconds. */
function tellMs(): number {
  return process.stderr.isTTY === true ? 10_000 : 60_000
}

async function tell(connection: Awaited<ReturnType<typeof connectQueue>>, run: string, limit: string): Promise<void> {
  const { runs, workers, limits } = await readStatus(connection)
  const own = runs.find((each) => each.run === run)
  if (own === undefined) return
  const parts = [
    describeRun(own),
    workers.length === 0 ? 'no worker is there: start some with "tableread work"' : count(workers.length, 'worker'),
    ...limits.filter(({ service }) => limit.endsWith(`:${service}`)).map(describeLimit),
  ]
  complain(`queue: ${parts.join('; ')}\n`)
}

/** What decides which conversations a run has, and who judges them. */
function hashOf(
  plans: readonly Plan[],
  texts: ReadonlyMap<string, string>,
  marksOf: (plan: Plan) => JudgeMark[],
): string {
  const hash = createHash('sha256')
  for (const plan of plans) hash.update(`${plan.id}\n${JSON.stringify(marksOf(plan))}\n`)
  for (const [file, text] of [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${file}\n${text.length}\n${text}`)
  return hash.digest('hex').slice(0, 32)
}

/** @throws UsageError for what cannot be sent to workers, before anything is queued */
function refuseToTravel(settled: RunSettled): void {
  if (settled.workspace !== null && settled.target === null)
    throw new UsageError(
      'a workspace does not travel over the queue: its agents may be code, programs and files of this machine',
      'serve it, "tableread serve --workspace PATH", and name that service with --target; or leave it out for the demo workspace',
    )
  if (settled.revisions.length > 0)
    throw new UsageError('revisions of git do not travel over the queue', 'run versions of a service')
}
