import { z } from 'zod'
import { countOf, type OutputOf } from '../../base/json/typed-shapes.ts'
import { placeShape } from '../../suite/yaml/problem-shape.ts'

const askingTurn = z.number().int().meta({ description: 'From 0; below it in the history.' })

const simulatedMembers = {
  wants: z.string(),
  /** The place of `done when` in the script. */
  at: placeShape,
  /** The seed it ran with, counted from 1; null if there was only one. */
  seed: z.number().nullable().meta({ description: 'Counted from 1; null where it ran with one alone.' }),
  /** `fault`: the user made a mistake. `cut`: by a turn that failed or was not answered, a budget or a signal. */
  ended: z.enum(['done', 'gave up', 'out of patience', 'fault', 'cut']).meta({
    description: 'fault: a mistake of the user itself. cut: the talk ended before its own end.',
  }),
  /** More detail, where there is any. */
  why: z.string().nullable(),
  /** The law that the user would have broken, and the message it would have sent. */
  fault: z.object({ law: z.string(), said: z.string().nullable() }).nullable().meta({
    description: 'The law that it would have broken, and what it would have said.',
  }),
  /** How many messages it sent, and how many it was allowed. */
  turns: countOf('Messages that it said.'),
  patience: countOf('Messages that it might say.'),
  /** The agent's questions that nothing on the card answers, with the turn that asked, counted from 0; below that in the history. */
  unanswered: z.array(z.object({ turn: askingTurn, question: z.string() })).meta({
    description: 'Questions that nothing on its card answers.',
  }),
  /** Deliberate mistakes, by turn; `mended` is the turn that corrected one. */
  slips: z.array(z.object({ turn: countOf('From 0.'), kind: z.string(), mended: z.number().nullable() })).meta({
    description: 'Mistakes that it made on purpose, and the turn that mended each.',
  }),
  /** Whether the goal could be judged when the talk ended. */
  unclear: z.boolean().meta({ description: 'Whether the goal could not be judged.' }),
}

/** The outcome of a simulated user, as in results. */
export interface SimulatedTalk extends OutputOf<typeof simulatedMembers> {}

export const simulatedShape: z.ZodType<SimulatedTalk> = z
  .object(simulatedMembers)
  .meta({ id: 'SimulatedTalk', description: 'What became of a simulated user.' })
