import type { z } from 'zod'

/** True where two types are the same, `undefined` and left-out members told apart. */
type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false

/** An intersection as one object, arm by arm. */
type Flat<T> = T extends object ? { [K in keyof T]: T[K] } : T

/** Why a shape is refused: the compiler names this where the types differ. */
interface Differs<T, S> {
  'the shape reads another type than': T
  'it reads': S
}

/**
 * Holds a shape to an interface: it does not compile when a member or an arm of one is missing in the other, so that the
 * published schema cannot fall behind the code. `exactly<Place>()(z.object({ line: z.number() }))` is an error.
 */
export function exactly<T>(): <S extends z.ZodType>(
  shape: Same<Flat<z.output<S>>, Flat<T>> extends true ? S : Differs<T, z.output<S>>,
) => z.ZodType<T> {
  return (shape) => shape as unknown as z.ZodType<T>
}
