import { type Transport, TransportError, type WireRequest } from '../../src/wire/client/transport.ts'
import { couldReach } from './could-reach.ts'

/** A service that accepts everything, behind a guard, and what got through to it. */
export interface Attack {
  drawn: number
  /** How many of the drawn requests could have reached a person. */
  dangerous: number
  blocked: number
  sent: number
  /** Requests that got through and could reach a person. There must be none. */
  reached: { request: WireRequest; how: string }[]
}

/** Sends requests through a guard to a service that accepts everything, and checks each one that arrives. */
export async function attack(
  guard: (send: Transport) => Transport,
  requests: Iterable<WireRequest>,
  judge: (request: WireRequest) => string | null = couldReach,
): Promise<Attack> {
  const tally: Attack = { drawn: 0, dangerous: 0, blocked: 0, sent: 0, reached: [] }
  const send = guard(async (request) => {
    tally.sent += 1
    const how = judge(request)
    if (how !== null) tally.reached.push({ request, how })
    return { status: 200, headers: {}, text: '{"responseCode":200,"message":"ok","data":{"sessionId":"s"}}' }
  })
  for (const request of requests) {
    tally.drawn += 1
    if (judge(request) !== null) tally.dangerous += 1
    try {
      await send(request)
    } catch (error) {
      if (!(error instanceof TransportError) || error.kind !== 'blocked') throw error
      tally.blocked += 1
    }
  }
  return tally
}
