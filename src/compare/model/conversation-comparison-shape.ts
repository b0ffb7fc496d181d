import { z } from 'zod'
import { countOf, milliseconds, type OutputOf } from '../../base/json/typed-shapes.ts'
import { causeShape, conversationShape, usageShape, verdictShape } from '../../engine/verdict/conversation-shape.ts'
import { placeShape } from '../../suite/yaml/problem-shape.ts'
import { aspectSeenShape, partingShape, wordsOfJudges } from './feature-evidence.ts'
import { differenceShape, reviewShape } from './review-shape.ts'
import { changeShape, comparisonVerdictShape, turnComparisonShape } from './turn-comparison-shape.ts'

const interval = z.tuple([z.number(), z.number()])

const runSummaryMembers = {
  verdict: verdictShape,
  reason: z.string().nullable(),
  sessionId: z.string().nullable(),
  startedAt: z.string(),
  ms: milliseconds('How long it took.'),
  /** The first turn that did not pass, from 0; null where all did. */
  turn: z.number().int().nullable().describe('The first turn that did not pass, from 0.'),
  /** Where and how it failed: `turn 2: arguments of cancel_order`; left out where only judges say so. */
  way: z.string().describe('Where and by what it failed; left out where judges alone say so.').exactOptional(),
  /** The layer in which it went wrong; see `ConversationResult`. */
  cause: causeShape.exactOptional(),
  /** What the agent's own code threw, with the place in that code; left out where nothing of the kind ended it. */
  crash: z.string().describe("What the agent's own code threw, and where; left out where it did not.").exactOptional(),
  /** What models used, where the service reports it. */
  usage: usageShape.exactOptional(),
  /** The turns (from 0) that are not in `usage`: not sent, or nothing was reported for them. */
  withoutUsage: z
    .array(z.number().int().min(0))
    .describe('The turns, from 0, that are not in usage: not sent, or nothing was reported for them.')
    .exactOptional(),
  /** What judges used in addition. */
  judging: usageShape.exactOptional(),
}

/** One run of a conversation on one side, in short. */
export interface RunSummary extends OutputOf<typeof runSummaryMembers> {}

const runSummary: z.ZodType<RunSummary> = z
  .object(runSummaryMembers)
  .meta({ id: 'RunSummary', description: 'One run of a conversation on one side, in short.' })

const passMembers = {
  pairs: countOf('Pairs of runs that were both judged.'),
  bothPassed: countOf('Passed on both sides.'),
  /** Passed on a and failed on b. */
  onlyA: countOf('Passed on a and failed on b.'),
  /** Failed on a and passed on b. */
  onlyB: countOf('Failed on a and passed on b.'),
  neitherPassed: countOf('Failed on both sides.'),
  /** Pass rate of b minus that of a, from -1 to 1. */
  effect: z.number().describe('Pass rate of b minus that of a, from -1 to 1.'),
  /** The 95 % confidence interval of the true effect, over all looks together. */
  interval: interval.describe('Where the true effect lies with 95 % confidence.'),
  /** Two-sided exact paired test, never above McNemar's (see `pairedTest`). */
  p: z.number().describe('Two-sided exact paired test.'),
  /** `p` after Holm's correction over the conversations of the comparison, and over the looks. */
  adjusted: z.number().describe("p after Holm's correction over the conversations."),
  /** The highest probability that equal sides show such a break by chance: 4^-pairs; null without a break. */
  breakRisk: z.number().nullable().describe('How often at most chance alone shows such a break.'),
}

/** The outcomes of one conversation's pairs of runs. Pairs with a run that could not be judged are left out. */
export interface PassStatistics extends OutputOf<typeof passMembers> {}

const pass: z.ZodType<PassStatistics> = z
  .object(passMembers)
  .meta({ id: 'PassStatistics', description: 'How the pairs of runs of one conversation came out.' })

const evidenceMembers = {
  /** Pairs requested: the first ones, and all that were added. */
  asked: countOf('Pairs of runs that were asked for, the first ones and all that were added.'),
  /** Pairs in which both runs were judged. */
  judged: countOf('Pairs of which both runs were judged.'),
  /** The least number of judged pairs that the gate requires. */
  needed: countOf('The least number of judged pairs that the gate takes.'),
}

/** How much evidence a verdict rests on, in pairs of runs. */
export interface Evidence extends OutputOf<typeof evidenceMembers> {}

const evidence: z.ZodType<Evidence> = z
  .object(evidenceMembers)
  .meta({ id: 'Evidence', description: 'How much of what was asked for could be judged.' })

