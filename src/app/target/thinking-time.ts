import type { Agent } from '../../service/workspace/agent.ts'
import type { RunSettled } from '../config/settings.ts'

/**
 * How much longer a client waits than the agent may think, in milliseconds: the agent explains better why
 * there is no answer.
 */
const graceMs = 1_000

/**
 * Raises the client's time limit to what the slowest agent of the workspace may think (`limits: time`),
 * unless a limit is stated. The agents of a service with an address of its own are unknown here.
 */
export async function allowThinking<T extends Patience>(settled: T): Promise<T> {
  const { target, workspace, timeLimitMs, timeLimitStated } = settled
  if (target !== null || workspace === null || timeLimitStated) return settled
  const longest = await longestThought(workspace)
  return longest + graceMs <= timeLimitMs || longest === 0 ? settled : { ...settled, timeLimitMs: longest + graceMs }
}

/** The settings that a turn's time limit depends on. */
type Patience = Pick<RunSettled, 'target' | 'workspace' | 'timeLimitMs' | 'timeLimitStated'>

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
