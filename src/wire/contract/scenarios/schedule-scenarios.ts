import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import { hour, instant, writeInstant, zones } from '../requests/interesting-values.ts'
import type { Bench } from '../world/bench.ts'
import { firstOf } from '../world/rule.ts'
import { localScenario, type Scenario, type Scenarios } from '../world/scenario.ts'
import type { ChannelFacts } from '../world/world.ts'
import { nothing } from './calls.ts'
import { channelScenario, channelsOver, dispatch, messageOf, messageOver, messageTypes, oneOf } from './messages.ts'
import { bodyOfHours, drawnHours, findMisplaced, type Hours, justAfter, localTime, placeOf } from './working-hours.ts'

function formsOf(channel: ChannelFacts): JsonObject[] {
  const say = { whatsappOptions: { messageType: 'say', message: 'Hello' } }
  if (channel.type === 'email') return [{}, { emailOptions: { messageType: 'say', body: 'B' } }]
  if (channel.type !== 'waChat') return [{}]
  const templates = (channel.templates ?? []).map((templateId) => ({
    whatsappOptions: { messageType: 'template', templateId },
  }))
  return [{}, say, ...templates]
}

/** When a message over a channel is due, in milliseconds. */
async function dueOver(bench: Bench, channel: ChannelFacts, more: JsonObject): Promise<number> {
  return Date.parse(String((await dispatch(bench, messageOver(channel, more))).due))
}

/** When a message is sent; the finding says if it did not wait until then, or was not sent then. */
async function watchLeave(bench: Bench, body: JsonObject): Promise<{ leaves: number; finding: string | null }> {
  const message = await dispatch(bench, body)
  const leaves = Date.parse(String(message.due))
  const now = await bench.control.now()
  if (leaves <= now)
    return { leaves, finding: message.status === 'sent' ? null : `it is ${String(message.status)} although it is due` }
  const waits = message.status === 'sent' ? `it was sent at once, not at ${String(message.due)}` : null
  if (leaves - 1_000 > now) await bench.control.moveTo(leaves - 1_000)
  const before = await messageOf(bench, message.sessionId)
  await bench.control.moveTo(leaves)
  const after = await messageOf(bench, message.sessionId)
  const early = before?.status === 'sent' ? 'it was sent before it was due' : null
  return {
    leaves,
    finding: firstOf(waits, early, after?.status === 'sent' ? null : `it is ${String(after?.status)} when it is due`),
  }
}

/** Messages whose due time lies in one of these places of their hours leave when those say. */
function placed(where: readonly ReturnType<typeof placeOf>[], hours: fc.Arbitrary<Hours> = drawnHours): Scenario {
  return channelScenario(
    messageTypes,
    hours.filter((each) => where.includes(placeOf(each))),
    async (bench, channel, value) => {
      const { leaves, finding } = await watchLeave(bench, messageOver(channel, bodyOfHours(value)))
      return firstOf(findMisplaced(value, leaves), finding)
    },
  )
}

/** What becomes of a start of the hours that the change to or from daylight saving time skips or repeats. */
function atChange(due: string, start: string, read: (leaves: number, zone: string) => string): Scenario {
  return channelScenario(['waChat'], nothing, async (bench, channel) => {
    const hours = { at: Date.parse(due), start, end: null, zone: 'America/New_York' }
    return { reading: read(await dueOver(bench, channel, bodyOfHours(hours)), hours.zone) }
  })
}

/** One due time with its hours, */
const oneZone = drawnHours
  .filter((hours) => placeOf(hours) !== 'edge')
  .map((hours) => ({ hours, others: [] as Hours[] }))

/** and the same one in every zone. */
const everyZone = fc
  .record({ month: fc.constantFrom('01', '07'), at: fc.constantFrom('03:10', '16:20'), start: hour })
  .map(({ month, at, start }) => {
    const inZone = (zone: string): Hours => ({ at: Date.parse(`2027-${month}-05T${at}:00Z`), start, end: null, zone })
    return { hours: inZone('UTC'), others: zones.map(inZone) }
  })

