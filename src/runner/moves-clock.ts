import { everyTurnOf } from '../script/every-turn-of.ts'
import type { Plan } from './plan.ts'

/** Whether a conversation advances the clock of the local service. A clock is everybody's: it cannot run beside others. */
export function movesClock({ conversation }: Plan): boolean {
  return everyTurnOf(conversation).some(({ step }) => step?.kind === 'advance clock')
}
