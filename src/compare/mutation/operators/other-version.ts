import type { Mutant } from '../mutant/mutant.ts'
import type { Talk } from '../mutant/talk.ts'

/**
 * The stored session names a version that was not asked for: the draft for the published one, a number for the draft,
 * another number for a number. Where the session names none, nothing can be told.
 */
export function otherVersion({ plan: { version }, session }: Talk): Mutant[] {
  const label = session?.agentDetails.version ?? null
  if (label === null) return []
  const other = version === 'default' ? 'draft' : version === 'draft' ? '1' : String(Number(version) + 1)
  if (other === label) return []
  return [{ kind: 'other version', turn: null, version: other, what: `version ${other} answers instead of ${label}` }]
}
