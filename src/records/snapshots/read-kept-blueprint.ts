import { existsSync } from 'node:fs'
import { parse } from 'yaml'
import { isJsonObject } from '../../base/json.ts'
import { readText } from '../../base/read-file.ts'
import type { EarlierBlueprint } from '../../compare/blueprint/see-blueprint.ts'
import { blueprintPath } from './blueprint-path.ts'

/** A stored blueprint, none, or a file that is no longer valid and why. */
export type KeptBlueprint =
  | { kind: 'kept'; blueprint: EarlierBlueprint }
  | { kind: 'none' }
  | { kind: 'unreadable'; path: string; reason: string }

/**
 * Reads the stored blueprint of an agent at a version from a folder's `snapshots/blueprints/`. A broken file never
 * stops a comparison.
 */
export function readKeptBlueprint(folder: string, agent: string, version: number): KeptBlueprint {
  const path = blueprintPath(folder, agent, version)
  if (!existsSync(path)) return { kind: 'none' }
  const unreadable = (reason: string): KeptBlueprint => ({ kind: 'unreadable', path, reason })
  try {
    const read: unknown = parse(readText(path))
    if (!isJsonObject(read)) return unreadable('expected a mapping with agent, version, kept and config')
    const { agent: name, version: number, kept: keptOn, config } = read
    if (name !== agent || number !== version) return unreadable(`expected agent ${agent} and version ${version}`)
    if (typeof keptOn !== 'string' || !isJsonObject(config))
      return unreadable('expected kept, a day, and config, a mapping')
    return { kind: 'kept', blueprint: { number: version, keptOn, config } }
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error))
  }
}
