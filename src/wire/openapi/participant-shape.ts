import { z } from 'zod'
import type { Participant } from '../api/session.ts'

const nullableText = z.string().nullable()

/** The customer of a session; only `id` is guaranteed (Session). */
export const participantShape: z.ZodType<Omit<Participant, 'name' | 'number' | 'email'>> = z.looseObject({
  id: z.string(),
  name: nullableText.exactOptional(),
  number: nullableText.exactOptional(),
  email: nullableText.exactOptional(),
})
