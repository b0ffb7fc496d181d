import type { JsonObject } from '../../base/json.ts'
import type { Settings } from '../language/conversation.ts'
import type { Numerals } from '../language/fill-text.ts'
import type { TurnExpectation } from '../language/turn-expectation.ts'
import { resolveVariables, type Variables } from '../language/variable-values.ts'
import { fillVariables } from '../language/variables.ts'
import type { Placed } from '../yaml/place.ts'

/** What holds of a conversation from its start, as it is written: with its `{{names}}`. */
export interface StartTexts {
  agent: Placed<string>
  metadata: JsonObject
  customer: NonNullable<Settings['customer']>
  variables: Variables
  everyTurn: TurnExpectation[]
}

/** The same with its variables filled in. */
export interface FilledStart extends Omit<StartTexts, 'variables'> {
  variables: JsonObject
  numerals: Numerals
}

/** Fills in what holds from the start. `given` are the values that no script gives: the version, the environment, chance. */
export function fillStart({ variables, ...texts }: StartTexts, given: JsonObject): FilledStart {
  const { values, numerals } = resolveVariables(variables, given)
  const { agent, metadata, customer, everyTurn } = fillVariables(texts, values, numerals)
  return { agent, metadata, customer, everyTurn, variables: values, numerals }
}
