import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import { customerNumber, hour, instant, writeInstant } from '../requests/interesting-values.ts'
import { firstOf } from '../world/rule.ts'
import type { Scenario, Scenarios } from '../world/scenario.ts'
import { linesOf } from '../world/world.ts'
import { call, callScenario, dueOf, later, nothing, otherNumber, queuedTo, someNumber } from './calls.ts'
import { expectEqual, oneOf } from './messages.ts'
import { bodyOfHours, drawnHours, findMisplaced, type Hours, indianNoon, justAfter, placeOf } from './working-hours.ts'

const body = (agent: string, more: JsonObject = {}): JsonObject => ({
  phoneNumber: someNumber,
  agentName: agent,
  scheduleTime: writeInstant(later),
  ...more,
})

/** The members of a queued call that do not depend on the moment: everything but ids and order. */
function lasting({ callId: _, sessionId: _s, arrival: _a, ...rest }: JsonObject): JsonObject {
  return rest
}

/** A call with these hours is placed when they say; `named` says whether it names their zone. */
function windowed(hours: fc.Arbitrary<Hours>, hasZone = true): Scenario {
  return callScenario(hours, async (bench, agent, value) => {
    await call(bench, body(agent, bodyOfHours(value, hasZone)))
    return placeOf(value) === 'edge' ? null : findMisplaced(value, await dueOf(bench, someNumber))
  })
}

const drawnAt = (place: ReturnType<typeof placeOf>): fc.Arbitrary<Hours> =>
  drawnHours.filter((hours) => placeOf(hours) === place)

/** The call trigger: hosts, defaults, times (Trigger call). */
export const callScenarios: Scenarios = {
  'HST-03': callScenario(
    fc.record({ priority: fc.integer({ min: 1, max: 100 }), to: customerNumber }),
    async (bench, agent, { priority, to }) => {
      const plain = to.replace('+', '')
      const details = body(agent, { phoneNumber: to, callPriority: priority })
      const first = await call(bench, details, 'base')
      const one = lasting(await queuedTo(bench, plain))
      await bench.control.restart(await bench.control.now())
      const second = await call(bench, details, 'workflow')
      const two = lasting(await queuedTo(bench, plain))
      return firstOf(
        first === second ? 'both hosts gave one callId' : null,
        expectEqual('queued over the workflow host', one, two),
      )
    },
  ),
  'CAL-06': callScenario(nothing, async (bench, agent) => {
    await call(bench, body(agent))
    const absent = await queuedTo(bench, someNumber)
    await call(bench, body(agent, { phoneNumber: otherNumber, agentVersion: 'default' }))
    return expectEqual('version', (await queuedTo(bench, otherNumber)).versionLabel, absent.versionLabel)
  }),
  'CAL-09': callScenario(
    ({ subject }) => oneOf(linesOf(subject.own)),
    async (bench, agent, { name, numbers }) => {
      const used = new Set<string>()
      for (let index = 0; index < 40 && used.size < numbers.length; index += 1) {
        const to = `155501000${String(index).padStart(2, '0')}`
        await call(bench, body(agent, { phoneNumber: to, communicationChannel: name }))
        used.add(String((await queuedTo(bench, to)).agentNumber))
      }
      const stray = [...used].find((each) => !numbers.includes(each))
      if (stray !== undefined) return `${stray} is no number of ${name}`
      return used.size === numbers.length ? null : `of ${numbers.join(', ')} only ${[...used].join(', ')} is ever used`
    },
  ),
  'CAL-12': callScenario(nothing, async (bench, agent) => {
    await call(bench, body(agent))
    const { agentNumber } = await queuedTo(bench, someNumber)
    const outbound = bench.world.subject.own.channels.filter(({ type }) => type === 'outboundSipTrunk')
    return outbound.some(({ numbers }) => numbers.includes(String(agentNumber)))
      ? null
      : `${String(agentNumber)} is no outbound number`
  }),
  'CAL-15': callScenario(nothing, async (bench, agent) => {
    await call(bench, body(agent, { options: { initialMessage: 'Only once.' } }))
    await call(bench, body(agent, { phoneNumber: otherNumber }))
    const { options } = await queuedTo(bench, otherNumber)
    return expectEqual('options of the next call', {}, options ?? {})
  }),
  'WIN-01': windowed(drawnAt('before')),
  'WIN-02': windowed(fc.oneof(drawnAt('after'), justAfter)),
  'WIN-04': windowed(
    fc.oneof(
      drawnHours.map((hours) => ({ ...hours, zone: 'Asia/Kolkata' })),
      indianNoon,
    ),
    false,
  ),
  'WIN-06': callScenario(instant, async (bench, agent, at) => {
    const callId = await call(bench, body(agent, { scheduleTime: writeInstant(at) }))
    await bench.control.moveTo(at - 1_000)
    const early = await bench.fetch(callId)
    await bench.control.moveTo(at + 1_000)
    const due = await bench.fetch(callId)
    return firstOf(
      expectEqual('status before its time', 'call_in_queue', early.status),
      due.status === 'call_in_queue' ? 'it is not placed at its time' : null,
    )
  }),
  'WIN-03': callScenario(
    hour.filter((end) => end < '20:00' && end > '01:00'),
    async (bench, agent, end) => {
      const hours = { at: Date.parse('2027-05-05T22:00:00Z'), start: null, end, zone: 'UTC' }
      await call(bench, body(agent, bodyOfHours(hours)))
      const isMidnight = findMisplaced(hours, await dueOf(bench, someNumber)) === null
      return { reading: isMidnight ? 'midnight' : 'another time' }
    },
  ),
}
