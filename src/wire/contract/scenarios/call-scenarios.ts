import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import { customerNumber, hour, instant, writeInstant } from '../requests/interesting-values.ts'
import { firstOf } from '../world/rule.ts'
import { localScenario, type Scenarios } from '../world/scenario.ts'
import { call, dueOf, later, queuedTo, withCaller } from './calls.ts'
import { expectEqual } from './messages.ts'
import { drawnHours, findMisplaced, placeOf } from './working-hours.ts'

const number = '15550100001'

const body = (agent: string, more: JsonObject = {}): JsonObject => ({
  phoneNumber: number,
  agentName: agent,
  scheduleTime: writeInstant(later),
  ...more,
})

/** The members of a queued call that do not depend on the moment: everything but ids and order. */
function lasting({ callId: _, sessionId: _s, arrival: _a, ...rest }: JsonObject): JsonObject {
  return rest
}

/** The call trigger: hosts, defaults, times (Trigger call). */
export const callScenarios: Scenarios = {
  'HST-03': localScenario({
    draw: (world) => withCaller(world, fc.record({ priority: fc.integer({ min: 1, max: 100 }), to: customerNumber })),
    async hold(bench, { agent, value: { priority, to } }) {
      const plain = to.replace('+', '')
      const asked = body(agent, { phoneNumber: to, callPriority: priority })
      const first = await call(bench, asked, 'base')
      const one = lasting(await queuedTo(bench, plain))
      await bench.control.restart(await bench.control.now())
      const second = await call(bench, asked, 'workflow')
      const two = lasting(await queuedTo(bench, plain))
      return firstOf(
        first === second ? 'both hosts gave one callId' : null,
        expectEqual('queued over the workflow host', one, two),
      )
    },
  }),
  'CAL-06': localScenario({
    draw: (world) => withCaller(world, fc.constant(null)),
    async hold(bench, { agent }) {
      await call(bench, body(agent))
      const absent = await queuedTo(bench, number)
      await call(bench, body(agent, { phoneNumber: '15550100002', agentVersion: 'default' }))
      return expectEqual('version', (await queuedTo(bench, '15550100002')).versionLabel, absent.versionLabel)
    },
  }),
  'CAL-09': localScenario({
    draw: (world) => {
      const lines = world.subject.own.channels.filter(
        ({ type, enabled, numbers }) => enabled && type === 'outboundSipTrunk' && numbers.length > 0,
      )
      return lines.length === 0 ? null : withCaller(world, fc.constantFrom(...lines))
    },
    async hold(bench, { agent, value: { name, numbers } }) {
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
  }),
  'CAL-12': localScenario({
    draw: (world) => withCaller(world, fc.constant(null)),
    async hold(bench, { agent }) {
      await call(bench, body(agent))
      const { agentNumber } = await queuedTo(bench, number)
      const outbound = bench.world.subject.own.channels.filter(({ type }) => type === 'outboundSipTrunk')
      return outbound.some(({ numbers }) => numbers.includes(String(agentNumber)))
        ? null
        : `${String(agentNumber)} is no outbound number`
    },
  }),
  'CAL-15': localScenario({
    draw: (world) => withCaller(world, fc.constant(null)),
    async hold(bench, { agent }) {
      await call(bench, body(agent, { options: { initialMessage: 'Only once.' } }))
      await call(bench, body(agent, { phoneNumber: '15550100002' }))
      const { options } = await queuedTo(bench, '15550100002')
      return expectEqual('options of the next call', {}, options ?? {})
    },
  }),
  'WIN-01': window(['before']),
  'WIN-02': window(['after']),
  'WIN-04': localScenario({
    draw: (world) =>
      withCaller(
        world,
        drawnHours.map((hours) => ({ ...hours, zone: 'Asia/Kolkata' })),
      ),
    async hold(bench, { agent, value: hours }) {
      await call(
        bench,
        body(agent, { scheduleTime: writeInstant(hours.at), startWorkingHour: hours.start, endWorkingHour: hours.end }),
      )
      return placeOf(hours) === 'edge' ? null : findMisplaced(hours, dueOf(await queuedTo(bench, number)))
    },
  }),
  'WIN-06': localScenario({
    draw: (world) => withCaller(world, instant),
    async hold(bench, { agent, value: at }) {
      const callId = await call(bench, body(agent, { scheduleTime: writeInstant(at) }))
      await bench.control.moveTo(at - 1_000)
      const early = await bench.fetch(callId)
      await bench.control.moveTo(at + 1_000)
      const due = await bench.fetch(callId)
      return firstOf(
        expectEqual('status before its time', 'call_in_queue', early.status),
        due.status === 'call_in_queue' ? 'it is not placed at its time' : null,
      )
    },
  }),
  'WIN-03': localScenario({
    draw: (world) =>
      withCaller(
        world,
        hour.filter((end) => end < '20:00' && end > '01:00'),
      ),
    async hold(bench, { agent, value: end }) {
      const at = Date.parse('2027-05-05T22:00:00Z')
      await call(bench, body(agent, { scheduleTime: writeInstant(at), endWorkingHour: end, timezone: 'UTC' }))
      return {
        reading:
          findMisplaced({ at, start: null, end, zone: 'UTC' }, dueOf(await queuedTo(bench, number))) === null
            ? 'midnight'
            : 'another time',
      }
    },
  }),
}

function window(where: readonly ReturnType<typeof placeOf>[]) {
  return localScenario({
    draw: (world) =>
      withCaller(
        world,
        drawnHours.filter((hours) => where.includes(placeOf(hours))),
      ),
    async hold(bench, { agent, value: hours }) {
      const { at, start, end, zone } = hours
      await call(
        bench,
        body(agent, { scheduleTime: writeInstant(at), startWorkingHour: start, endWorkingHour: end, timezone: zone }),
      )
      return findMisplaced(hours, dueOf(await queuedTo(bench, number)))
    },
  })
}
