import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { parseIfJson } from '../../../base/json/json-text.ts'
import { AgentError } from '../../workspace/agent-function.ts'
import { NoJson, plainJson } from './plain-json.ts'

/** The longest output of a tool, in characters; a longer one is an error, as it would be for a model. */
export const mostOutput: number = 1024 * 1024

/** A tool's return value as text and JSON. @throws Error for what JSON would change: a real output would differ */
export function writeOutput(outcome: unknown): { output: string; value: JsonValue } {
  const output = outputText(outcome)
  const value = parseIfJson(output)
  return { output, value: value === undefined ? output : value }
}

/** The same, as the text alone. @throws Error in the same cases */
export function outputText(value: unknown): string {
  if (value === undefined) throw new Error('the tool gave nothing: return null if it has nothing to say')
  const output = typeof value === 'string' ? value : plainJson(value, { what: 'the output', most: mostOutput })
  if (output.length > mostOutput) throw new Error(`the output has more than ${mostOutput} characters`)
  return output
}

/** The longest state of a session, in characters of JSON. */
const mostState = 1024 * 1024

/** The state of a session as the JSON that is stored. @throws AgentError if JSON cannot hold it or it is too long */
export function writeState(state: JsonObject): string {
  let text: string
  try {
    text = plainJson(state, { plainOnly: true })
  } catch (error) {
    throw error instanceof NoJson ? new AgentError(`the state of the session cannot be kept: ${error.message}`) : error
  }
  if (text.length > mostState) throw new AgentError(`the state of the session has more than ${mostState} characters`)
  return text
}
