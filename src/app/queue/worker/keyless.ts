import { givenOf, type Plan } from '../../../suite/plan/plan.ts'
import { UsageError } from '../../edge/usage-error.ts'
import type { Bundle } from '../bundle.ts'
import { modelsOf } from './worker-judges.ts'

/** Null if anybody may request it. Without a key, whoever can write to the Redis could ask workers for anything. */
export function needsKey({ settings }: Bundle, plans: readonly Plan[]): string | null {
  const { target, workflowTarget, judges } = settings
  if (target !== null || workflowTarget !== null) return 'it names a service'
  if (Object.keys(judges.models).length > 0 || plans.some((plan) => modelsOf(plan, judges.by).length > 0))
    return 'it asks models'
  const values = plans.flatMap((plan) => Object.keys(givenOf(plan))).find((name) => name.startsWith('env.'))
  return values === undefined ? null : `it uses {{${values}}}`
}

/** @throws UsageError, before anything is queued, for a run that no worker would carry out */
export function insistKey(key: string, bundle: Bundle, plans: readonly Plan[]): void {
  const why = key === '' ? needsKey(bundle, plans) : null
  if (why === null) return
  throw new UsageError(
    `a queue needs a key for this run: ${why}`,
    'set TABLEREAD_QUEUE_KEY to a long random text, the same at "tableread run" and at all workers',
  )
}
