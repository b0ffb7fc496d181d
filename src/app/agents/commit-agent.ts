import { statSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { createAgentCode } from '../../service/agents/code/agent-code.ts'
import { newestOf, type VersionOfCommit } from '../../service/workspace/agent.ts'
import { warn } from '../edge/print.ts'
import { withImports } from './imported-files.ts'
import { loadWorkspaces } from './load-workspaces.ts'
import { modulesOf } from './unloaded-modules.ts'

/** The newest version of an agent, or another, the code of which loads. @throws Error where it does not, or there is no such agent */
export async function newestVersion(workspace: string, name: string, choose: VersionOfCommit = newestOf) {
  const { workspaces } = await loadWorkspaces([workspace])
  const agents = workspaces.flatMap((each) => each.agents)
  const agent = agents.find((each) => each.name === name)
  if (agent === undefined)
    throw new AbsentError(`it has no agent ${name}; it has ${agents.map((each) => each.name).join(', ')}`)
  const version = choose(agent)
  if (version === undefined) throw new Error(`its agent ${name} has neither a draft nor a published version`)
  const code = createAgentCode(warn)
  try {
    for (const place of modulesOf(version)) await code.now().agent(place, '[]')
  } finally {
    code.close()
  }
  return { asked: agent.draft === null ? ('default' as const) : ('draft' as const), version }
}

/** A commit has no such workspace or agent. */
export class AbsentError extends Error {}

/** The folder of a workspace, which may be a module in it. */
export function folderOf(workspace: string): string {
  return statSync(workspace).isDirectory() ? workspace : dirname(workspace)
}

/** The files outside a workspace that its agents depend on, relative to the folder. @throws UsageError if broken */
export async function filesOutside(folder: string, workspace: string): Promise<string[]> {
  const { files } = await loadWorkspaces([workspace])
  const inside = folderOf(workspace)
  const below = (from: string, file: string): string => relative(from, file).split(sep).join('/')
  const isBelow = (from: string, file: string): boolean => !/^(?:\.\.(?:\/|$)|\/|\w:)/.test(below(from, file))
  return withImports(files)
    .filter((file) => isBelow(folder, file) && !isBelow(inside, file))
    .map((file) => below(folder, file))
}
