import { createAllowance } from '../../engine/verdict/allowance.ts'
import { knownFunctions } from '../../engine/verdict/known-functions.ts'
import { workerLost } from '../../engine/verdict/never-ran.ts'
import {
  type CarriedOut,
  type PerformContext,
  performConversation,
  type TakenAttempt,
} from '../../engine/verdict/perform-conversation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { JudgeMark } from '../project/mark-judges.ts'
import { warn } from '../project/print.ts'
import { readPrompts } from '../project/prompts.ts'
import { openTarget, type Target } from '../project/target.ts'
import { UsageError } from '../project/usage-error.ts'
import { type Bundle, isHarmless, isLocal } from './bundle.ts'
import { openPlan, unpack, unpackPlan } from './carried.ts'
import type { JobData, QueueConnection } from './connection.ts'
import type { Lease } from './lease.ts'
import { keysOf, limitKey } from './run-keys.ts'
import { isSigned, type Seal, sealOf } from './seal.ts'
import { throughLimit } from './shared-limit.ts'
import { openWorkerJudges } from './worker-judges.ts'

/** Requests a minute with which workers begin at a service that is not on this machine, and whose limit they do not know. */
const firstPace = 3_000

/** A run as a worker has it open: its service, and what running and judging needs. */
export interface WorkerRun {
  /** Aborted where the run is cancelled. */
  cancelled: AbortController
  seal: Seal
  /** Sees to it that a conversation can be carried out here. @throws UsageError where it cannot */
  unpack(job: JobData): Promise<Unpacked>
  close(): Promise<void>
}

/** A conversation that this worker can carry out. */
interface Unpacked {
  perform(lease: Lease): Promise<CarriedOut>
  /** What it comes to where it may not begin again. */
  lose(): CarriedOut
}

/**
 * Opens a run from what it carries; null where it is not on the queue any more.
 * @throws UsageError that says why this worker leaves it to others
 */
export async function openWorkerRun(
  { redis }: QueueConnection,
  run: string,
  concurrency: number,
): Promise<WorkerRun | null> {
  const keys = keysOf(run)
  const [text, signature] = await Promise.all([redis.get(keys.bundle), redis.hget(keys.run, 'signature')])
  if (text === null || signature === null) return null
  const bundle = unpack<Bundle>(text)
  const trusts = (given: string, ...parts: string[]): boolean =>
    isHarmless(bundle) || isSigned(given, process.env, ...parts)
  if (!trusts(signature, run, text))
    throw new UsageError(
      `run ${run} was put on the queue with another key than this worker has`,
      'set TABLEREAD_API_KEY, or TABLEREAD_QUEUE_KEY, to the same at "tableread run" and at all workers',
    )
  const { settings, functions, time } = bundle
  const settled = { ...settings, apiKey: process.env.TABLEREAD_API_KEY ?? null, workspace: null, revisions: [] }
  const service = await openTarget({
    ...settled,
    concurrency,
    last: throughLimit(redis, limitKey(settings.target, run), isLocal(settings.target) ? 0 : firstPace),
  })
  const cancelled = new AbortController()
  const known = functions ? await knownFunctions(service.client, warn, { signal: cancelled.signal }) : new Map()
  const allowance = createAllowance(
    { turns: null, timeMs: time?.ms ?? null },
    time === null ? {} : { began: time.began },
  )
  const seal = sealOf(run, bundle, process.env)
  const { judges, prepare } = openWorkerJudges(redis, run, settings, allowance, seal)
  const planOf = ({ key, repeatable, plan, signature: given }: JobData): { plan: Plan; marks: JudgeMark[] } => {
    const packed = openPlan(plan, key, seal)
    if (packed === null || !trusts(given, run, key, String(repeatable), plan))
      throw new UsageError(`a conversation of run ${run} is signed with another key than this worker has`)
    const unpacked = unpackPlan(packed, process.env, { comparesValues: !isHarmless(bundle) })
    if ('plan' in unpacked) return unpacked
    if ('differing' in unpacked)
      throw new UsageError(
        `this worker has another value for ${unpacked.differing.join(', ')} than run ${run}`,
        'values of the environment do not travel: set the same ones at "tableread run" and at every worker',
      )
    throw new UsageError(
      `this worker has no value for ${unpacked.missing.join(', ')}, which conversations of run ${run} use`,
      'values of the environment do not travel: set them at every worker',
    )
  }
  return {
    ...{ cancelled, seal },
    async unpack(job) {
      const { plan, marks } = planOf(job)
      await prepare(plan, marks)
      const context: Omit<PerformContext, 'signal' | 'openAttempt'> = {
        ...{ client: service.client, reconcile: settings.reconcile, functions: known },
        ...{ prices: settings.prices, allowance, judges },
        prompts: readPrompts(settled, service.client),
      }
      return {
        perform: (lease) =>
          carryOut(plan, {
            ...context,
            signal: AbortSignal.any([cancelled.signal, lease.over]),
            openAttempt: async () => ({ client: service.clientThrough(lease.guard) }),
          }),
        lose: () => ({ result: workerLost(plan), attempts: [] }),
      }
    },
    close: () => closeQuietly(service),
  }
}

async function carryOut(plan: Plan, context: PerformContext): Promise<CarriedOut> {
  const attempts: TakenAttempt[] = []
  const result = await performConversation(plan, context, {
    onAttempt({ version, file, turns }) {
      const held = turns.map(({ turnMs, outcomes }) => ({
        turnMs,
        outcomes: outcomes.filter(({ kind }) => kind === 'latency'),
      }))
      attempts.push({ version, file, turns: held })
    },
  })
  return { result, attempts }
}

async function closeQuietly(service: Target): Promise<void> {
  for (const note of service.paceNotes()) warn(note)
  await service.close()
}
