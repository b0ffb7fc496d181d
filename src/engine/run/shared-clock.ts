import type { Client } from '../../wire/client/client.ts'
import type { CallLimits } from '../../wire/client/client-over.ts'
import type { Answer } from '../../wire/client/failure.ts'

/**
 * Notices when somebody else moves a clock that a conversation moves: the clock of a service that runs by itself is one for
 * all, and stands still in between.
 */
export interface ClockWatch {
  /** Whether it stands where this conversation left it, or found it. What cannot be read has not been moved by anybody. */
  stands(): Promise<boolean>
  /** This conversation moved it; the answer says where it stands. */
  moved(answer: Answer<unknown>): void
}

/** What is wrong, and what to do about it. */
export const disturbed =
  'another run moved the clock of this service meanwhile, so that nothing here can be judged; run it against the embedded local service (without a target), or give each run a service of its own'

/** Reads where the clock stands, and watches it from then on. */
export async function watchClock(client: Client, limits: CallLimits): Promise<ClockWatch> {
  const read = async (): Promise<string | null> => instantOf(await client.local('GET', 'clock', undefined, limits))
  let left = await read()
  return {
    async stands() {
      const now = await read()
      return now === null || left === null || now === left
    },
    moved(answer) {
      left = instantOf(answer) ?? left
    },
  }
}

/** Where a clock that stands does so; null where it runs, or the answer does not say. */
function instantOf(answer: Answer<unknown>): string | null {
  const { now, kind } = (answer.ok ? answer.data : {}) as { now?: unknown; kind?: unknown }
  return kind === 'frozen' && typeof now === 'string' ? now : null
}
