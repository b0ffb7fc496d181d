import { z } from 'zod'
import { latestInstant, latestShown } from '../../base/instant.ts'
import { refuse } from '../answer/answer.ts'
import { showInstant } from '../time/clock.ts'
import { dateTimeShape, instantAsked } from '../time/local-time.ts'
import { answerJson, type LocalCall, type LocalHandler, withBody } from './local-call.ts'

const units: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 }

const shape = z.union([
  z.strictObject({ advance: z.string().regex(/^\d+(\.\d+)? *(ms|s|min|h|d)$/, 'expected a time such as 90 s or 2 h') }),
  z.strictObject({ to: dateTimeShape }),
])

/** `GET /_local/clock`: `{ now, kind }`. */
export const showClock: LocalHandler = ({ context }) => answerJson(clockOf(context))

/**
 * `POST /_local/clock` with `{ advance: "2 h" }` or `{ to: "2026-03-29T00:00:00Z" }`: moves a frozen clock and performs
 * what comes due. `from` in the answer shows whether somebody else has moved it.
 */
export const moveClock: LocalHandler = withBody(shape, async ({ context }, body) => {
  if (context.clock.kind !== 'frozen')
    return refuse({
      errorCode: 'localClockRuns',
      message: 'the clock runs by itself; start with --clock frozen to move it',
    })
  const instant = 'to' in body ? instantAsked(body.to) : context.clock.now() + lengthOf(body.advance)
  if (instant > latestInstant)
    return refuse({ errorCode: 'validationError', message: `advance: the clock goes no further than ${latestShown}` })
  if (instant < context.clock.now())
    return refuse({ errorCode: 'validationError', message: 'to: the clock never goes back' })
  const from = showInstant(context.clock.now())
  await context.timeline.advanceTo(instant)
  context.store.keep('clock', context.clock.now())
  return answerJson({ ...clockOf(context), from })
})

function lengthOf(text: string): number {
  const [, count = '0', unit = 'ms'] = /^([\d.]+) *(\w+)$/.exec(text) ?? []
  return Math.round(Number(count) * (units[unit] ?? 1))
}

export function clockOf({ clock }: LocalCall['context']): { now: string; kind: string } {
  return { now: showInstant(clock.now()), kind: clock.kind }
}
