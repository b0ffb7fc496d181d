import { diffWords } from '../diff/diff-words.ts'
import type { AgentChange, AgentDifference } from '../model/agent-difference.ts'
import type { BlueprintSight } from './blueprint-sight.ts'
import { type ConfigMember, listMembers, sortPaths } from './list-members.ts'

/**
 * The differences between two versions of an agent, as far as both can be seen: prompts first, then functions, then
 * settings by name.
 */
export function compareBlueprints(agent: string, a: BlueprintSight, b: BlueprintSight): AgentDifference {
  const labels = { agent, a: a.kind === 'seen' ? a.label : null, b: b.kind === 'seen' ? b.label : null }
  if (a.kind === 'unseen' || b.kind === 'unseen') {
    const reasons = [a, b].flatMap((sight) => (sight.kind === 'unseen' ? [sight.reason] : []))
    return { ...labels, unseen: [...new Set(reasons)].join('; '), changes: [] }
  }
  const [membersA, membersB] = [listMembers(a.config), listMembers(b.config)]
  const paths = sortPaths(new Set([...membersA.keys(), ...membersB.keys()]))
  const changes = paths.flatMap((path) => compareMember(path, membersA.get(path), membersB.get(path)))
  return { ...labels, unseen: null, changes }
}

function compareMember(path: string, a: ConfigMember | undefined, b: ConfigMember | undefined): AgentChange[] {
  if (a?.kind === 'list' || b?.kind === 'list') {
    const [itemsA, itemsB] = [itemsOf(a), itemsOf(b)]
    const [removed, added] = [without(itemsA, itemsB), without(itemsB, itemsA)]
    if (removed.length + added.length > 0) return [{ path, kind: 'list', removed, added }]
    // the same items in another order can matter, as that of flow edges or keywords
    return itemsA.join('\n') === itemsB.join('\n')
      ? []
      : [{ path, kind: 'value', a: itemsA.join(', '), b: itemsB.join(', ') }]
  }
  if (a?.text === b?.text) return []
  if (a?.kind === 'text' || b?.kind === 'text')
    return [{ path, kind: 'text', words: diffWords(a?.text ?? '', b?.text ?? '') }]
  return [{ path, kind: 'value', ...(a === undefined ? {} : { a: a.text }), ...(b === undefined ? {} : { b: b.text }) }]
}

function itemsOf(member: ConfigMember | undefined): string[] {
  if (member === undefined || (member.kind === 'value' && member.text === 'null')) return []
  return member.kind === 'list' ? member.items : [member.text]
}

/** The items missing from `others`; of an item that occurs several times, as many as there are in excess. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const rest = [...others]
  return items.filter((item) => {
    const at = rest.indexOf(item)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}
