import type { JsonObject } from '../../base/json/json.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import { cleanConfig } from './clean-config.ts'

/** A blueprint stored when the service still listed it; `keptOn` is that day, as 2026-11-20. */
export interface EarlierBlueprint {
  number: number
  keptOn: string
  config: JsonObject
}

export interface BlueprintSources {
  /** What the service lists now; null where the listing could not be read. */
  listed: readonly Blueprint[] | null
  /** The stored blueprint of an agent at a version number. */
  findKept(agent: string, version: number): EarlierBlueprint | null
  /** Reads a local workspace, which has every version and says why one is missing; only where the target is one. */
  readWorkspace?(agent: string, version: string): { number: number | null; config: object } | { missing: string }
}

/** Finds an agent's blueprint at a version (BLU-04, BLU-13); a stored copy stands in for an unlisted one. */
export function seeBlueprint(agent: string, version: string, sources: BlueprintSources): BlueprintSight {
  const local = sources.readWorkspace?.(agent, version)
  if (local !== undefined && 'missing' in local) return { kind: 'unseen', reason: local.missing }
  if (local !== undefined)
    return visibleBlueprint(version === 'draft' ? 'draft' : `version ${local.number ?? version}`, local.config)
  const versions = (sources.listed ?? []).filter(({ agentId }) => agentId === agent)
  const candidates = versions.filter(({ version: { number } }) =>
    version === 'default' ? versions.length === 1 : String(number) === version,
  )
  const [blueprint] = candidates
  if (blueprint !== undefined) return visibleBlueprint(`version ${blueprint.version.number}`, blueprint.config)
  const earlier = /^\d+$/.test(version) ? sources.findKept(agent, Number(version)) : null
  if (earlier !== null)
    return visibleBlueprint(`version ${earlier.number}, as kept on ${earlier.keptOn}`, earlier.config)
  const numbers = versions.map((each) => each.version.number)
  return { kind: 'unseen', reason: whyUnseen(agent, version, sources.listed, numbers) }
}

function visibleBlueprint(label: string, config: object): BlueprintSight {
  return { kind: 'seen', label, config: cleanConfig(config) }
}

function whyUnseen(
  agent: string,
  version: string,
  listing: readonly Blueprint[] | null,
  numbers: readonly number[],
): string {
  if (version === 'draft') return `the service does not show the draft of ${agent}`
  const which = version === 'default' ? 'the published version' : `version ${version}`
  if (listing === null)
    return `what the service lists of its agents could not be read, and ${which} of ${agent} was not kept`
  if (numbers.length === 0) return `the service lists no agent with the id ${agent}, and ${which} was not kept`
  if (version === 'default') return `the service lists ${agent} more than once, so it is open which is published`
  return `the service does not list ${which} of ${agent}, and it was not kept; it lists version ${numbers.join(', ')}`
}

/** An agent at a version: its cleaned configuration and what the version is called, or why nothing can be seen. */
export type BlueprintSight = { kind: 'seen'; label: string; config: JsonObject } | { kind: 'unseen'; reason: string }
