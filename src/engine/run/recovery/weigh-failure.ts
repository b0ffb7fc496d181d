import type { Failure, KnownFailure } from '../../../wire/client/failure.ts'

/**
 * What the failure of one exchange says of its request. *settled*: what became of it is known, or there is nothing to mend.
 * *never left*: no connection came about. *come again*: it was refused for now (429), and may have been taken all the same.
 * *over*: it may have been carried out, and whoever answered works on it no more. *open*: it may be carried out still.
 */
export type Weight = 'settled' | 'never left' | 'come again' | 'over' | 'open'

/** A failure that leaves what became of a request unsettled. */
export type Break = { weight: Exclude<Weight, 'settled'>; failure: KnownFailure }

/** Codes of the system under which no connection came about, so that nothing was sent. */
const unconnected = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Codes under which another attempt would end the same: a name that does not exist. */
const hopeless = new Set(['ENOTFOUND'])

/** Weighs a failure; null where it is settled. */
export function findBreak(failure: Failure): Break | null {
  if (failure.kind === 'unknown' || failure.kind === 'not taken') return null
  const weight = weighFailure(failure)
  return weight === 'settled' ? null : { weight, failure }
}

function weighFailure(failure: KnownFailure): Weight {
  switch (failure.kind) {
    case 'timed out':
      return 'open'
    case 'unreachable':
      return hopeless.has(failure.code) ? 'settled' : unconnected.has(failure.code) ? 'never left' : 'over'
    case 'garbled':
      return weighStatus(failure.status, 'over')
    case 'refused':
      return weighStatus(Math.max(failure.status, failure.responseCode ?? 0), 'settled')
    default:
      return 'settled'
  }
}

/** A refusal of the request itself is settled; a gateway that waited too long says nothing of the service behind it. */
function weighStatus(status: number, otherwise: Weight): Weight {
  if (status === 504) return 'open'
  if (status >= 500) return 'over'
  if (status === 429) return 'come again'
  return status >= 400 ? 'settled' : otherwise
}
