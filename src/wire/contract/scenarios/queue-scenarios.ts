import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import { writeInstant } from '../requests/interesting-values.ts'
import type { Bench } from '../world/bench.ts'
import { firstOf } from '../world/rule.ts'
import type { Scenarios } from '../world/scenario.ts'
import { call, callScenario, dayMs, dueOf, hourMs, later, nothing, queuedNumbers, someNumber } from './calls.ts'
import { expectEqual } from './messages.ts'

const numberOf = (index: number): string => `155501001${String(index).padStart(2, '0')}`

/** Queues calls with these priorities, all due at the same instant; null leaves the priority out. */
async function queueAll(bench: Bench, agent: string, priorities: readonly (number | null)[]): Promise<string[]> {
  const ids: string[] = []
  for (const [index, priority] of priorities.entries()) {
    const more: JsonObject = priority === null ? {} : { callPriority: priority }
    ids.push(
      await call(bench, { phoneNumber: numberOf(index), agentName: agent, scheduleTime: writeInstant(later), ...more }),
    )
  }
  return ids
}

/** Advances the clock until all calls have been placed, and gives the order in which they were. */
async function placements(bench: Bench, ids: readonly string[]): Promise<string[]> {
  for (let step = 0; step < 200; step += 1) {
    await bench.control.moveTo(later + step * 60_000)
    const numbers = await queuedNumbers(bench)
    if (numbers.length === 0) break
  }
  const sessions = await Promise.all(ids.map((id) => bench.fetch(id)))
  const started = sessions.map(({ time }, index) => ({ index, at: Date.parse(String(time)) }))
  return started.sort((a, b) => a.at - b.at).map(({ index }) => numberOf(index))
}

/** Advances the clock until a call that fails every time has used up its attempts, and gives these. */
async function failAll(bench: Bench, agent: string, more: JsonObject): Promise<JsonObject[]> {
  const { failingNumber } = bench.control
  const callId = await call(bench, { phoneNumber: failingNumber, agentName: agent, ...more })
  const now = await bench.control.now()
  await bench.control.moveTo(now + 30 * dayMs)
  return bench.control.attempts(callId)
}

const timesOf = (attempts: readonly JsonObject[]): number[] => attempts.map(({ time }) => Date.parse(String(time)))

