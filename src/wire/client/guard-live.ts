import { isSameName } from '../../base/json/json.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import { firstLine } from '../../base/text/wording.ts'
import type { Blueprint, BlueprintListing } from '../api/blueprint.ts'
import { type ClientOverSettings, clientOver } from './client-over.ts'
import { describeFailure } from './describe-failure.ts'
import { type Failure, neverLeft } from './failure.ts'
import { guardTransport } from './guard.ts'
import type { LiveSafety } from './live-safety.ts'
import { isLoopback } from './loopback.ts'
import { obstacleOf } from './obstacle.ts'
import { type Transport, TransportError, type WireAnswer, type WireRequest } from './transport.ts'
import { operationOf, pathOf, readAddress, readBody } from './wire-form.ts'

/** Both guards of a live service: nothing reaches a person but owned sinks, and no agent whose tools could harm. */
export function guardLive(
  send: Transport,
  settings: Omit<ClientOverSettings, 'transport'>,
  safety: LiveSafety,
): Transport {
  const reader = clientOver({ ...settings, transport: guardTransport(send) })
  return guardTransport(guardTools(send, { tools: safety.tools, list: () => reader.listBlueprints() }), safety)
}

export interface ToolGuard extends ToolRules {
  /** Reads the blueprints. Called once, before the first agent is talked to, and again only if that failed. */
  list: () => Promise<BlueprintsRead>
}

/** On other machines only agents are talked to whose tools are all known and declared harmless or allowed. */
export function guardTools(send: Transport, { list, ...rules }: ToolGuard): Transport {
  if (rules.tools === 'all') return send
  let listing: Promise<BlueprintsRead> | null = null
  const dangerOf = async (agent: AgentAsked): Promise<string | null> => {
    listing ??= list()
    const read = await listing
    if (!read.ok) {
      listing = null
      const { failure } = read
      if (failure.kind === 'unreachable' && (neverLeft(failure.code) || obstacleOf(failure.code) !== null))
        throw new TransportError('unreachable', failure.code) // nothing of the turn was sent, for the same reason
    }
    return dangerOfTools(read, agent, rules)
  }
  const sendJudged = async (request: WireRequest, agent: AgentAsked): Promise<WireAnswer> => {
    const reason = await dangerOf(agent)
    if (reason !== null) throw new TransportError('blocked', reason)
    return send(request)
  }
  return (request) => {
    const agent = isLoopback(readAddress(request.url).hostname) ? null : agentOf(request)
    return agent === null ? send(request) : sendJudged(request, agent)
  }
}

/** The agent that a request sets to work; null if it sets none to work. */
function agentOf(request: WireRequest): AgentAsked | null {
  if (request.method !== 'POST') return null
  const { id, parameter } = operationOf('POST', pathOf(request)) ?? {}
  const read = readBody(request)
  const sent = read.ok ? read.sent : {}
  const agentFacts = { name: textOf(sent.agentName), version: sent.agentVersion }
  if (id === 'chat.trigger') return { ...agentFacts, workflow: null, calls: false }
  if (id === 'call.trigger') return { ...agentFacts, workflow: null, calls: true }
  const workflow = parameter === undefined ? textOf(sent.workflow_id) : decodeURIComponent(parameter)
  return { name: null, workflow, version: sent.agent_version, calls: true }
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value)
}

interface ToolRules {
  tools: LiveSafety['tools']
  /** Allows agents that the blueprints do not list, since none would answer: for requests wrong on purpose. */
  unlisted?: boolean
}

export type BlueprintsRead = { ok: true; data: BlueprintListing } | { ok: false; failure: Failure }

const blindly = '--allow-tools talks to it all the same'

