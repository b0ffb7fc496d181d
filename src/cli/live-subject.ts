import { openNetwork } from '../client/undici-transport.ts'
import { keepSafe } from '../contract/safe-mode.ts'
import type { Subject } from '../contract/subject.ts'
import type { AgentFacts, WorkspaceFacts } from '../contract/workspace-facts.ts'
import { UsageError } from './usage-error.ts'

/** What is known of a live service. */
export interface LiveSettings {
  target: string | null
  workflowTarget: string | null
  apiKey: string | null
  /** A key of a second workspace, for the rules about isolation. */
  otherKey: string | null
  /** Names of agents whose tools may run. */
  agents: readonly string[]
}

/**
 * A live service as a subject, in safe mode: nothing that names a channel or an addressee ever leaves.
 * @throws UsageError without a target or a key
 */
export function openLiveSubject(settings: LiveSettings): { subject: Subject; close(): Promise<void> } {
  const { target, workflowTarget, apiKey, otherKey, agents } = settings
  if (target === null) throw new UsageError('--live needs a service', 'set target in the config, or --target')
  if (apiKey === null) throw new UsageError(`there is no API key for ${target}`, 'set TABLEREAD_API_KEY')
  const network = openNetwork({ connections: 1 })
  return {
    subject: {
      name: new URL(target).origin,
      hosts: { base: target, workflow: workflowTarget ?? target },
      keys: { own: apiKey, other: otherKey },
      own: factsOf('own', agents),
      other: otherKey === null ? null : factsOf('other', agents),
      send: keepSafe(network.send),
      reach: 'inline only',
      control: null,
    },
    close: network.close,
  }
}

function factsOf(name: string, agents: readonly string[]): WorkspaceFacts {
  return { name, agents: agents.map(agentOf), channels: [], workflows: [], lines: null }
}

/** Of a live agent its name is known, and that it answers in its default version. */
function agentOf(name: string): AgentFacts {
  const unknown = { agentId: null, versions: [], messages: [], repeatsContext: null, ends: null, greetsWith: null }
  return { ...unknown, name, published: 0, draft: false }
}
