import { stringify } from 'yaml'
import { writeWhole } from '../../base/write-whole.ts'
import { cleanConfig } from '../../compare/blueprint/clean-config.ts'
import { writeSorted } from '../../compare/diff/diff-values.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import { blueprintPath } from './blueprint-path.ts'
import { readKeptBlueprint } from './read-kept-blueprint.ts'

/**
 * The outcome of keeping a blueprint: `changed` means that the service now shows another configuration under a number
 * that was stored before.
 */
export type Keeping = { kind: 'new' | 'same' | 'changed'; path: string }

const heading = `# The blueprint of an agent as the service listed it, without secrets; a later comparison can rest on it.\n`

/**
 * Stores a listed blueprint under `snapshots/blueprints/` of a folder: readable YAML, long prompts folded, members
 * sorted. A blueprint that is already stored stays unchanged, with the day it was first seen (`today`, as 2026-11-20).
 * @throws Error of the file system
 */
export function keepBlueprint(folder: string, { agentId, version, config }: Blueprint, today: string): Keeping {
  const path = blueprintPath(folder, agentId, version.number)
  const kept = readKeptBlueprint(folder, agentId, version.number)
  const clean = cleanConfig(config)
  if (kept.kind === 'kept' && writeSorted(kept.blueprint.config) === writeSorted(clean)) return { kind: 'same', path }
  const { number, name, description } = version
  const document = { agent: agentId, version: number, name, description, kept: today, config: clean }
  writeWhole(path, `${heading}${stringify(document, { lineWidth: 80, aliasDuplicateObjects: false })}`)
  return { kind: kept.kind === 'none' ? 'new' : 'changed', path }
}
