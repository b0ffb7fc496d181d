import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadWorkspaces } from '../agents/load-workspaces.ts'
import type { RunSettled } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'

/** What decides how agents do, and how they are judged, beside the suites: full paths of files that are there. */
export async function projectFiles({
  target,
  workspace,
  checks,
  quarantine,
  reviews,
  judges,
}: Pick<RunSettled, 'target' | 'workspace' | 'checks' | 'quarantine' | 'reviews' | 'judges'>): Promise<string[]> {
  const agents = target !== null || workspace === null ? [] : await agentFiles(workspace)
  const modules = Object.values(checks).map(({ path, from }) => resolve(from, path.replace(/#.*$/, '')))
  const files = [...modules, quarantine, reviews, judges.licences].filter((each) => each !== null)
  return [...agents, ...files.filter(existsSync)]
}

/** The files of a workspace: agents, prompts, and modules with all that they import. None where it is broken. */
async function agentFiles(workspace: string): Promise<string[]> {
  try {
    const { workspaces, files } = await loadWorkspaces([workspace])
    const { createAgentCode } = await import('../../service/agents/code/agent-code.ts')
    const code = createAgentCode(() => undefined)
    const modules = await code
      .now()
      .load(workspaces)
      .finally(() => code.close())
    return [...files.map((file) => resolve(file)), ...modules.files]
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}
