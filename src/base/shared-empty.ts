const none: never[] = Object.freeze([]) as unknown as never[]
const nothing: object = Object.freeze({})

/** The list, or one frozen empty list for all: a long run would otherwise hold a hundred thousand of them. */
export const orNone = <T>(list: T[]): T[] => (list.length === 0 ? none : list)

/** The object, or one frozen empty object for all. */
export const orNothing = <T extends object>(object: T): T =>
  Object.keys(object).length === 0 ? (nothing as T) : object
