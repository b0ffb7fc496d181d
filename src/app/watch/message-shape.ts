import { z } from 'zod'
import type { OutputOf } from '../../base/json/typed-shapes.ts'

/** Why somebody is told something. */
const messageKinds = ['regressed', 'good again', 'not judged', 'listing', 'unreachable', 'reachable again'] as const

const findingMembers = {
  conversation: z.string().describe('Suite and name, or the rule of the gate that is broken.'),
  what: z.string().describe('One sentence: passed 3 of 3 on 4, 0 of 6 on 5.'),
}

/** Something that got worse. */
export interface WorseFinding extends OutputOf<typeof findingMembers> {}

const messageMembers = {
  schemaVersion: z.literal(1),
  /** The same for each attempt to deliver it: a receiver that has seen it may drop it. */
  id: z.string().describe('The same at every attempt: whoever has seen it may drop it.'),
  kind: z.enum(messageKinds),
  /** ISO 8601. */
  at: z.string().describe('When it was found, as ISO 8601.'),
  service: z.string().describe('The origin of the service.'),
  agent: z.string().nullable(),
  version: z.number().nullable().describe('The published number that this is about.'),
  /** `version 4`, or `the record of version 4` where that version could not be asked. */
  against: z.string().nullable().describe('What it was held against: version 4, the record of version 4.'),
  title: z.string().describe('One line for a person.'),
  changed: z.array(z.string()).describe('Paths of blueprint members that differ; no values.'),
  findings: z.array(z.object(findingMembers)),
  note: z.string().nullable().describe('What else to know, in a sentence.'),
  report: z.string().nullable().describe('The address or the path of the report.'),
}

/** What is told to a receiver: no key, no text of a conversation, no value of a blueprint. */
export interface WatchMessage extends OutputOf<typeof messageMembers> {}

/** The shape of a message, as a webhook gets it. */
export const messageShape: z.ZodType<WatchMessage> = z
  .object(messageMembers)
  .meta({ title: 'A message of tableread watch-service', description: 'What a webhook gets (docs/watching.md).' })
