import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import type { Bench } from '../world/bench.ts'
import { ViolationError } from '../world/rule.ts'
import type { ChannelFacts, World } from '../world/world.ts'

/** Enabled channels of a type that have an agent and can send; email and WhatsApp need an address of their own. */
export function channelsOver(world: World, type: 'waChat' | 'webChat' | 'email'): ChannelFacts[] {
  return world.subject.own.channels.filter(
    (channel) =>
      channel.enabled &&
      channel.type === type &&
      channel.agent !== null &&
      (type !== 'waChat' || channel.numbers.length > 0) &&
      (type !== 'email' || channel.email !== null),
  )
}

/** One of some values; null if there are none. */
export function oneOf<T>(values: readonly T[]): fc.Arbitrary<T> | null {
  return values.length === 0 ? null : fc.constantFrom(...values)
}

/** A record of drawn members; null if the workspace lacks one of them. */
export function allOf<T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> | null }): fc.Arbitrary<T> | null {
  return Object.values(members).includes(null) ? null : fc.record(members as { [K in keyof T]: fc.Arbitrary<T[K]> })
}

/** The smallest message for a channel, with `more` merged over it. */
export function messageOver({ name, type }: ChannelFacts, more: JsonObject = {}): JsonObject {
  const to = type === 'email' ? { customerEmail: 'customer@example.com' } : { customerNumber: '15550100001' }
  return { communicationChannel: name, ...to, ...more }
}

/**
 * Sends a message and gives its entry in the outbox.
 * @throws ViolationError when it is refused, or is not there exactly once
 */
export async function dispatch(bench: Bench, body: JsonObject): Promise<JsonObject> {
  const { sessionId } = await bench.chat(body)
  const messages = await bench.control.outbox()
  const [message, ...more] = messages.filter((each) => each.sessionId === sessionId)
  if (message !== undefined && more.length === 0) return message
  throw new ViolationError(
    `${more.length + (message === undefined ? 0 : 1)} messages stand in the outbox for one dispatch`,
  )
}

/** The outbox entry of a session. */
export async function messageOf(bench: Bench, sessionId: unknown): Promise<JsonObject | undefined> {
  return (await bench.control.outbox()).find((each) => each.sessionId === sessionId)
}

/** Null if two values are equal as JSON, or what differs. */
export function expectEqual(what: string, expected: unknown, actual: unknown): string | null {
  const [wanted, got] = [JSON.stringify(expected), JSON.stringify(actual)]
  return wanted === got ? null : `${what}: expected ${wanted}, got ${got}`
}
