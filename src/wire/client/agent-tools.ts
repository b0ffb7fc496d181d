import type { Blueprint, BlueprintListing } from '../api/blueprint.ts'

/** Which agent is about to act: by the name that triggers use, or by the workflow that runs it. */
export interface AgentAsked {
  name: string | null
  workflow: string | null
  /** As requests spell it; left out is the default. */
  version: unknown
  /** Whether it will be on a phone call, where it can transfer somebody. */
  calls: boolean
}

/** The tools of an agent and of those it hands over to, or why they cannot be seen. */
export type AgentTools =
  | { ok: true; agent: string; tools: string[] }
  | { ok: false; kind: 'unlisted' | 'unseen'; why: string }

/** The name under which transferring a call to another number counts as a tool. */
export const transferTool = 'call transfer'

/** The name under which handing over to an agent whose own tools cannot be seen counts as a tool. */
function handoffTool(agent: string): string {
  return `handoff to ${agent}`
}

/**
 * The tools of an agent according to the blueprints. These show only the default version, so nothing is known of drafts
 * and other numbers. An agentId is taken for the name (BLU-13), letter by letter: a looser reading would let one agent
 * vouch for another. Only the two forms in which Unicode writes the same letter count as equal. A name that merely
 * resembles a listed one is unseen, since a lenient service could mean either.
 */
export function toolsOf({ agents, workflowList }: BlueprintListing, asked: AgentAsked): AgentTools {
  const id =
    asked.workflow === null ? asked.name : workflowList.find(({ workflowId }) => workflowId === asked.workflow)?.agentId
  if (id == null || id.trim() === '')
    return { ok: false, kind: 'unlisted', why: 'which agent would answer cannot be told' }
  const found = (name: string): Blueprint[] => agents.filter(({ agentId }) => isSameName(agentId, name))
  const own = found(id)
  if (own.length === 0) {
    const why = `the blueprints list no agent ${id}, so its tools cannot be seen`
    const like = agents.find(({ agentId }) => isLikeName(agentId, id))
    if (like === undefined) return { ok: false, kind: 'unlisted', why }
    return { ok: false, kind: 'unseen', why: `${why}; they list ${like.agentId}` }
  }
  const hidden = own.find((each) => !isSeen(asked.version, each))
  if (hidden !== undefined) return { ok: false, kind: 'unseen', why: unseen(id, asked.version, hidden) }
  const tools = new Set<string>()
  const reached = new Set(own)
  for (const { config } of reached) {
    const { preCall, duringCall, postCall } = config.functionSettings
    for (const tool of [...preCall, ...duringCall, ...postCall]) tools.add(tool)
    if (asked.calls && config.callSettings.transferTo !== '') tools.add(transferTool)
    for (const { transferTo, agentVersion } of config.agentsList) {
      const next = found(transferTo)
      if (next.length === 0 || !next.every((each) => isSeen(agentVersion, each))) tools.add(handoffTool(transferTo))
      for (const each of next) reached.add(each)
    }
  }
  return { ok: true, agent: id, tools: [...tools] }
}

function isSameName(one: string, other: string): boolean {
  return one.normalize('NFC') === other.normalize('NFC')
}

/** Whether a service that is lenient about case, spaces, separators and letters that look alike could take one for the other. */
function isLikeName(one: string, other: string): boolean {
  const bare = (name: string): string =>
    name
      .normalize('NFKD')
      .toUpperCase()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  return bare(one) === bare(other)
}

function isSeen(version: unknown, { version: { number } }: Blueprint): boolean {
  return version === undefined || version === '' || version === 'default' || String(version) === String(number)
}

function unseen(name: string, version: unknown, { version: { number } }: Blueprint): string {
  const asked = version === 'draft' ? 'the draft' : `version ${String(version)}`
  return `the blueprints show version ${number} of ${name} alone, so the tools of ${asked} cannot be seen`
}
