import { z } from 'zod'
import { countOf, type OutputOf } from '../../base/json/typed-shapes.ts'

const shardMembers = {
  /** From 1 to `of`. */
  index: z.number().int().min(1).meta({ description: 'From 1 to `of`.' }),
  of: z.number().int().min(1),
  /** How many conversations all shards have together, counting each version separately. */
  total: countOf('How many conversations all shards have together.'),
  /** The index of each conversation of this shard among all conversations, by its id. */
  positions: z.record(z.string(), countOf('From 0.')).meta({
    description: 'Where each conversation of this shard, by its id, stands among all of them.',
  }),
  /** A fingerprint of all conversations, equal in all shards cut from the same ones. */
  whole: z.string().meta({ description: 'The same in every shard of the same conversations.' }),
  /** Eight hexadecimal digits for each, in order: a hash of what it sends and is held to. Absent in old results. */
  scripts: z.string().exactOptional().meta({
    description: 'Eight digits for each of all conversations: the same in every shard with the same scripts.',
  }),
  /** A hash of the durations that the shards were balanced by; absent if they were balanced by the number of turns. */
  durations: z.string().exactOptional().meta({ description: 'The same in every shard that --durations cut alike.' }),
  /** The flags that say how often each conversation is compared, such as `--repeat 10`; absent without any. */
  counts: z
    .string()
    .exactOptional()
    .meta({ description: 'The flags that say how often each conversation is compared.' }),
  /** Of the judges of each conversation of all shards, and of the valid licences; absent without a criterion. */
  judges: z
    .string()
    .exactOptional()
    .meta({ description: 'The same in every shard with the same judges and licences.' }),
  /** A hash of the agents of all conversations, and of those that may take over; absent for those of a service. */
  agents: z
    .string()
    .exactOptional()
    .meta({ description: 'The same in every shard with the same agents, where their files are at hand.' }),
}

/** Which part of a run a result covers: what `--shard 2/3` selected. */
export interface Shard extends OutputOf<typeof shardMembers> {}

export const shardShape: z.ZodType<Shard> = z
  .object(shardMembers)
  .meta({ id: 'Shard', description: 'Which part of a run this is.' })

const missingMembers = {
  indexes: z.array(z.number().int().min(1)).meta({ description: 'From 1 to `of`.' }),
  of: z.number().int().min(1),
  conversations: countOf('How many conversations these shards had.'),
  reasons: z.array(z.string()).exactOptional().meta({
    description: 'What the files without a result say, each once; absent where none is there.',
  }),
}

/** The shards of which `merge` found no result. */
export interface MissingShards extends OutputOf<typeof missingMembers> {}

export const missingShape: z.ZodType<MissingShards> = z
  .object(missingMembers)
  .meta({ id: 'MissingShards', description: 'The shards of which merge found no result.' })

const seedsMembers = {
  /** `file:line version`, without the seed. */
  id: z.string().meta({ description: 'Of the conversation, without its seed.' }),
  name: z.string(),
  version: z.string(),
  seeds: countOf('How many there were.'),
  passed: countOf('Seeds with which it passed.'),
  failed: countOf('Seeds with which it failed, expected fails among them.'),
  /** Neither passed nor failed: they say nothing about the agent and count in no rate. */
  unjudged: countOf('Seeds that say nothing of the agent.'),
  /** The exact 95 % interval of the pass rate; null where nothing was judged. */
  interval: z.tuple([z.number(), z.number()]).nullable().meta({
    description: 'The rate of passing lies between these with at least 95 % confidence, exactly.',
  }),
  /** The chance that `k` of the judged seeds, drawn at random, all pass (pass^k), for 1, 2, 4 and so on. */
  passAll: z.array(z.object({ k: z.number(), chance: z.number() })).meta({
    description: 'pass^k: the chance that k of the judged seeds, drawn at random, all pass.',
  }),
  /** The number of talks by how they ended. */
  ended: z
    .object({
      done: z.number().exactOptional(),
      'gave up': z.number().exactOptional(),
      'out of patience': z.number().exactOptional(),
      fault: z.number().exactOptional(),
      cut: z.number().exactOptional(),
    })
    .meta({ description: 'How many talks ended in which way.' }),
  /** The user's messages in talks that reached the goal; null if none did. */
  turnsToGoal: z.object({ least: z.number(), median: z.number(), most: z.number() }).nullable().meta({
    description: 'Messages of the user where the goal was reached.',
  }),
}

/** The results of all seeds of one conversation with a simulated user, for one version. */
export interface SeedSummary extends OutputOf<typeof seedsMembers> {}

export const seedsShape: z.ZodType<SeedSummary> = z
  .object(seedsMembers)
  .meta({ id: 'SeedSummary', description: 'How the seeds of one conversation came out.' })
