import type { Violation } from '../../wire/api/shape.ts'
import type { Refusal } from '../answer/answer.ts'

/**
 * Members that can have the right type and a wrong format: the interface states the format, but not the answer to a
 * mistake.
 */
const forms: [path: RegExp, rule: string][] = [
  [/^(start|end)_?[wW]orking_?[hH]our$/, 'SCH-16'],
  [/^timezone$/, 'SCH-17'],
  [/^schedule(Time|_time)$/, 'SCH-19'],
  [/^whatsappOptions\.messageType$/, 'WAO-03'],
  [/^emailOptions\.messageType$/, 'EMO-02'],
  [/^agent_?[vV]ersion$/, 'CHA-25'],
  [/^sessionId$/, 'CHA-08'],
]

/** The 422 for members of a wrong type or format: each with its path, what was expected and what came. */
export function explainViolations(violations: readonly Violation[]): Refusal {
  const list = violations.map(({ path, expected, actual }) => `${path}: expected ${expected}, but here is ${actual}`)
  const refusal: Refusal = { errorCode: 'validationError', message: list.join('; ') }
  const rules = violations.map(({ path, actual }) => ruleOf(path, actual))
  const [first] = rules
  if (first === undefined || first === null || rules.includes(null)) return refusal
  const other: Refusal = {
    errorCode: first === 'CHA-08' ? 'sessionNotFound' : 'localBadRequest',
    message: refusal.message,
  }
  return { ...refusal, decision: first, others: [other] }
}

/** Null if the type itself is wrong, which the interface answers with 422. */
function ruleOf(path: string, actual: string): string | null {
  const typed = actual.startsWith('"') || /^-?[\d.e+]+$/.test(actual)
  const rule = forms.find(([pattern]) => pattern.test(path))?.[1]
  if (rule === undefined || !typed) return null
  return rule === 'CHA-25' || actual.startsWith('"') ? rule : null
}