const judgesMembers = {
  /** Pairs in which the one run that failed did so by judged criteria alone. */
  onlyA: countOf('Pairs that only side a passed, and that rest on criteria for judges alone.'),
  onlyB: countOf('The same of side b.'),
  ...wordsOfJudges,
}

/** What rests on judged criteria alone, and how often the judges err. */
export interface JudgeEvidence extends OutputOf<typeof judgesMembers> {}

const judges: z.ZodType<JudgeEvidence> = z
  .object(judgesMembers)
  .meta({ id: 'JudgeEvidence', description: 'What rests on criteria for judges alone, and how often these err.' })

const earlierMembers = {
  runs: countOf('As how many runs they count.'),
  /** How many of them failed, by way of failing. */
  failed: z.record(z.string(), countOf('Those that failed in this way.')),
}

/** Earlier runs of one conversation, as the number they count for: fewer where they differ among themselves. */
export interface EarlierRuns extends OutputOf<typeof earlierMembers> {}

const earlier: z.ZodType<EarlierRuns> = z
  .object(earlierMembers)
  .meta({ id: 'EarlierRuns', description: 'Runs of the same script by the same agent as side a, from before.' })

const latencyMembers = {
  subject: z.enum(['turn', 'reply', 'tool']),
  /** The tool, where the subject is one. */
  tool: z.string().nullable(),
  /** The turn of the script, from 0; null for all turns together. */
  turn: z.number().int().nullable().describe('The turn of the script, from 0; null for all together.'),
  a: z.array(z.number()),
  b: z.array(z.number()),
  /** Median of b minus a over pairs; null without pairs. */
  difference: z.number().nullable().describe('Median of b minus a over pairs.'),
  /** Its 95 % confidence interval; null where there are too few pairs for one. */
  interval: interval.nullable().describe('Where it lies with 95 % confidence.'),
  /** How often, at most, equal sides differ so much, by the sign of pairs; absent without pairs and in older files. */
  p: z.number().describe('How often, at most, equal sides differ so much.').exactOptional(),
}

/** How one time differs between the sides over all runs, in milliseconds. */
export interface LatencyComparison extends OutputOf<typeof latencyMembers> {}

const latency: z.ZodType<LatencyComparison> = z
  .object(latencyMembers)
  .meta({ id: 'LatencyComparison', description: 'How a time differs between the sides, in milliseconds.' })

const continuesMembers = {
  /** The id of the conversation, or of what takes it up already. */
  of: z.string().describe('The id of what it takes up.'),
  /** The first turn that is sent, from 0. */
  turn: countOf('The first turn that is sent, from 0.'),
  /** The side whose run is the history of both. */
  history: z.enum(['a', 'b']).describe('The side whose run is the history of both.'),
  /** Only where the script expects something of the whole session, which is not expected of a part. */
  session: z
    .literal('not judged')
    .describe('Only where the script expects something of the whole session: not of this part.')
    .exactOptional(),
}

/** Which conversation is taken up, from which turn on, and after whose turns. */
export interface Continues extends OutputOf<typeof continuesMembers> {}

const continues: z.ZodType<Continues> = z
  .object(continuesMembers)
  .meta({ id: 'Continues', description: 'With --deep: which conversation it takes up, and where.' })

const hiddenMembers = {
  turn: countOf('The first turn that too few pairs judged, from 0.'),
  why: z.string().describe('Why nothing takes it up there.'),
}

/** From which turn on a conversation stays unjudged, and why. */
export interface Hidden extends OutputOf<typeof hiddenMembers> {}

const hidden: z.ZodType<Hidden> = z
  .object(hiddenMembers)
  .meta({ id: 'Hidden', description: 'From where on it stays unjudged, and why.' })

const runs = z.array(runSummary)
const run = conversationShape.nullable()

