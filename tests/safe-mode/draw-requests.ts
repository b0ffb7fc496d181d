import fc from 'fast-check'
import { openLocalSubject } from '../../src/app/agents/local-subject.ts'
import type { WireRequest } from '../../src/wire/client/transport.ts'
import type { BaseName } from '../../src/wire/contract/requests/valid-requests.ts'
import { drawTraffic } from '../../src/wire/contract/rules/draw-request.ts'
import { openWorld } from '../../src/wire/contract/world/open-world.ts'
import { toWire } from '../../src/wire/contract/world/perform-exchange.ts'
import type { Subject } from '../../src/wire/contract/world/world.ts'
import { drawAttack, throwDice } from './draw-attack.ts'

const origin = 'https://api.example.com'
const bases: BaseName[] = [
  'session',
  'inline',
  'waPrompt',
  'waSay',
  'waTemplate',
  'webPrompt',
  'emailPrompt',
  'emailSay',
  'call',
  'workflow',
  'delete',
  'blueprints',
  'node',
]

/** That many requests that try to get past a guard. */
export function* drawAttacks(count: number, seed: number): Generator<WireRequest> {
  const dice = throwDice(seed)
  for (let index = 0; index < count; index += 1) yield drawAttack(dice, origin)
}

/**
 * That many requests as the contract draws them, to a host that is not this machine: of every operation as
 * for a local service, or, in safe mode, only those drawn to be harmless.
 */
export async function drawContract(
  count: number,
  seed: number,
  reach: Subject['reach'],
): Promise<() => Generator<WireRequest>> {
  const { subject, close } = await openLocalSubject({ sockets: false })
  const reachSubject: Subject = { ...subject, reach }
  const world = await openWorld(reachSubject, () => undefined)
  await close()
  const live: Subject = { ...reachSubject, hosts: { base: origin, workflow: origin } }
  const traffic = bases.flatMap((base) => drawTraffic(base, world) ?? [])
  const batch = 10_000
  return function* () {
    for (let done = 0; done < count; done += batch) {
      const settings = { seed: seed + done, numRuns: Math.min(batch, count - done) }
      for (const request of fc.sample(fc.oneof(...traffic), settings)) yield toWire(request, live)
    }
  }
}
