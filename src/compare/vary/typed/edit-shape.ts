import { z } from 'zod'
import { countOf } from '../../../base/json/typed-shapes.ts'

const turn = countOf('The turn of the script, from 0.')
const at = countOf('Where in its text, in UTF-16 units.')
const editUnion = z
  .union([
    z.object({ kind: z.literal('replace'), turn, at, was: z.string(), now: z.string() }),
    /** The text is sent as two messages; `was` is the space between them. */
    z.object({ kind: z.literal('split'), turn, at, was: z.string() }),
    /** The turn and the one after it are sent as one message, with `now` between them. */
    z.object({ kind: z.literal('join'), turn, now: z.string() }),
    /** A value of the customer is replaced everywhere: in turns, metadata, variables and expectations. */
    z.object({ kind: z.literal('swap'), was: z.string(), now: z.string() }),
  ])
  .meta({ id: 'Edit', description: 'One change to what a user types.' })

/** One change to what a user types: `turn` counts from 0, `at` in UTF-16 units of the turn's text. */
export type Edit = z.output<typeof editUnion>

export const editShape: z.ZodType<Edit> = editUnion
