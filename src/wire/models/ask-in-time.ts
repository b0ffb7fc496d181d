import { setTimeout as pause } from 'node:timers/promises'
import { showTime } from '../../base/text/wording.ts'
import { type TimeLimit, withinLimit } from '../../base/time-limit.ts'
import type { ModelRequest } from './model.ts'
import { ModelError } from './model-error.ts'
import { type ModelFacts, readFailure } from './read-failure.ts'

/** Until when a host asked everybody to wait, and how it refused. Shared by all requests to one model. */
export interface Rest {
  until: number
  refusal: ModelError | null
}

/** Asks again in its time while the host is busy, twice if it breaks. @throws ModelError, or the signal's reason */
export async function askInTime<T>(
  once: (signal: AbortSignal) => Promise<T>,
  { timeLimitMs, signal: outerSignal }: Pick<ModelRequest, 'timeLimitMs' | 'signal'>,
  facts: ModelFacts,
  rest: Rest,
): Promise<T> {
  const deadline = performance.now() + timeLimitMs
  const work = async ({ signal }: TimeLimit): Promise<T> => {
    const wait = async (ms: number, reason: ModelError, busy: boolean): Promise<void> => {
      const remainingMs = deadline - performance.now()
      if (ms < remainingMs) return pause(ms, undefined, { signal })
      throw busy ? tooBusy(reason, remainingMs, timeLimitMs) : reason
    }
    for (let attempt = 0; ; ) {
      try {
        const ms = rest.until - performance.now()
        if (ms > 0 && rest.refusal !== null) await wait(ms, rest.refusal, true)
        return await once(signal)
      } catch (error) {
        if (error instanceof ModelError || signal.aborted) throw error
        const { error: reason, again } = readFailure(error, facts, attempt)
        if (again === null) throw reason
        attempt += 1
        if (again.busy && performance.now() + again.waitMs > rest.until)
          Object.assign(rest, { until: performance.now() + again.waitMs, refusal: reason })
        if (!again.busy) await wait(again.waitMs, reason, false)
      }
    }
  }
  return withinLimit(timeLimitMs, outerSignal, work, () => tooLate(facts, timeLimitMs))
}

function tooLate({ host, modelId }: ModelFacts, limitMs: number): ModelError {
  return new ModelError('timed out', `${modelId} at ${host} gave no answer within ${showTime(limitMs)}`)
}

function tooBusy({ message }: ModelError, leftMs: number, limitMs: number): ModelError {
  const restText = leftMs < 1 ? 'nothing' : `only ${showTime(leftMs)}`
  return new ModelError('busy', `${message}, and ${restText} of ${showTime(limitMs)} was left`)
}
