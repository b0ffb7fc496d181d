import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import { hour, writeInstant, zones } from '../requests/interesting-values.ts'
import type { Bench } from '../world/bench.ts'
import { firstOf } from '../world/rule.ts'
import { eitherScenario, localScenario, type Scenarios } from '../world/scenario.ts'
import { callScenarios } from './call-scenarios.ts'
import { beside, call, callNode, dueOf, queuedTo } from './calls.ts'
import { allOf, channelsOver, dispatch, expectEqual, messageOver, oneOf } from './messages.ts'
import { queueScenarios } from './queue-scenarios.ts'
import { scheduleScenarios } from './schedule-scenarios.ts'
import { workflowScenarios } from './workflow-scenarios.ts'
import { findMisplaced, type Hours } from './working-hours.ts'

const number = '15550100001'
const secondMs = 1_000
const dayMs = 86_400_000

/** Due times shortly after the end of the hours, where small errors show. */
const justAfter: fc.Arbitrary<Hours & { start: string; end: string }> = fc
  .record({ start: hour, end: hour, late: fc.constantFrom(30, 60, 61, 600, 3_540) })
  .filter(({ start, end }) => start < end && end < '22:00')
  .map(({ start, end, late }) => {
    const at = Date.parse(`2027-05-05T${end}:00Z`) + late * secondMs
    return { at, start, end, zone: 'UTC' }
  })

const hoursOf = ({ at, start, end, zone }: Hours): JsonObject => ({
  scheduleTime: writeInstant(at),
  ...(start === null ? {} : { startWorkingHour: start }),
  ...(end === null ? {} : { endWorkingHour: end }),
  timezone: zone,
})

/** Hours that start soon after the due time in India; half an hour off in a neighbouring zone. */
const indianNoon: fc.Arbitrary<Hours & { start: string }> = fc
  .integer({ min: 40, max: 59 })
  .map((minute) => ({ at: Date.parse('2027-05-05T06:00:00Z'), start: `11:${minute}`, end: null, zone: 'Asia/Kolkata' }))

/** Why a WhatsApp message with these hours is sent at a wrong time, or null. */
async function misplacedMessage(bench: Bench, hours: Hours, zone: JsonObject): Promise<string | null> {
  const [channel] = channelsOver(bench.world, 'waChat')
  if (channel === undefined) return null
  const { timezone: _, ...times } = hoursOf(hours)
  const { due } = await dispatch(bench, messageOver(channel, { ...times, ...zone }))
  return findMisplaced(hours, Date.parse(String(due)))
}

/** More scenarios for times that are slightly off and for time zones that are nearly alike. */
export const sharperTimeScenarios: Scenarios = {
  'SCH-05': eitherScenario(
    scheduleScenarios['SCH-05'],
    localScenario({
      draw: (world) => allOf({ channel: oneOf(channelsOver(world, 'waChat')), hours: justAfter }),
      async hold(bench, { channel, hours }) {
        const { due } = await dispatch(bench, messageOver(channel, hoursOf(hours)))
        return findMisplaced(hours, Date.parse(String(due)))
      },
    }),
  ),
  'WIN-02': eitherScenario(
    callScenarios['WIN-02'],
    localScenario({
      draw: beside(justAfter),
      async hold(bench, { agent, value: hours }) {
        await call(bench, { phoneNumber: number, agentName: agent, ...hoursOf(hours) })
        return findMisplaced(hours, dueOf(await queuedTo(bench, number)))
      },
    }),
  ),
  'EXP-01': eitherScenario(
    queueScenarios['EXP-01'],
    localScenario({
      draw: beside(fc.constantFrom(1, 60, 12 * 3_600)),
      async hold(bench, { agent, value: late }) {
        const midnight = Date.parse('2027-02-01T00:00:00Z')
        const asked = {
          callOnDate: '2027-01-31',
          scheduleTime: writeInstant(midnight + late * secondMs),
          timezone: 'UTC',
        }
        const callId = await call(bench, { phoneNumber: number, agentName: agent, ...asked })
        await bench.control.moveTo(midnight + 10 * dayMs)
        const { status, transcript } = await bench.fetch(callId)
        return firstOf(expectEqual('status', 'call_expired', status), expectEqual('transcript', [], transcript))
      },
    }),
  ),
  'SCH-09': eitherScenario(
    scheduleScenarios['SCH-09'],
    localScenario({
      draw: (world) => (channelsOver(world, 'waChat').length === 0 ? null : fc.integer({ min: 10, max: 59 })),
      hold(bench, minute) {
        const at = Date.parse('2027-07-05T10:00:00Z')
        return misplacedMessage(bench, { at, start: `10:${minute}`, end: null, zone: 'UTC' }, {})
      },
    }),
  ),
  'SCH-10': eitherScenario(
    scheduleScenarios['SCH-10'],
    localScenario({
      draw: (world) =>
        channelsOver(world, 'waChat').length === 0
          ? null
          : fc.record({ month: fc.constantFrom('01', '07'), at: fc.constantFrom('03:10', '16:20'), start: hour }),
      async hold(bench, { month, at, start }) {
        const instant = Date.parse(`2027-${month}-05T${at}:00Z`)
        for (const zone of zones) {
          const finding = await misplacedMessage(bench, { at: instant, start, end: null, zone }, { timezone: zone })
          if (finding !== null) return finding
        }
        return null
      },
    }),
  ),
  'WIN-04': eitherScenario(
    callScenarios['WIN-04'],
    localScenario({
      draw: beside(indianNoon),
      async hold(bench, { agent, value: hours }) {
        const times = { scheduleTime: writeInstant(hours.at), startWorkingHour: hours.start }
        await call(bench, { phoneNumber: number, agentName: agent, ...times })
        return findMisplaced(hours, dueOf(await queuedTo(bench, number)))
      },
    }),
  ),
  'NOD-07': eitherScenario(
    workflowScenarios['NOD-07'],
    localScenario({
      draw: (world) =>
        allOf({ flow: oneOf(world.subject.own.workflows.map(({ workflowId }) => workflowId)), hours: indianNoon }),
      async hold(bench, { flow, hours }) {
        const times = { schedule_time: writeInstant(hours.at), start_working_hour: hours.start }
        await callNode(bench, { workflow_id: flow, customer_number: number, ...times })
        return findMisplaced(hours, dueOf(await queuedTo(bench, number)))
      },
    }),
  ),
}
