import type { CallExpectation, Phase } from '../language/call-expectation.ts'
import type { CallsExpectation } from '../language/calls-expectation.ts'
import { coversTool } from '../language/tool-name.ts'
import type { Place } from '../yaml/place.ts'
import { type DemandedCall, isPlain } from './demanded-calls.ts'
import { namedCalls, narrowed } from './named-calls.ts'

/** Something in a script that rules calls out, whatever their arguments and outputs. */
export interface BannedCalls {
  at: Place
  /** `none` rules every call out, `never` the one it names, `exactly` those it does not list. */
  rule: 'none' | 'never' | 'exactly'
  tools: readonly string[]
  /** The phase it is about; null means the whole turn. */
  phase: Phase | null
}

/** What an expectation of calls rules out for certain. A `never` with details forbids only some calls of a tool and is left out. */
export function bannedCalls(expected: CallsExpectation, within: readonly Phase[] = []): BannedCalls[] {
  const { at, none, exactly } = expected
  const listed = exactly?.map(({ name }) => name)
  const here: (BannedCalls | undefined)[] = [
    none === undefined ? undefined : ban(at, 'none', [], within),
    listed === undefined || !listed.every(isPlain) ? undefined : ban(at, 'exactly', listed, within),
  ]
  const never =
    within.length === 0 ? namedCalls(expected).filter(({ use, call }) => use === 'never' && isBare(call)) : []
  return [
    ...here,
    ...never.map(({ call, phases }) => ban(call.at, 'never', [call.name], phases)),
    ...narrowed(expected, within).flatMap(({ calls, phases }) => bannedCalls(calls, phases)),
  ].filter((each) => each !== undefined)
}

/** Whether a call that has to be there is ruled out. */
export function rulesOut({ rule, tools, phase }: BannedCalls, demanded: DemandedCall): boolean {
  const inScope = phase === null || (demanded.phases.length === 1 && demanded.phases[0] === phase)
  if (!inScope) return false
  return rule === 'none' || tools.some((tool) => coversTool(tool, demanded.tool)) === (rule === 'never')
}

/** What is ruled out, in words that follow a line number. */
export function describeBan({ rule, phase }: BannedCalls): string {
  const where = phase === null ? '' : ` in the phase ${phase}`
  if (rule === 'none') return `expects no call${where}`
  return rule === 'never' ? `forbids it${where}` : `lists every call${where}, and not this one`
}

/** Two phases at once hold no call, so nothing is ruled out there. */
function ban(
  at: Place,
  rule: BannedCalls['rule'],
  tools: readonly string[],
  phases: readonly Phase[],
): BannedCalls | undefined {
  return phases.length > 1 ? undefined : { at, rule, tools, phase: phases[0] ?? null }
}

function isBare({ name, at, phase, ...details }: CallExpectation): boolean {
  return isPlain(name) && Object.keys(details).length === 0
}
