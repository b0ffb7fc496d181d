import { namesIn } from '../language/matchers/fill-text.ts'
import { compileSchema } from '../language/matchers/json-schema.ts'
import type { Plan } from '../plan/plan.ts'
import type { Problem } from '../yaml/problem.ts'
import { findSlip } from './check-arguments.ts'
import type { Reach } from './reach.ts'

/** No agent can have made calls that every version's schema refuses. A captured value is not known yet. */
export function checkHistory({ conversation, file }: Plan, { takes, guessed }: Reach): Problem[] {
  const calls = (conversation.history?.exchanges ?? []).flatMap(({ entries }) =>
    entries.flatMap((entry) => ('tool' in entry ? [entry] : [])),
  )
  return calls.flatMap(({ tool, at, body }): Problem[] => {
    const { parameters = [], named = new Map() } = takes.get(tool) ?? {}
    const severity = guessed ? { severity: 'warning' as const } : {}
    const slip = findSlip(tool, body.arguments, named)
    if (slip !== null) return [{ code: 'unknown-argument', file, at, ...slip, ...severity }]
    if (parameters.length === 0 || namesIn(body.arguments).length > 0) return []
    const violations = parameters.map((schema) => {
      const compiled = compileSchema(schema)
      return compiled.ok ? compiled.violations(body.arguments) : []
    })
    const [first] = violations[0] ?? []
    if (first === undefined || violations.some(({ length }) => length === 0)) return []
    const where = first.path === '' ? 'its arguments' : first.path.replace(/^\./, '')
    const message = `${tool} cannot have been called so: its parameters expect ${first.expected} at ${where}`
    return [{ code: 'unknown-argument', file, at, message, hint: 'write what the agent would send', ...severity }]
  })
}
