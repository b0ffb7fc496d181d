import type { LawName } from '../../base/law-name.ts'
import type { TurnExpectation } from '../language/turn-expectation.ts'
import type { Place } from '../yaml/place.ts'

/** What a project says once for all of its suites. Plain data. */
export interface ProjectRules {
  /** Guardrails on each turn of each conversation. */
  everyTurn?: TurnExpectation
  /** Transcript laws that do not hold in this project. */
  relaxed?: readonly LawName[]
}

/** A guardrail of the project as if it stood at a place of the suite: what breaks it is in the suite, and so is the line that reports show. */
export function guardrailAt(guardrail: TurnExpectation, place: Place): TurnExpectation {
  return relocate(guardrail, place) as TurnExpectation
}

function relocate(data: unknown, place: Place): unknown {
  if (Array.isArray(data)) return data.map((item) => relocate(item, place))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, key === 'at' ? place : relocate(value, place)]),
  )
}
