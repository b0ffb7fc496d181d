import { readStepTime } from '../../suite/language/clock.ts'
import type { Client } from '../../wire/client/client.ts'
import type { CallLimits } from '../../wire/client/client-over.ts'
import type { Answer } from '../../wire/client/failure.ts'

/** Notices when somebody else moves the clock: a running service has one for all, which stands still in between. */
export interface ClockWatch {
  /** Why nothing can be judged by this clock: it was moved, or cannot be read. Null if neither. */
  trouble(): Promise<string | null>
  /** By a duration or to an instant. An unexpected time in the answer means that somebody else moved it before. */
  moved(asked: string, answer: Answer<unknown>): void
}

const wayOut =
  'so nothing here can be judged; run it against the embedded local service (without a target), or give each run a service of its own'
const disturbed = `another run moved the clock of this service meanwhile, ${wayOut}`
const unread = `another run may have moved the clock of this service meanwhile (the clock could not be read), ${wayOut}`

export async function watchClock(client: Client, limits: CallLimits): Promise<ClockWatch> {
  const read = async (): Promise<number | null> => instantOf(await client.local('GET', 'clock', undefined, limits))
  let [instant, hasMoved] = [await read(), false]
  let problem: string | null = null
  return {
    async trouble() {
      if (problem !== null) return problem
      const now = await read()
      if (now !== null && instant !== null && now !== instant) problem = disturbed
      return problem ?? (now === null && hasMoved ? unread : null)
    },
    moved(step, answer) {
      if (!answer.ok) return
      const [now, expected] = [instantOf(answer), instant === null ? null : instantAfter(step, instant)]
      const from = stoodAt(answer) ?? instant
      if (now === null || expected === null) problem ??= unread
      else if (now !== expected || from !== instant) problem ??= disturbed
      ;[instant, hasMoved] = [now, true]
    },
  }
}

/** The clock's time before it was moved; null if the answer does not give it. */
function stoodAt(answer: Answer<unknown>): number | null {
  const { from } = (answer.ok ? answer.data : {}) as { from?: unknown }
  const instant = typeof from === 'string' ? Date.parse(from) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}

/** The expected time of a clock after a move from `from`; null for an unreadable time. */
function instantAfter(step: string, from: number): number | null {
  const time = readStepTime(step)
  if (time.kind === 'unreadable') return null
  return time.kind === 'for' ? from + time.ms : Date.parse(time.instant)
}

/** The time of a frozen clock, in milliseconds; null if it runs, or the answer does not give it. */
function instantOf(answer: Answer<unknown>): number | null {
  const { now, kind } = (answer.ok ? answer.data : {}) as { now?: unknown; kind?: unknown }
  const instant = kind === 'frozen' && typeof now === 'string' ? Date.parse(now) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}
