import { z } from 'zod'
import { countOf, type OutputOf } from '../../base/json/typed-shapes.ts'

const share = z.object({ count: countOf('Runs that failed in this way.'), of: countOf('All that count.') })
const newFailuresMembers = {
  /** How often equal sides may show one; what calls on single conversations may show is already subtracted. */
  level: z.number().describe('How often equal sides may show one: sure are those adjusted to that or less.'),
  /** The ways of failing that were seen, on either side or in earlier runs. */
  ways: countOf('The ways of failing that were seen, on either side or in earlier runs.'),
  /** For how many earlier runs of the trusted side counted, and for how many not, since it fails differently now. */
  earlier: z.object({
    counted: countOf('Ways for which earlier runs of the trusted side were counted.'),
    leftOut: countOf('Ways for which they were not, since it fails otherwise today.'),
  }),
  /** Those that are more frequent on b, the surest first; those with `adjusted` up to the level are sure. */
  found: z.array(
    z.object({
      id: z.string().describe('The conversation.'),
      way: z.string().describe('Where and by what it fails.'),
      a: share,
      b: share,
      earlier: share.nullable(),
      p: z.number().describe('How often, at most, equal sides have so much more of this one on b.'),
      adjusted: z.number().describe('The same for any way of any conversation.'),
    }),
  ),
}

/** The evidence on the ways of failing of all conversations together. */
export interface NewFailures extends OutputOf<typeof newFailuresMembers> {}

export const newFailuresShape: z.ZodType<NewFailures> = z
  .object(newFailuresMembers)
  .describe('Ways of failing that b shows more than a; absent where no run failed in a way that counts.')

const pooledMembers = {
  conversations: countOf('Conversations with judged pairs.'),
  pairs: countOf('Their first pairs.'),
  passedA: countOf('Of these, those that passed on a.'),
  passedB: countOf('Those that passed on b.'),
  onlyA: countOf('Those that passed on a alone.'),
  onlyB: countOf('Those that passed on b alone.'),
  /** One-sided: how often, at most, equal sides show so many fewer passes on b. */
  p: z.number().describe('How often, at most, equal sides have so many fewer passes on b.'),
}

/** The pairs of several conversations taken together. */
export interface PooledPasses extends OutputOf<typeof pooledMembers> {}

export const pooledShape: z.ZodType<PooledPasses> = z
  .object(pooledMembers)
  .describe('All conversations together; absent where there are fewer than two.')
