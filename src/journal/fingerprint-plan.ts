import { createHash } from 'node:crypto'
import type { Plan } from '../runner/plan.ts'

/**
 * Sixteen digits that stand for everything that decides what a conversation does and how it is reported, its lines in the
 * file and values of the environment among them: whatever changed, it runs again.
 */
export function fingerprintPlan(plan: Plan): string {
  const text = JSON.stringify({ ...plan, relaxed: [...plan.relaxed].sort() })
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
