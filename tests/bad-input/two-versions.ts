import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Copies the workspace of this folder to `workspace` below another, its agent `desk` with a second version like the first. */
export function copyWithTwoVersions(folder: string): void {
  cpSync(join(import.meta.dirname, 'workspace'), join(folder, 'workspace'), { recursive: true })
  const desk = join(folder, 'workspace/agents/desk.yaml')
  const agent = readFileSync(desk, 'utf8')
  writeFileSync(desk, `${agent}${agent.slice(agent.indexOf('  1:')).replace('  1:', '  2:')}`)
}
