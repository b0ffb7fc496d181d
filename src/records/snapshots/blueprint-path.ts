import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { redactKeys } from '../../base/secret-keys.ts'
import { snapshotFolder } from './snapshot-path.ts'

/** Longer names of agents are cut. */
const longest = 80

/** Where the blueprint of an agent at a version is kept: `snapshots/blueprints/order-desk@3.yaml` below `folder`. */
export function blueprintPath(folder: string, agent: string, version: number): string {
  return join(folder, snapshotFolder, 'blueprints', `${safeName(redactKeys(agent))}@${version}.yaml`)
}

/** A name that no system can take as it is loses something; digits of its hash then tell it from its like. */
function safeName(agent: string): string {
  const safe = agent
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^\./, '_')
    .slice(0, longest)
  return safe === agent ? agent : `${safe}~${createHash('sha256').update(agent).digest('hex').slice(0, 8)}`
}
