import type { Change } from '../mutant/mutant.ts'
import type { Surroundings } from '../mutant/surroundings.ts'
import type { HeardTurn } from '../mutant/talk.ts'

/** A mutation operator: every way it can make one turn worse, or none where it does not apply. */
export type Operator = (turn: HeardTurn, around: Surroundings) => Change[]