/** When messages to customers are sent (Trigger chat > scheduleTime, working hours, timezone). */
export const scheduleScenarios: Scenarios = {
  'SCH-01': channelScenario(messageTypes, instant, async (bench, channel, at) => {
    const { leaves, finding } = await watchLeave(bench, messageOver(channel, { scheduleTime: writeInstant(at) }))
    return firstOf(
      finding,
      leaves === at ? null : `scheduled for ${writeInstant(at)}, it leaves ${new Date(leaves).toISOString()}`,
    )
  }),
  'SCH-02': channelScenario(
    messageTypes,
    fc.integer({ min: 0, max: 20 * 365 * 24 }).map((hours) => Date.parse('2026-06-01T12:00:00Z') - hours * 3_600_000),
    async (bench, channel, at) => {
      const { status } = await dispatch(bench, messageOver(channel, { scheduleTime: writeInstant(at) }))
      return status === 'sent' ? null : `scheduled for ${writeInstant(at)}, which is past, it is ${String(status)}`
    },
  ),
  'SCH-03': localScenario(
    (world) =>
      oneOf(
        channelsOver(world, ...messageTypes).flatMap((channel) => formsOf(channel).map((form) => ({ channel, form }))),
      ),
    async (bench, { channel, form }) => {
      const at = Date.parse('2027-05-05T10:00:00Z')
      const body = messageOver(channel, { ...form, scheduleTime: writeInstant(at) })
      const { leaves, finding } = await watchLeave(bench, body)
      return firstOf(finding, leaves === at ? null : `it leaves ${new Date(leaves).toISOString()}`)
    },
  ),
  'SCH-04': placed(['before']),
  'SCH-05': placed(['after'], fc.oneof(drawnHours, justAfter)),
  'SCH-06': placed(
    ['after'],
    drawnHours.map((hours) => ({ ...hours, start: null })),
  ),
  'SCH-07': placed(
    ['before', 'inside'],
    drawnHours.map((hours) => ({ ...hours, end: null })),
  ),
  'SCH-08': channelScenario(
    messageTypes,
    drawnHours.map((hours) => ({
      ...hours,
      at: Date.parse(`2027-05-05T${hours.at % 2 === 0 ? hours.start : hours.end}:00Z`),
      zone: 'UTC',
    })),
    async (bench, channel, hours) => {
      const { leaves } = await watchLeave(bench, messageOver(channel, bodyOfHours(hours)))
      return leaves === hours.at ? null : 'a message due at the edge of its hours waits'
    },
  ),
  'SCH-09': channelScenario(
    messageTypes,
    fc.oneof(
      drawnHours.map((hours) => ({ ...hours, zone: 'UTC' })),
      // hours that start within the hour, which a zone nearby would have behind it
      fc
        .integer({ min: 10, max: 59 })
        .map((minute) => ({ at: Date.parse('2027-07-05T10:00:00Z'), start: `10:${minute}`, end: null, zone: 'UTC' })),
    ),
    async (bench, channel, hours) => {
      const due = await dueOver(bench, channel, bodyOfHours(hours, false))
      return placeOf(hours) === 'edge' ? null : findMisplaced(hours, due)
    },
  ),
  'SCH-10': channelScenario(messageTypes, fc.oneof(oneZone, everyZone), async (bench, channel, { hours, others }) => {
    for (const other of others) {
      const problem = findMisplaced(other, await dueOver(bench, channel, bodyOfHours(other)))
      if (problem !== null) return problem
    }
    const { leaves, finding } = await watchLeave(bench, messageOver(channel, bodyOfHours(hours)))
    return firstOf(findMisplaced(hours, leaves), finding)
  }),
  'SCH-11': channelScenario(
    messageTypes,
    fc.record({ at: instant, start: hour }),
    async (bench, channel, { at, start }) => {
      await bench.control.moveTo(at)
      const due = await dueOver(bench, channel, { startWorkingHour: start })
      return findMisplaced({ at, start, end: null, zone: 'UTC' }, due)
    },
  ),
  'SCH-14': atChange('2027-03-14T05:30:00Z', '02:30', (leaves, zone) => `02:30 is ${localTime(leaves, zone).time}`),
  'SCH-15': atChange('2027-11-07T04:30:00Z', '01:30', (leaves) =>
    leaves === Date.parse('2027-11-07T05:30:00Z') ? 'the first hour' : 'the second hour',
  ),
}
