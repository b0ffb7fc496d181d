import { z } from 'zod'
import type { OutputOf } from '../../base/json/typed-shapes.ts'
import { changeLevels } from '../model/comparison-words.ts'

/** The levels of differences, the gravest first: those of behaviour, then what a reply states, and what fails. */
export const differenceLevels = [...changeLevels, 'laws', 'latency', 'expectations'] as const

export type DifferenceLevel = (typeof differenceLevels)[number]

const differenceMembers = {
  /** The fingerprint: a hash of what differs in kind and place, the same on every machine. */
  id: z
    .string()
    .regex(/^[a-p]{10}$/)
    .describe('The fingerprint: a hash of what differs in kind and place.'),
  level: z.enum(differenceLevels),
  /** From 0; null where it concerns the whole conversation. */
  turn: z.number().int().nullable().describe('From 0; null where it concerns the whole conversation.'),
  /** What b does, for a person. */
  text: z.string().describe('What b does, for a person.'),
  /** The runs of b, from 0, that do so. */
  runs: z.array(z.number().int().min(0)).describe('The runs of b, from 0, that do so.'),
  /** What it is without turn and values, by which differences of several conversations are alike. */
  kind: z.string().describe('What it is without turn and values: alike in several conversations.'),
  /** Another difference says it already; it counts for the fingerprint alone. */
  quiet: z
    .literal(true)
    .describe('Another difference says it already; it counts for the fingerprint alone.')
    .exactOptional(),
}

/** Something that runs of b show and no run of a does. */
export interface ReviewDifference extends OutputOf<typeof differenceMembers> {}

export const differenceShape: z.ZodType<ReviewDifference> = z
  .object(differenceMembers)
  .meta({ id: 'Difference', description: 'Something that runs of b show and no run of a does; see reviews.yaml.' })

const reviewMembers = {
  /** Of all that differs in the conversation, for `tableread review --approve`. */
  id: z.string().describe('Of all that differs in the conversation, for tableread review --approve.'),
  /** The same for conversations that differ alike. */
  group: z.string().describe('The same for conversations that differ alike.'),
  decision: z.enum(['approved', 'rejected', 'undecided']),
  by: z.string().exactOptional(),
  on: z.string().exactOptional(),
  why: z.string().exactOptional(),
  /** Fingerprints of what nobody approved, and what may be chance. */
  chance: z.array(z.string()).describe('Fingerprints of what nobody approved, and what may be chance.').exactOptional(),
  /** What differs beyond what was approved. */
  beyond: z.array(z.string()).describe('What differs beyond what was approved.').exactOptional(),
}

/** What was decided about the differences of a conversation. */
export interface Review extends OutputOf<typeof reviewMembers> {}

export const reviewShape: z.ZodType<Review> = z
  .object(reviewMembers)
  .meta({ id: 'Review', description: 'What was decided about the differences of a conversation, in reviews.yaml.' })
