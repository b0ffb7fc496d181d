import { evaluateTurn } from '../../../engine/expect/evaluate-turn.ts'
import type { TurnFacts } from '../../../engine/expect/turn-facts.ts'
import { viewTurn } from '../../../engine/transcript/turn-view.ts'
import { type SessionExpectation, sessionExpectation } from '../../../suite/language/session-expectation.ts'
import { type TurnExpectation, turnExpectation } from '../../../suite/language/turn-expectation.ts'
import { readYaml } from '../../../suite/yaml/read-yaml.ts'
import type { Shape } from '../../../suite/yaml/shape.ts'
import type { Mutant } from '../mutant/mutant.ts'
import type { HeardTurn } from '../mutant/talk.ts'

/** An expectation as a script would have it, or undefined where the language does not read it so. */
export function readTurnSnippet(yaml: string): TurnExpectation | undefined {
  return readAs(turnExpectation, yaml)
}

/** What follows `session:` as a script would have it. */
export function readSessionSnippet(yaml: string): SessionExpectation | undefined {
  return readAs(sessionExpectation, yaml)
}

/** A text with variables would be filled by a script. */
function readAs<T>(shape: Shape<T>, yaml: string): T | undefined {
  if (yaml.includes('{{')) return undefined
  const read = readYaml(yaml, 'suggestion')
  return read.ok ? shape.read(read.root, { file: 'suggestion', problems: [] }) : undefined
}

/** A turn as it was heard, for expectations. */
export function factsOf({ view, ms }: HeardTurn): TurnFacts {
  return { view, turnMs: ms, refusal: null }
}

/** The turn that a mutant is worse in, for expectations. */
export function factsOfMutant({ entries, lateMs }: Mutant & { turn: number }, turn: HeardTurn): TurnFacts {
  return { view: viewTurn(entries), turnMs: turn.ms + lateMs, refusal: null }
}

/** Whether a turn breaks an expectation. */
export function breaks(expected: TurnExpectation, facts: TurnFacts): boolean {
  return evaluateTurn(expected, facts).some(({ verdict }) => verdict === 'failed')
}

/** Whether every condition of an expectation was judged on a turn, and holds. */
export function holds(expected: TurnExpectation, facts: TurnFacts): boolean {
  return evaluateTurn(expected, facts).every(({ verdict }) => verdict === 'passed')
}
