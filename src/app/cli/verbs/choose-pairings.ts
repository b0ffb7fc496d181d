import { type Pairing, pairPlans } from '../../../compare/pairing.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { choosePlans, readPlans } from '../../project/choose-plans.ts'
import { quarantine } from '../../project/quarantine.ts'
import type { SideSpec } from '../../project/read-side.ts'
import type { SuitesRead } from '../../project/read-suites.ts'
import type { Selection } from '../../project/select.ts'
import type { RunSettled } from '../../project/settings.ts'

/** What is compared, and how often. */
export interface PairingChoice extends Selection {
  sides: { a: SideSpec; b: SideSpec }
  /** Pairs of runs of each conversation; null: as often as its script repeats it, or three times. */
  pairs: number | null
  /** A file of conversations that may fail for now. */
  quarantine: string | null
  /** Whether paths chose among the suites of the project. */
  partial: boolean
}

/**
 * The conversations asked for, as both sides run them; skipped ones are left out.
 * @throws UsageError when the filters leave none, or the quarantine file is broken
 */
export function choosePairings(read: SuitesRead, settled: RunSettled, choice: PairingChoice): Pairing[] {
  const plansOf = ({ agent, version }: SideSpec, selection: Selection): Plan[] => {
    const plans = choosePlans(read, { ...settled, versions: [version], versionsGiven: true }, selection)
    return agent === null ? plans : plans.map((plan) => withAgent(plan, agent))
  }
  const { sides, pairs, quarantine: file, partial } = choice
  const chosen = plansOf(sides.a, choice)
  const plans = file === null ? chosen : quarantine(chosen, file, readPlans(read, settled), partial)
  const others = plansOf(sides.b, choice)
  return plans.flatMap((plan, index) => {
    const other = others[index]
    return other === undefined || plan.conversation.skip !== undefined ? [] : [pairPlans(plan, other, pairs)]
  })
}

/** The same conversation with another agent. */
function withAgent(plan: Plan, name: string): Plan {
  const agent = { ...plan.agent, value: name }
  return { ...plan, agent, written: plan.written === null ? null : { ...plan.written, agent } }
}
