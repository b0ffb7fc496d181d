import type { Plan } from '../suite/plan/plan.ts'
import type { SideKey } from './model/side.ts'

/** A conversation as both sides run it. */
export interface Pairing {
  /** `file:line`, or `file:line#row`; unique in a comparison. */
  id: string
  plans: Record<SideKey, Plan>
  /** Why a failure is expected here, according to the script or a quarantine file; null where it is not. */
  excused: string | null
  /** How many pairs of runs come first. */
  pairs: number
}

/**
 * Pairs the plans of one conversation. Each run is one attempt, judged as it is: the script's repeats become the number
 * of pairs, and an *expected fail* mark becomes an excuse until the date it names.
 */
export function pairPlans(a: Plan, b: Plan, pairs: number | null, today: Date = new Date()): Pairing {
  const mark = a.conversation.expectedFail
  const holds = mark !== undefined && (mark.until === undefined || today.toISOString().slice(0, 10) < mark.until)
  return {
    id: a.id.slice(0, a.id.lastIndexOf(' ')),
    plans: { a: once(a), b: once(b) },
    excused: holds ? mark.reason : null,
    pairs: pairs ?? a.repeat?.times ?? 3,
  }
}

function once(plan: Plan): Plan {
  const { expectedFail: _, ...conversation } = plan.conversation
  return { ...plan, conversation, repeat: null }
}
