import { z } from 'zod'
import { countOf, milliseconds, type OutputOf } from '../../base/json/typed-shapes.ts'
import { problemShape } from '../../suite/yaml/problem-shape.ts'

const kinds = ['tool', 'handoff', 'rule', 'sentence', 'metadata', 'content'] as const

const endings = ['succeeds', 'fails', 'finds nothing', 'value missing', 'given', 'missing'] as const

const placeMembers = { file: z.string(), line: z.number(), conversation: z.string() }

const cellMembers = {
  id: z.string().meta({ description: 'Unique in the document.' }),
  agent: z.string(),
  version: z.string(),
  kind: z.enum(kinds),
  /** The tool, the agent that takes over, the variable or the kind of content; the sentence of a prompt. */
  name: z.string().meta({ description: 'The tool, agent, variable or kind of content; the sentence of a prompt.' }),
  /** What should happen with it; null where there is one way only. */
  ending: z
    .enum(endings)
    .nullable()
    .meta({ description: 'What should happen with it; null where there is one way only.' }),
  phase: z.enum(['pre', 'during', 'post']).nullable().meta({ description: 'When a tool runs; null if nothing tells.' }),
  /** The conversations whose text expects it. */
  coveredBy: z.array(z.object(placeMembers)).meta({ description: 'The conversations whose text expects it.' }),
  /** In how many conversations of the runs that were given it took place. */
  seen: countOf('How often it took place in the runs that were given.'),
  /** Why no conversation can be drafted for it; null if one can. */
  byHand: z.string().nullable().meta({ description: 'Why none can be drafted; null if one can.' }),
}

/** One thing that should be tried with an agent. */
export interface Cell extends OutputOf<typeof cellMembers> {}

const suggestionMembers = {
  schemaVersion: z
    .literal(1)
    .meta({ description: "A member's meaning never changes under one version; members may be added." }),
  kind: z.literal('suggestion'),
  tableread: z.string().meta({ description: 'The version of Tableread.' }),
  /** ISO 8601. */
  startedAt: z.string().meta({ description: 'ISO 8601.' }),
  ms: milliseconds('How long it took.'),
  /** From where the agents were read. */
  target: z.string().meta({ description: 'From where the agents were read.' }),
  cells: z.array(z.object(cellMembers)),
  /** Agents of which nothing is known, and why. */
  unknown: z.array(z.object({ agent: z.string(), reason: z.string() })),
  /** The suites that --write wrote. */
  drafts: z.array(
    z.object({
      file: z.string(),
      conversations: countOf('Conversations in it; without any, the file is not written.'),
      leftOut: z
        .array(z.object({ name: z.string(), reason: z.string() }))
        .exactOptional()
        .meta({ description: 'Conversations that are not in it, and why.' }),
    }),
  ),
  warnings: z.array(problemShape).exactOptional(),
}

/** What `tableread suggest` finds: JSON-safe, the document of `--json`. */
export interface SuggestionResult extends OutputOf<typeof suggestionMembers> {}

export const suggestionShape: z.ZodType<SuggestionResult> = z.object(suggestionMembers)
