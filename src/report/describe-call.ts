import { suggest } from '../base/suggest.ts'
import { showValue } from '../expect/describe-matcher.ts'
import type { Mismatch } from '../expect/mismatch.ts'
import type { CallSeen, Outcome } from '../expect/outcome.ts'

/** A call that was expected and did not come as expected: the closest call with its differences, or the calls that were made. */
export function describeCall({ name, closest, mismatches, made }: Outcome & { kind: 'call' }): string {
  if (closest === null) {
    const near = suggest(
      name,
      made.map((call) => call.name),
    )
    return [
      `${name} was not called`,
      `  calls made  ${listCalls(made)}`,
      ...(near === undefined ? [] : [`  did you mean ${near}?`]),
    ].join('\n')
  }
  if (mismatches.length === 0)
    return `${name} was called, but not in the expected order\n  calls made  ${listCalls(made)}`
  return [`${name} was called, but ${headline(mismatches)}`, ...mismatches.map(line)].join('\n')
}

/** A call that must not be there. */
export function describeUnexpected({ rule, call }: Outcome & { kind: 'unexpected call' }): string {
  const name = call?.name ?? 'a tool'
  const reason = {
    never: `${name} must never be called here`,
    none: `no tool should be called, but ${name} was`,
    exactly: `${name} was called beyond the calls that are listed`,
  }[rule]
  return call === null
    ? reason
    : `${reason}\n  arguments  ${showValue(call.arguments)}\n  phase      ${call.phase ?? 'none'}`
}

/** Another number of calls than expected. */
export function describeCount({ name, mismatches, made }: Outcome & { kind: 'call count' }): string {
  const { expected, actual } = mismatches[0] ?? { expected: '', actual: 0 }
  return `${name === null ? 'the number of calls' : `the number of matching calls of ${name}`} is ${showValue(actual)}\n  expected    ${expected}\n  calls made  ${listCalls(made)}`
}

function headline(mismatches: readonly Mismatch[]): string {
  const parts = new Set(mismatches.map(({ path }) => path.split(/[.[]/, 1)[0] ?? ''))
  const words: Record<string, string> = {
    arguments: 'with other arguments',
    output: 'it returned something else',
    phase: 'in another phase',
    is_error: mismatches.some(({ path, actual }) => path === 'is_error' && actual === true)
      ? 'it failed'
      : 'it did not fail',
    executionTimeMs: 'it took too long',
    order: 'at another point',
    before: 'at another point',
    after: 'at another point',
  }
  return [...new Set([...parts].map((part) => words[part] ?? 'otherwise'))].join(', and ')
}

function line({ path, expected, actual }: Mismatch): string {
  if (path === 'executionTimeMs')
    return `  executionTimeMs: expected ${expected}, but here is ${actual === undefined ? 'no time' : `${String(actual)} ms`}`
  return `  ${path}: expected ${expected}, but here is ${showValue(actual)}`
}

function listCalls(made: readonly CallSeen[]): string {
  return made.length === 0
    ? 'none'
    : made.map(({ name, phase }) => (phase === null || phase === 'during' ? name : `${name} (${phase})`)).join(', ')
}
