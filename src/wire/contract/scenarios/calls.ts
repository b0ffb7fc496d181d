import type fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import type { Bench } from '../world/bench.ts'
import { draftOf } from '../world/contract-request.ts'
import { ViolationError } from '../world/rule.ts'
import type { World } from '../world/world.ts'

/** A distant due time for calls, so that none is placed before the scenario wants it. */
export const later: number = Date.parse('2027-02-01T06:00:00Z')

/** The name of an agent that can make calls; null if there is none. */
export function callerOf({ subject }: World): string | null {
  const { agents, channels } = subject.own
  const lines = channels.some(
    ({ type, enabled, numbers }) => enabled && type === 'outboundSipTrunk' && numbers.length > 0,
  )
  return lines ? (agents.find(({ published }) => published !== null)?.name ?? null) : null
}

/** Triggers a call and gives its id. */
export async function call(bench: Bench, body: JsonObject, host: 'base' | 'workflow' = 'base'): Promise<string> {
  const { callId } = await bench.demand({ ...draftOf('call.trigger', body), host })
  return String(callId)
}

/** Triggers a workflow call. Its answer contains no id, so its effect is read from the queue. */
export async function callWorkflow(bench: Bench, workflowId: string, body: JsonObject): Promise<void> {
  await bench.demand(draftOf('workflow.call', body, workflowId))
}

/** Triggers the workflow node. */
export async function callNode(bench: Bench, body: JsonObject): Promise<void> {
  await bench.demand(draftOf('node.trigger', body))
}

/** Removes the queued calls of a customer. */
export async function removeCall(bench: Bench, workflowId: string, body: JsonObject): Promise<void> {
  await bench.demand(draftOf('workflow.delete', body, workflowId))
}

/** The queued call to a customer. @throws ViolationError if there is none */
export async function queuedTo(bench: Bench, number: string): Promise<JsonObject> {
  const found = (await bench.control.queue()).find(({ customerNumber }) => customerNumber === number)
  if (found === undefined) throw new ViolationError(`no call to ${number} is in the queue`)
  return found
}

/** The customers of the queue in the order in which they will be called. */
export async function queuedNumbers(bench: Bench): Promise<string[]> {
  return (await bench.control.queue()).map(({ customerNumber }) => String(customerNumber))
}

/** When a call is due, in milliseconds. */
export function dueOf(queued: JsonObject): number {
  return Date.parse(String(queued.due))
}

/** Draws something together with an agent that can make calls; null if there is none. */
export function withCaller<T>(world: World, values: fc.Arbitrary<T>): fc.Arbitrary<{ agent: string; value: T }> | null {
  const agent = callerOf(world)
  return agent === null ? null : values.map((value) => ({ agent, value }))
}

/** The same for scenarios that need nothing else from the world. */
export function beside<T>(values: fc.Arbitrary<T>): (world: World) => fc.Arbitrary<{ agent: string; value: T }> | null {
  return (world) => withCaller(world, values)
}
