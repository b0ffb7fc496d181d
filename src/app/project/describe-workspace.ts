import type { Agent } from '../../service/workspace/agent.ts'
import type { Workspace } from '../../service/workspace/workspace.ts'
import type { AgentFacts, WorkspaceFacts } from '../../wire/contract/world/workspace-facts.ts'
import { agentProbes } from './contract-workspaces.ts'

/** A workspace of the local service as the contract knows it: names and numbers, never its keys or how its agents behave. */
export function describeWorkspace({ name, agents, channels, workflows, lines }: Workspace): WorkspaceFacts {
  return {
    name,
    lines,
    agents: agents.map(describeAgent),
    channels: channels.map((channel) => ({
      ...channel,
      templates: channel.templates?.map((template) => template.name) ?? null,
    })),
    workflows: workflows.map((workflow) => ({ ...workflow })),
  }
}

function describeAgent({ name, agentId, versions, published, draft }: Agent): AgentFacts {
  const opening = versions.get(published ?? -1)?.config.agentInstructions.initialMessage.messageContent ?? ''
  return {
    name,
    agentId,
    versions: [...versions.keys()],
    published,
    draft: draft !== null,
    greetsWith: /\$\{(\w+)\}/.exec(opening)?.[1] ?? null,
    ...((Object.hasOwn(agentProbes, name) ? agentProbes[name] : undefined) ?? {
      messages: [],
      repeatsContext: null,
      ends: null,
    }),
  }
}
