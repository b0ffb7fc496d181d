import { type Failure, type KnownFailure, neverLeft } from '../../../wire/client/failure.ts'
import { obstacleOf } from '../../../wire/client/obstacle.ts'

/**
 * What a failed exchange says about its request. *settled*: its outcome is known, or there is nothing to
 * recover. *never left*: no connection was made. *come again*: it was refused for now (429), and may have been
 * taken all the same. *over*: it may have been carried out, and the server is no longer working on it. *open*:
 * it may still be carried out.
 */
export type FailureWeight = 'settled' | 'never left' | 'come again' | 'over' | 'open'

export type Break = { weight: Exclude<FailureWeight, 'settled'>; failure: KnownFailure }

/** Codes for which another attempt is pointless: the name does not exist. */
const hopeless = new Set(['ENOTFOUND'])

/** Error codes that the local service sends with a 5xx status only if it stored nothing of the turn. */
const keptNothing: ReadonlySet<string> = new Set(['localAgentErrored', 'localStorageFailed'])

export function weighBreak(failure: Failure): Break | null {
  if (failure.kind === 'unknown' || failure.kind === 'not taken') return null
  const weight = weighFailure(failure)
  return weight === 'settled' ? null : { weight, failure }
}

function weighFailure(failure: KnownFailure): FailureWeight {
  switch (failure.kind) {
    case 'timed out':
      return failure.unconnected === true ? 'never left' : 'open'
    case 'unreachable': {
      const obstacle = obstacleOf(failure.code)
      if (failure.gone === true || hopeless.has(failure.code)) return 'settled'
      if (obstacle !== null) return obstacle.passes ? 'never left' : 'settled'
      return neverLeft(failure.code) ? 'never left' : 'over'
    }
    case 'garbled':
      return weighStatus(failure.status, 'over')
    case 'refused':
      if (failure.errorCode !== null && keptNothing.has(failure.errorCode)) return 'settled'
      return weighStatus(Math.max(failure.status, failure.responseCode ?? 0), 'settled')
    default:
      return 'settled'
  }
}

/** A refusal is settled, and a redirect but to a result (303); a gateway timeout says nothing of the service behind. */
function weighStatus(status: number, otherwise: FailureWeight): FailureWeight {
  if (status === 504) return 'open'
  if (status >= 500) return 'over'
  if (status === 429) return 'come again'
  return status >= 400 || (status >= 300 && status !== 303) ? 'settled' : otherwise
}
