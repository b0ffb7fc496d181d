import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { parseIfJson } from '../../base/json/json-text.ts'
import { askMeant, isMisspelt } from '../../base/text/suggest.ts'
import { listKnown } from '../../base/text/wording.ts'
import { coversTool } from '../language/expectations/tool-pattern.ts'
import { holdsOfNothing } from '../language/matchers/combination.ts'
import type { Matcher } from '../language/matchers/matcher.ts'
import type { Problem } from '../yaml/problem.ts'
import { isFixedName, type NamedCall } from './named-calls.ts'

/** The names of members, each with those below it. Of a tool: `arguments` and `returns`, with what it takes and gives. */
export interface MemberNames extends ReadonlyMap<string, MemberNames> {}

/** How deep to look into parameters, arguments and outputs. */
const deepest = 6

export function namesInSchema({ properties, ...rest }: JsonObject, depth = 0): MemberNames {
  if (depth > deepest) return new Map()
  const below = (inner: JsonValue): MemberNames => (isJsonObject(inner) ? namesInSchema(inner, depth + 1) : new Map())
  const own = Object.entries(isJsonObject(properties) ? properties : {})
  const parts = [rest.items, rest.allOf, rest.anyOf, rest.oneOf].flatMap((each) => each ?? [])
  return mergeNames([new Map(own.map(([name, inner]) => [name, below(inner)])), ...parts.map(below)])
}

