import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { redactKeys } from '../../base/secret-keys.ts'
import { snapshotFolder } from './snapshot-path.ts'

/** Longer agent names are truncated. */
const longest = 80

/** Where the blueprint of an agent at a version is kept: `snapshots/blueprints/order-desk@3.yaml` below `folder`. */
export function blueprintPath(folder: string, agent: string, version: number): string {
  return join(folder, snapshotFolder, 'blueprints', `${safeName(redactKeys(agent))}@${version}.yaml`)
}

/**
 * Makes a name safe for every file system. If that changes it, digits of its hash are added to tell it from similar
 * names.
 */
function safeName(agent: string): string {
  const safe = agent
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^\./, '_')
    .slice(0, longest)
  return safe === agent ? agent : `${safe}~${createHash('sha256').update(agent).digest('hex').slice(0, 8)}`
}
