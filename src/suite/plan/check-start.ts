import { isBlank } from '../../base/is-blank.ts'
import type { Conversation } from '../language/conversation.ts'
import { namesIn } from '../language/fill-text.ts'
import { isGivenName } from '../language/given-values.ts'
import type { TurnExpectation } from '../language/turn-expectation.ts'
import type { Place, Placed } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import type { FilledStart, StartTexts } from './start-texts.ts'

/** A version as the service is asked for it. */
const version = /^(?:default|draft|\d+)$/

/** What is wrong with a conversation once its variables are known: it cannot run. Names of the environment that are not set are told apart. */
export function checkStart(
  file: string,
  conversation: Conversation,
  written: StartTexts,
  filled: FilledStart,
  guardrail: TurnExpectation | undefined,
): Problem[] {
  const problem = (at: Place, message: string, hint: string): Problem => ({
    code: 'wrong-value',
    file,
    at,
    message,
    hint,
  })
  const problems: Problem[] = []
  if (written.agent.value.includes('{{') && isBlank(filled.agent.value))
    problems.push(
      problem(
        written.agent.at,
        `no agent is named: ${written.agent.value} is empty`,
        'give the variable the name of an agent',
      ),
    )
  const unknown = namesIn(guardrail).filter((name) => !isGivenName(name) && !Object.hasOwn(filled.variables, name))
  for (const name of unknown) {
    const message = `a guardrail of the project asks for {{${name}}}, which this conversation gives no value`
    const hint = 'give it under variables:; the guardrail is under every turn: of the config'
    problems.push({ ...problem(conversation.name.at, message, hint), code: 'unknown-variable' })
  }
  return problems
}

/** Why a version that a variable names cannot be asked for. */
export function checkVersion(file: string, written: Placed<string>, filled: string): Problem[] {
  if (!written.value.includes('{{') || version.test(filled) || namesIn(filled).length > 0) return []
  const message = `${written.value} is ${filled === '' ? 'empty' : `"${filled}"`}, and that is no version`
  return [{ code: 'wrong-value', file, at: written.at, message, hint: 'give it default, draft or a number' }]
}
