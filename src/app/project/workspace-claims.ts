import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Claim, claims } from '../../suite/language/claims.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import { readGiven } from './given-files.ts'

/**
 * The claims that a workspace of the local service states for all that is run against it. Everything else of it is the
 * service's, which also tells what is wrong there.
 */
export function workspaceClaims(workspace: string | null): Claim[] {
  const path = workspace === null ? null : join(workspace, 'workspace.yaml')
  if (path === null || !existsSync(path)) return []
  const content = readGiven(path, path)
  if (!/^["']?claims\b/m.test(content)) return []
  const yaml = readYaml(content, path)
  if (!yaml.ok || yaml.root.kind !== 'map') return []
  const stated = yaml.root.entries.find(({ key }) => key === 'claims')
  const read = stated === undefined ? undefined : claims.read(stated.value, { file: path, problems: [] })
  return (read ?? []).map((claim) => ({ ...claim, from: 'the workspace' }))
}