/** Why an agent must not be talked to, and what to do; null if all its tools are declared harmless or allowed. */
export function dangerOfTools(
  read: BlueprintsRead,
  agent: AgentAsked,
  { tools, unlisted = false }: ToolRules,
): string | null {
  if (tools === 'all') return null
  if (!read.ok) {
    const why = firstLine(describeFailure(read.failure))
    return `the tools of the agent cannot be seen, since what the service lists of its agents cannot be read (${why}); ${blindly}`
  }
  const reach = toolsOf(read.data, agent)
  if (!reach.ok) return reach.kind === 'unlisted' && unlisted ? null : `${reach.why}; ${blindly}`
  const foreign = reach.tools.filter((tool) => !tools.includes(tool))
  if (foreign.length === 0) return null
  return `the agent ${reach.agent} can call ${foreign.join(', ')}, and on a live service its tools really act; declare them harmless ("harmless tools:" in the config), or give --allow-tools`
}

/** Which agent is about to act: by the name that triggers use, or by the workflow that runs it. */
interface AgentAsked {
  name: string | null
  workflow: string | null
  /** As requests spell it; undefined is the default. */
  version: unknown
  /** Whether it will be on a phone call, which it could transfer. */
  calls: boolean
}

/** The tools of an agent and of those it hands over to, or why they are unknown. */
export type AgentTools =
  | { ok: true; agent: string; tools: string[] }
  | { ok: false; kind: 'unlisted' | 'unseen'; why: string }

/** The name under which transferring a call to another number counts as a tool. */
export const transferTool = 'call transfer'

/**
 * An agent's tools by the blueprints, which show the default version only. Names are compared by letters (BLU-13):
 * a looser comparison would let one agent vouch for another, so a name that resembles a listed one is unknown.
 */
export function toolsOf({ agents, workflowList }: BlueprintListing, agent: AgentAsked): AgentTools {
  const id =
    agent.workflow === null ? agent.name : workflowList.find(({ workflowId }) => workflowId === agent.workflow)?.agentId
  if (id == null || id.trim() === '')
    return { ok: false, kind: 'unlisted', why: 'which agent would answer cannot be told' }
  const find = (name: string): Blueprint[] => agents.filter(({ agentId }) => isSameName(agentId, name))
  const own = find(id)
  if (own.length === 0) {
    const why = `the service lists no agent ${id}, so its tools cannot be seen`
    const like = agents.find(({ agentId }) => isLikeName(agentId, id))
    if (like === undefined) return { ok: false, kind: 'unlisted', why }
    return { ok: false, kind: 'unseen', why: `${why}; it lists ${like.agentId}` }
  }
  const hidden = own.find((each) => !isSeen(agent.version, each))
  if (hidden !== undefined) return { ok: false, kind: 'unseen', why: unseen(id, agent.version, hidden) }
  const tools = new Set<string>()
  const reached = new Set(own)
  for (const { config } of reached) {
    const { preCall, duringCall, postCall } = config.functionSettings
    for (const tool of [...preCall, ...duringCall, ...postCall]) tools.add(tool)
    if (agent.calls && config.callSettings.transferTo !== '') tools.add(transferTool)
    for (const { transferTo, agentVersion } of config.agentsList) {
      const next = find(transferTo)
      if (next.length === 0 || !next.every((each) => isSeen(agentVersion, each))) tools.add(`handoff to ${transferTo}`)
      for (const each of next) reached.add(each)
    }
  }
  return { ok: true, agent: id, tools: [...tools] }
}

/** Whether a service that ignores case, spaces, separators and look-alike letters could confuse the names. */
function isLikeName(one: string, other: string): boolean {
  const bare = (name: string): string =>
    toNormalForm(name, 'NFKD')
      .toUpperCase()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  return bare(one) === bare(other)
}

function isSeen(version: unknown, { version: { number } }: Blueprint): boolean {
  return version === undefined || version === '' || version === 'default' || String(version) === String(number)
}

function unseen(name: string, version: unknown, { version: { number } }: Blueprint): string {
  const subject = version === 'draft' ? 'the draft' : `version ${String(version)}`
  return `the service lists version ${number} of ${name} alone, so the tools of ${subject} cannot be seen`
}
