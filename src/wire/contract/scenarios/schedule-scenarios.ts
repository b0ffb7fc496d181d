import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import { hour, instant, writeInstant } from '../requests/interesting-values.ts'
import type { Bench } from '../world/bench.ts'
import { firstOf } from '../world/rule.ts'
import { localScenario, type Scenarios } from '../world/scenario.ts'
import type { ChannelFacts, World } from '../world/world.ts'
import { allOf, channelsOver, dispatch, messageOf, messageOver, oneOf } from './messages.ts'
import { drawnHours, findMisplaced, type Hours, localTime, placeOf } from './working-hours.ts'

const everyChannel = (world: World): ChannelFacts[] => [
  ...channelsOver(world, 'waChat'),
  ...channelsOver(world, 'webChat'),
  ...channelsOver(world, 'email'),
]

/** Every form of message that a channel accepts. */
function formsOf(channel: ChannelFacts): JsonObject[] {
  const say = { whatsappOptions: { messageType: 'say', message: 'Hello' } }
  if (channel.type === 'email') return [{}, { emailOptions: { messageType: 'say', body: 'B' } }]
  if (channel.type !== 'waChat') return [{}]
  const templates = (channel.templates ?? []).map((templateId) => ({
    whatsappOptions: { messageType: 'template', templateId },
  }))
  return [{}, say, ...templates]
}

function scheduled({ at, start, end, zone }: Hours, more: JsonObject = {}): JsonObject {
  return {
    scheduleTime: writeInstant(at),
    ...(start === null ? {} : { startWorkingHour: start }),
    ...(end === null ? {} : { endWorkingHour: end }),
    timezone: zone,
    ...more,
  }
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

function placed(where: readonly ReturnType<typeof placeOf>[], shape: (hours: Hours) => Hours = (hours) => hours) {
  return localScenario({
    draw: (world) => {
      const hours = drawnHours.map((each) => shape(each)).filter((each) => where.includes(placeOf(each)))
      return allOf({ channel: oneOf(everyChannel(world)), hours })
    },
    async hold(bench, { channel, hours }) {
      const { leaves, finding } = await watchLeave(bench, messageOver(channel, scheduled(hours)))
      return firstOf(findMisplaced(hours, leaves), finding)
    },
  })
}

/** When messages to customers are sent (Trigger chat > scheduleTime, working hours, timezone). */
export const scheduleScenarios: Scenarios = {
  'SCH-01': localScenario({
    draw: (world) => allOf({ channel: oneOf(everyChannel(world)), at: instant }),
    async hold(bench, { channel, at }) {
      const { leaves, finding } = await watchLeave(bench, messageOver(channel, { scheduleTime: writeInstant(at) }))
      return firstOf(
        finding,
        leaves === at ? null : `scheduled for ${writeInstant(at)}, it leaves ${new Date(leaves).toISOString()}`,
      )
    },
  }),
  'SCH-02': localScenario({
    draw: (world) => {
      const past = fc
        .integer({ min: 0, max: 20 * 365 * 24 })
        .map((hours) => Date.parse('2026-06-01T12:00:00Z') - hours * 3_600_000)
      return allOf({ channel: oneOf(everyChannel(world)), at: past })
    },
    async hold(bench, { channel, at }) {
      const { status } = await dispatch(bench, messageOver(channel, { scheduleTime: writeInstant(at) }))
      return status === 'sent' ? null : `scheduled for ${writeInstant(at)}, which is past, it is ${String(status)}`
    },
  }),
  'SCH-03': localScenario({
    draw: (world) =>
      oneOf(everyChannel(world).flatMap((channel) => formsOf(channel).map((form) => ({ channel, form })))),
    async hold(bench, { channel, form }) {
      const at = Date.parse('2027-05-05T10:00:00Z')
      const { leaves, finding } = await watchLeave(
        bench,
        messageOver(channel, { ...form, scheduleTime: writeInstant(at) }),
      )
      return firstOf(finding, leaves === at ? null : `it leaves ${new Date(leaves).toISOString()}`)
    },
  }),
  'SCH-04': placed(['before']),
  'SCH-05': placed(['after']),
  'SCH-06': placed(['after'], (hours) => ({ ...hours, start: null })),
  'SCH-07': placed(['before', 'inside'], (hours) => ({ ...hours, end: null })),
  'SCH-08': localScenario({
    draw: (world) => {
      const edges = drawnHours.map((hours) => ({
        ...hours,
        at: Date.parse(`2027-05-05T${hours.at % 2 === 0 ? hours.start : hours.end}:00Z`),
        zone: 'UTC',
      }))
      return allOf({ channel: oneOf(everyChannel(world)), hours: edges })
    },
    async hold(bench, { channel, hours }) {
      const { leaves } = await watchLeave(bench, messageOver(channel, scheduled(hours)))
      return leaves === hours.at ? null : 'a message due at the edge of its hours waits'
    },
  }),
  'SCH-09': localScenario({
    draw: (world) =>
      allOf({ channel: oneOf(everyChannel(world)), hours: drawnHours.map((hours) => ({ ...hours, zone: 'UTC' })) }),
    async hold(bench, { channel, hours }) {
      const { timezone: _, ...body } = scheduled(hours)
      const { due } = await dispatch(bench, messageOver(channel, body))
      return placeOf(hours) === 'edge' ? null : findMisplaced(hours, Date.parse(String(due)))
    },
  }),
  'SCH-10': placed(['before', 'after', 'inside']),
  'SCH-11': localScenario({
    draw: (world) => allOf({ channel: oneOf(everyChannel(world)), at: instant, start: hour }),
    async hold(bench, { channel, at, start }) {
      await bench.control.moveTo(at)
      const { due } = await dispatch(bench, messageOver(channel, { startWorkingHour: start }))
      return findMisplaced({ at, start, end: null, zone: 'UTC' }, Date.parse(String(due)))
    },
  }),
  'SCH-14': localScenario({
    draw: (world) => oneOf(channelsOver(world, 'waChat')),
    async hold(bench, channel) {
      const hours = { at: Date.parse('2027-03-14T05:30:00Z'), start: '02:30', end: null, zone: 'America/New_York' }
      const { due } = await dispatch(bench, messageOver(channel, scheduled(hours)))
      return { reading: `02:30 is ${localTime(Date.parse(String(due)), hours.zone).time}` }
    },
  }),
  'SCH-15': localScenario({
    draw: (world) => oneOf(channelsOver(world, 'waChat')),
    async hold(bench, channel) {
      const hours = { at: Date.parse('2027-11-07T04:30:00Z'), start: '01:30', end: null, zone: 'America/New_York' }
      const { due } = await dispatch(bench, messageOver(channel, scheduled(hours)))
      return {
        reading: Date.parse(String(due)) === Date.parse('2027-11-07T05:30:00Z') ? 'the first hour' : 'the second hour',
      }
    },
  }),
}