/** Those of the items of a list, and of text that is JSON, are its own. */
export function namesInValue(value: JsonValue, depth = 0): MemberNames {
  if (depth > deepest) return new Map()
  if (typeof value === 'string')
    return /^\s*[[{]/.test(value) ? namesInValue(parseIfJson(value) ?? null, depth + 1) : new Map()
  if (Array.isArray(value)) return mergeNames(value.map((each) => namesInValue(each, depth + 1)))
  if (!isJsonObject(value)) return new Map()
  return new Map(Object.entries(value).map(([name, inner]) => [name, namesInValue(inner, depth + 1)]))
}

export interface MadeCall {
  /** In NFC, as `pairCalls` gives it. */
  name: string
  arguments: JsonObject
  output?: { json?: JsonValue } | null
}

export const namesOfTool = (taken: MemberNames, given: MemberNames | null): MemberNames =>
  new Map([
    ['arguments', taken],
    ['returns', given ?? new Map()],
  ])

export function groupNames(calls: readonly MadeCall[]): Map<string, MemberNames> {
  const names = new Map<string, MemberNames>()
  for (const { name, arguments: args, output } of calls) {
    const own = namesOfTool(namesInValue(args), namesInValue(output?.json ?? null))
    names.set(name, mergeNames([names.get(name) ?? new Map(), own]))
  }
  return names
}

export function mergeNames(all: readonly MemberNames[]): MemberNames {
  if (all.length < 2) return all[0] ?? new Map()
  const names = new Set(all.flatMap((each) => [...each.keys()]))
  return new Map([...names].map((name) => [name, mergeNames(all.flatMap((each) => each.get(name) ?? []))]))
}

/** Nearly those of the tool: one forbidden with them would never be found. */
export function findUnknownMembers(named: NamedCall, namesByTool: ReadonlyMap<string, MemberNames>): UnknownMember[] {
  return membersOf(named, namesByTool).filter(({ near }) => near !== undefined)
}

/**
 * Those near to none, where the call is forbidden with them, so that not finding them lets everything pass: a warning,
 * unless a call, or a tool of this name elsewhere, has one.
 */
export function findIdleMembers(
  named: NamedCall,
  declared: ReadonlyMap<string, MemberNames>,
  others: readonly ReadonlyMap<string, MemberNames>[],
): UnknownMember[] {
  return membersOf(named, declared)
    .filter(({ near, isIdle }) => near === undefined && isIdle)
    .filter((each) => !others.some((names) => isNamed(each, names)))
}

function membersOf({ call, use }: NamedCall, namesByTool: ReadonlyMap<string, MemberNames>): UnknownMember[] {
  const names = mergeNames([...namesByTool].flatMap(([tool, own]) => (coversTool(call.name, tool) ? [own] : [])))
  if (!isFixedName(call.name)) return []
  const parts = { arguments: [call.with, call.exactly, call.arguments], returns: [call.returns] }
  const isForbidden = use === 'never'
  return Object.entries(parts).flatMap(([part, matchers]) =>
    matchers.flatMap((matcher) => {
      const partNames = names.get(part)
      if (matcher === undefined || partNames === undefined) return []
      return slipsIn(matcher, partNames, part, isForbidden || call.times !== undefined).map(({ at, ...slip }) => {
        const { message, hint } = describeSlip(call.name, slip)
        const so = slip.isIdle && (isForbidden || call.times === undefined) ? ', so this forbids nothing' : ''
        const severity = slip.near === undefined || use === 'reference' ? { severity: 'warning' as const } : {}
        const code = isForbidden ? 'idle-guardrail' : 'unknown-argument'
        const finding: Omit<Problem, 'file'> = { code, ...severity, at, message: message + so, hint }
        return { finding, tool: call.name, argument: slip.path, near: slip.near, isIdle: slip.isIdle }
      })
    }),
  )
}

/** A member that no tool has, as its path: `arguments.customer.name`. */
interface UnknownMember {
  finding: Omit<Problem, 'file'>
  tool: string
  argument: string
  /** The one whose name it nearly has. */
  near: string | undefined
  /** Whether a condition that does not find it lets everything pass. */
  isIdle: boolean
}

/** Whether calls like these have a tool, and such an argument of it. */
export function isNamed(
  { tool = '', argument }: Pick<Problem, 'tool' | 'argument'>,
  argumentsByTool: ReadonlyMap<string, MemberNames>,
): boolean {
  const has = (names: MemberNames, path: string): boolean =>
    [...names].some(
      ([key, below]) => key === path || (path.startsWith(`${key}.`) && has(below, path.slice(key.length + 1))),
    )
  return [...argumentsByTool].some(
    ([name, names]) => coversTool(tool, name) && (argument === undefined || has(names, argument)),
  )
}

/** The first of the names in some arguments that is nearly one of the tool's, as a message; null if there is none. */
export function findSlip(tool: string, args: JsonObject, names: MemberNames): Pick<Problem, 'message' | 'hint'> | null {
  const slip = slipsBetween(namesInValue(args), names, 'arguments.').find(({ near }) => near !== undefined)
  return slip === undefined ? null : describeSlip(tool, slip)
}

interface Slip {
  key: string
  /** From the tool: `arguments.customer.name`. */
  path: string
  near: string | undefined
  /** What there is beside it. */
  names: MemberNames
}

function describeSlip(tool: string, { key, path, near, names }: Slip): { message: string; hint: string } {
  const part = path.startsWith('returns.') ? 'member of what' : 'argument of'
  const message = `no ${part} ${tool} ${part === 'argument of' ? 'is' : 'returns is'} called ${key}`
  return { message, hint: near === undefined ? listKnown([...names.keys()]) : askMeant(near) }
}

/** A key that none of these names is; none where nothing tells of any. */
function slipOf(key: string, within: string, names: MemberNames): Slip[] {
  if (names.size === 0 || !isFixedName(key)) return []
  return [{ key, path: within + key, near: [...names.keys()].find((name) => isMisspelt(key, name)), names }]
}

function slipsBetween(own: MemberNames, names: MemberNames, within: string): Slip[] {
  return [...own].flatMap(([key, inner]) => {
    const below = names.get(key)
    return below === undefined ? slipOf(key, within, names) : slipsBetween(inner, below, `${within}${key}.`)
  })
}

/** The members that a condition names and nobody knows. `isForbidden`: what does not meet it is well. */
function slipsIn(
  matcher: Matcher,
  names: MemberNames,
  part: string,
  isForbidden: boolean,
): (Slip & Pick<Field, 'at' | 'isIdle'>)[] {
  return fieldsIn(matcher, isForbidden).flatMap(({ key, within, at, isIdle }) => {
    const siblings = within.reduce<MemberNames | undefined>((known, name) => known?.get(name), names)
    if (siblings === undefined || siblings.has(key)) return []
    return slipOf(key, [part, ...within, ''].join('.'), siblings).map((slip) => ({ ...slip, at, isIdle }))
  })
}

/** The paths of what a call is expected, or forbidden, with. */
export function argumentsOf({ with: some, exactly }: NamedCall['call']): string[] {
  return [some, exactly].flatMap((matcher) =>
    matcher === undefined ? [] : fieldsIn(matcher).map(({ key, within }) => [...within, key].join('.')),
  )
}

/** A member that a condition names, and those that it is within. */
interface Field extends Pick<Problem, 'at'> {
  key: string
  within: readonly string[]
  /** Whether a condition that does not find it lets everything pass. */
  isIdle: boolean
}

function fieldsIn(matcher: Matcher, isForbidden = false, within: readonly string[] = []): Field[] {
  const inner = (of: readonly Matcher[], still = isForbidden): Field[] =>
    of.flatMap((each) => fieldsIn(each, still, within))
  const listed = (names: MemberNames, isIdle: boolean): Field[] =>
    pathsIn(names, within).map((path) => ({ ...path, at: matcher.at, isIdle }))
  switch (matcher.kind) {
    case 'not':
    case 'none':
      return inner([matcher.of].flat(), !isForbidden)
    case 'all':
    case 'any':
    case 'each':
    case 'json':
    case 'folded':
      return inner([matcher.of].flat())
    case 'items':
    case 'in any order':
      return inner(matcher.items)
    case 'contains':
      return inner(matcher.parts)
    case 'equals':
      return listed(namesInValue(matcher.value), isForbidden)
    case 'schema':
      return listed(namesInSchema(matcher.schema), !isForbidden)
    case 'fields':
      return matcher.fields.flatMap(({ key, matcher: of, at }) => [
        { key, within, at, isIdle: (holdsOfNothing(of) === true) !== isForbidden },
        ...fieldsIn(of, isForbidden, [...within, key]),
      ])
    default:
      return []
  }
}

/** All names, each with those that it is within. */
export function pathsIn(names: MemberNames, within: readonly string[] = []): Pick<Field, 'key' | 'within'>[] {
  return [...names].flatMap(([key, below]) => [{ key, within }, ...pathsIn(below, [...within, key])])
}
