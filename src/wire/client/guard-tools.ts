import { operations } from '../api/operation.ts'
import type { AgentAsked } from './agent-tools.ts'
import { type BlueprintsRead, dangerOfTools, type ToolRules } from './danger-of-tools.ts'
import { isLoopback } from './loopback.ts'
import { readAddress } from './read-address.ts'
import { type Transport, TransportError, type WireAnswer, type WireRequest } from './transport.ts'
import { readBody } from './wire-form.ts'

/** What the guard needs to know of the tools of agents. */
export interface ToolGuard extends ToolRules {
  /** Reads the blueprints. It is asked once, before the first agent is talked to, and again only where it failed. */
  list: () => Promise<BlueprintsRead>
}

/**
 * Keeps agents that can act from being talked to on a host that is not this machine: what their tools do there is done.
 * Every tool of the agent by its blueprint must be declared harmless or allowed; what cannot be seen is not.
 */
export function guardTools(send: Transport, { list, ...rules }: ToolGuard): Transport {
  if (rules.tools === 'all') return send
  let listing: Promise<BlueprintsRead> | null = null
  const dangerOf = async (asked: AgentAsked): Promise<string | null> => {
    listing ??= list()
    const read = await listing
    if (!read.ok) listing = null
    return dangerOfTools(read, asked, rules)
  }
  const sendJudged = async (request: WireRequest, asked: AgentAsked): Promise<WireAnswer> => {
    const reason = await dangerOf(asked)
    if (reason !== null) throw new TransportError('blocked', reason)
    return send(request)
  }
  return (request) => {
    const asked = isLoopback(readAddress(request.url).hostname) ? null : agentOf(request)
    return asked === null ? send(request) : sendJudged(request, asked)
  }
}

/** The agent that a request sets to work; null for one that sets none. */
function agentOf(request: WireRequest): AgentAsked | null {
  const { method, url } = request
  if (method !== 'POST') return null
  const { pathname } = readAddress(url)
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
