import { z } from 'zod'
import { countOf, milliseconds, type OutputOf } from '../base/json/typed-shapes.ts'
import { problemShape } from '../suite/yaml/problem-shape.ts'
import { coverageShape } from './coverage/coverage-shape.ts'
import { conversationShape, usageShape, verdictShape } from './verdict/conversation-shape.ts'
import { passRateShape } from './verdict/pass-rate.ts'
import { missingShape, seedsShape, shardShape } from './verdict/run-parts-shape.ts'

const runMembers = {
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
  /** Files that could not be read as suites. */
  problems: z.array(problemShape).meta({ description: 'Files that could not be read as suites.' }),
  /** What agents did in the conversations, counted from every transcript, even those not kept. */
  coverage: coverageShape,
  conversations: z.array(conversationShape),
  /** Present if this run is one shard: what `--shard` selected. */
  shard: shardShape.exactOptional(),
  missingShards: missingShape.exactOptional(),
  /** The usage of models in all conversations; present if the service reports it. */
  usage: usageShape.exactOptional(),
  /** The usage of judges, and of models that spoke for simulated users; not part of `usage`. */
  judging: usageShape.exactOptional(),
  /** How simulated users fared over several seeds; missing for a single one. */
  seeds: z.array(seedsShape).exactOptional(),
  /** Present if the config's gate asks for one; absent in what `--last-failed` chose. */
  passRate: passRateShape.exactOptional(),
  leftOutByOnly: countOf('Conversations that did not run because `only: true` stands on others.').exactOptional(),
  notCompared: z
    .string()
    .meta({ description: 'Why nothing was compared: no agent has the draft that was asked for.' })
    .exactOptional(),
  warnings: z
    .array(problemShape)
    .meta({ description: 'Tools that the script names and nothing knows: nothing could be held against them.' })
    .exactOptional(),
}

/** The document that `--json` prints. The meaning of a member never changes within one `schemaVersion`. */
export interface RunResult extends OutputOf<typeof runMembers> {}

export const runShape: z.ZodType<RunResult> = z.object(runMembers)
