import { createHash } from 'node:crypto'
import type { Plan } from '../runner/plan.ts'
import { isGivenName } from '../script/given-values.ts'

/**
 * A hash of what a conversation says and expects, the same on whatever line it stands and against whatever version: its
 * turns, expectations, guardrails, metadata, variables and relaxed laws. Comments and layout do not count, nor do values
 * of the environment, nor how often it is repeated. Sixteen hexadecimal digits.
 */
export function hashPlan(plan: Plan): string {
  const { agent, conversation, metadata, variables, customer, everyTurn, relaxed } = plan
  const { name: _, tags: __, skip: ___, only: ____, expectedFail: _____, repeat: ______, ...said } = conversation
  const written = Object.entries(variables).filter(([name]) => name !== 'version' && !isGivenName(name))
  const script = { agent, said, metadata, written, customer, everyTurn, relaxed: [...relaxed].sort() }
  const text = JSON.stringify(script, (_, value) => (isPlace(value) ? undefined : inOrder(value)))
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function isPlace(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'line' in value && 'column' in value && 'length' in value
}

/** Members in the order of their names: which one was written first says nothing. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
