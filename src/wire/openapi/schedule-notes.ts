import type { JsonObject } from '../../base/json.ts'

/** A text describes a member, an object is merged into its schema. */
type ScheduleNotes = Record<'details' | 'retryHours', string> &
  Record<'at' | 'retries' | 'start' | 'end' | 'zone' | 'priority' | 'date' | 'version', JsonObject>

/**
 * The notes on the members that schedule a call, however an operation spells them (Trigger call, Trigger workflow call,
 * Workflow trigger).
 */
export const scheduleNotes: ScheduleNotes = {
  details: 'Details of the customer. Prompts and initial messages take them up as `${variable_name}`.',
  at: {
    description: 'When to place the call, in UTC. Default: at once.',
    format: 'date-time',
    examples: ['2026-03-02T09:30:00Z'],
  },
  retries: { description: 'How often a call that fails is tried again.', examples: [2] },
  retryHours: 'Hours between one attempt and the next.',
  start: { description: 'A call due earlier in the day waits until this hour.', examples: ['09:30'] },
  end: { description: 'A call due later in the day moves to `start` of the next day.', examples: ['18:00'] },
  zone: { description: 'The IANA time zone of the working hours.', default: 'Asia/Kolkata' },
  priority: { description: 'From 1, the highest, to 100, the lowest.', default: 10 },
  date: {
    description: 'A call that was not placed on this day expires and is never placed.',
    format: 'date',
    examples: ['2026-03-02'],
  },
  version: {
    description: 'The version of the agent: `default` (published) or a number. `draft` is for chats (CAL-08).',
    default: 'default',
  },
}
