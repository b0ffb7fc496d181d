import { z } from 'zod'
import type { RunResult } from '../../engine/run-result.ts'
import type { Shard } from '../../engine/verdict/shard.ts'
import { conversationShape, verdictShape } from './conversation-schema.ts'
import { coverageShape } from './coverage-schema.ts'
import { exactly } from './exactly.ts'
import { problemShape } from './problem-schema.ts'
import { countOf, milliseconds } from './scalars.ts'

/** The shape of a shard: which part of a whole run a result covers. */
export const shardShape: z.ZodType<Shard> = exactly<Shard>()(
  z.object({
    index: z.number().int().min(1).meta({ description: 'From 1 to `of`.' }),
    of: z.number().int().min(1),
    total: countOf('How many conversations all shards have together.'),
    positions: z.record(z.string(), countOf('From 0.')).meta({
      description: 'Where each conversation of this shard, by its id, stands among all of them.',
    }),
    whole: z.string().meta({ description: 'The same in every shard of the same conversations.' }),
    durations: z.string().exactOptional().meta({ description: 'The same in every shard that --durations cut alike.' }),
  }),
).meta({ id: 'Shard', description: 'Which part of a run this is.' })

/** The shape of the result of a run: the document that `tableread run --json` prints. */
export const runShape: z.ZodType<RunResult> = exactly<RunResult>()(
  z.object({
    schemaVersion: z
      .literal(1)
      .meta({ description: "A member's meaning never changes under one version; members may be added." }),
    tableread: z.string().meta({ description: 'The version of Tableread.' }),
    startedAt: z.string().meta({ description: 'ISO 8601.' }),
    ms: milliseconds('How long the run took.'),
    target: z.string().meta({ description: 'The service, as reports name it.' }),
    versions: z.array(z.string()).meta({ description: 'The agent versions that ran.' }),
    totals: z.record(verdictShape, countOf('Conversations that came to the verdict.')),
    turns: countOf('Turns that were sent.'),
    problems: z.array(problemShape).meta({ description: 'Files that could not be read as suites.' }),
    coverage: coverageShape,
    conversations: z.array(conversationShape),
    shard: shardShape.exactOptional(),
    leftOutByOnly: countOf('Conversations that did not run because `only: true` stands on others.').exactOptional(),
  }),
)
