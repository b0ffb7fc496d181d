import { createHash } from 'node:crypto'
import { count } from '../../base/wording.ts'
import type { Elsewhere } from '../../engine/verdict/perform-conversation.ts'
import { everyTurnOf } from '../../suite/language/conversation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { criteriaOfPlan } from '../../suite/plan/plan-criteria.ts'
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
  refuseToTravel(plans, settled)
  const connection = await connectQueue(address)
  try {
    const local = isLocal(settled.target)
    const follower = await followRun(connection, {
      bundle: bundleOf(settled, functions),
      content: hashOf(plans, texts),
      priority: ['high', 'normal', 'low'].indexOf(flags.priority ?? 'normal'),
      isRepeatable: ({ conversation }) => local && everyTurnOf(conversation).every(({ step }) => step === undefined),
      signal,
      follow: flags.follow ?? null,
    })
    const { run } = follower
    if (flags.rate !== undefined) await connection.redis.tableLimit(limitKey(settled.target, run), readRate(flags.rate))
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

/** What decides which conversations a run has. */
function hashOf(plans: readonly Plan[], texts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
  for (const { id } of plans) hash.update(`${id}\n`)
  for (const [file, text] of [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${file}\n${text.length}\n${text}`)
  return hash.digest('hex').slice(0, 32)
}

/** @throws UsageError for what cannot be sent to workers, before anything is queued */
function refuseToTravel(plans: readonly Plan[], settled: RunSettled): void {
  if (settled.workspace !== null && settled.target === null)
    throw new UsageError(
      'a workspace does not travel over the queue: its agents may be code, programs and files of this machine',
      'serve it, "tableread serve --workspace PATH", and name that service with --target; or leave it out for the demo workspace',
    )
  if (settled.revisions.length > 0)
    throw new UsageError('revisions of git do not travel over the queue', 'run versions of a service')
  if (settled.judges.maxCalls !== null)
    throw new UsageError(
      'a budget of questions to judges is not held over the workers of a queue',
      'leave it out: --max-judge-calls, or max calls: of judges: in the config',
    )
  const judged = plans.find((plan) => criteriaOfPlan(plan).length > 0)
  if (judged === undefined) return
  throw new UsageError(
    `criteria of judges do not travel over the queue, since their licences and labels are files: ${judged.id}`,
    'run these without --queue, and leave them out here with --tags or -t',
  )
}
