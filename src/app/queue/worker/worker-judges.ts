import type { LicenceSeen } from '../../../engine/expect/outcome/judgement.ts'
import type { JudgedBy } from '../../../engine/judge/create-judges.ts'
import type { Judges } from '../../../engine/judge/judges.ts'
import type { BudgetAllowance } from '../../../engine/verdict/budget/allowance.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { criteriaOfPlan } from '../../../suite/plan/plan-criteria.ts'
import { ModelError } from '../../../wire/models/model-error.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { openJudges } from '../../judging/open-judges.ts'
import type { JudgeMark } from '../../open/mark-judges.ts'
import type { Bundle } from '../bundle.ts'
import type { QueueRedis } from '../connection.ts'
import { keysOf } from '../run-keys.ts'
import type { Seal } from '../seal.ts'
import { askTogether } from './ask-together.ts'

/** The models of a run at one worker: those that judge, and those that speak for simulated users. */
interface WorkerJudges {
  judges: Judges
  /** Registers a plan's licences. @throws UsageError if its models cannot be asked here */
  prepare(plan: Plan, marks: readonly JudgeMark[]): Promise<void>
}

/** Keys come from this environment, licences from the run, and answers are shared with all other workers. */
export function openWorkerJudges(
  redis: QueueRedis,
  run: string,
  { redact, prices, judges: settings }: Bundle['settings'],
  allowance: BudgetAllowance,
  seal: Seal,
): WorkerJudges {
  const licences = new Map<string, LicenceSeen>()
  const { judges, prepare } = openJudges({ redact, prices, judges: settings, folder: process.cwd() }, allowance, {
    takeCall: () => true, // counted in Redis, for all workers together
    together: askTogether(redis, keysOf(run), settings.maxCalls, seal),
    licenceOf: (about) => licences.get(nameOf(about)) ?? uncarried(about),
  })
  return {
    judges,
    async prepare(plan, marks) {
      for (const mark of marks) licences.set(nameOf(mark), mark.seen)
      await prepare(modelsOf(plan, settings.by)).catch((error: unknown) => {
        if (!(error instanceof ModelError)) throw error
        throw new UsageError(
          `this worker cannot ask a model that conversations of run ${run} need: ${error.message}`,
          'model keys and packages are not sent over the queue: every worker needs its own',
        )
      })
    },
  }
}

const nameOf = ({ criterion, judge, expected }: JudgedBy): string => JSON.stringify([criterion, judge, expected])

/** Without a licence from the project for this very judge, its finding does not count. */
function uncarried({ criterion }: JudgedBy): LicenceSeen {
  return { kind: 'unlicensed', why: `there is no licence for "${criterion}" by the judge that this worker has` }
}

export function modelsOf(plan: Plan, by: readonly string[]): string[] {
  const judging = criteriaOfPlan(plan).flatMap(({ criterion }) => criterion.by ?? by)
  const speaking = plan.conversation.simulatedUser?.model
  return [...new Set([...judging, ...(speaking === undefined ? [] : [speaking.value])])]
}