/** The queue, retries and expiry of calls (Trigger call; Trigger workflow call; Limits). */
export const queueScenarios: Scenarios = {
  'QUE-01': callScenario(
    ({ subject }) =>
      subject.own.lines === 1 ? fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 5 }) : null,
    async (bench, agent, priorities) => {
      const ids = await queueAll(bench, agent, priorities)
      const sorted = priorities.map((priority, index) => ({ priority, index })).sort((a, b) => a.priority - b.priority)
      const order = sorted.map(({ index }) => numberOf(index))
      return firstOf(
        expectEqual('order of the queue', order, await queuedNumbers(bench)),
        expectEqual('order of the calls', order, await placements(bench, ids)),
      )
    },
  ),
  'QUE-02': callScenario(fc.shuffledSubarray([9, null, 11], { minLength: 3 }), async (bench, agent, priorities) => {
    await queueAll(bench, agent, priorities)
    const order = [9, null, 11].map((each) => numberOf(priorities.indexOf(each)))
    return expectEqual('order of priorities 9, none and 11', order, await queuedNumbers(bench))
  }),
  'QUE-05': callScenario(nothing, async (bench, agent) => {
    await queueAll(bench, agent, [5, 5, 5])
    const fifo = JSON.stringify(await queuedNumbers(bench)) === JSON.stringify([0, 1, 2].map(numberOf))
    return { reading: fifo ? 'first in, first out' : 'another order' }
  }),
  'RET-01': callScenario(fc.nat(4), async (bench, agent, retries) => {
    const attempts = await failAll(bench, agent, { noOfRetries: retries, retryAfterHours: 1 })
    return expectEqual('attempts', retries + 1, attempts.length)
  }),
  'SES-26': callScenario(fc.integer({ min: 1, max: 4 }), async (bench, agent, retries) => {
    const attempts = await failAll(bench, agent, { noOfRetries: retries, retryAfterHours: 0.5 })
    const fetched = await Promise.all(attempts.map(({ sessionId }) => bench.fetch(sessionId)))
    const isNumbered = (all: readonly JsonObject[]): string | null => {
      const numbers = all.map(({ retryAttemptNo }) => retryAttemptNo ?? null)
      return expectEqual('retryAttemptNo', [...all.keys()], numbers)
    }
    return firstOf(isNumbered(attempts), isNumbered(fetched))
  }),
  'RET-02': callScenario(fc.constantFrom(0.5, 1, 2, 24), async (bench, agent, hours) => {
    const times = timesOf(await failAll(bench, agent, { noOfRetries: 3, retryAfterHours: hours }))
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
    return gaps.every((gap) => gap >= hours * hourMs)
      ? null
      : `attempts are ${gaps.map((gap) => gap / hourMs).join(', ')} hours apart, not ${hours}`
  }),
  'RET-03': callScenario(nothing, async (bench, agent) => ({
    reading: `${(await failAll(bench, agent, {})).length - 1} retries`,
  })),
  'RET-05': callScenario(nothing, async (bench, agent) => {
    const callId = await call(bench, { phoneNumber: someNumber, agentName: agent, noOfRetries: 3, retryAfterHours: 1 })
    await bench.control.moveTo((await bench.control.now()) + 30 * dayMs)
    return expectEqual('attempts of an answered call', 1, (await bench.control.attempts(callId)).length)
  }),
  'RET-06': callScenario(nothing, async (bench, agent) => {
    const hours = { startWorkingHour: '09:00', endWorkingHour: '17:00', timezone: 'UTC' }
    const times = timesOf(await failAll(bench, agent, { noOfRetries: 4, retryAfterHours: 7, ...hours }))
    const outside = times
      .map((time) => new Date(time).toISOString().slice(11, 16))
      .filter((time) => time < '09:00' || time > '17:01')
    return outside.length === 0 ? null : `attempts at ${outside.join(', ')}, outside 09:00 to 17:00`
  }),
  'EXP-01': callScenario(
    fc.oneof(
      fc.constantFrom('2027-01-31', '2027-01-15', '2026-12-31').map((date) => ({ date, at: later + 2 * dayMs })),
      // shortly after the day has ended, where small errors show
      fc
        .constantFrom(1, 60, 12 * 3_600)
        .map((late) => ({ date: '2027-01-31', at: Date.parse('2027-02-01T00:00:00Z') + late * 1_000 })),
    ),
    async (bench, agent, { date, at }) => {
      const hours = { callOnDate: date, scheduleTime: writeInstant(at), timezone: 'UTC' }
      const callId = await call(bench, { phoneNumber: numberOf(0), agentName: agent, ...hours })
      await bench.control.moveTo(later + 400 * dayMs)
      const { status, transcript } = await bench.fetch(callId)
      const attempts = await bench.control.attempts(callId)
      return firstOf(
        expectEqual('status', 'call_expired', status),
        expectEqual('transcript', [], transcript),
        expectEqual('attempts', 1, attempts.length),
      )
    },
  ),
  'EXP-06': callScenario(nothing, async (bench, agent) => {
    const hours = {
      scheduleTime: '2027-02-01T18:00:00Z',
      callOnDate: '2027-02-01',
      startWorkingHour: '09:00',
      endWorkingHour: '17:00',
      timezone: 'UTC',
    }
    const callId = await call(bench, { phoneNumber: numberOf(0), agentName: agent, ...hours })
    await bench.control.moveTo(later + 2 * dayMs)
    const { status } = await bench.fetch(callId)
    return expectEqual('status of a call that its hours move past its date', 'call_expired', status)
  }),
  'EXP-03': callScenario(nothing, async (bench, agent) => {
    await call(bench, { phoneNumber: numberOf(0), agentName: agent, callOnDate: '2027-02-01' })
    const queued = (await bench.control.queue()).some(({ state }) => state === 'queued')
    if (!queued) return { reading: 'tried at once' }
    return { reading: `waits until ${new Date(await dueOf(bench, numberOf(0))).toISOString().slice(0, 10)}` }
  }),
}
