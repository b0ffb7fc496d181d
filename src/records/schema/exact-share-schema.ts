import { z } from 'zod'
import type { ExactShare } from '../../compare/exact-share.ts'
import { exactly } from './typed-shapes.ts'

/** The shape of a share with its exact interval. */
export const exactShare: z.ZodType<ExactShare> = exactly<ExactShare>()(
  z.object({
    share: z.number(),
    interval: z.tuple([z.number(), z.number()]).meta({ description: 'Exact, 95 %.' }),
  }),
).meta({ id: 'ExactShare', description: 'A share of what was judged.' })
