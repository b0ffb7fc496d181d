import { z } from 'zod'
import type { AgentCoverage, NamedTally } from '../../engine/coverage/agent-coverage.ts'
import { contentKinds } from '../../engine/coverage/content-coverage.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import type { ToolCoverage, UncoveredTools } from '../../engine/coverage/tool-coverage.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { Shard } from '../../engine/verdict/part-of-run.ts'
import type { SeedSummary } from '../../engine/verdict/seed-summary.ts'
import type { Tally } from '../../engine/verdict/verdict.ts'
import { conversationShape, usageShape, verdictShape } from './conversation-schema.ts'
import { problemShape } from './problem-schema.ts'
import { countOf, exactly, milliseconds } from './typed-shapes.ts'

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
    scripts: z.string().exactOptional().meta({
      description: 'Eight digits for each of all conversations: the same in every shard with the same scripts.',
    }),
    durations: z.string().exactOptional().meta({ description: 'The same in every shard that --durations cut alike.' }),
    counts: z
      .string()
      .exactOptional()
      .meta({ description: 'The flags that say how often each conversation is compared.' }),
    judges: z
      .string()
      .exactOptional()
      .meta({ description: 'The same in every shard with the same judges and licences.' }),
  }),
).meta({ id: 'Shard', description: 'Which part of a run this is.' })

const seedsShape = exactly<SeedSummary>()(
  z.object({
    id: z.string().meta({ description: 'Of the conversation, without its seed.' }),
    name: z.string(),
    version: z.string(),
    seeds: countOf('How many there were.'),
    passed: countOf('Seeds with which it passed.'),
    failed: countOf('Seeds with which it failed, expected fails among them.'),
    unjudged: countOf('Seeds that say nothing of the agent.'),
    interval: z.tuple([z.number(), z.number()]).nullable().meta({
      description: 'The rate of passing lies between these with at least 95 % confidence, exactly.',
    }),
    passAll: z.array(z.object({ k: z.number(), chance: z.number() })).meta({
      description: 'pass^k: the chance that k of the judged seeds, drawn at random, all pass.',
    }),
    ended: z
      .object({
        done: z.number().exactOptional(),
        'gave up': z.number().exactOptional(),
        'out of patience': z.number().exactOptional(),
        fault: z.number().exactOptional(),
        cut: z.number().exactOptional(),
      })
      .meta({ description: 'How many talks ended in which way.' }),
    turnsToGoal: z.object({ least: z.number(), median: z.number(), most: z.number() }).nullable().meta({
      description: 'Messages of the user where the goal was reached.',
    }),
  }),
).meta({ id: 'SeedSummary', description: 'How the seeds of one conversation came out.' })

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
    usage: usageShape.exactOptional(),
    judging: usageShape.exactOptional(),
    seeds: z.array(seedsShape).exactOptional(),
    leftOutByOnly: countOf('Conversations that did not run because `only: true` stands on others.').exactOptional(),
    warnings: z
      .array(problemShape)
      .meta({ description: 'Tools that the script names and nothing knows: nothing could be held against them.' })
      .exactOptional(),
  }),
)
