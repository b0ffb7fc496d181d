import { count } from '../../base/count.ts'
import type { PaceFacts } from '../../wire/client/pace/pace.ts'

/** What a person should know of the pace of a run: how many conversations at once it found right, and what was refused. */
export function describePace({ refusals, pausedMs, limit }: PaceFacts, adaptive: boolean): string[] {
  const waited = `${(pausedMs / 1_000).toFixed(1)} s of pauses`
  return [
    ...(adaptive && limit !== null ? [`concurrency auto: ${limit} at once in the end`] : []),
    ...(refusals === 0 ? [] : [`the service limits requests: ${count(refusals, 'answer')} 429, ${waited}`]),
  ]
}
