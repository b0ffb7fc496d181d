import { z } from 'zod'
import { countOf, headOf, milliseconds, type OutputOf } from '../base/json/typed-shapes.ts'
import { coverageShape } from '../engine/coverage/coverage-shape.ts'
import { usageShape } from '../engine/verdict/conversation-shape.ts'
import { missingShape, shardShape } from '../engine/verdict/run-parts-shape.ts'
import { problemShape } from '../suite/yaml/problem-shape.ts'
import { agentDifferenceShape } from './blueprint/blueprint-shape.ts'
import { gateShape } from './gate/gate-shape.ts'
import { changedShape, skippedShape } from './model/changed-shape.ts'
import { conversationComparisonShape, noiseShape, sideShape } from './model/conversation-comparison-shape.ts'
import { featuresShape } from './model/feature-evidence.ts'
import { comparisonVerdictShape } from './model/turn-comparison-shape.ts'
import { newFailuresShape, pooledShape } from './statistics/statistics-shape.ts'

const rateMembers = {
  passed: countOf('Runs that passed.'),
  judged: countOf('Runs that could be judged.'),
  /** How many more errored; left out where none did. */
  lost: countOf('How many more errored.').exactOptional(),
}

/** How many runs of a side passed, of those that could be judged. */
export interface PassCount extends OutputOf<typeof rateMembers> {}

const rate: z.ZodType<PassCount> = z.object(rateMembers)

const idList = (what: string): z.ZodArray<z.ZodString> => z.array(z.string()).meta({ description: what })
const likelyMembers = {
  /** The share of a list that is there by chance, at most, on average: 0.1 is one in ten. */
  rate: z.number().describe('How many of a list are there by chance, on average and at most: 0.1.'),
  /** Ids of conversations that pass less often on b, and of those that pass more often, the likeliest first. */
  worse: idList('Ids of those that pass less often on b, the likeliest first.'),
  better: idList('Ids of those that pass more often on b.'),
  /** For a person; null where no conversation is listed. */
  sentence: z.string().nullable().describe('For a person; null where none is listed.'),
}

/** Conversations that may well differ though none of them is sure by itself. It affects no verdict. */
export interface Likely extends OutputOf<typeof likelyMembers> {}

const likelyShape: z.ZodType<Likely> = z.object(likelyMembers).meta({
  id: 'Likely',
  description: 'Conversations that may well differ though none is sure by itself. No verdict rests on it.',
})

const comparisonMembers = {
  ...headOf('comparison'),
  ms: milliseconds('How long the comparison took.'),
  sides: z.object({ a: sideShape, b: sideShape }).describe('a is trusted, b is in question.'),
  /** The level at which differences are called, 0.05 for one in twenty. */
  alpha: z.number().describe('The level at which differences are called: 0.05 is one in twenty.'),
  /** Drops surely smaller than this do not shut the gate; set only where `--smallest-drop` overrode the config. */
  smallestDrop: z
    .number()
    .describe('What --smallest-drop said: drops that are certainly smaller do not shut the gate.')
    .exactOptional(),
  /** How often verdicts were checked while pairs were added, which `adjusted` corrects for; 1 when left out. */
  looks: countOf('How often verdicts were looked at while pairs were added; 1 when left out.').exactOptional(),
  /** With `--quick`: how many conversations rest on one run of each side. */
  quick: countOf('With --quick: how many conversations rest on one run of each side.').exactOptional(),
  /** With `--deep`: for how many conversations, and turns at which one may be taken up, p is adjusted. */
  deep: countOf(
    'With --deep: for how many conversations, and turns at which one may be taken up, p is adjusted.',
  ).exactOptional(),
  /** True when both sides are the same on purpose, to measure the noise. */
  calibration: z.boolean().describe('True when both sides are the same on purpose, to measure noise.'),
  noise: noiseShape.nullable(),
  /** The verdict as one sentence for a manager. */
  sentence: z.string().describe('The verdict as one sentence.'),
  totals: z.record(comparisonVerdictShape, countOf('Conversations that came to the verdict.')),
  /** The first pairs of all conversations together; absent where there are fewer than two. */
  pooled: pooledShape.exactOptional(),
  /** Ways of failing that are more frequent on b than on a; absent where no run failed in a way that counts. */
  newFailures: newFailuresShape.exactOptional(),
  /**
   * Conversations that may well differ though none is sure by itself; advice, with no effect on verdicts.
   * Absent where a side is compared with itself, with fewer than two conversations, and with `--until-sure`.
   */
  likely: likelyShape.exactOptional(),
  /** What changed, and where; advice, with no effect on verdicts. Absent where a side is compared with itself. */
  features: featuresShape.exactOptional(),
  /** Over the runs of all conversations, by side: how many passed, and how many could be judged. */
  passed: z.object({ a: rate, b: rate }),
  /** Turns sent, both sides together. */
  turns: countOf('Turns sent, both sides together.'),
  gate: gateShape,
  agents: z.array(agentDifferenceShape),
  coverage: z.object({ a: coverageShape, b: coverageShape }),
  /** Files that could not be read as suites. */
  problems: z.array(problemShape).describe('Files that could not be read as suites.'),
  conversations: z.array(conversationComparisonShape),
  /** The conversations that their scripts skip, or whose agents lack the draft that a side asks for; absent where there are none. */
  skipped: z
    .array(skippedShape)
    .describe('Conversations that their scripts skip, and those of agents that lack the draft a side asks for.')
    .exactOptional(),
  /** With `--changed`: what differs, and what was not run for it. */
  changed: changedShape.exactOptional(),
  /** Only where this is one shard of a comparison: what `--shard` chose. */
  shard: shardShape.exactOptional(),
  missingShards: missingShape.exactOptional(),
  /** What models used on each side; absent unless the service reports it. */
  usage: z.object({ a: usageShape, b: usageShape }).exactOptional(),
  /** What judges used in addition, for each side. */
  judging: z.object({ a: usageShape, b: usageShape }).exactOptional(),
  leftOutByOnly: countOf('Conversations that did not run because `only: true` stands on others.').exactOptional(),
  /** Decisions of reviews.yaml that decide nothing any more, a sentence each. */
  stale: idList('Decisions of reviews.yaml that decide nothing any more, a sentence each.').exactOptional(),
  warnings: z
    .array(problemShape)
    .describe('Tools that the script names and nothing knows: nothing could be held against them.')
    .exactOptional(),
}

/**
 * The result of a comparison: the document that `tableread compare --json` prints. A member's meaning never
 * changes under one `schemaVersion`.
 */
export interface Comparison extends OutputOf<typeof comparisonMembers> {}

/** The shape of the result of a comparison: the document that `tableread compare --json` prints. */
export const comparisonShape: z.ZodType<Comparison> = z.object(comparisonMembers)
