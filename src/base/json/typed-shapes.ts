import { z } from 'zod'
import type { JsonObject, JsonValue } from './json.ts'

/** True if two types are identical, telling a member that may be `undefined` from one that may be left out. */
type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false

/** An intersection as one object, arm by arm. */
type Flat<T> = T extends object ? { [K in keyof T]: T[K] } : T

/** The error that the compiler shows where shape and interface differ. */
interface Differs<T, S> {
  'the shape reads another type than': T
  'it reads': S
}

/** `exactly<Place>()(shape)` does not compile if a member or arm is missing on either side of shape and interface. */
export function exactly<T>(): <S extends z.ZodType>(
  shape: Same<Flat<z.output<S>>, Flat<T>> extends true ? S : Differs<T, z.output<S>>,
) => z.ZodType<T> {
  return (shape) => shape as unknown as z.ZodType<T>
}

/** The type an object of these members reads; of no `z.object`, so that docstrings reach users' declarations. */
export type OutputOf<M extends z.ZodRawShape> = z.output<z.ZodObject<M>>

/** The members that the results of studies begin with. */
export function headOf<K extends string>(
  kind: K,
): { kind: z.ZodLiteral<K>; schemaVersion: typeof firstVersion } & Record<'tableread' | 'startedAt', z.ZodString> {
  return {
    kind: z.literal(kind),
    schemaVersion: firstVersion,
    tableread: z.string().meta({ description: 'The version of Tableread.' }),
    startedAt: z.string().meta({ description: 'ISO 8601.' }),
  }
}

/** Any JSON value; nothing to check, since documents come from `JSON.parse`. */
export const jsonValue: z.ZodType<JsonValue> = z.unknown() as z.ZodType as z.ZodType<JsonValue>

export const anyObject: z.ZodType<JsonObject> = z.record(z.string(), jsonValue)

/** A whole number of at least 0. */
export const countOf = (description: string): z.ZodNumber => z.number().int().min(0).meta({ description })

/** A time in milliseconds. */
export const milliseconds = (description: string): z.ZodNumber => z.number().meta({ description })

export const firstVersion: z.ZodLiteral<1> = z
  .literal(1)
  .meta({ description: "A member's meaning never changes under one version; members may be added." })
