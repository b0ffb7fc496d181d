import { isJsonObject, type JsonObject, type JsonValue, setMember } from '../../../base/json/json.ts'
import { toNormalForm } from '../../../base/text/normal-form.ts'

/** The pulled data of one version: name and description from its blueprint, and its configuration. */
export interface PulledVersion {
  number: number
  name: string
  description: string
  config: JsonObject
}

/** A member of the configuration for which a version has its own key. */
interface OwnKey {
  /** Its path in the configuration, and in the version. */
  from: readonly string[]
  to: readonly string[]
  /** The value as the version states it; undefined if only `blueprint` can hold it. */
  state(value: JsonValue | undefined): JsonValue | undefined
}

/** The keys of a version that stand for members of the configuration, in file order. */
const ownKeys: readonly OwnKey[] = [
  { from: ['agentInstructions', 'systemContext'], to: ['prompt'], state: statePrompt },
  { from: ['agentInstructions', 'initialMessage', 'messageContent'], to: ['initial message'], state: stateText },
  { from: ['agentInstructions', 'initialMessage', 'firstSpeaker'], to: ['first speaker'], state: stateText },
  { from: ['dynamicVariablesConfig'], to: ['variables'], state: stateVariables },
  { from: ['functionSettings', 'preCall'], to: ['functions', 'pre'], state: stateNames },
  { from: ['functionSettings', 'duringCall'], to: ['functions', 'during'], state: stateNames },
  { from: ['functionSettings', 'postCall'], to: ['functions', 'post'], state: stateNames },
  { from: ['agentsList'], to: ['hands off to'], state: stateHandoffs },
]

/** Where and how a version states one member, by its own key or below `blueprint`; `not` must then not have it. */
export function stateMember(
  path: readonly string[],
  value: JsonValue,
): { to: readonly string[]; value: JsonValue; not: readonly string[] | null } {
  const below = ['blueprint', ...path]
  const own = ownKeys.find(({ from }) => from.join('\n') === path.join('\n'))
  const statement = own?.state(value)
  if (own === undefined) return { to: below, value, not: null }
  return statement === undefined ? { to: below, value, not: own.to } : { to: own.to, value: statement, not: below }
}

/** A whole configuration as a version's members, in file order; what no key expresses goes below `blueprint`. */
export function stateConfig(config: JsonObject): JsonObject {
  const statement: JsonObject = {}
  const rest = structuredClone(config)
  const isListing = ownKeys.every(
    ({ from, to, state }) => to[0] !== 'functions' || state(memberAt(config, from)) !== undefined,
  )
  for (const { from, to, state } of ownKeys) {
    const value = to[0] === 'functions' && !isListing ? undefined : state(memberAt(config, from))
    if (value === undefined) continue
    putAt(statement, to, value)
    removeAt(rest, from)
  }
  if (Object.keys(rest).length > 0) statement.blueprint = rest
  return statement
}

/** The functions of a configuration, each once, in the order of its phases. */
export function functionsOf({ functionSettings }: JsonObject): string[] {
  if (!isJsonObject(functionSettings)) return []
  const functionEntries = ['preCall', 'duringCall', 'postCall'].flatMap((phase) => functionSettings[phase] ?? [])
  return [...new Set(functionEntries.filter((each) => typeof each === 'string' && each !== ''))] as string[]
}

/** One value of a configuration with the path to it. Lists and empty objects are values as a whole. */
export interface BlueprintLeaf {
  path: readonly string[]
  value: JsonValue
}

export function leavesOf(
  value: JsonValue,
  path: readonly string[] = [],
  leaves: Map<string, BlueprintLeaf> = new Map(),
): Map<string, BlueprintLeaf> {
  const members = isJsonObject(value) ? Object.entries(value) : []
  if (members.length === 0) leaves.set(JSON.stringify(path), { path, value })
  for (const [key, member] of members) leavesOf(member, [...path, key], leaves)
  return leaves
}

export function memberAt(value: JsonObject, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (inner, key) => (isJsonObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  )
}

/** Sets the member at a path, and creates the objects on the way. */
export function putAt(into: JsonObject, [key = '', ...rest]: readonly string[], value: JsonValue): void {
  if (rest.length === 0) {
    setMember(into, key, value)
    return
  }
  const own = Object.hasOwn(into, key) ? into[key] : undefined
  const inner = isJsonObject(own) ? own : {}
  setMember(into, key, inner)
  putAt(inner, rest, value)
}

/** Removes a member, and the objects that contained nothing else. */
export function removeAt(from: JsonObject, [key = '', ...rest]: readonly string[]): void {
  if (!Object.hasOwn(from, key)) return
  const inner = from[key]
  if (rest.length === 0) delete from[key]
  else if (isJsonObject(inner)) {
    removeAt(inner, rest)
    if (Object.keys(inner).length === 0) delete from[key]
  }
}

function stateText(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function stateNames(value: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '') ? value : undefined
}

/** A single text needs no list. */
function statePrompt(value: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const texts = value.map((each) =>
    isJsonObject(each) && hasJust(each, ['system']) ? stateText(each.system) : undefined,
  )
  if (texts.some((each) => each === undefined)) return undefined
  return texts.length === 1 ? texts[0] : (texts as string[])
}

/** Only names, if all handoffs are what a name means: the published version, with this agent's settings. */
function stateHandoffs(value: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(value)) return undefined
  const names = value.map((each) => {
    if (!isJsonObject(each) || !hasJust(each, ['transferTo', 'useBaseSettings', 'agentVersion'])) return undefined
    return each.useBaseSettings === true && each.agentVersion === 'DEFAULT' ? stateText(each.transferTo) : undefined
  })
  return names.some((each) => each === undefined) ? undefined : (names as string[])
}

/** Names that a mapping cannot hold, or not in this order, stay a list below `blueprint`. */
function stateVariables(value: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(value)) return undefined
  const descriptions: JsonObject = {}
  for (const each of value) {
    if (!isJsonObject(each) || !hasJust(each, ['name', 'description'])) return undefined
    const { name, description } = each
    if (typeof name !== 'string' || typeof description !== 'string' || !/^[\p{L}_][\p{L}\p{N}_ .-]*$/u.test(name))
      return undefined
    const names = Object.keys(descriptions).map((other) => toNormalForm(other, 'NFC'))
    if (name === '__proto__' || names.includes(toNormalForm(name, 'NFC'))) return undefined
    descriptions[name] = description
  }
  return descriptions
}

function hasJust(value: JsonObject, members: readonly string[]): boolean {
  return Object.keys(value).length === members.length && members.every((each) => Object.hasOwn(value, each))
}
