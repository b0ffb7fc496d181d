import type { Exchange } from '../world/exchange.ts'
import { isAllowed } from '../world/outcome.ts'
import type { World } from '../world/world.ts'
import { judgeRequest } from './oracle.ts'

/**
 * Thrown inside a property when a request was accepted that must not be, on a subject that may reach real people. Ends
 * the property.
 */
export class TripwireError extends Error {
  constructor() {
    super('a request was accepted that must not be')
    this.name = 'TripwireError'
  }
}

/** @throws TripwireError when a request was accepted although no rule, not even an open one, allows it */
export function stopAtTripwire({ request, outcome }: Exchange, world: World): void {
  if (outcome.accepted && !isAllowed(outcome, judgeRequest(request, world).allowed)) throw new TripwireError()
}
