import { unique } from '../../base/group-by.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { writeSorted } from '../../base/json/walk-json.ts'
import { memberPath } from '../align/tokens.ts'
import { diffWords } from '../diff/diff-words.ts'
import type { AgentDifference, BlueprintChange } from './blueprint-shape.ts'
import type { BlueprintSight } from './see-blueprint.ts'

export type { AgentDifference, BlueprintChange } from './blueprint-shape.ts'

/** The visible differences between two versions: prompts first, then functions, then settings by name. */
export function compareBlueprints(agent: string, a: BlueprintSight, b: BlueprintSight): AgentDifference {
  const labels = { agent, a: a.kind === 'seen' ? a.label : null, b: b.kind === 'seen' ? b.label : null }
  if (a.kind === 'unseen' || b.kind === 'unseen') {
    const reasons = [a, b].flatMap((sight) => (sight.kind === 'unseen' ? [sight.reason] : []))
    return { ...labels, unseen: [...new Set(reasons)].join('; '), changes: [] }
  }
  const [membersA, membersB] = [listMembers(a.config), listMembers(b.config)]
  const paths = unique([...membersA.keys(), ...membersB.keys()])
  // Prompts first, then functions and agents, then settings by name.
  paths.sort((one, two) => rank(one) - rank(two) || (one < two ? -1 : 1))
  const changes = paths.flatMap((path) => compareMember(path, membersA.get(path), membersB.get(path)))
  return { ...labels, unseen: null, changes }
}

function compareMember(path: string, a: ConfigMember | undefined, b: ConfigMember | undefined): BlueprintChange[] {
  if (a?.kind === 'list' || b?.kind === 'list') {
    const [itemsA, itemsB] = [itemsOf(a), itemsOf(b)]
    const [removed, additions] = [without(itemsA, itemsB), without(itemsB, itemsA)]
    if (removed.length + additions.length > 0) return [{ path, kind: 'list', removed, added: additions }]
    // the same items in another order can matter, for example for flow edges or keywords
    return itemsA.join('\n') === itemsB.join('\n')
      ? []
      : [{ path, kind: 'value', a: itemsA.join(', '), b: itemsB.join(', ') }]
  }
  if (a?.text === b?.text) return []
  if (a?.kind === 'text' || b?.kind === 'text')
    return [{ path, kind: 'text', words: diffWords(wordsOf(a), wordsOf(b)) }]
  return [{ path, kind: 'value', ...(a === undefined ? {} : { a: a.text }), ...(b === undefined ? {} : { b: b.text }) }]
}

/** The words of a member; a text too short for a word diff is kept in quotes. */
function wordsOf(member: ConfigMember | undefined): string {
  if (member === undefined || member.kind === 'list') return ''
  return member.kind === 'value' && member.text.startsWith('"') ? (JSON.parse(member.text) as string) : member.text
}

function itemsOf(member: ConfigMember | undefined): string[] {
  if (member === undefined || (member.kind === 'value' && member.text === 'null')) return []
  return member.kind === 'list' ? member.items : [member.text]
}

/** The items missing from `others`; for an item that occurs several times, only the excess. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const rest = [...others]
  return items.filter((item) => {
    const at = rest.indexOf(item)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}

/** A member of a configuration, with how it is compared: word by word, as a list of items, or as a value. */
type ConfigMember = { kind: 'text'; text: string } | { kind: 'list'; items: string[] } | { kind: 'value'; text: string }

/** Members that are prompts, or lists of objects that read well as lines, with their paths in reports. */
const special: Readonly<Record<string, { path: string; read(value: JsonValue): ConfigMember }>> = {
  'agentInstructions.systemContext': { path: 'prompts.system', read: (value) => text(joinPrompts(value)) },
  'agentInstructions.initialMessage.messageContent': { path: 'prompts.initialMessage', read: text },
  'analyticsConfig.instructions': { path: 'prompts.analytics', read: text },
  'functionSettings.preCall': { path: 'functions.preCall', read: list },
  'functionSettings.duringCall': { path: 'functions.duringCall', read: list },
  'functionSettings.postCall': { path: 'functions.postCall', read: list },
  agentsList: { path: 'agentsList', read: list },
  dynamicVariablesConfig: { path: 'dynamicVariables', read: list },
}

/** Texts with more words than this are compared word by word. */
const shortest = 6

function listMembers(config: JsonObject): Map<string, ConfigMember> {
  const members = new Map<string, ConfigMember>()
  walk(config, '', members)
  return members
}

function walk(value: JsonValue, path: string, members: Map<string, ConfigMember>): void {
  const reader = Object.hasOwn(special, path) ? special[path] : undefined
  if (reader !== undefined) members.set(reader.path, reader.read(value))
  else if (path === 'agentInstructions.conversationalFlow.nodes' && Array.isArray(value)) {
    for (const [index, node] of value.entries()) {
      const id = isJsonObject(node) && typeof node.id === 'string' ? node.id : index
      walk(node, memberPath(path, id), members)
    }
  } else if (Array.isArray(value)) members.set(path, list(value))
  else if (isJsonObject(value))
    for (const [key, each] of Object.entries(value)) walk(each, memberPath(path, key), members)
  else if (typeof value === 'string' && value.trim().split(/\s+/).length > shortest) members.set(path, text(value))
  else members.set(path, { kind: 'value', text: writeSorted(value) })
}

function text(value: JsonValue): ConfigMember {
  return { kind: 'text', text: typeof value === 'string' ? value : value === null ? '' : writeSorted(value) }
}

function joinPrompts(value: JsonValue): string {
  const prompts = Array.isArray(value) ? value : [value]
  return prompts
    .map((each) => (isJsonObject(each) && typeof each.system === 'string' ? each.system : writeSorted(each)))
    .join('\n\n')
}

function list(value: JsonValue): ConfigMember {
  return Array.isArray(value)
    ? { kind: 'list', items: value.map(describeItem) }
    : { kind: 'value', text: writeSorted(value) }
}

/** Agents and variables become one line that begins with the name. */
function describeItem(item: JsonValue): string {
  if (typeof item === 'string') return item
  if (!isJsonObject(item)) return writeSorted(item)
  const { transferTo, agentVersion, useBaseSettings, name, description, ...rest } = item
  if (typeof transferTo === 'string' && Object.keys(rest).length === 0) {
    const settings = useBaseSettings === true ? ', with the settings of this agent' : ''
    return `${transferTo} (version ${String(agentVersion).toLowerCase()}${settings})`
  }
  if (typeof name === 'string' && typeof description === 'string')
    return `${name}: ${description}${Object.keys(rest).length === 0 ? '' : ` ${writeSorted(rest)}`}`
  return writeSorted(item)
}

function rank(path: string): number {
  const first = ['prompts.', 'functions.', 'agentsList'].findIndex((prefix) => path.startsWith(prefix))
  return first < 0 ? 3 : first
}
