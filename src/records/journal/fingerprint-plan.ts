import { hash } from 'node:crypto'
import type { Plan } from '../../suite/plan/plan.ts'
import type { LinesOf } from './lines-of.ts'

/**
 * A sixteen-digit hash of everything that decides what a conversation does and how it is reported, including its
 * position in the file and values of the environment: if any of it changed, the conversation runs again. Where its
 * lines in the file determine it completely, they are hashed in place of what was parsed from them.
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
