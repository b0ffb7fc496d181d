import { latestInstant, readInstant } from '../../base/instant.ts'
import { UsageError } from './usage-error.ts'

/** The instant at which a clock stands, or null when it runs: `system`, `frozen` (at this moment), or an instant. @throws UsageError for anything else */
export function readClock(clock = 'system'): number | null {
  if (clock === 'system') return null
  const instant = clock === 'frozen' ? Date.now() : readInstant(clock)
  if (instant !== null && instant <= latestInstant) return instant
  throw new UsageError(
    `--clock ${clock} is no clock`,
    'write system, frozen, or an instant such as 2026-03-29T00:00:00Z',
  )
}
