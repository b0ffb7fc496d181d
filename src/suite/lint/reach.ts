import { unique } from '../../base/group-by.ts'
import type { CallPhase } from '../language/expectations/call-expectation.ts'
import { type MemberNames, mergeNames } from './check-arguments.ts'
import type { KnownAgent, KnownAgents, ToolFacts } from './known-agents.ts'

/** What a conversation can meet: the agent at each version it runs against, and the agents that may take over. */
export interface Reach {
  agent: string
  /** Says where it was looked up, before the name of a function that is not there. */
  lists: string
  tools: ReadonlyMap<string, ReadonlySet<CallPhase>>
  /** What the tools take and return, as far as known. */
  takes: ReadonlyMap<string, ToolFacts>
  /** Its name, and those of agents that may take over. */
  speakers: readonly string[]
  /** All agents, whoever may take over; null where there may be others. */
  agents: readonly string[] | null
  variables: readonly string[]
  /** The variables that stand in its prompts, declared or not. */
  prompted?: readonly string[]
  /** Who may have functions besides these, in words; null if all are known. */
  more: string | null
  /** Tools of other agents and versions, which a guardrail may well name. */
  elsewhere: ReadonlySet<string>
  /** The agent as it is published, where these are other versions: what they lack may go by another name there. */
  published: Pick<Reach, 'tools' | 'takes'> | undefined
  /** What tools take and return at any agent and version. */
  everywhere: ReadonlyMap<string, MemberNames>
  /** True when a version is not listed and the published one stands in for it, so that nothing is certain. */
  guessed: boolean
}

/** Collects what is known; undefined if there is nothing to check against. */
export function reach(agents: KnownAgents, agent: string, versions: readonly string[]): Reach | undefined {
  const lookups = versions.map((version) => agents.find(agent, version))
  const knownAgents = lookups.flatMap((each) => (each.kind === 'known' ? [each.facts] : []))
  const unlisted = versions.filter((_, index) => lookups[index]?.kind === 'not listed')
  const guessed = unlisted.length > 0
  const asPublished = guessed || !versions.includes('default') ? agents.find(agent, 'default') : undefined
  const { facts } = asPublished?.kind === 'known' ? asPublished : {}
  if (guessed && facts !== undefined) knownAgents.push(facts)
  if (knownAgents.length === 0) return undefined
  const { others, complete, names } = followHandoffs(agents, knownAgents)
  const open = [...knownAgents, ...others].some((each) => each.open === true)
    ? 'an agent that runs elsewhere may have it'
    : null
  const more = complete ? open : 'an agent that may take over, and is not known here, may have it'
  const tools = mergeTools([...knownAgents, ...others])
  const takes = mergeTakes([...knownAgents, ...others])
  const published = facts && { tools: facts.tools, takes: facts.takes ?? new Map() }
  const variables = unique(knownAgents.flatMap((facts) => facts.variables))
  const prompted = unique(knownAgents.flatMap((facts) => facts.prompted ?? []))
  const knownVersions = versions.filter((version) => !unlisted.includes(version))
  const list = guessed
    ? `${unique(['default', ...knownVersions]).join(', ')}; ${unlisted.join(', ')} is not listed`
    : knownVersions.join(', ')
  const lists = `the configuration of "${agent}" (${list}) lists no function`
  const speakers = unique([agent, ...names])
  const elsewhere = agents.tools()
  const everywhere = agents.arguments?.() ?? new Map()
  return {
    agent,
    lists,
    tools,
    takes,
    speakers,
    variables,
    prompted,
    agents: agents.names?.() ?? null,
    more,
    elsewhere,
    everywhere,
    published,
    guessed,
  }
}

function followHandoffs(
  agents: KnownAgents,
  from: readonly KnownAgent[],
): { others: readonly KnownAgent[]; complete: boolean; names: readonly string[] } {
  const others: KnownAgent[] = []
  const visited = new Set<string>()
  let complete = true
  const waiting = from.flatMap(({ handsOffTo }) => handsOffTo)
  for (const { agent, version } of waiting) {
    if (visited.has(`${agent} ${version}`)) continue
    visited.add(`${agent} ${version}`)
    const lookup = agents.find(agent, version)
    if (lookup.kind === 'known') {
      others.push(lookup.facts)
      waiting.push(...lookup.facts.handsOffTo)
    } else complete = false
  }
  return { others, complete, names: waiting.map(({ agent }) => agent) }
}

function mergeTools(facts: readonly KnownAgent[]): Map<string, Set<CallPhase>> {
  const merged = new Map<string, Set<CallPhase>>()
  for (const { tools } of facts) {
    for (const [name, phases] of tools) merged.set(name, new Set([...(merged.get(name) ?? []), ...phases]))
  }
  return merged
}

/** Merges tools that versions define differently: what a tool needs in all of them, and what it returns in any. */
function mergeTakes(facts: readonly KnownAgent[]): Map<string, ToolFacts> {
  const merged = new Map<string, ToolFacts>()
  for (const [name, own] of facts.flatMap(({ takes = new Map<string, ToolFacts>() }) => [...takes])) {
    const { needs, gives, named, parameters = [] } = merged.get(name) ?? own
    merged.set(name, {
      needs: needs.filter((each) => own.needs.some((other) => other.name === each.name)),
      named: mergeNames([named, own.named]),
      parameters: unique([...parameters, ...(own.parameters ?? [])]),
      gives: gives === null || own.gives === null ? null : mergeNames([gives, own.gives]),
    })
  }
  return merged
}
