import type { LawName } from '../../base/law-name.ts'
import type { Claim } from '../language/claims.ts'
import type { TurnExpectation } from '../language/expectations/turn-expectation.ts'
import { type Place, relocate } from '../yaml/place.ts'

/** What a project sets once for all of its suites. Plain data. */
export interface ProjectRules {
  /** Guardrails on every turn of every conversation. */
  everyTurn?: TurnExpectation
  /** Transcript laws that the project relaxes. */
  relaxed?: readonly LawName[]
  /** Whether the law `grounded` is in force where no suite says otherwise. */
  grounded?: boolean
  /** What agents may only say once a tool has done it. */
  claims?: readonly Claim[]
}

/** The suite's conversation breaks it, so reports should show a line of the suite. */
export function guardrailAt(guardrail: TurnExpectation, place: Place): TurnExpectation {
  return relocate(guardrail, place) as TurnExpectation
}
