import { unique } from '../../base/group-by.ts'
import type { CallExpectation, CallPhase } from '../language/expectations/call-expectation.ts'
import type { CallsExpectation } from '../language/expectations/calls-expectation.ts'
import { coversTool } from '../language/expectations/tool-pattern.ts'
import type { Turn } from '../language/script/turn.ts'
import type { Place } from '../yaml/place.ts'

export interface NamedCall {
  call: CallExpectation
  /** `expected`: it must occur. `counted`: `times` says how often, maybe never. `only` allows it. `reference` is never judged. */
  use: 'expected' | 'counted' | 'never' | 'only' | 'reference'
  /** The phases required by `pre`, `during` and `post` around it and by its own `phase`; empty means any. */
  phases: readonly CallPhase[]
}

export function namedCalls(expected: CallsExpectation, within: readonly CallPhase[] = []): NamedCall[] {
  const { inOrder = [], exactly = [], anyOrder = [], never = [], only = [], reference = [] } = expected
  const nameCalls = (calls: readonly CallExpectation[], use: NamedCall['use']): NamedCall[] =>
    calls.map((call) => ({
      call,
      use: use === 'expected' && call.times !== undefined ? 'counted' : use,
      phases: unique(call.phase === undefined ? within : [...within, call.phase.value]),
    }))
  return [
    ...nameCalls([...inOrder, ...exactly, ...anyOrder], 'expected'),
    ...nameCalls(never, 'never'),
    ...only.flatMap(({ value: name, at }) => nameCalls([{ name, at }], 'only')),
    ...nameCalls(reference, 'reference'),
    ...narrowed(expected, within).flatMap(({ calls, phases }) => namedCalls(calls, phases)),
  ]
}

function narrowed(
  { pre, during, post }: CallsExpectation,
  within: readonly CallPhase[],
): { calls: CallsExpectation; phases: readonly CallPhase[] }[] {
  const parts = Object.entries({ pre, during, post }) as [CallPhase, CallsExpectation | undefined][]
  return parts.flatMap(([phase, calls]) => (calls === undefined ? [] : [{ calls, phases: unique([...within, phase]) }]))
}

/** A call without which a turn cannot meet its expectations. */
export interface DemandedCall {
  tool: string
  at: Place
  /** The phases that it must have; empty means any, and more than one is impossible. */
  phases: readonly CallPhase[]
}

/** Those that it lists, and those that they come `before` or `after`. */
export function demandedCalls(expected: CallsExpectation): DemandedCall[] {
  return namedCalls(expected).flatMap(({ call, use, phases }) => {
    if (use !== 'expected') return []
    const neighbours = [...(call.before ?? []), ...(call.after ?? [])]
    return [
      { tool: call.name, at: call.at, phases },
      ...neighbours.map(({ value, at }): DemandedCall => ({ tool: value, at, phases: [] })),
    ].filter(({ tool }) => isFixedName(tool))
  })
}

/** The calls that the captures of a turn need: `calls.<tool>.…`. */
export function capturedCalls({ capture = [] }: Turn): DemandedCall[] {
  return capture.flatMap(({ value: { value: path, at } }): DemandedCall[] => {
    const tool = /^calls\.([^.[\]]+)/.exec(path)?.[1]
    return tool === undefined || !isFixedName(tool) ? [] : [{ tool, at, phases: [] }]
  })
}

/** False for a name with a `{{variable}}`, whose value is only known when the turn is sent. */
export function isFixedName(tool: string): boolean {
  return !tool.includes('{{')
}

/** An expectation that forbids calls, whatever their arguments and outputs. */
export interface BannedCalls {
  at: Place
  /** `none` forbids every call, `never` the one that it names, `exactly` and `only` those that they do not list. */
  rule: 'none' | 'never' | 'exactly' | 'only'
  tools: readonly string[]
  /** The phase that it applies to; null means the whole turn. */
  phase: CallPhase | null
}

/** A `never` with details forbids only some calls of a tool and is left out. */
export function bannedCalls(expected: CallsExpectation, within: readonly CallPhase[] = []): BannedCalls[] {
  const { at, none, exactly, only } = expected
  const exactNames = exactly?.map(({ name }) => name)
  const allowed = only?.map(({ value }) => value)
  const here: (BannedCalls | undefined)[] = [
    none === undefined ? undefined : ban(at, 'none', [], within),
    exactNames === undefined || !exactNames.every(isFixedName) ? undefined : ban(at, 'exactly', exactNames, within),
    allowed === undefined || !allowed.every(isFixedName) ? undefined : ban(at, 'only', allowed, within),
  ]
  const never =
    within.length === 0 ? namedCalls(expected).filter(({ use, call }) => use === 'never' && isBare(call)) : []
  return [
    ...here,
    ...never.map(({ call, phases }) => ban(call.at, 'never', [call.name], phases)),
    ...narrowed(expected, within).flatMap(({ calls, phases }) => bannedCalls(calls, phases)),
  ].filter((each) => each !== undefined)
}

export function rulesOut({ rule, tools, phase }: BannedCalls, demanded: DemandedCall): boolean {
  const inScope = phase === null || (demanded.phases.length === 1 && demanded.phases[0] === phase)
  if (!inScope) return false
  return rule === 'none' || tools.some((tool) => coversTool(tool, demanded.tool)) === (rule === 'never')
}

/** Describes a ban in words that follow a line number. */
export function describeBan({ rule, phase }: BannedCalls): string {
  const where = phase === null ? '' : ` in the phase ${phase}`
  if (rule === 'none') return `expects no call${where}`
  if (rule === 'only') return `allows only other tools${where}`
  return rule === 'never' ? `forbids it${where}` : `lists every call${where}, and not this one`
}

/** A ban, or undefined for two phases at once: no call is in both, so nothing is forbidden. */
function ban(
  at: Place,
  rule: BannedCalls['rule'],
  tools: readonly string[],
  phases: readonly CallPhase[],
): BannedCalls | undefined {
  return phases.length > 1 ? undefined : { at, rule, tools, phase: phases[0] ?? null }
}

function isBare({ name, at, phase, ...details }: CallExpectation): boolean {
  return isFixedName(name) && Object.keys(details).length === 0
}
