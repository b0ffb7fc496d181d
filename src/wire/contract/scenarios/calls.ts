import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import type { Bench } from '../world/bench.ts'
import { draftOf } from '../world/contract-request.ts'
import { ViolationError } from '../world/rule.ts'
import { drawIn, localScenario, type Scenario, type ScenarioDraw, type ScenarioResult } from '../world/scenario.ts'
import { linesOf, talkers, type World } from '../world/world.ts'
import { allOf, oneOf } from './messages.ts'

/** A distant due time for calls, so that none is placed before the scenario wants it. */
export const later: number = Date.parse('2027-02-01T06:00:00Z')

export const [someNumber, otherNumber] = ['15550100001', '15550100002'] as const

export const [hourMs, dayMs] = [3_600_000, 86_400_000] as const

/** The name of an agent that can make calls; none if there is none. */
export function callersOf(world: World): string[] {
  return linesOf(world.subject.own).length === 0
    ? []
    : talkers(world)
        .slice(0, 1)
        .map(({ name }) => name)
}

export async function call(bench: Bench, body: JsonObject, host: 'base' | 'workflow' = 'base'): Promise<string> {
  const { callId } = await bench.demand({ ...draftOf('call.trigger', body), host })
  return String(callId)
}

/** Triggers a workflow call. Its answer contains no id, so its effect is read from the queue. */
export async function callWorkflow(bench: Bench, workflowId: string, body: JsonObject): Promise<void> {
  await bench.demand(draftOf('workflow.call', body, workflowId))
}

export async function callNode(bench: Bench, body: JsonObject): Promise<void> {
  await bench.demand(draftOf('node.trigger', body))
}

export async function removeCall(bench: Bench, workflowId: string, customer_number: string): Promise<void> {
  await bench.demand(draftOf('workflow.delete', { customer_number }, workflowId))
}

/** The queued call to a customer. @throws ViolationError if there is none */
export async function queuedTo(bench: Bench, number: string): Promise<JsonObject> {
  const match = (await bench.control.queue()).find(({ customerNumber }) => customerNumber === number)
  if (match === undefined) throw new ViolationError(`no call to ${number} is in the queue`)
  return match
}

/** When the queued call to a customer is due, in milliseconds. */
export async function dueOf(bench: Bench, number: string): Promise<number> {
  return Date.parse(String((await queuedTo(bench, number)).due))
}

/** The customers of the queue in the order in which they will be called. */
export async function queuedNumbers(bench: Bench): Promise<string[]> {
  return (await bench.control.queue()).map(({ customerNumber }) => String(customerNumber))
}

/** A scenario of an agent that can make calls, and of something drawn. */
export function callScenario<T>(
  draw: ScenarioDraw<T>,
  hold: (bench: Bench, agent: string, value: T) => Promise<ScenarioResult>,
): Scenario {
  return localScenario(
    (world) => allOf<{ agent: string; value: T }>({ agent: oneOf(callersOf(world)), value: drawIn(world, draw) }),
    (bench, { agent, value }) => hold(bench, agent, value),
  )
}

export const nothing: fc.Arbitrary<null> = fc.constant(null)
