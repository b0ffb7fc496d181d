import { z } from 'zod'
import type { OutputOf } from '../../base/json/typed-shapes.ts'
import { wordsShape } from '../model/turn-comparison-shape.ts'

const texts = z.array(z.string()).exactOptional()
const agentChangeMembers = {
  /** `prompts.system`, `functions.duringCall`, `llmService.temperature`. */
  path: z.string(),
  kind: z.enum(['text', 'list', 'value']),
  words: wordsShape.exactOptional(),
  added: texts,
  removed: texts,
  a: z.string().exactOptional(),
  b: z.string().exactOptional(),
}

/** A member that differs: prompts word by word, lists by items added and removed, settings by value. */
export interface BlueprintChange extends OutputOf<typeof agentChangeMembers> {}

const agentChange: z.ZodType<BlueprintChange> = z
  .object(agentChangeMembers)
  .meta({ id: 'AgentChange', description: 'A member of the blueprint that differs.' })
const agentDifferenceMembers = {
  agent: z.string(),
  a: z.string().nullable().describe('What the side is; null where its blueprint cannot be seen.'),
  b: z.string().nullable(),
  unseen: z.string().nullable().describe('Why there is nothing to compare.'),
  changes: z.array(agentChange),
  idlePrompt: z
    .literal(true)
    .describe(
      'The prompts differ, and no run reads them: rules answer, a recording, or the same code or address on both sides.',
    )
    .exactOptional(),
  packages: z
    .array(z.string())
    .describe('Lock files, and folders of built packages, that differ: both sides ran with what is installed now.')
    .exactOptional(),
}

/** The differences in an agent between the sides, as far as the service shows them. */
export interface AgentDifference extends OutputOf<typeof agentDifferenceMembers> {}

export const agentDifferenceShape: z.ZodType<AgentDifference> = z
  .object(agentDifferenceMembers)
  .meta({ id: 'AgentDifference', description: 'What differs in an agent, as far as the service shows it.' })
