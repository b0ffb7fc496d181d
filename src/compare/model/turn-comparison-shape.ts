import { z } from 'zod'
import { jsonValue, type OutputOf } from '../../base/json/typed-shapes.ts'
import { changeLevels, comparisonVerdicts } from './comparison-words.ts'

export const comparisonVerdictShape: z.ZodEnum<{ [V in (typeof comparisonVerdicts)[number]]: V }> = z
  .enum(comparisonVerdicts)
  .meta({
    id: 'ComparisonVerdict',
    description:
      'regressed, improved: the pass rate moved beyond noise. flaky: a side passes and fails, and no difference is sure. not comparable: a side could not be judged, or the scripts differ. changed: as many pass, but the agent does otherwise.',
  })

const changeMembers = { level: z.enum(changeLevels), text: z.string() }

/** One difference in behaviour, as a line for a person: `cancel_order is called without a lookup_order before it`. */
export interface TurnChange extends OutputOf<typeof changeMembers> {}

export const changeShape: z.ZodType<TurnChange> = z
  .object(changeMembers)
  .meta({ id: 'Change', description: 'One difference in behaviour, as a line for a person.' })

const piece = z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })

/** A stretch of text that both sides share, or that only a (`removed`) or only b (`added`) has. */
export interface TextPiece extends z.output<typeof piece> {}

const wordsUnion = z
  .array(piece as z.ZodType<TextPiece>)
  .meta({ id: 'TextDifference', description: "Two texts as pieces: without `added` it is a's, without `removed` b's." })

/** Two texts as one sequence of pieces: leaving out `added` gives a's text, leaving out `removed` gives b's. */
export type TextDifference = z.output<typeof wordsUnion>

/** The shape of a word diff: two texts as one sequence of pieces. */
export const wordsShape: z.ZodType<TextDifference> = wordsUnion

const valueDifferenceMembers = {
  path: z.string(),
  a: jsonValue.exactOptional(),
  b: jsonValue.exactOptional(),
  words: wordsShape.exactOptional(),
}

/** A value at a path such as `items[0].price`; a side that has none is left out. Texts carry their words. */
export interface ValueDifference extends OutputOf<typeof valueDifferenceMembers> {}

const valueDifferenceShape: z.ZodType<ValueDifference> = z
  .object(valueDifferenceMembers)
  .meta({ id: 'ValueDifference', description: 'A value at a path; a side that has none is left out.' })

const values = z.array(valueDifferenceShape)
const pair = z.tuple([z.string().nullable(), z.string().nullable()])
const callMembers = {
  name: z.tuple([z.string(), z.string()]).exactOptional(),
  arguments: values.exactOptional(),
  output: values.exactOptional(),
  isError: z.tuple([z.boolean().nullable(), z.boolean().nullable()]).exactOptional(),
  phase: pair.exactOptional(),
  /** The call comes at a different position among the others. */
  moved: z.boolean().exactOptional(),
}

/** What differs between two calls; a member is left out where they agree. */
export interface CallDifference extends OutputOf<typeof callMembers> {}

const call: z.ZodType<CallDifference> = z
  .object(callMembers)
  .meta({ id: 'CallDifference', description: 'What differs between two calls; what agrees is left out.' })
const itemMembers = { a: z.string().nullable(), b: z.string().nullable() }

/** A content item other than text: as each side has it, in a line. */
export interface ItemDifference extends OutputOf<typeof itemMembers> {}

const item: z.ZodType<ItemDifference> = z.object(itemMembers)

const index = z.number().int().min(0).nullable()
const sides = { a: index, b: index }
const rowUnion = z
  .union([
    z.object({ ...sides, kind: z.literal('same') }),
    // *not sent*: one side was never sent the turn, so there is nothing to compare.
    z.object({ ...sides, kind: z.enum(['only a', 'only b', 'not sent']) }),
    z.object({
      ...sides,
      kind: z.literal('message'),
      words: wordsShape,
      items: z.array(item),
      /** The agents that spoke, where they differ. */
      agents: pair.nullable(),
    }),
    z.object({ ...sides, kind: z.literal('call'), call }),
    z.object({ ...sides, kind: z.literal('other'), words: wordsShape }),
  ])
  .meta({
    id: 'RowComparison',
    description: 'Entries that belong together, by their indexes; null where a side has none.',
  })

/** Matching entries; `a` and `b` are indexes into the entries of their turns, null where a side has none. */
export type RowComparison = z.output<typeof rowUnion>

const row: z.ZodType<RowComparison> = rowUnion

const turnComparisonMembers = {
  ...sides,
  verdict: comparisonVerdictShape,
  /** The entries of both, aligned. */
  rows: z.array(row),
  changes: z.array(changeShape),
}

/** Two matching turns; `a` and `b` index the turns of the shown runs, null where a side has none. */
export interface TurnComparison extends OutputOf<typeof turnComparisonMembers> {}

export const turnComparisonShape: z.ZodType<TurnComparison> = z.object(turnComparisonMembers).meta({
  id: 'TurnComparison',
  description: 'Two turns of the shown runs, aligned; null where a side has no such turn.',
})