const conversationComparisonMembers = {
  /** `file:line`, or `file:line#row`; unique in a comparison. */
  id: z.string().describe('`file:line`, or `file:line#row`; unique in a comparison.'),
  file: z.string(),
  at: placeShape,
  suite: z.string(),
  name: z.string(),
  agent: z.string(),
  tags: z.array(z.string()),
  verdict: comparisonVerdictShape,
  /** Only with *regressed* and *improved*, and *unconfirmed* with *changed*; null with any other verdict. */
  certainty: z
    .enum(['hard break', 'statistical', 'unconfirmed'])
    .nullable()
    .describe('Of regressed and improved; unconfirmed comes with changed. Null with any other verdict.'),
  /** Why a failure is expected (mark or quarantine), so that the gate ignores it; null where it is not. */
  excused: z.string().nullable().describe('Why a failure here is expected, and the gate looks away.'),
  /** The commit since which its script is new or changed; only where no run of either side passed. */
  changedSince: z
    .string()
    .describe('The commit since which its script is new or changed, where no run of either side passed.')
    .exactOptional(),
  /** One sentence for a person: `passed 5 of 5 on default, 0 of 5 on draft`. */
  reason: z.string().describe('One sentence for a person.'),
  /** Every run of each side, in order; those at one index are a pair. */
  runs: z.object({ a: runs, b: runs }).describe('Those at one index are a pair.'),
  /** Null where no pair could be judged. */
  pass: pass.nullable().describe('Null where no pair could be judged.'),
  /** How many pairs could be judged, and how many the gate needs; absent in results from before that rule. */
  evidence: evidence.exactOptional(),
  /** How many pairs were fixed before anything ran; further ones depend on how those came out. */
  firstPairs: countOf('How many pairs were settled before anything ran.').exactOptional(),
  /** With `--quick`: how many pairs in front only chose it for the others, on which alone the verdict rests. */
  look: countOf('How many pairs in front only chose it for the others: no verdict rests on them.').exactOptional(),
  /** With `--deep`: the conversation that this one takes up; absent in a whole one. */
  continues: continues.exactOptional(),
  /** From which turn on it stays unjudged; absent where nothing does. */
  hidden: hidden.exactOptional(),
  /** Only where some pair rests on judged criteria alone. */
  judges: judges.exactOptional(),
  /** Earlier runs of the same script by the same agent as side a; only where the history has any. */
  earlier: earlier.exactOptional(),
  /** The pair of runs that illustrates the verdict best, in full; the aligned turns refer to these. */
  shown: z.object({ a: run, b: run }).describe('The pair that shows the verdict best.'),
  turns: z.array(turnComparisonShape),
  /** The differences that exceed how much each side differs from itself, over all runs. */
  changes: z.array(changeShape).describe('What differs beyond how much each side differs from itself.'),
  /** What runs of b show and no run of a does; absent where there is nothing. */
  differences: z.array(differenceShape).exactOptional(),
  /** What was decided about these; absent where there is nothing to decide. */
  review: reviewShape.exactOptional(),
  /** From which turn on the sides differ; absent where they do not, and in results from before this member. */
  parts: partingShape.exactOptional(),
  /** What the first pairs show, aspect by aspect; absent where nothing could be compared. */
  seen: z.array(aspectSeenShape).exactOptional(),
  latency: z.array(latency),
}

/** The comparison of one conversation: JSON-safe, and enough for every report. */
export interface ConversationComparison extends OutputOf<typeof conversationComparisonMembers> {}

export const conversationComparisonShape: z.ZodType<ConversationComparison> = z
  .object(conversationComparisonMembers)
  .meta({ id: 'ConversationComparison', description: 'What became of one conversation on both sides.' })

const sideMembers = {
  label: z.string().describe('What reports call it: default, draft, 2.'),
  /** The agent used instead of the scripts' own; null where each script's agent was used. */
  agent: z.string().nullable().describe("The agent that stands in for the scripts' own."),
  version: z.string(),
  target: z.string(),
}

/** What one side ran against; `label` names it in reports: `draft`, `2`, with agent or target where these differ. */
export interface Side extends OutputOf<typeof sideMembers> {}

export const sideShape: z.ZodType<Side> = z
  .object(sideMembers)
  .meta({ id: 'Side', description: 'What one side ran against.' })

const noiseMembers = {
  /** Judged pairs of runs, and how many of them had one pass and one failure. */
  pairs: countOf('Pairs of runs that were judged.'),
  discordant: countOf('Those where one passed and one failed.'),
  /** Ids of the conversations that had such pairs. */
  conversations: z.array(z.string()).describe('Ids of the conversations that had such pairs.'),
  /** The middle half of the differences between two runs' turn times, in milliseconds; null without turns. */
  turnMs: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe("The middle half of the differences between two runs' turn times, in milliseconds."),
  measuredAt: z.string(),
}

/** How much the agent differs from itself, measured by running one version against itself. */
export interface NoiseFloor extends OutputOf<typeof noiseMembers> {}

export const noiseShape: z.ZodType<NoiseFloor> = z
  .object(noiseMembers)
  .meta({ id: 'NoiseFloor', description: 'How much the agent differs from itself.' })
