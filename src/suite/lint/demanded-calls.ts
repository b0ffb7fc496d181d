import type { Phase } from '../language/call-expectation.ts'
import type { CallsExpectation } from '../language/calls-expectation.ts'
import type { Turn } from '../language/turn.ts'
import type { Place } from '../yaml/place.ts'
import { namedCalls } from './named-calls.ts'

/** A call without which a turn cannot be what its script says. */
export interface DemandedCall {
  tool: string
  at: Place
  /** The phases it has to have; none means any, and more than one cannot be. */
  phases: readonly Phase[]
}

/** The calls that an expectation cannot do without: those it lists, and those that they come `before` or `after`. */
export function demandedCalls(expected: CallsExpectation): DemandedCall[] {
  return namedCalls(expected).flatMap(({ call, use, phases }) => {
    if (use !== 'expected') return []
    const neighbours = [...(call.before ?? []), ...(call.after ?? [])]
    return [
      { tool: call.name, at: call.at, phases },
      ...neighbours.map(({ value, at }): DemandedCall => ({ tool: value, at, phases: [] })),
    ].filter(({ tool }) => isPlain(tool))
  })
}

/** The calls that the captures of a turn need: `calls.<tool>.…`. */
export function capturedCalls({ capture = [] }: Turn): DemandedCall[] {
  return capture.flatMap(({ value: { value: path, at } }): DemandedCall[] => {
    const tool = /^calls\.([^.[\]]+)/.exec(path)?.[1]
    return tool === undefined || !isPlain(tool) ? [] : [{ tool, at, phases: [] }]
  })
}

/** False for a name that holds a `{{variable}}`, which is known only when the turn is sent. */
export function isPlain(tool: string): boolean {
  return !tool.includes('{{')
}
