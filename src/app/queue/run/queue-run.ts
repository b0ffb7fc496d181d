import { createHash } from 'node:crypto'
import { count, firstLine } from '../../../base/text/wording.ts'
import type { Perform } from '../../../engine/perform/perform.ts'
import { everyTurnOf } from '../../../suite/language/script/conversation.ts'
import { fingerprintScript } from '../../../suite/plan/fingerprint-script.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import type { RunSettled } from '../../config/settings.ts'
import { tablereadVersion } from '../../edge/package-version.ts'
import { complain, warn } from '../../edge/print.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { type JudgeMark, markCriteria } from '../../open/mark-judges.ts'
import type { QueueAddress } from '../address.ts'
import { type Bundle, bundleOf, isLocal } from '../bundle.ts'
import { connectQueue, type QueueConnection, refusing } from '../connection.ts'
import type { WorkerNote } from '../notes.ts'
import { describeLimit, describeRun, readStatus } from '../page/status.ts'
import { limitKey } from '../run-keys.ts'
import { queueKeyOf } from '../seal.ts'
import { answeredWithin } from '../within.ts'
import { refuseTwin } from '../worker/claim-run.ts'
import { insistKey } from '../worker/keyless.ts'
import { followRun } from './follow-run.ts'
import { type QueueFlags, readRate } from './queue-flags.ts'

export interface WorkerSettings {
  workers: Perform
  concurrency: number
}

interface RunElsewhere {
  settings: WorkerSettings
  loss: Promise<void>
  /** Takes the run off the queue; false if another process has taken it up. */
  close(): Promise<boolean>
}

export interface QueueRun {
  plans: readonly Plan[]
  /** Whether some conversations advance a clock that others share, so that they run one by one. */
  sharesClock: boolean
  settled: RunSettled
  texts: ReadonlyMap<string, string>
  functions: boolean
  signal: AbortSignal
}

/** Call it through `throughQueue`, which closes it. @throws UsageError if settings or the queue cannot be used */
export async function openQueueRun(
  address: QueueAddress,
  flags: QueueFlags,
  { plans, sharesClock, settled, texts, functions, signal }: QueueRun,
): Promise<RunElsewhere> {
  refuseToTravel(settled)
  const connection = await connectQueue(address)
  try {
    const local = isLocal(settled.target)
    const bundle = bundleOf(settled, functions)
    insistKey(queueKeyOf(process.env), bundle, plans)
    const marksOf = await markCriteria(plans, settled)
    const content = hashOf(plans, texts, marksOf, bundle)
    if (flags.resume !== undefined && flags.follow === undefined) await refuseTwin(connection, content)
    const follower = await refusing(address, () =>
      followRun(connection, {
        bundle,
        content,
        rate: flags.rate === undefined ? null : readRate(flags.rate),
        marksOf,
        priority: ['high', 'normal', 'low'].indexOf(flags.priority ?? 'normal'),
        isRepeatable: ({ conversation }) => local && everyTurnOf(conversation).every(({ step }) => step === undefined),
        signal,
        follow: flags.follow ?? null,
      }),
    )
    const { run, loss, workers } = follower
    complain(
      `run ${run} is on the queue at ${address.displayAddress}; should this end early: --follow ${run} takes it up\n`,
    )
    const tellNow = (): Promise<void> => tell(connection, run, limitKey(settled.target, run))
    const soon = setTimeout(() => void tellAbsence(connection).catch(tellUnread), soonMs)
    const timer = setInterval(() => void tellNow().catch(tellUnread), process.stderr.isTTY === true ? 10_000 : 60_000)
    const close = async (): Promise<boolean> => {
      clearTimeout(soon)
      clearInterval(timer)
      const isOurs = await follower.close()
      await connection.close()
      return isOurs
    }
    return { settings: { workers, concurrency: atOnceOf(flags, settled, sharesClock) }, loss, close }
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** More than any run has: waiting conversations wait in Redis. */
const allOfThem = 1_000_000

/** How many conversations of a run may be on a queue at once. Budgets are checked when a conversation begins. */
function atOnceOf(
  { concurrency: concurrencyFlag }: QueueFlags,
  { concurrency, adaptive, budgets }: RunSettled,
  sharesClock: boolean,
): number {
  if (sharesClock) return 1
  const { turns, tokens, cost } = budgets
  const isBounded = (concurrencyFlag !== undefined && !adaptive) || (turns ?? tokens ?? cost ?? null) !== null
  return isBounded ? concurrency : allOfThem
}

/** How long the Redis of a queue may take to return the status, in milliseconds. */
const patienceMs = 5_000

async function tell(connection: QueueConnection, run: string, limit: string): Promise<void> {
  const { runs, workers, limits } = await answeredWithin(patienceMs, readStatus(connection))
  const own = runs.find((each) => each.run === run)
  if (own === undefined) return
  const parts = [
    describeRun(own),
    describeWorkers(workers),
    ...limits.filter(({ service }) => limit.endsWith(`:${service}`)).map(describeLimit),
  ]
  warn(`queue: ${parts.join('; ')}`)
}

/** How soon to report that there is no worker for the run, in milliseconds. */
const soonMs = 3_000

async function tellAbsence(connection: QueueConnection): Promise<void> {
  const { workers } = await answeredWithin(patienceMs, readStatus(connection))
  if (!workers.some(isOwn)) warn(`queue: ${describeWorkers(workers)}`)
}

const isOwn = ({ tableread }: WorkerNote): boolean => tableread === tablereadVersion()

function describeWorkers(workers: readonly WorkerNote[]): string {
  const others = workers.filter((worker) => !isOwn(worker))
  const own = workers.length - others.length
  if (own > 0) return count(own, 'worker')
  const [other] = others
  if (other === undefined) return 'no worker is running: start some with "tableread work"'
  return `no worker of Tableread ${tablereadVersion()} is running: ${count(others.length, 'worker')} of other versions, such as ${other.tableread}`
}

function tellUnread(error: unknown): void {
  warn(`queue: everything waits for Redis: ${firstLine(error instanceof Error ? error.message : String(error))}`)
}

/** A hash of what decides which conversations a run has, how they are carried out, and who judges them. */
function hashOf(
  plans: readonly Plan[],
  texts: ReadonlyMap<string, string>,
  marksOf: (plan: Plan) => JudgeMark[],
  { settings }: Bundle,
): string {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const plan of plans) hash.update(`${plan.id}\n${fingerprintScript(plan)}\n${JSON.stringify(marksOf(plan))}\n`)
  for (const [file, text] of [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${file}\n${text.length}\n${text}`)
  return hash.digest('hex').slice(0, 32)
}

/** @throws UsageError, before anything is queued, for settings that cannot be sent to workers */
function refuseToTravel(settings: RunSettled): void {
  if (settings.workspace !== null && settings.target === null)
    throw new UsageError(
      'a workspace is not sent over the queue: its agents may be code, programs and files of this machine',
      'serve it, "tableread serve --workspace PATH", and name that service with --target; or leave it out for the demo workspace',
    )
  if (settings.revisions.length > 0)
    throw new UsageError('revisions of git are not sent over the queue', 'run versions of a service')
}
