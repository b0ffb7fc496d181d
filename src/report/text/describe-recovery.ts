import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { Recovered } from '../../wire/client/recovered.ts'

/**
 * Describes in one line how a turn was answered although its exchange broke: `recovered: its answer was lost and found
 * in the stored session (no answer within 2000 ms)`.
 */
export function describeRecovery({ how, breaks, sendings }: Recovered): string {
  const words = breaks.map((failure) => describeFailure(failure).split('\n', 1)[0] ?? failure.kind)
  const why = [...new Set(words)].join('; ')
  const times = sendings === 2 ? 'twice' : `${sendings} times`
  const what =
    how === 'fetched'
      ? 'its answer was lost and found in the stored session'
      : `it was not taken at first, and sent ${times}`
  return `recovered: ${what} (${why})`
}
