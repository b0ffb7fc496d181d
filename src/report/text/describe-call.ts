import { suggest } from '../../base/suggest.ts'
import { showValue } from '../../engine/expect/describe-matcher.ts'
import type { Mismatch } from '../../engine/expect/mismatch.ts'
import type { CallSeen, Outcome } from '../../engine/expect/outcome.ts'
import { listMismatches } from './list-mismatches.ts'

/** Describes a missing or wrong call: the closest call with its differences, or the calls that were made. */
export function describeCall(outcome: Outcome & { kind: 'call' }): string {
  const { name, verdict, closest, mismatches, made } = outcome
  if (closest === null) return describeMissing(outcome)
  if (verdict === 'not judged') return describeUnknown(name, mismatches)
  if (mismatches.length > 0)
    return [`${name} was called, but ${headline(mismatches)}`, ...listMismatches(mismatches)].join('\n')
  return made.length === 0
    ? `${name} was called`
    : `${name} was called, but not in the expected order\n  calls made  ${listCalls(made)}`
}

/** Describes a call that should not have been made. */
export function describeUnexpected({ rule, call, verdict }: Outcome & { kind: 'unexpected call' }): string {
  const name = call?.name ?? 'a tool'
  if (verdict === 'not judged')
    return `${name} was called, but whether ${rule} rules it out is not known: its phase is missing`
  const reason = {
    never: `${name} must never be called here`,
    none: `no tool should be called, but ${name} was`,
    exactly: `${name} was called beyond the calls that are listed`,
  }[rule]
  return call === null
    ? reason
    : `${reason}\n  arguments  ${showValue(call.arguments)}\n  phase      ${call.phase ?? 'none'}`
}

/** Describes a wrong number of calls, or the right number at the wrong point. */
export function describeCount({ name, verdict, mismatches, made }: Outcome & { kind: 'call count' }): string {
  const [first, ...others] = mismatches
  if (verdict === 'not judged') return describeUnknown(name ?? 'a tool', mismatches)
  if (first === undefined) return name === null ? 'as many calls as expected' : `as many calls of ${name} as expected`
  if (!first.path.startsWith('the number'))
    return [`${name} was called, but ${headline(mismatches)}`, ...listMismatches(mismatches)].join('\n')
  const what = name === null ? 'the number of calls' : `the number of matching calls of ${name}`
  return [
    `${what} is ${showValue(first.actual)}`,
    `  expected    ${first.expected}`,
    `  calls made  ${listCalls(made)}`,
    ...listMismatches(others),
  ].join('\n')
}

function describeUnknown(name: string, [first]: readonly Mismatch[]): string {
  const what = first?.path === 'phase' ? 'in which phase' : 'how long it took'
  return `${name} was called, but the service did not say ${what}\n  expected  ${first?.expected ?? ''}`
}

/** Describes an expectation without a matching call: the tool was never called, or too few times. */
function describeMissing({ name, made, inPhase }: Outcome & { kind: 'call' }): string {
  const elsewhere = made.find((call) => call.name === name && call.phase !== inPhase)
  if (
    inPhase !== undefined &&
    elsewhere !== undefined &&
    !made.some((call) => call.name === name && call.phase === inPhase)
  ) {
    return `${name} was called, but in another phase\n  expected  ${inPhase}\n  actual    ${elsewhere.phase ?? 'none'}`
  }
  const times = made.filter((call) => call.name === name).length
  const names = made.map((call) => call.name)
  const near = times > 0 ? undefined : suggest(name, names)
  const first =
    times === 0
      ? `${name} was not called`
      : `${name} was called ${times === 1 ? 'once' : `${times} times`}, which is too few`
  return [first, `  calls made  ${listCalls(made)}`, ...(near === undefined ? [] : [`  did you mean ${near}?`])].join(
    '\n',
  )
}

function headline(mismatches: readonly Mismatch[]): string {
  const parts = new Set(mismatches.map(({ path }) => path.split(/[.[ ]/, 1)[0] ?? ''))
  const words: Record<string, string> = {
    arguments: 'with other arguments',
    output: 'it returned something else',
    phase: 'in another phase',
    is_error: isErrorHeadline(mismatches),
    executionTimeMs: 'it took too long',
    order: 'at another point',
    before: 'at another point',
    after: 'at another point',
  }
  return [...new Set([...parts].map((part) => words[part] ?? 'otherwise'))].join(', and ')
}

function isErrorHeadline(mismatches: readonly Mismatch[]): string {
  const actual = mismatches.find(({ path }) => path === 'is_error')?.actual
  if (actual === undefined) return 'it gave no output'
  return actual === true ? 'it failed' : 'it did not fail'
}

function listCalls(made: readonly CallSeen[]): string {
  return made.length === 0
    ? 'none'
    : made.map(({ name, phase }) => (phase === null || phase === 'during' ? name : `${name} (${phase})`)).join(', ')
}
