import { noMessage } from '../../wire/client/exchange.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { TurnFacts } from '../expect/turn-facts.ts'
import type { TurnRun } from '../run/turn-run.ts'
import { type TurnView, viewTurn } from '../transcript/turn-view.ts'
import { turnTime } from './turn-time.ts'

const nothing: TurnView = viewTurn([])

/** A turn as expectations see it; one without an answer has an empty view and, where the service gave one, a refusal. */
export function turnFacts(run: TurnRun): TurnFacts {
  const local = run.local === undefined ? {} : { local: run.local }
  if (run.kind !== 'unanswered')
    return {
      view: run.kind === 'answered' ? run.view : nothing,
      turnMs: run.kind === 'answered' ? turnTime(run) : run.turnMs,
      refusal: null,
      ...local,
    }
  const refusal = refusalOf(run.failure)
  return { view: nothing, turnMs: run.turnMs, refusal, ...(refusal === null ? {} : local) }
}

/** What a service refused a turn with; null where it did not. */
export function refusalOf(failure: Failure): TurnFacts['refusal'] {
  if (failure.kind !== 'refused') return null
  const { status, errorCode, message } = failure
  return { status, errorCode, message: message === noMessage ? '' : message }
}
