import { isGrounded } from '../../suite/plan/plan.ts'
import type { Perform, PerformContext } from './perform.ts'

/** Has conversations performed by others, whose results are treated as those of this process. */
export function withWorkers(perform: Perform, { workers, allowance, prompts }: PerformContext): Perform {
  if (workers === undefined) return perform
  return async (plan, listener) => {
    const performed = await workers(plan, listener)
    const { usage = [], judging = [] } = performed.result
    allowance?.spend([...usage, ...judging])
    if (isGrounded(plan)) await prompts?.(plan) // so that quotations of prompts get concealed too
    return performed
  }
}
