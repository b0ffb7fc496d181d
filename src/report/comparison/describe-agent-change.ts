import type { AgentChange, AgentDifference } from '../../compare/model/agent-difference.ts'

/** Describes which versions of an agent are compared, or why they cannot be: `order-desk: version 3, draft`. */
export function describeAgent({ agent, a, b, unseen, changes }: AgentDifference): string {
  if (unseen !== null) return `${agent}: ${unseen}`
  const sides = `${agent}: ${a ?? 'not seen'} → ${b ?? 'not seen'}`
  return changes.length === 0 ? `${sides}: no difference is seen` : sides
}

/**
 * Describes what was added to or removed from a list, or the two values of a setting; null for a text, whose word diff
 * says it.
 */
export function describeAgentChange({ path, kind, added = [], removed = [], a, b }: AgentChange): string | null {
  if (kind === 'text') return null
  if (kind === 'value') return `${path}: ${a ?? 'none'} → ${b ?? 'none'}`
  return `${path}: ${[...removed.map((name) => `-${name}`), ...added.map((name) => `+${name}`)].join(', ')}`
}
