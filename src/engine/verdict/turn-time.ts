import type { TurnResult } from './turn-result.ts'

/** How long an agent took for a turn by the client's wall clock, in milliseconds; null where the turn was not reached, or its answer was lost and only found later. */
export function turnTime({ turnMs, recovered }: Pick<TurnResult, 'turnMs' | 'recovered'>): number | null {
  return recovered?.how === 'fetched' ? null : turnMs
}
