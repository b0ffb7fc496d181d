/** A place in one sequence and the place in the other that belongs to it. */
export type Pair = [a: number, b: number]
