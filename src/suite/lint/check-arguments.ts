import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { askMeant, isMisspelt } from '../../base/text/suggest.ts'
import { coversTool } from '../language/expectations/tool-pattern.ts'
import type { Matcher } from '../language/matchers/matcher.ts'
import type { Problem } from '../yaml/problem.ts'
import { isFixedName, type NamedCall } from './named-calls.ts'

/** The names of a tool's arguments, or of an argument's members, each with those below it. */
export interface ArgumentNames extends ReadonlyMap<string, ArgumentNames> {}

/** How deep to look into parameters and arguments. */
const deepest = 6

export function namesInSchema({ properties }: JsonObject, depth = 0): ArgumentNames {
  if (!isJsonObject(properties) || depth > deepest) return new Map()
  return new Map(
    Object.entries(properties).map(([name, inner]) => [
      name,
      isJsonObject(inner) ? namesInSchema(inner, depth + 1) : new Map(),
    ]),
  )
}

function namesInValue(value: JsonValue, depth = 0): ArgumentNames {
  if (!isJsonObject(value) || depth > deepest) return new Map()
  return new Map(Object.entries(value).map(([name, inner]) => [name, namesInValue(inner, depth + 1)]))
}

export interface MadeCall {
  name: string
  arguments: JsonObject
}

export function groupNames(calls: readonly MadeCall[]): Map<string, ArgumentNames> {
  const names = new Map<string, ArgumentNames>()
  for (const { name, arguments: args } of calls)
    names.set(name, mergeNames([names.get(name) ?? new Map(), namesInValue(args)]))
  return names
}

export function mergeNames(all: readonly ArgumentNames[]): ArgumentNames {
  if (all.length < 2) return all[0] ?? new Map()
  const names = new Set(all.flatMap((each) => [...each.keys()]))
  return new Map([...names].map((name) => [name, mergeNames(all.flatMap((each) => each.get(name) ?? []))]))
}

/** Nearly those of the tool: one forbidden with them would never be found. Other unknown names may be meant. */
export function findUnknownArguments(
  { call, use }: NamedCall,
  argumentsByTool: ReadonlyMap<string, ArgumentNames>,
): UnknownArgument[] {
  const names = mergeNames([...argumentsByTool].flatMap(([tool, own]) => (coversTool(call.name, tool) ? [own] : [])))
  if (!isFixedName(call.name) || names.size === 0) return []
  const slips = [call.with, call.exactly].flatMap((matcher) => (matcher === undefined ? [] : slipsIn(matcher, names)))
  const so = use === 'never' ? ', so this forbids nothing' : ''
  return slips.map(({ at, path, ...slip }) => {
    const { message, hint } = describeSlip(call.name, slip)
    const code = use === 'never' ? 'idle-guardrail' : 'unknown-argument'
    return { finding: { code, at, message: message + so, hint }, tool: call.name, argument: path }
  })
}

/** An argument that no tool has, as its path from the arguments: `customer.name`. */
interface UnknownArgument {
  finding: Omit<Problem, 'file'>
  tool: string
  argument: string
}

/** Whether calls like these have a tool, and such an argument of it. */
export function isNamed(
  { tool = '', argument }: Pick<Problem, 'tool' | 'argument'>,
  argumentsByTool: ReadonlyMap<string, ArgumentNames>,
): boolean {
  const has = (names: ArgumentNames, path: string): boolean =>
    [...names].some(
      ([key, below]) => key === path || (path.startsWith(`${key}.`) && has(below, path.slice(key.length + 1))),
    )
  return [...argumentsByTool].some(
    ([name, names]) => coversTool(tool, name) && (argument === undefined || has(names, argument)),
  )
}

/** The first of the names in some arguments that is nearly one of the tool's, as a message; null if there is none. */
export function findSlip(
  tool: string,
  args: JsonObject,
  names: ArgumentNames,
): Pick<Problem, 'message' | 'hint'> | null {
  const [slip] = slipsBetween(namesInValue(args), names)
  return slip === undefined ? null : describeSlip(tool, slip)
}

interface Slip {
  key: string
  near: string
}

const describeSlip = (tool: string, { key, near }: Slip): { message: string; hint: string } => ({
  message: `no argument of ${tool} is called ${key}`,
  hint: askMeant(near),
})

const nearTo = (key: string, names: ArgumentNames): string | undefined =>
  [...names.keys()].find((name) => isMisspelt(key, name))

function slipsBetween(own: ArgumentNames, names: ArgumentNames): Slip[] {
  return [...own].flatMap(([key, inner]) => {
    const below = names.get(key)
    if (below !== undefined) return slipsBetween(inner, below)
    const near = nearTo(key, names)
    return near === undefined ? [] : [{ key, near }]
  })
}

/** The members that a condition names although only one with nearly that name is known, each with its path. */
function slipsIn(
  matcher: Matcher,
  names: ArgumentNames,
  within = '',
): (Slip & Pick<Problem, 'at'> & { path: string })[] {
  if (matcher.kind === 'not') return slipsIn(matcher.of, names, within)
  if (matcher.kind === 'all' || matcher.kind === 'any' || matcher.kind === 'none')
    return matcher.of.flatMap((each) => slipsIn(each, names, within))
  if (matcher.kind !== 'fields') return []
  return matcher.fields.flatMap(({ key, matcher: inner, at }) => {
    const below = names.get(key)
    const path = within + key
    if (below !== undefined) return slipsIn(inner, below, `${path}.`)
    const near = nearTo(key, names)
    return near === undefined ? [] : [{ key, near, at, path }]
  })
}
