import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import { customerNumber, writeInstant } from '../requests/interesting-values.ts'
import { draftOf } from '../world/contract-request.ts'
import { firstOf } from '../world/rule.ts'
import { localScenario, type Scenarios } from '../world/scenario.ts'
import type { World } from '../world/world.ts'
import { call, callerOf, callNode, callWorkflow, dueOf, later, queuedNumbers, queuedTo, removeCall } from './calls.ts'
import { allOf, expectEqual, oneOf } from './messages.ts'
import { drawnHours, findMisplaced, placeOf } from './working-hours.ts'

const waiting = { schedule_time: writeInstant(later) }
const numbers = fc.uniqueArray(
  customerNumber.map((text) => text.replace('+', '')),
  { minLength: 2, maxLength: 4 },
)

function withWorkflow<T>({ subject }: World, values: fc.Arbitrary<T>): fc.Arbitrary<{ id: string; value: T }> | null {
  return allOf({ id: oneOf(subject.own.workflows.map(({ workflowId }) => workflowId)), value: values })
}

/** Workflow calls, their removal and the workflow node (Trigger workflow call; Delete call request; Workflow trigger). */
export const workflowScenarios: Scenarios = {
  'WFC-04': localScenario({
    draw: (world) => withWorkflow(world, fc.constant('15550100001')),
    async hold(bench, { id, value: number }) {
      await callWorkflow(bench, id, { customer_number: number, ...waiting })
      const queued = await queuedTo(bench, number)
      const { own } = bench.world.subject
      const workflow = own.workflows.find(({ workflowId }) => workflowId === id)
      const agent = own.agents.find(({ name }) => name === workflow?.agent)
      return firstOf(
        expectEqual('agent', workflow?.agent, queued.agentName),
        expectEqual('version', String(agent?.published), queued.versionLabel),
        workflow?.number == null ? null : expectEqual('number', workflow.number, queued.agentNumber),
      )
    },
  }),
  'WFC-05': localScenario({
    draw: (world) => {
      const agent = callerOf(world)
      if (agent === null) return null
      const asked = fc.record({
        hours: drawnHours,
        retries: fc.nat(3),
        interval: fc.constantFrom(0.5, 1, 24),
        priority: fc.integer({ min: 1, max: 100 }),
      })
      return withWorkflow(
        world,
        asked.map((each) => ({ agent, ...each })),
      )
    },
    async hold(bench, { id, value: { agent, hours, retries, interval, priority } }) {
      const { at, start, end, zone } = hours
      await call(bench, {
        phoneNumber: '15550100001',
        agentName: agent,
        scheduleTime: writeInstant(at),
        startWorkingHour: start,
        endWorkingHour: end,
        timezone: zone,
        noOfRetries: retries,
        retryAfterHours: interval,
        callPriority: priority,
      })
      await callWorkflow(bench, id, {
        customer_number: '15550100002',
        use_case: agent,
        schedule_time: writeInstant(at),
        start_working_hour: start,
        end_working_hour: end,
        timezone: zone,
        no_of_retries: retries,
        retry_after_in_hrs: interval,
        call_priority: priority,
      })
      const [one, two] = [await queuedTo(bench, '15550100001'), await queuedTo(bench, '15550100002')]
      const part = ({ due = null, retries = null, retryAfterMs = null, priority = null }: JsonObject): JsonObject => ({
        due,
        retries,
        retryAfterMs,
        priority,
      })
      return expectEqual('the workflow call beside the call', part(one), part(two))
    },
  }),
  'DEL-01': localScenario({
    draw: (world) => withWorkflow(world, fc.constant('15550100001')),
    async hold(bench, { id, value: number }) {
      await callWorkflow(bench, id, { customer_number: number, ...waiting })
      await queuedTo(bench, number)
      await removeCall(bench, id, { customer_number: number })
      const left = await queuedNumbers(bench)
      if (left.includes(number)) return 'the call is still in the queue'
      await bench.control.moveTo(later + 3_600_000)
      return (await bench.control.queue()).length === 0 ? null : 'the call is placed all the same'
    },
  }),
  'DEL-02': localScenario({
    draw: (world) => withWorkflow(world, fc.constant('15550100001')),
    async hold(bench, { id, value: number }) {
      const { outcome } = await bench.send(draftOf('workflow.delete', { customer_number: number }, id))
      return { reading: String(outcome.status) }
    },
  }),
  'DEL-04': localScenario({
    draw: (world) => {
      const ids = world.subject.own.workflows.map(({ workflowId }) => workflowId)
      return ids.length < 2 ? null : fc.record({ ids: fc.constant(ids.slice(0, 2)), numbers })
    },
    async hold(bench, { ids: [here = '', there = ''], numbers: [removed = '', ...others] }) {
      for (const number of [removed, ...others])
        await callWorkflow(bench, here, { customer_number: number, ...waiting })
      await callWorkflow(bench, there, { customer_number: removed, ...waiting })
      await removeCall(bench, here, { customer_number: removed })
      const left = (await queuedNumbers(bench)).sort()
      return expectEqual('the queue after the removal', [...others, removed].sort(), left)
    },
  }),
  'DEL-06': localScenario({
    draw: (world) => withWorkflow(world, fc.boolean()),
    async hold(bench, { id, value: plusFirst }) {
      const [queued, removed] = plusFirst ? ['+15550100001', '15550100001'] : ['15550100001', '+15550100001']
      await callWorkflow(bench, id, { customer_number: queued, ...waiting })
      await bench.send(draftOf('workflow.delete', { customer_number: removed }, id))
      return { reading: (await queuedNumbers(bench)).length === 0 ? 'the plus does not matter' : 'the plus matters' }
    },
  }),
  'DEL-08': localScenario({
    draw: (world) => {
      const agent = callerOf(world)
      return agent === null ? null : withWorkflow(world, fc.constant(agent))
    },
    async hold(bench, { id, value: agent }) {
      await call(bench, { phoneNumber: '15550100001', agentName: agent, scheduleTime: writeInstant(later) })
      await bench.send(draftOf('workflow.delete', { customer_number: '15550100001' }, id))
      return { reading: (await queuedNumbers(bench)).length === 1 ? 'direct calls stay' : 'direct calls go' }
    },
  }),
  'NOD-05': localScenario({
    draw: (world) => withWorkflow(world, fc.constant(null)),
    async hold(bench, { id }) {
      const { failingNumber } = bench.control
      await callNode(bench, { workflow_id: id, customer_number: failingNumber, ...waiting })
      const { callId } = await queuedTo(bench, failingNumber)
      await bench.control.moveTo(later + 30 * 24 * 3_600_000)
      return expectEqual('attempts', 1, (await bench.control.attempts(String(callId))).length)
    },
  }),
  'NOD-06': localScenario({
    draw: (world) => withWorkflow(world, fc.constantFrom(2, 3, 24)),
    async hold(bench, { id, value: hours }) {
      await callNode(bench, {
        workflow_id: id,
        customer_number: '15550100001',
        no_of_retries: 1,
        retries_after_in_hrs: hours,
        ...waiting,
      })
      await callWorkflow(bench, id, {
        customer_number: '15550100002',
        no_of_retries: 1,
        retry_after_in_hrs: hours,
        ...waiting,
      })
      const [node, workflow] = [await queuedTo(bench, '15550100001'), await queuedTo(bench, '15550100002')]
      return expectEqual('retry interval of the node', workflow.retryAfterMs, node.retryAfterMs)
    },
  }),
  'NOD-07': localScenario({
    draw: (world) => withWorkflow(world, fc.record({ hours: drawnHours, named: fc.boolean() })),
    async hold(bench, { id, value: { hours, named } }) {
      const asked = named ? hours : { ...hours, zone: 'Asia/Kolkata' }
      const { at, start, end, zone } = asked
      await callNode(bench, {
        workflow_id: id,
        customer_number: '15550100001',
        schedule_time: writeInstant(at),
        start_working_hour: start,
        end_working_hour: end,
        ...(named ? { timezone: zone } : {}),
      })
      return placeOf(asked) === 'edge' ? null : findMisplaced(asked, dueOf(await queuedTo(bench, '15550100001')))
    },
  }),
}
