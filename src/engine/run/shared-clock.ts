import { readStepTime } from '../../suite/language/clock.ts'
import type { Client } from '../../wire/client/client.ts'
import type { CallLimits } from '../../wire/client/client-over.ts'
import type { Answer } from '../../wire/client/failure.ts'

/**
 * Notices when somebody else moves a clock that a conversation moves: the clock of a service that runs by itself is one for
 * all, and stands still in between.
 */
export interface ClockWatch {
  /**
   * Why nothing can be judged by this clock: it stands elsewhere than where this conversation found it or left it, or nobody
   * can tell. Null where it stands, and where it is none that this conversation has moved.
   */
  trouble(): Promise<string | null>
  /**
   * This conversation moved it, by a length of time or to an instant. Where the answer says that it stands elsewhere than
   * that leads to, or that it stood elsewhere, somebody else moved it since it was read, which no later reading would show.
   */
  moved(asked: string, answer: Answer<unknown>): void
}

const wayOut =
  'so that nothing here can be judged; run it against the embedded local service (without a target), or give each run a service of its own'
const disturbed = `another run moved the clock of this service meanwhile, ${wayOut}`
const unread = `nobody can tell whether another run moved the clock of this service meanwhile, since it could not be read, ${wayOut}`

/** Reads where the clock stands, and watches it from then on. */
export async function watchClock(client: Client, limits: CallLimits): Promise<ClockWatch> {
  const read = async (): Promise<number | null> => instantOf(await client.local('GET', 'clock', undefined, limits))
  let [left, hasMoved] = [await read(), false]
  let found: string | null = null
  return {
    async trouble() {
      if (found !== null) return found
      const now = await read()
      if (now !== null && left !== null && now !== left) found = disturbed
      return found ?? (now === null && hasMoved ? unread : null)
    },
    moved(asked, answer) {
      if (!answer.ok) return
      const [now, expected] = [instantOf(answer), left === null ? null : instantAfter(asked, left)]
      const from = stoodAt(answer) ?? left
      if (now === null || expected === null) found ??= unread
      else if (now !== expected || from !== left) found ??= disturbed
      ;[left, hasMoved] = [now, true]
    },
  }
}

/** Where a clock stood before it was moved; null where the answer does not say. */
function stoodAt(answer: Answer<unknown>): number | null {
  const { from } = (answer.ok ? answer.data : {}) as { from?: unknown }
  const instant = typeof from === 'string' ? Date.parse(from) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}

/** Where a clock stands that stood at an instant and is then moved; null for a time that says nothing. */
function instantAfter(asked: string, from: number): number | null {
  const time = readStepTime(asked)
  if (time.kind === 'unreadable') return null
  return time.kind === 'for' ? from + time.ms : Date.parse(time.instant)
}

/** Where a clock that stands does so, in milliseconds; null where it runs, or the answer does not say. */
function instantOf(answer: Answer<unknown>): number | null {
  const { now, kind } = (answer.ok ? answer.data : {}) as { now?: unknown; kind?: unknown }
  const instant = kind === 'frozen' && typeof now === 'string' ? Date.parse(now) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}
