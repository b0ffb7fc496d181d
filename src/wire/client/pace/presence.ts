import { setTimeout as sleep } from 'node:timers/promises'
import { neverLeft } from '../failure.ts'
import { obstacleOf } from '../obstacle.ts'
import { noConnection, type Transport, TransportError, type WireAnswer, type WireRequest } from '../transport.ts'
import { readAddress } from '../wire-form.ts'

/** How patiently a service counts as gone. */
interface Patience {
  /** How many requests in a row must get nothing before one probe decides. @default 12 */
  most?: number
  /** How long that probe is repeated, in milliseconds: at a service that never took one, and at one that did. */
  newMs?: number
  knownMs?: number
  /** How long it waits between two tries, in milliseconds. */
  pauseMs?: number
}

/** What all senders have seen of one host under one key. */
interface Sight {
  /** How many requests in a row got no connection, or a refusal of the key. */
  vain: number
  hasAccepted: boolean
  /** Settles when the probe has decided. */
  probe: Promise<void> | null
  failure: TransportError | WireAnswer | null
}

/** Notices a service that is gone or refuses its key: after many in a row one probes, and then no more leave. */
export function watchPresence(send: Transport, patience: Patience = {}): Transport {
  const { most = 12, newMs = 1_500, knownMs = 30_000, pauseMs = 250 } = patience
  const sights = new Map<string, Sight>()
  const sightOf = ({ url, headers }: WireRequest): Sight => {
    const of = `${readAddress(url).origin} ${headers['x-api-key'] ?? ''}`
    const knownSight = sights.get(of) ?? { vain: 0, hasAccepted: false, probe: null, failure: null }
    sights.set(of, knownSight)
    return knownSight
  }
  const sendSeen = async (request: WireRequest, sight: Sight): Promise<WireAnswer> => {
    try {
      const answer = await send(request)
      const isRefused = answer.status === 401
      sight.vain = isRefused && !sight.hasAccepted ? sight.vain + 1 : 0
      sight.hasAccepted ||= !isRefused
      return answer
    } catch (error) {
      sight.vain = isVain(error) ? sight.vain + 1 : 0
      throw error
    }
  }
  /** Repeats a request until it gets something or patience ends; what it got then is what everybody gets. */
  const sendProbe = async (request: WireRequest, sight: Sight): Promise<WireAnswer> => {
    const until = performance.now() + (sight.hasAccepted ? knownMs : newMs)
    for (;;) {
      const outcome = await sendSeen(request, sight).catch((error: unknown) => error as Error)
      if (sight.vain === 0 || request.signal?.aborted === true) return settled(outcome)
      if (performance.now() >= until) {
        sight.failure =
          outcome instanceof Error ? new TransportError('gone', (outcome as TransportError).code) : outcome
        return settled(outcome)
      }
      await sleep(pauseMs)
    }
  }
  return async (request) => {
    const sight = sightOf(request)
    while (sight.probe !== null) await sight.probe
    if (sight.failure !== null) return settled(sight.failure)
    if (sight.vain < most) return sendSeen(request, sight)
    const probe = sendProbe(request, sight)
    sight.probe = probe.then(
      () => undefined,
      () => undefined,
    )
    return probe.finally(() => {
      sight.probe = null
    })
  }
}

function settled(outcome: Error | WireAnswer): WireAnswer {
  if (outcome instanceof Error) throw outcome
  return outcome
}

function isVain(error: unknown): boolean {
  if (!(error instanceof TransportError)) return false
  if (error.kind !== 'unreachable') return error.code === noConnection
  return neverLeft(error.code) || obstacleOf(error.code) !== null
}
