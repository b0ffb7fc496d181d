import { hashJson } from '../../base/json/hash-json.ts'
import { type Plan, refillPlan } from './plan.ts'

export const fingerprintDigits = 8

/** Places, environment and chance do not count: machines differ in these. Several plans are sides of a comparison. */
export function fingerprintScript(...plans: readonly Plan[]): string {
  const omissions = { file: undefined, written: undefined, generated: undefined, userSeed: undefined }
  const scripts = plans.map((plan) => ({ ...refillPlan(plan, {}), ...omissions, relaxed: [...plan.relaxed].sort() }))
  return hashJson(scripts, isPlace).slice(0, fingerprintDigits)
}

function isPlace(name: string, member: unknown): boolean {
  return name === 'at' && typeof member === 'object' && member !== null && 'line' in member && 'column' in member
}
