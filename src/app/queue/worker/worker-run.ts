import { variableOf } from '../../../base/secrets/environment.ts'
import type { PerformContext, PerformedConversation, TakenAttempt } from '../../../engine/perform/perform.ts'
import { performConversation } from '../../../engine/perform/perform-conversation.ts'
import { createAllowance } from '../../../engine/verdict/budget/allowance.ts'
import { knownFunctions } from '../../../engine/verdict/known-functions.ts'
import { workerLost } from '../../../engine/verdict/never-ran.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import type { Blueprint } from '../../../wire/api/blueprint.ts'
import { warn } from '../../edge/print.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { readPrompts } from '../../target/prompts.ts'
import { readAgents } from '../../target/run-agents.ts'
import { openTarget, type Target } from '../../target/target.ts'
import { isLocal } from '../bundle.ts'
import { openBundle, openPlan, type ToCarryOut } from '../carried.ts'
import type { JobData, QueueConnection } from '../connection.ts'
import type { Lease } from '../lease.ts'
import { type ConversationAt, keysOf, limitKey } from '../run-keys.ts'
import { queueKeyOf, type Seal } from '../seal.ts'
import { throughLimit } from '../shared-limit.ts'
import { needsKey } from './keyless.ts'
import { openWorkerJudges } from './worker-judges.ts'

/** The requests a minute at which workers start with a remote service whose limit they do not know. */
const firstPace = 3_000

/** A run as a worker has it open: its service, and what running and judging needs. */
export interface WorkerRun {
  cancelled: AbortController
  seal: Seal
  /** Null if its job is not what the run had stored. @throws UsageError if it cannot be carried out here */
  unpack(at: ConversationAt, data: JobData): Promise<Unpacked | null>
  close(): Promise<void>
}

interface Unpacked {
  repeatable: boolean
  perform(lease: Lease): Promise<PerformedConversation>
  /** Its result if it may not be repeated. */
  lose(): PerformedConversation
}

/** Null if it is no longer on the queue. @throws UsageError that says why this worker leaves it to others */
export async function openWorkerRun(
  { redis }: QueueConnection,
  run: string,
  concurrency: number,
): Promise<WorkerRun | null> {
  const text = await redis.get(keysOf(run).bundle)
  if (text === null) return null
  const key = queueKeyOf(process.env)
  const content = openBundle(text, run, key)
  if (content === null || (!content.seal.isSecret && needsKey(content.bundle, []) !== null))
    throw new UsageError(
      `run ${run} was put on the queue with another key than this worker has, or its data was changed there`,
      'set TABLEREAD_API_KEY, or TABLEREAD_QUEUE_KEY, to the same at "tableread run" and at all workers',
    )
  const { bundle, seal } = content
  const { settings, functions, time } = bundle
  const runSettings = {
    ...settings,
    apiKey: variableOf(process.env, 'TABLEREAD_API_KEY') ?? null,
    workspace: null,
    revisions: [],
  }
  const service = await openTarget({
    ...runSettings,
    concurrency,
    last: throughLimit(redis, limitKey(settings.target, run), isLocal(settings.target) ? 0 : firstPace),
  })
  const cancelled = new AbortController()
  let listing: readonly Blueprint[] = []
  const noteListing = (agents: readonly Blueprint[]): void => {
    listing = agents
  }
  const functionsByAgent = functions
    ? await knownFunctions(service.client, warn, { signal: cancelled.signal, listed: noteListing })
    : new Map()
  const allowance = createAllowance(
    { turns: null, timeMs: time?.ms ?? null },
    time === null ? {} : { began: time.began },
  )
  const { judges, prepare } = openWorkerJudges(redis, run, settings, allowance, seal)
  const open = (at: ConversationAt, { plan: sealed }: JobData): ToCarryOut | null => {
    const opening = openPlan(sealed, at, seal, key, process.env)
    if (opening === null) return null
    if ('missing' in opening)
      throw new UsageError(
        `this worker has no value for ${opening.missing.join(', ')}, which conversations of run ${run} use`,
        'environment variables are not sent over the queue: set them at every worker',
      )
    if ('differing' in opening)
      throw new UsageError(
        `this worker has another value for ${opening.differing.join(', ')} than run ${run}`,
        'environment variables are not sent over the queue: set the same ones at "tableread run" and at every worker',
      )
    const why = 'withheld' in opening ? `it uses {{env.${opening.withheld[0]}}}` : needsKey(bundle, [opening.plan])
    if ('withheld' in opening || (why !== null && !seal.isSecret))
      throw new UsageError(`run ${run} was put on the queue without a key, and needs one: ${why}`)
    return opening
  }
  return {
    ...{ cancelled, seal },
    async unpack(at, data) {
      const job = open(at, data)
      if (job === null) return null
      const { plan, repeatable, marks } = job
      await prepare(plan, marks)
      const context: Omit<PerformContext, 'signal' | 'meansOf'> = {
        ...{ client: service.client, reconcile: settings.reconcile, functions: functionsByAgent },
        ...{ prices: settings.prices, allowance, judges },
        prompts: readPrompts(runSettings, service.client),
        agents: readAgents({ ...runSettings, listing }),
      }
      return {
        repeatable,
        perform: (lease) =>
          carryOut(plan, {
            ...context,
            signal: AbortSignal.any([cancelled.signal, lease.over]),
            meansOf: async () => ({ client: service.clientThrough(lease.guard) }),
          }),
        lose: () => ({ result: workerLost(plan), attempts: [] }),
      }
    },
    close: () => closeQuietly(service),
  }
}

async function carryOut(plan: Plan, context: PerformContext): Promise<PerformedConversation> {
  const attempts: TakenAttempt[] = []
  const result = await performConversation(plan, context, {
    onAttempt({ version, file, turns }) {
      const latencyTurns = turns.map(({ turnMs, outcomes }) => ({
        turnMs,
        outcomes: outcomes.filter(({ kind }) => kind === 'latency'),
      }))
      attempts.push({ version, file, turns: latencyTurns })
    },
  })
  return { result, attempts }
}

async function closeQuietly(service: Target): Promise<void> {
  for (const note of service.paceNotes()) warn(note)
  await service.close()
}
