import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import type { Bench } from '../world/bench.ts'
import type { RequestDraft } from '../world/contract-request.ts'
import { isAllowed, showOutcome } from '../world/outcome.ts'
import { ViolationError } from '../world/rule.ts'
import { localScenario, type Scenario, type ScenarioResult } from '../world/scenario.ts'
import type { ChannelFacts, World } from '../world/world.ts'

/** Types of channels that messages to customers go over. */
type MessageType = 'waChat' | 'webChat' | 'email'

export const messageTypes = ['waChat', 'webChat', 'email'] as const

/** Enabled channels of these types that have an agent and can send; email and WhatsApp need an address of their own. */
export function channelsOver({ subject }: World, ...types: readonly MessageType[]): ChannelFacts[] {
  return types.flatMap((channelType) =>
    subject.own.channels.filter(
      ({ enabled, type, agent, numbers, email }) =>
        enabled &&
        type === channelType &&
        agent !== null &&
        (type !== 'waChat' || numbers.length > 0) &&
        (type !== 'email' || email !== null),
    ),
  )
}

/** A scenario of a channel of one of these types, and of something drawn. */
export function channelScenario<T>(
  types: readonly MessageType[],
  arbitrary: fc.Arbitrary<T>,
  hold: (bench: Bench, channel: ChannelFacts, value: T) => Promise<ScenarioResult>,
): Scenario {
  return localScenario(
    (world) =>
      allOf<{ channel: ChannelFacts; value: T }>({ channel: oneOf(channelsOver(world, ...types)), value: arbitrary }),
    (bench, { channel, value }) => hold(bench, channel, value),
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

/** Sends a message and gives its outbox entry. @throws ViolationError when refused, or not there exactly once */
export async function dispatch(bench: Bench, body: JsonObject): Promise<JsonObject> {
  const { sessionId } = await bench.chat(body)
  const messages = await bench.control.outbox()
  const [message, ...more] = messages.filter((each) => each.sessionId === sessionId)
  if (message !== undefined && more.length === 0) return message
  throw new ViolationError(
    `${more.length + (message === undefined ? 0 : 1)} messages stand in the outbox for one dispatch`,
  )
}

export async function messageOf(bench: Bench, sessionId: unknown): Promise<JsonObject | undefined> {
  return (await bench.control.outbox()).find((each) => each.sessionId === sessionId)
}

/** Checks that a refused request did nothing: no message is sent, and no call is waiting. */
export async function expectNoEffect(bench: Bench): Promise<string | null> {
  const { control } = bench.world.subject
  if (control === null) return null
  const [messages, calls] = [await control.outbox(), await control.queue()]
  return messages.length + calls.length === 0
    ? null
    : `it was refused, and yet made ${messages.length} messages and ${calls.length} calls`
}

/** Checks that a request has one of the allowed outcomes, whatever open points it touches. */
export async function expectOutcome(bench: Bench, draft: RequestDraft, ...allowed: string[]): Promise<string | null> {
  const { outcome } = await bench.send(draft)
  return isAllowed(outcome, allowed) ? null : `expected ${allowed.join(' or ')}; got ${showOutcome(outcome)}`
}

/** Null if two values are equal as JSON, or what differs. */
export function expectEqual(what: string, expected: unknown, actual: unknown): string | null {
  const [want, got] = [JSON.stringify(expected), JSON.stringify(actual)]
  return want === got ? null : `${what}: expected ${want}, got ${got}`
}
