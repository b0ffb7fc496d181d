import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { customerNumber, writeInstant } from '../requests/interesting-values.ts'
import type { Bench } from '../world/bench.ts'
import { draftOf } from '../world/contract-request.ts'
import { firstOf } from '../world/rule.ts'
import {
  drawIn,
  localScenario,
  type Scenario,
  type ScenarioDraw,
  type ScenarioResult,
  type Scenarios,
  scenario,
} from '../world/scenario.ts'
import { flowsOf } from '../world/world.ts'
import {
  call,
  callersOf,
  callNode,
  callWorkflow,
  dayMs,
  dueOf,
  hourMs,
  later,
  nothing,
  otherNumber,
  queuedNumbers,
  queuedTo,
  removeCall,
  someNumber,
} from './calls.ts'
import { allOf, expectEqual, expectNoEffect, expectOutcome, oneOf } from './messages.ts'
import { bodyOfHours, drawnHours, findMisplaced, indianNoon, placeOf } from './working-hours.ts'

const waiting = { schedule_time: writeInstant(later) }

/** The members of a call as workflow operations spell them (WFC-05). */
function inSnakeCase(members: JsonObject): JsonObject {
  const spell = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [spell(name), value]))
}

/** A scenario of a workflow of our own, and of something drawn. */
function flowScenario<T>(
  draw: ScenarioDraw<T>,
  hold: (bench: Bench, flow: string, value: T) => Promise<ScenarioResult>,
): Scenario {
  return localScenario(
    (world) => allOf<{ id: string; value: T }>({ id: oneOf(flowsOf(world)), value: drawIn(world, draw) }),
    (bench, { id, value }) => hold(bench, id, value),
  )
}

