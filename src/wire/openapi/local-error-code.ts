import { z } from 'zod'

/** A code of the local service's own, for what the interface leaves open. */
export const localErrorCodeShape: z.ZodType<string> = z.string().regex(/^local[A-Z]/)
