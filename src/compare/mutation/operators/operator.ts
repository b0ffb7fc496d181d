import type { Change } from '../mutant/mutant.ts'
import type { Surroundings } from '../mutant/surroundings.ts'
import type { HeardTurn } from '../mutant/talk.ts'

/** The ways in which one turn can be worse, each where it changes something; none where there is no place for it. */
export type Operator = (turn: HeardTurn, around: Surroundings) => Change[]
