import { z } from 'zod'
import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import { contentKinds } from '../../engine/coverage/content-coverage.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import type { NamedTally } from '../../engine/coverage/named-tally.ts'
import type { ToolCoverage } from '../../engine/coverage/tool-coverage.ts'
import type { UncoveredTools } from '../../engine/coverage/uncovered-tools.ts'
import type { Tally } from '../../engine/verdict/tally.ts'
import { exactly } from './exactly.ts'
import { countOf } from './scalars.ts'

const tally = exactly<Tally>()(
  z.object({
    passed: countOf('In conversations that passed.'),
    failed: countOf('In those that failed, expected fails among them.'),
    other: countOf('In any other.'),
  }),
).meta({ id: 'Tally', description: 'How often something was seen, by what became of the conversation.' })
const named = z.array(
  exactly<NamedTally>()(z.object({ name: z.string(), count: tally })).meta({
    id: 'NamedTally',
    description: 'How often something that has a name was seen.',
  }),
)
const tool = exactly<ToolCoverage>()(
  z.object({
    name: z.string(),
    phase: z.enum(['pre', 'during', 'post']).nullable(),
    success: tally,
    error: tally,
    unanswered: tally,
  }),
).meta({ id: 'ToolCoverage', description: 'The calls of one tool in one phase, by how they ended.' })
const names = z.array(z.string())
const uncovered = exactly<UncoveredTools>()(z.object({ pre: names, during: names, post: names }))
const agent = exactly<AgentCoverage>()(
  z.object({
    agent: z.string(),
    version: z.string(),
    conversations: tally,
    tools: z.array(tool),
    uncovered: uncovered
      .nullable()
      .meta({ description: 'What its blueprint lists and nothing called; null: not known.' }),
    handoffs: named,
    metadata: named,
    content: z.object(
      Object.fromEntries(contentKinds.map((kind) => [kind, tally])) as Record<
        (typeof contentKinds)[number],
        typeof tally
      >,
    ),
  }),
).meta({ id: 'AgentCoverage', description: 'What the conversations made one version of one agent do.' })

/** The shape of the coverage of a run. */
export const coverageShape: z.ZodType<Coverage> = exactly<Coverage>()(z.object({ agents: z.array(agent) })).meta({
  id: 'Coverage',
  description: 'What the conversations made their agents do: counts alone.',
})
