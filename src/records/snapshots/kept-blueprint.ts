import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { readText } from '../../base/files/files.ts'
import { writeWhole } from '../../base/files/write-whole.ts'
import { isJsonObject } from '../../base/json/json.ts'
import { writeSorted } from '../../base/json/walk-json.ts'
import { redactKeys } from '../../base/secrets/secret-keys.ts'
import { cleanConfig } from '../../compare/blueprint/clean-config.ts'
import type { EarlierBlueprint } from '../../compare/blueprint/see-blueprint.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import { snapshotFolder } from './snapshot-path.ts'

/** `changed`: the service now shows another configuration under a number stored before. */
type Keeping = { kind: 'new' | 'same' | 'changed'; path: string }

const heading = `# The blueprint of an agent: its configuration as the service listed it, without secrets; a later comparison can rest on it.\n`

/** Stores a listed blueprint as YAML; one stored already stays, with its `today`. @throws Error of the file system */
export function saveBlueprint(folder: string, { agentId, version, config }: Blueprint, today: string): Keeping {
  const path = blueprintPath(folder, agentId, version.number)
  const before = readKeptBlueprint(folder, agentId, version.number)
  const clean = cleanConfig(config)
  if (before.kind === 'kept' && writeSorted(before.blueprint.config) === writeSorted(clean))
    return { kind: 'same', path }
  const { number, name, description } = version
  const document = { agent: agentId, version: number, name, description, kept: today, config: clean }
  writeWhole(path, `${heading}${stringify(document, { lineWidth: 80, aliasDuplicateObjects: false })}`)
  return { kind: before.kind === 'none' ? 'new' : 'changed', path }
}

type KeptBlueprint =
  | { kind: 'kept'; blueprint: EarlierBlueprint }
  | { kind: 'none' }
  | { kind: 'unreadable'; path: string; reason: string }

/** Reads a stored blueprint from `snapshots/blueprints/`; a broken file never stops a comparison. */
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

const longest = 80

/** Where the blueprint of an agent at a version is kept: `snapshots/blueprints/order-desk@3.yaml` below `folder`. */
export function blueprintPath(folder: string, agent: string, version: number): string {
  return join(folder, snapshotFolder, 'blueprints', `${safeName(redactKeys(agent))}@${version}.yaml`)
}

/** Makes a name safe for every file system; if that changes it, digits of its hash tell it from similar ones. */
function safeName(agent: string): string {
  const safe = agent
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^(con|prn|aux|nul|com\d|lpt\d)?\./i, '$1_')
    .slice(0, longest)
  return safe === agent ? agent : `${safe}~${createHash('sha256').update(agent).digest('hex').slice(0, 8)}`
}
