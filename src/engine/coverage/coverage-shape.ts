import { z } from 'zod'
import { countOf, exactly, type OutputOf } from '../../base/json/typed-shapes.ts'
import type { Tally } from '../verdict/verdict.ts'
import { contentKinds } from './content-coverage.ts'

const tally = exactly<Tally>()(
  z.object({
    passed: countOf('In conversations that passed.'),
    failed: countOf('In those that failed, expected fails among them.'),
    other: countOf('In any other.'),
  }),
).meta({ id: 'Tally', description: 'How often something was seen, by what became of the conversation.' })
const namedTallyMembers = { name: z.string(), count: tally }

/** How often a named thing was seen. */
export interface NamedTally extends OutputOf<typeof namedTallyMembers> {}

const namedTallyShape: z.ZodType<NamedTally> = z.object(namedTallyMembers).meta({
  id: 'NamedTally',
  description: 'How often something that has a name was seen.',
})

const namedTallies = z.array(namedTallyShape)
const toolMembers = {
  name: z.string(),
  phase: z.enum(['pre', 'during', 'post']).nullable(),
  success: tally,
  error: tally,
  /** Calls without an output. */
  unanswered: tally,
}

/** The calls of one tool in one phase, by how they ended. `phase` is null where the service does not give it. */
export interface ToolCoverage extends OutputOf<typeof toolMembers> {}

const tool: z.ZodType<ToolCoverage> = z
  .object(toolMembers)
  .meta({ id: 'ToolCoverage', description: 'The calls of one tool in one phase, by how they ended.' })
const names = z.array(z.string())
const uncoveredUnion = z.object({ pre: names, during: names, post: names })

/** The functions that a blueprint lists for a phase and that were never called in that phase. */
export type UncoveredTools = z.output<typeof uncoveredUnion>

const uncovered: z.ZodType<UncoveredTools> = uncoveredUnion
const agentMembers = {
  /** The agent that the conversations asked for. */
  agent: z.string(),
  version: z.string(),
  /** The conversations that sent at least one turn. */
  conversations: tally,
  tools: z.array(tool),
  /** Those that run after the last turn count as called only where the session was fetched; null without blueprint. */
  uncovered: uncovered
    .nullable()
    .meta({ description: 'What its blueprint lists and nothing called; null: not known.' }),
  /** Handoffs: changes of the speaker to an agent other than the one asked for, by that agent's name. */
  handoffs: namedTallies,
  /** The number of conversations that set each metadata variable. */
  metadata: namedTallies,
  content: z.object(
    Object.fromEntries(contentKinds.map((kind) => [kind, tally])) as Record<
      (typeof contentKinds)[number],
      typeof tally
    >,
  ),
}

/** What one version of one agent did in the conversations of a run. */
export interface AgentCoverage extends OutputOf<typeof agentMembers> {}

const agent: z.ZodType<AgentCoverage> = z
  .object(agentMembers)
  .meta({ id: 'AgentCoverage', description: 'What the conversations made one version of one agent do.' })

const coverageMembers = { agents: z.array(agent) }

/** What agents did in the conversations of a run: one member for each agent and version, ordered by name. */
export interface Coverage extends OutputOf<typeof coverageMembers> {}

export const coverageShape: z.ZodType<Coverage> = z.object(coverageMembers).meta({
  id: 'Coverage',
  description: 'What the conversations made their agents do: counts alone.',
})
