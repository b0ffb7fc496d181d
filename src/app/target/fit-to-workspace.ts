import type { Agent } from '../../service/workspace/agent.ts'
import type { RunSettled } from '../config/settings.ts'

/** How much longer a client waits than the agent may think, in ms: the agent explains better why it failed. */
const graceMs = 1_000

/** A turn may take as long as the slowest agent thinks (`limits: time`); notes an agent without the config's draft. */
export async function fitToWorkspace<T extends Fitted>(settings: T): Promise<T & Pick<RunSettled, 'draftless'>> {
  if (settings.target !== null) return settings
  return noteMissingDrafts(await allowThinking(settings))
}

async function noteMissingDrafts<T extends Fitted>(settings: T): Promise<T & Pick<RunSettled, 'draftless'>> {
  const { versions, versionsGiven, workspace } = settings
  if (versionsGiven || versions.length < 2 || !versions.includes('draft')) return settings
  const { listDraftless } = await import('../agents/local-agents.ts')
  const draftless = await listDraftless(workspace)
  return draftless.length === 0 ? settings : { ...settings, draftless }
}

async function allowThinking<T extends Fitted>(settings: T): Promise<T> {
  const { workspace, timeLimitMs, timeLimitFrom } = settings
  if (workspace === null || timeLimitFrom !== undefined) return settings
  const longest = await longestThought(workspace)
  return longest + graceMs <= timeLimitMs || longest === 0 ? settings : { ...settings, timeLimitMs: longest + graceMs }
}

type Fitted = Pick<RunSettled, 'target' | 'workspace' | 'timeLimitMs' | 'timeLimitFrom' | 'versions' | 'versionsGiven'>

/** The longest time that any agent of a workspace may think, in milliseconds; 0 if none thinks. */
async function longestThought(path: string): Promise<number> {
  const { loadWorkspaces } = await import('../agents/load-workspaces.ts')
  try {
    const { workspaces } = await loadWorkspaces([path])
    return Math.max(0, ...workspaces.flatMap(({ agents }) => agents.flatMap(limitsOf)))
  } catch {
    return 0 // its problems are reported when it is opened
  }
}

function limitsOf({ versions, draft }: Agent): number[] {
  return [...versions.values(), ...(draft === null ? [] : [draft])].map(({ behaviour }) =>
    'limitMs' in behaviour ? behaviour.limitMs : 0,
  )
}
