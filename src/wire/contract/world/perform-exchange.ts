import type { ContractRequest } from './contract-request.ts'
import type { Exchange } from './exchange.ts'
import { outcomeOf } from './outcome.ts'
import { toWire } from './to-wire.ts'
import type { World } from './world.ts'

/**
 * Sends a request once and reports the exchange to the watcher of the world.
 * @throws TransportError when no answer came, or a guard blocked the request
 */
export async function performExchange(world: World, request: ContractRequest): Promise<Exchange> {
  const answer = await world.subject.send(toWire(request, world.subject))
  const body = parse(answer.text)
  const exchange = { request, answer, body, outcome: outcomeOf(request, answer, body) }
  world.watch(exchange)
  return exchange
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // ENV-01 reports it
  }
}
