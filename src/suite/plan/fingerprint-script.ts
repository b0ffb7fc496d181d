import { hashJson } from '../../base/json/hash-json.ts'
import { type Plan, refillPlan } from './plan.ts'

/** How many hexadecimal digits a fingerprint has. */
export const fingerprintDigits = 8

/**
 * Identifies all that a conversation sends and is held to: turns, expectations, guardrails and laws of the project too,
 * limits and repeats. Its places, the values of the environment and of chance do not count: machines may differ in these.
 * Several plans are the sides of one comparison.
 */
export function fingerprintScript(...plans: readonly Plan[]): string {
  const left = { file: undefined, written: undefined, generated: undefined, userSeed: undefined }
  const scripts = plans.map((plan) => ({ ...refillPlan(plan, {}), ...left, relaxed: [...plan.relaxed].sort() }))
  return hashJson(scripts, isPlace).slice(0, fingerprintDigits)
}

function isPlace(name: string, member: unknown): boolean {
  return name === 'at' && typeof member === 'object' && member !== null && 'line' in member && 'column' in member
}
