import type { Plan } from '../../suite/plan/plan.ts'
import type { ConversationResult } from '../verdict/conversation-result.ts'
import type { FunctionLists } from '../verdict/laws/judge-laws.ts'
import { createTally, type Tally, tallyOf } from '../verdict/verdict.ts'
import { countContent, createContentCoverage } from './content-coverage.ts'
import type { AgentCoverage, NamedTally } from './coverage-shape.ts'
import { countTools, uncoveredTools } from './tool-coverage.ts'

export type { AgentCoverage, NamedTally } from './coverage-shape.ts'

export interface AgentCount {
  add(result: ConversationResult, plan: Plan): void
  read(): AgentCoverage
}

/** Starts an empty count; `functions` are the lists of this version's own blueprint. */
export function countAgent(agent: string, version: string, functions: FunctionLists | undefined): AgentCount {
  const conversations = createTally()
  const tools = countTools()
  const handoffs = new Map<string, Tally>()
  const metadata = new Map<string, Tally>()
  const content = createContentCoverage()
  return {
    add(result, plan) {
      const member = tallyOf(result.verdict)
      conversations[member] += 1
      countHandoffs(handoffs, result, member)
      for (const name of metadataNames(plan, result)) tallyNamed(metadata, name)[member] += 1
      tools.add(result.afterTurns, member)
      for (const { entries } of result.turns) {
        tools.add(entries, member)
        for (const entry of entries) countContent(content, entry, member)
      }
    },
    read() {
      const called = tools.read()
      return {
        agent,
        version,
        conversations: { ...conversations },
        tools: called,
        uncovered: functions === undefined ? null : uncoveredTools(functions, called),
        handoffs: listTallies(handoffs),
        metadata: listTallies(metadata),
        content: structuredClone(content),
      }
    },
  }
}

/** The names of the metadata set by the turns that were sent (Metadata variables); never their values. */
function metadataNames({ metadata, conversation }: Plan, { turns }: ConversationResult): Set<string> {
  const names = new Set(Object.keys(metadata))
  for (const { index, turnMs } of turns) {
    const sentMetadata = turnMs === null ? undefined : conversation.turns[index]?.metadata
    for (const name in sentMetadata) names.add(name)
  }
  return names
}

/** Counts each change of speaker to an agent other than the one asked for (TRN-07); handing back does not count. */
function countHandoffs(handoffs: Map<string, Tally>, { agent, turns }: ConversationResult, member: keyof Tally): void {
  let speaker = agent
  for (const { entries } of turns) {
    for (const entry of entries) {
      if (entry.type !== 'message' || entry.role !== 'assistant' || entry.agentName === null) continue
      if (entry.agentName !== speaker && entry.agentName !== agent) tallyNamed(handoffs, entry.agentName)[member] += 1
      speaker = entry.agentName
    }
  }
}

export function tallyNamed(tallies: Map<string, Tally>, name: string): Tally {
  const knownTally = tallies.get(name)
  if (knownTally !== undefined) return knownTally
  const tally = createTally()
  tallies.set(name, tally)
  return tally
}

/** Tallies sorted by name, so that the order of the run does not matter. */
export function listTallies(tallies: ReadonlyMap<string, Tally>): NamedTally[] {
  return [...tallies].map(([name, count]) => ({ name, count: { ...count } })).sort((a, b) => (a.name < b.name ? -1 : 1))
}