/** Workflow calls, their removal and the workflow node (Trigger workflow call; Delete call request; Workflow trigger). */
export const workflowScenarios: Scenarios = {
  'HST-04': flowScenario(nothing, async (bench, flow) => {
    const isWaiting = async (to: string) => (await queuedNumbers(bench)).includes(to)
    await callWorkflow(bench, flow, { customer_number: someNumber, ...waiting })
    const queued = await isWaiting(someNumber)
    await removeCall(bench, flow, someNumber)
    const isQueued = await isWaiting(someNumber)
    await callNode(bench, { workflow_id: flow, customer_number: otherNumber })
    return firstOf(
      queued ? null : 'the workflow call was accepted, and is not in the queue',
      isQueued ? 'the delete was accepted, and the call is still in the queue' : null,
      (await isWaiting(otherNumber)) ? null : 'the node trigger was accepted, and no call is in the queue',
    )
  }),
  'WFC-04': flowScenario(nothing, async (bench, flow) => {
    await callWorkflow(bench, flow, { customer_number: someNumber, ...waiting })
    const queued = await queuedTo(bench, someNumber)
    const { own } = bench.world.subject
    const workflow = own.workflows.find(({ workflowId }) => workflowId === flow)
    const agent = own.agents.find(({ name }) => name === workflow?.agent)
    return firstOf(
      expectEqual('agent', workflow?.agent, queued.agentName),
      expectEqual('version', String(agent?.published), queued.versionLabel),
      workflow?.number == null ? null : expectEqual('number', workflow.number, queued.agentNumber),
    )
  }),
  'WFC-05': flowScenario(
    (world) =>
      allOf({
        agent: oneOf(callersOf(world)),
        hours: drawnHours,
        noOfRetries: fc.nat(3),
        interval: fc.constantFrom(0.5, 1, 24),
        callPriority: fc.integer({ min: 1, max: 100 }),
      }),
    async (bench, flow, { agent, hours, interval, ...numbers }) => {
      const both = { ...bodyOfHours(hours), ...numbers }
      await call(bench, { phoneNumber: someNumber, agentName: agent, retryAfterHours: interval, ...both })
      const own = { customer_number: otherNumber, use_case: agent, retry_after_in_hrs: interval }
      await callWorkflow(bench, flow, { ...own, ...inSnakeCase(both) })
      const part = ({ due = null, retries = null, retryAfterMs = null, priority = null }: JsonObject): JsonObject => ({
        due,
        retries,
        retryAfterMs,
        priority,
      })
      const [one, two] = [await queuedTo(bench, someNumber), await queuedTo(bench, otherNumber)]
      return expectEqual('the workflow call beside the call', part(one), part(two))
    },
  ),
  'DEL-01': flowScenario(nothing, async (bench, flow) => {
    await callWorkflow(bench, flow, { customer_number: someNumber, ...waiting })
    await queuedTo(bench, someNumber)
    await removeCall(bench, flow, someNumber)
    if ((await queuedNumbers(bench)).includes(someNumber)) return 'the call is still in the queue'
    await bench.control.moveTo(later + hourMs)
    return (await bench.control.queue()).length === 0 ? null : 'the call is placed all the same'
  }),
  'DEL-02': flowScenario(nothing, async (bench, flow) => {
    const { outcome } = await bench.send(draftOf('workflow.delete', { customer_number: someNumber }, flow))
    return { reading: String(outcome.status) }
  }),
  'DEL-04': localScenario(
    (world) => {
      const [here, there] = flowsOf(world)
      if (here === undefined || there === undefined) return null
      const number = customerNumber.map((text) => text.replace('+', ''))
      return fc.uniqueArray(number, { minLength: 2, maxLength: 4 }).map((numbers) => ({ here, there, numbers }))
    },
    async (bench, { here, there, numbers: [removed = '', ...others] }) => {
      for (const number of [removed, ...others])
        await callWorkflow(bench, here, { customer_number: number, ...waiting })
      await callWorkflow(bench, there, { customer_number: removed, ...waiting })
      await removeCall(bench, here, removed)
      const numbers = (await queuedNumbers(bench)).sort()
      return expectEqual('the queue after the removal', [...others, removed].sort(), numbers)
    },
  ),
  'DEL-06': flowScenario(fc.boolean(), async (bench, flow, plusFirst) => {
    const [queued, removed] = plusFirst ? [`+${someNumber}`, someNumber] : [someNumber, `+${someNumber}`]
    await callWorkflow(bench, flow, { customer_number: queued, ...waiting })
    await bench.send(draftOf('workflow.delete', { customer_number: removed }, flow))
    return { reading: (await queuedNumbers(bench)).length === 0 ? 'the plus does not matter' : 'the plus matters' }
  }),
  'DEL-08': flowScenario(
    (world) => oneOf(callersOf(world)),
    async (bench, flow, agent) => {
      await call(bench, { phoneNumber: someNumber, agentName: agent, scheduleTime: writeInstant(later) })
      await bench.send(draftOf('workflow.delete', { customer_number: someNumber }, flow))
      return { reading: (await queuedNumbers(bench)).length === 1 ? 'direct calls stay' : 'direct calls go' }
    },
  ),
  'NOD-02': scenario(
    (world) =>
      flowsOf(world).length === 0
        ? null
        : fc.record({
            member: fc.constantFrom('customer_number', 'workflow_id'),
            wrong: fc.constantFrom<JsonValue[]>(7, true, ['x'], {}),
          }),
    async (bench, { member, wrong }) => {
      const body = { workflow_id: flowsOf(bench.world)[0] ?? '', customer_number: someNumber, [member]: wrong }
      return (await expectOutcome(bench, draftOf('node.trigger', body), '400')) ?? expectNoEffect(bench)
    },
    'everything',
  ),
  'NOD-05': flowScenario(nothing, async (bench, flow) => {
    const { failingNumber } = bench.control
    await callNode(bench, { workflow_id: flow, customer_number: failingNumber, ...waiting })
    const { callId } = await queuedTo(bench, failingNumber)
    await bench.control.moveTo(later + 30 * dayMs)
    return expectEqual('attempts', 1, (await bench.control.attempts(String(callId))).length)
  }),
  'NOD-06': flowScenario(fc.constantFrom(2, 3, 24), async (bench, flow, hours) => {
    const more = { no_of_retries: 1, ...waiting }
    const body = { workflow_id: flow, customer_number: someNumber, retries_after_in_hrs: hours }
    await callNode(bench, { ...body, ...more })
    await callWorkflow(bench, flow, { customer_number: otherNumber, retry_after_in_hrs: hours, ...more })
    const [node, workflow] = [await queuedTo(bench, someNumber), await queuedTo(bench, otherNumber)]
    return expectEqual('retry interval of the node', workflow.retryAfterMs, node.retryAfterMs)
  }),
  'NOD-07': flowScenario(
    fc.oneof(
      fc
        .record({ hours: drawnHours, named: fc.boolean() })
        .map(({ hours, named }) => (named ? { hours, named } : { hours: { ...hours, zone: 'Asia/Kolkata' }, named })),
      indianNoon.map((hours) => ({ hours, named: false })),
    ),
    async (bench, flow, { hours, named }) => {
      const members = inSnakeCase(bodyOfHours(hours, named))
      await callNode(bench, { workflow_id: flow, customer_number: someNumber, ...members })
      return placeOf(hours) === 'edge' ? null : findMisplaced(hours, await dueOf(bench, someNumber))
    },
  ),
}
