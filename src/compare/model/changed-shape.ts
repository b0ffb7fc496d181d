import { z } from 'zod'
import { exactly, type OutputOf } from '../../base/json/typed-shapes.ts'
import type { SkippedConversation } from '../../engine/verdict/part-of-run.ts'
import { verdicts } from '../../engine/verdict/verdict.ts'

/** A conversation with the reason why it did not run, or why it was selected. */
export const skippedShape: z.ZodType<SkippedConversation> = exactly<SkippedConversation>()(
  z.object({
    ...{ file: z.string(), line: z.number().int(), name: z.string(), reason: z.string() },
    lacksDraft: z.literal(true).exactOptional().describe('Its script does not skip it: its agent has no draft.'),
    alone: z.enum(verdicts).exactOptional().describe('Its agent is new: its verdict on side b, which ran by itself.'),
  }),
)

const changedMembers = {
  /** What differs between the agents of the sides, for a person; empty where nothing does. */
  differs: z
    .array(z.string())
    .describe('What differs between the agents of the sides, for a person; empty where nothing does.'),
  /** The conversations that nothing of it touches, and that were not run. They have not passed. */
  notRun: z.array(skippedShape).describe('Conversations that nothing of it touches: they did not run.'),
  /** The conversations that were selected, each with why; absent in results from before this member existed. */
  selected: z.array(skippedShape).describe('Conversations that were selected, each with why.').exactOptional(),
}

/** With `--changed`: what differs, and what was not run for it. */
export interface ChangedSelection extends OutputOf<typeof changedMembers> {}

export const changedShape: z.ZodType<ChangedSelection> = z
  .object(changedMembers)
  .meta({ id: 'Changed', description: 'With --changed: what differs, and what was not run for it.' })
