import type { CallExpectation, Phase } from '../language/call-expectation.ts'
import type { CallsExpectation } from '../language/calls-expectation.ts'

/** One call that an expectation names, however deep it stands. */
export interface NamedCall {
  call: CallExpectation
  /** `expected`: it has to be there. `counted`: `times` says how often, perhaps never. `reference` is never judged. */
  use: 'expected' | 'counted' | 'never' | 'reference'
  /** The phases asked for by `pre`, `during` and `post` around it and by its own `phase`; none means any. */
  phases: readonly Phase[]
}

/** Every call that an expectation of calls names. */
export function namedCalls(expected: CallsExpectation, within: readonly Phase[] = []): NamedCall[] {
  const { inOrder = [], exactly = [], anyOrder = [], never = [], reference = [] } = expected
  const named = (calls: readonly CallExpectation[], use: NamedCall['use']): NamedCall[] =>
    calls.map((call) => ({
      call,
      use: use === 'expected' && call.times !== undefined ? 'counted' : use,
      phases: unique(call.phase === undefined ? within : [...within, call.phase.value]),
    }))
  return [
    ...named([...inOrder, ...exactly, ...anyOrder], 'expected'),
    ...named(never, 'never'),
    ...named(reference, 'reference'),
    ...narrowed(expected, within).flatMap(({ calls, phases }) => namedCalls(calls, phases)),
  ]
}

/** The parts under `pre`, `during` and `post`, with the phases that hold there. */
export function narrowed(
  { pre, during, post }: CallsExpectation,
  within: readonly Phase[],
): { calls: CallsExpectation; phases: readonly Phase[] }[] {
  const parts: [Phase, CallsExpectation | undefined][] = [
    ['pre', pre],
    ['during', during],
    ['post', post],
  ]
  return parts.flatMap(([phase, calls]) => (calls === undefined ? [] : [{ calls, phases: unique([...within, phase]) }]))
}

function unique(phases: readonly Phase[]): Phase[] {
  return [...new Set(phases)]
}
