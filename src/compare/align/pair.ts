/** An index into one sequence, and the matching index into the other. */
export type Pair = [a: number, b: number]
