import type { JsonValue } from '../../../base/json/json.ts'
import { parseIfJson } from '../../../base/json/json-text.ts'
import { isNothing, successIn } from '../../../base/json/output-success.ts'
import type { CallPart } from '../../workspace/agent-function.ts'

/**
 * The outcome of a tool over a protocol that has a member for its error, which need not be there, and none for its
 * success: unless the output itself says so, nobody knows whether it succeeded.
 */
export function toolOutcome(
  output: string,
  error: JsonValue | undefined,
): Pick<CallPart, 'output' | 'error' | 'unsure'> {
  const value = parseIfJson(output)
  const said = successIn(value === undefined ? output : value)
  if (isNothing(error) && said !== false) return said === true ? { output } : { output, unsure: true }
  if (output !== '') return { error: output }
  return { error: typeof error === 'string' ? error : JSON.stringify(error) }
}
