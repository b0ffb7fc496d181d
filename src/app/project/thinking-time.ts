import type { Agent } from '../../service/workspace/agent.ts'
import type { RunSettled } from './settings.ts'

/** What a client waits longer than the agent may think, in milliseconds: the agent tells better why there is no answer. */
const graceMs = 1_000

/**
 * Lets the client wait for as long as the slowest agent of the workspace may think (`limits: time`), unless somebody says how
 * long it waits. The agents of a service with an address of its own are not known here.
 */
export async function allowThinking<T extends Patience>(settled: T): Promise<T> {
  const { target, workspace, timeLimitMs, timeLimitStated } = settled
  if (target !== null || workspace === null || timeLimitStated) return settled
  const longest = await longestThought(workspace)
  return longest + graceMs <= timeLimitMs || longest === 0 ? settled : { ...settled, timeLimitMs: longest + graceMs }
}

/** What the time of a turn depends on. */
type Patience = Pick<RunSettled, 'target' | 'workspace' | 'timeLimitMs' | 'timeLimitStated'>

/** How long an agent of a workspace may think at most, in milliseconds; 0 where none thinks. */
async function longestThought(path: string): Promise<number> {
  const { loadWorkspaces } = await import('./load-workspaces.ts')
  try {
    const { workspaces } = await loadWorkspaces([path])
    return Math.max(0, ...workspaces.flatMap(({ agents }) => agents.flatMap(limitsOf)))
  } catch {
    return 0 // what is wrong with it is told when it is opened
  }
}

function limitsOf({ versions, draft }: Agent): number[] {
  return [...versions.values(), ...(draft === null ? [] : [draft])].map(({ behaviour }) =>
    'limitMs' in behaviour ? behaviour.limitMs : 0,
  )
}
