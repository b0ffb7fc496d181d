import type { Draw } from './draw.ts'
import { planTiming, spellHour } from './plan-time.ts'
import type { Planned } from './year-plan.ts'

/** A message, on any channel and of any kind (SCH-03). */
export function planMessage(draw: Draw, index: number): Planned {
  const { at, wanted, hours, start, end, timezone } = planTiming(draw, 'UTC') // SCH-09
  const { kind, ...options } = draw.one(kindsOf(index))
  const body = {
    ...options,
    customerNumber: `1555${1_000_000 + index}`,
    customerEmail: `c${index}@example.com`,
    scheduleTime: wanted === null ? undefined : spell(draw, wanted),
    startWorkingHour: start,
    endWorkingHour: end,
    timezone,
  }
  return { kind, at, path: '/api/chat-agent/trigger', body, hours, wanted, call: null }
}

function kindsOf(index: number): { kind: string; communicationChannel: string; [option: string]: unknown }[] {
  const template = { messageType: 'template', templateId: 'welcome', templateVariables: { name: 'T' } }
  const say = { messageType: 'say', message: `hello ${index}` }
  return [
    { kind: 'WhatsApp say', communicationChannel: 'wa', whatsappOptions: say },
    { kind: 'WhatsApp prompt', communicationChannel: 'wa', whatsappOptions: { messageType: 'prompt' } },
    { kind: 'WhatsApp template', communicationChannel: 'wa', whatsappOptions: template },
    { kind: 'email say', communicationChannel: 'email', emailOptions: { messageType: 'say', body: `hello ${index}` } },
    { kind: 'email prompt', communicationChannel: 'email' },
    { kind: 'web chat', communicationChannel: 'web' },
  ]
}

const iso = (instant: number): string => new Date(instant).toISOString()

/** A date-time in the forms that a message accepts; one without an offset counts as UTC (SCH-18). */
function spell(draw: Draw, instant: number): string {
  if (draw.chance(0.6)) return iso(instant)
  if (draw.chance(0.3)) return iso(instant).slice(0, -1)
  const ahead = draw.within(-40, 56) * 15
  return `${iso(instant + ahead * 60_000).slice(0, -1)}${ahead < 0 ? '-' : '+'}${spellHour(Math.abs(ahead))}`
}
