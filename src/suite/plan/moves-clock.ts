import type { Client } from '../../wire/client/client.ts'
import { everyTurnOf } from '../language/every-turn-of.ts'
import type { Plan } from './plan.ts'

/** Whether a conversation advances the clock of the local service. */
export function movesClock({ conversation }: Pick<Plan, 'conversation'>): boolean {
  return everyTurnOf(conversation).some(({ step }) => step?.kind === 'advance clock')
}

/** Whether some of the conversations advance a clock that others live by: then none can run beside another. */
export function shareClock(plans: readonly Plan[], { clock }: Pick<Client, 'clock'>): boolean {
  return clock?.kind === 'shared' && plans.some(movesClock)
}
