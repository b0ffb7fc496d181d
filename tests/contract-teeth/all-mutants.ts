import { answerMutants } from './answer-mutants.ts'
import type { Mutant } from './mutant.ts'
import { queueMutants } from './queue-mutants.ts'
import { reachMutants } from './reach-mutants.ts'
import { refusalMutants } from './refusal-mutants.ts'
import { sendingMutants } from './sending-mutants.ts'
import { sessionMutants } from './session-mutants.ts'
import { timeMutants } from './time-mutants.ts'
import { transcriptMutants } from './transcript-mutants.ts'
import { typeMutants } from './type-mutants.ts'

/** Every mutant: each breaks one `must` rule. */
export const allMutants: readonly Mutant[] = [
  ...refusalMutants,
  ...typeMutants,
  ...answerMutants,
  ...sessionMutants,
  ...transcriptMutants,
  ...reachMutants,
  ...sendingMutants,
  ...timeMutants,
  ...queueMutants,
]
