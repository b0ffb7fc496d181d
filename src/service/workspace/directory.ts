import type { AgentVersion } from './agent.ts'
import type { Workspace } from './workspace.ts'

/** The current workspaces of a service; a reload replaces them. */
export interface Directory {
  all(): readonly Workspace[]
  find(name: string): Workspace | undefined
  replace(workspaces: readonly Workspace[]): void
  /** Changes with every replacement, so that anything derived from the workspaces can be recognised as stale. */
  edition(): number
}

/** A directory of workspaces. */
export function createDirectory(workspaces: readonly Workspace[]): Directory {
  let current = workspaces
  let edition = 1
  return {
    all: () => current,
    find: (name) => current.find((workspace) => workspace.name === name),
    replace(next) {
      current = next
      edition += 1
    },
    edition: () => edition,
  }
}

/** The version that a session ran with, by its label; undefined if a reload removed it. */
export function versionByLabel(workspace: Workspace, agentName: string, label: string): AgentVersion | undefined {
  const agent = workspace.agents.find(({ name }) => name === agentName)
  return label === 'draft' ? (agent?.draft ?? undefined) : agent?.versions.get(Number(label))
}
