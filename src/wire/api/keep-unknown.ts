import { z } from 'zod'

/** A value whose `type` the interface does not list: kept whole, so that a newer service is read and reported, never refused. */
export interface UnknownKind {
  type: 'unknown'
  original: unknown
}

/** The shape of a value that `keepUnknown` has wrapped. */
export const unknownKindShape: z.ZodObject<{ type: z.ZodLiteral<'unknown'>; original: z.ZodUnknown }> = z.object({
  type: z.literal('unknown'),
  original: z.unknown(),
})

/** A preprocessing step for unions by `type`: a value of an unlisted type becomes an `UnknownKind`. */
export function keepUnknown(types: readonly string[]): (value: unknown) => unknown {
  return (value) => {
    const type = (value as { type?: unknown } | null)?.type
    return typeof type === 'string' && !types.includes(type) ? { type: 'unknown', original: value } : value
  }
}
