import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Claim, claims } from '../../suite/language/claims.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import { readGiven } from '../files/given-files.ts'

/** The claims that a local workspace states for all runs; the service reports the file's problems. */
export function workspaceClaims(workspace: string | null): Claim[] {
  const path = workspace === null ? null : join(workspace, 'workspace.yaml')
  if (path === null || !existsSync(path)) return []
  const content = readGiven(path, path)
  if (!content.includes('claims')) return []
  const yaml = readYaml(content, path)
  if (!yaml.ok || yaml.root.kind !== 'map') return []
  const entry = yaml.root.entries.find(({ key }) => key === 'claims')
  const read = entry === undefined ? undefined : claims.read(entry.value, { file: path, problems: [] })
  return (read ?? []).map((claim) => ({ ...claim, from: 'the workspace' }))
}
