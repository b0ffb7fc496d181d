import { z } from 'zod'
import { type Change, changeLevels } from '../../compare/model/change.ts'
import { comparisonVerdicts } from '../../compare/model/comparison-verdict.ts'
import type { TextDifference } from '../../compare/model/text-difference.ts'
import type {
  CallDifference,
  ItemDifference,
  RowComparison,
  TurnComparison,
  ValueDifference,
} from '../../compare/model/turn-comparison.ts'
import { exactly } from './exactly.ts'
import { jsonValue } from './scalars.ts'

/** The shape of a verdict of a comparison. */
export const comparisonVerdictShape: z.ZodEnum<{ [V in (typeof comparisonVerdicts)[number]]: V }> = z
  .enum(comparisonVerdicts)
  .meta({
    id: 'ComparisonVerdict',
    description:
      'regressed, improved: the pass rate moved beyond noise. flaky: a side passes and fails, and no difference is sure. not comparable: a side could not be judged, or the scripts differ. changed: as many pass, but the agent does otherwise.',
  })

/** The shape of a difference in behaviour. */
export const changeShape: z.ZodType<Change> = exactly<Change>()(
  z.object({ level: z.enum(changeLevels), text: z.string() }),
).meta({ id: 'Change', description: 'One difference in behaviour, as a line for a person.' })

/** The shape of a word diff: two texts as one sequence of pieces. */
export const wordsShape: z.ZodType<TextDifference> = exactly<TextDifference>()(
  z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })),
).meta({ id: 'TextDifference', description: "Two texts as pieces: without `added` it is a's, without `removed` b's." })

const values = z.array(
  exactly<ValueDifference>()(
    z.object({
      path: z.string(),
      a: jsonValue.exactOptional(),
      b: jsonValue.exactOptional(),
      words: wordsShape.exactOptional(),
    }),
  ).meta({ id: 'ValueDifference', description: 'A value at a path; a side that has none is left out.' }),
)
const pair = z.tuple([z.string().nullable(), z.string().nullable()])
const call = exactly<CallDifference>()(
  z.object({
    name: z.tuple([z.string(), z.string()]).exactOptional(),
    arguments: values.exactOptional(),
    output: values.exactOptional(),
    isError: z.tuple([z.boolean().nullable(), z.boolean().nullable()]).exactOptional(),
    phase: pair.exactOptional(),
    moved: z.boolean().exactOptional(),
  }),
).meta({ id: 'CallDifference', description: 'What differs between two calls; what agrees is left out.' })
const item = exactly<ItemDifference>()(z.object({ a: z.string().nullable(), b: z.string().nullable() }))

const index = z.number().int().min(0).nullable()
const sides = { a: index, b: index }
const row = exactly<RowComparison>()(
  z.union([
    z.object({ ...sides, kind: z.literal('same') }),
    z.object({ ...sides, kind: z.enum(['only a', 'only b']) }),
    z.object({
      ...sides,
      kind: z.literal('message'),
      words: wordsShape,
      items: z.array(item),
      agents: pair.nullable(),
    }),
    z.object({ ...sides, kind: z.literal('call'), call }),
    z.object({ ...sides, kind: z.literal('other'), words: wordsShape }),
  ]),
).meta({
  id: 'RowComparison',
  description: 'Entries that belong together, by their indexes; null where a side has none.',
})

/** The shape of a pair of aligned turns. */
export const turnComparisonShape: z.ZodType<TurnComparison> = exactly<TurnComparison>()(
  z.object({ ...sides, verdict: comparisonVerdictShape, rows: z.array(row), changes: z.array(changeShape) }),
).meta({
  id: 'TurnComparison',
  description: 'Two turns of the shown runs, aligned; null where a side has no such turn.',
})
