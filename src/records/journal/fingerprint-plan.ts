import { hash } from 'node:crypto'
import type { Plan } from '../../suite/plan/plan.ts'
import type { LinesOf } from './lines-of.ts'

/**
 * Sixteen digits that stand for everything that decides what a conversation does and how it is reported, its lines in the
 * file and values of the environment among them: whatever changed, it runs again. The lines themselves, where they say
 * all, stand for what was read from them.
 */
export function fingerprintPlan(plan: Plan, linesOf: LinesOf): string {
  const lines = linesOf(plan)
  const { conversation, relaxed } = plan
  const { at, name, row } = conversation
  const text = JSON.stringify({
    ...plan,
    relaxed: [...relaxed].sort(),
    conversation: lines === undefined ? conversation : { at, name, row },
  })
  return hash('sha256', lines === undefined ? text : `${text}\n${lines}`).slice(0, 16)
}
