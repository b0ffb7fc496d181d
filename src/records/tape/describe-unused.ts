import type { Playback } from './play-attempt.ts'

/** Describes in one line which recorded requests were not made; null if all were used. */
export function describeUnused(unused: ReturnType<Playback['unused']>): string | null {
  const [first] = unused
  if (first === undefined) return null
  const { number, request } = first
  const from = `from request ${number} on (${request.method} ${request.path.slice(0, 80)})`
  return unused.length === 1
    ? `a recorded request was not made: ${number} (${request.method} ${request.path.slice(0, 80)})`
    : `${unused.length} recorded requests were not made, ${from}`
}
