import { isJsonObject, type JsonValue } from './json.ts'

/** What an output says of its success: false for `{ "error": … }`, true for `{ "ok": true }`, null for nothing. */
export function successIn(output: JsonValue): boolean | null {
  if (typeof output === 'string' && /^\s*error\b/i.test(output)) return false
  if (!isJsonObject(output)) return null
  const { error, errors, success, ok, isError, is_error: isErrorToo } = output
  if (![error, errors, isError, isErrorToo].every(isNothing) || success === false || ok === false) return false
  return success === true || ok === true || isError === false || isErrorToo === false ? true : null
}

/** Whether a member for an error says that there is none. */
export function isNothing(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === undefined || value === null || value === false || value === ''
}
