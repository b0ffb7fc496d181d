import { z } from 'zod'
import type { OutputOf } from '../base/json/typed-shapes.ts'

const exactShareMembers = {
  share: z.number(),
  interval: z.tuple([z.number(), z.number()]).describe('Exact, 95 %.'),
}

/** A share with its exact interval (Clopper and Pearson, 95 %). */
export interface ExactShare extends OutputOf<typeof exactShareMembers> {}

export const exactShareShape: z.ZodType<ExactShare> = z
  .object(exactShareMembers)
  .meta({ id: 'ExactShare', description: 'A share of what was judged.' })
