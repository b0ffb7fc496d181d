import type { Failure, KnownFailure } from '../../../wire/client/failure.ts'

/**
 * What the failure of an exchange says about its request. *settled*: its outcome is known, or there is nothing to
 * recover. *never left*: no connection was made. *come again*: it was refused for now (429), and may have been taken
 * all the same. *over*: it may have been carried out, and whoever answered is no longer working on it. *open*: it may
 * still be carried out.
 */
export type Weight = 'settled' | 'never left' | 'come again' | 'over' | 'open'

/** A failure that leaves the outcome of a request open. */
export type Break = { weight: Exclude<Weight, 'settled'>; failure: KnownFailure }

/** System error codes that mean no connection was made, so that nothing was sent. */
const unconnected = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Codes with which another attempt would end the same way: the name does not exist. */
const hopeless = new Set(['ENOTFOUND'])

/** Codes of the local service that are sent with a status of 500 and more, and only where nothing of the turn was stored. */
const keptNothing: ReadonlySet<string> = new Set(['localAgentErrored', 'localStorageFailed'])

/** Weighs a failure; null where it is settled. */
export function weighBreak(failure: Failure): Break | null {
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
      if (failure.errorCode !== null && keptNothing.has(failure.errorCode)) return 'settled'
      return weighStatus(Math.max(failure.status, failure.responseCode ?? 0), 'settled')
    default:
      return 'settled'
  }
}

/** A refusal of the request itself is settled; a gateway that timed out says nothing about the service behind it. */
function weighStatus(status: number, otherwise: Weight): Weight {
  if (status === 504) return 'open'
  if (status >= 500) return 'over'
  if (status === 429) return 'come again'
  return status >= 400 ? 'settled' : otherwise
}
