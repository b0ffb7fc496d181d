import type { BlueprintListing } from '../api/blueprint.ts'
import { operations } from '../api/operation.ts'
import { type AgentAsked, toolsOf } from './agent-tools.ts'
import { describeFailure } from './describe-failure.ts'
import type { Answer } from './failure.ts'
import { isLoopback } from './guard.ts'
import type { LiveSafety } from './live-safety.ts'
import { type Transport, TransportError, type WireRequest } from './transport.ts'
import { readBody } from './wire-form.ts'

/** What the guard needs to know of the tools of agents. */
export interface ToolGuard {
  tools: LiveSafety['tools']
  /** Reads the blueprints. It is asked once, before the first agent is talked to, and again only where it failed. */
  list: () => Promise<Answer<BlueprintListing>>
  /** True: an agent that the blueprints do not list may be asked for, since there is none. For requests that are wrong on purpose. */
  unlisted?: boolean
}

/**
 * Keeps agents that can act from being talked to on a host that is not this machine: what their tools do there is done.
 * Every tool of the agent by its blueprint must be declared harmless or allowed; what cannot be seen is not.
 */
export function guardTools(send: Transport, { tools, list, unlisted = false }: ToolGuard): Transport {
  if (tools === 'all') return send
  let listing: Promise<Answer<BlueprintListing>> | null = null
  const dangerOfTools = async (asked: AgentAsked): Promise<string | null> => {
    listing ??= list()
    const answer = await listing
    if (!answer.ok) {
      listing = null
      return `the tools of the agent cannot be seen, since the blueprints cannot be read (${firstLine(describeFailure(answer.failure))}); ${blindly}`
    }
    const found = toolsOf(answer.data, asked)
    if (!found.ok) return found.kind === 'unlisted' && unlisted ? null : `${found.why}; ${blindly}`
    const foreign = found.tools.filter((tool) => !tools.includes(tool))
    return foreign.length === 0
      ? null
      : `the agent ${found.agent} can call ${foreign.join(', ')}, and what its tools do on a live service is done; declare them harmless ("harmless tools:" in the config), or give --allow-tools`
  }
  return async (request) => {
    const asked = isLoopback(new URL(request.url).hostname) ? null : agentOf(request)
    const reason = asked === null ? null : await dangerOfTools(asked)
    if (reason !== null) throw new TransportError('blocked', reason)
    return send(request)
  }
}

const blindly = '--allow-tools talks to it all the same'

/** The agent that a request sets to work; null for one that sets none. */
function agentOf(request: WireRequest): AgentAsked | null {
  const { method, url } = request
  if (method !== 'POST') return null
  const { pathname } = new URL(url)
  const read = readBody(request)
  const sent = read.ok ? read.sent : {}
  const named = { name: textOf(sent.agentName), version: sent.agentVersion }
  if (pathname === operations['chat.trigger'].path) return { ...named, workflow: null, calls: false }
  if (pathname === operations['call.trigger'].path) return { ...named, workflow: null, calls: true }
  const id = /^\/api\/workflow\/call\/([^/]+)$/.exec(pathname)?.[1]
  const workflow = id === undefined ? textOf(sent.workflow_id) : decodeURIComponent(id)
  return { name: null, workflow, version: sent.agent_version, calls: true }
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value)
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
