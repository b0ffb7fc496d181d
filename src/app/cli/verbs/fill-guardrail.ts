import { namesIn } from '../../../suite/language/fill-text.ts'
import { givenValues } from '../../../suite/language/given-values.ts'
import type { TurnExpectation } from '../../../suite/language/turn-expectation.ts'
import { mergeVariables, resolveVariables, type Variables } from '../../../suite/language/variable-values.ts'
import { fillVariables } from '../../../suite/language/variables.ts'
import { UsageError } from '../../project/usage-error.ts'

/**
 * A guardrail with its variables filled in, for sessions that took place: there is no conversation that could give more.
 * @throws UsageError for a name that has no value
 */
export function fillGuardrail(
  guardrail: TurnExpectation,
  variables: Variables | undefined,
  seed: string,
  environment: NodeJS.ProcessEnv,
): TurnExpectation {
  const written = mergeVariables(variables)
  const { values: given, unset } = givenValues([guardrail, written.values], environment, seed)
  const [missing] = unset
  if (missing !== undefined)
    throw new UsageError(`the environment gives {{env.${missing}}} no value`, `set ${missing} before`)
  const { values, numerals } = resolveVariables(written, given)
  const unknown = namesIn(guardrail).find((name) => !Object.hasOwn(values, name))
  if (unknown !== undefined)
    throw new UsageError(
      `a guardrail asks for {{${unknown}}}, which a session that took place gives no value`,
      'give it under variables: of the suite, or leave the guardrail out here',
    )
  return fillVariables(guardrail, values, numerals)
}
