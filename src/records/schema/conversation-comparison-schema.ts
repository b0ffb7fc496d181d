import { z } from 'zod'
import {
  comparisonVerdicts,
  type Evidence,
  type JudgeEvidence,
  type PassStatistics,
} from '../../compare/model/comparison-verdict.ts'
import type {
  ConversationComparison,
  EarlierRuns,
  LatencyComparison,
  RunSummary,
} from '../../compare/model/conversation-comparison.ts'
import {
  type CallDifference,
  type Change,
  changeLevels,
  type ItemDifference,
  type RowComparison,
  type TextDifference,
  type TurnComparison,
  type ValueDifference,
} from '../../compare/model/turn-comparison.ts'
import { causeShape, conversationShape, usageShape, verdictShape } from './conversation-schema.ts'
import { aspectSeenShape, partingShape, wordsOfJudges } from './feature-schema.ts'
import { placeShape } from './problem-schema.ts'
import { countOf, exactly, jsonValue, milliseconds } from './typed-shapes.ts'

/** The shape of a verdict of a comparison. */
export const comparisonVerdictShape: z.ZodEnum<{ [V in (typeof comparisonVerdicts)[number]]: V }> = z
  .enum(comparisonVerdicts)
  .meta({
    id: 'ComparisonVerdict',
    description:
      'regressed, improved: the pass rate moved beyond noise. flaky: a side passes and fails, and no difference is sure. not comparable: a side could not be judged, or the scripts differ. changed: as many pass, but the agent does otherwise.',
  })

/** The shape of a difference in behaviour. */
const changeShape: z.ZodType<Change> = exactly<Change>()(
  z.object({ level: z.enum(changeLevels), text: z.string() }),
).meta({ id: 'Change', description: 'One difference in behaviour, as a line for a person.' })

/** The shape of a word diff: two texts as one sequence of pieces. */
export const wordsShape: z.ZodType<TextDifference> = exactly<TextDifference>()(
  z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })),
).meta({ id: 'TextDifference', description: "Two texts as pieces: without `added` it is a's, without `removed` b's." })

const values = z.array(
  exactly<ValueDifference>()(
    z.object({
      path: z.string(),
      a: jsonValue.exactOptional(),
      b: jsonValue.exactOptional(),
      words: wordsShape.exactOptional(),
    }),
  ).meta({ id: 'ValueDifference', description: 'A value at a path; a side that has none is left out.' }),
)
const pair = z.tuple([z.string().nullable(), z.string().nullable()])
const call = exactly<CallDifference>()(
  z.object({
    name: z.tuple([z.string(), z.string()]).exactOptional(),
    arguments: values.exactOptional(),
    output: values.exactOptional(),
    isError: z.tuple([z.boolean().nullable(), z.boolean().nullable()]).exactOptional(),
    phase: pair.exactOptional(),
    moved: z.boolean().exactOptional(),
  }),
).meta({ id: 'CallDifference', description: 'What differs between two calls; what agrees is left out.' })
const item = exactly<ItemDifference>()(z.object({ a: z.string().nullable(), b: z.string().nullable() }))

const index = z.number().int().min(0).nullable()
const sides = { a: index, b: index }
const row = exactly<RowComparison>()(
  z.union([
    z.object({ ...sides, kind: z.literal('same') }),
    z.object({ ...sides, kind: z.enum(['only a', 'only b', 'not sent']) }),
    z.object({
      ...sides,
      kind: z.literal('message'),
      words: wordsShape,
      items: z.array(item),
      agents: pair.nullable(),
    }),
    z.object({ ...sides, kind: z.literal('call'), call }),
    z.object({ ...sides, kind: z.literal('other'), words: wordsShape }),
  ]),
).meta({
  id: 'RowComparison',
  description: 'Entries that belong together, by their indexes; null where a side has none.',
})

/** The shape of a pair of aligned turns. */
const turnComparisonShape: z.ZodType<TurnComparison> = exactly<TurnComparison>()(
  z.object({ ...sides, verdict: comparisonVerdictShape, rows: z.array(row), changes: z.array(changeShape) }),
).meta({
  id: 'TurnComparison',
  description: 'Two turns of the shown runs, aligned; null where a side has no such turn.',
})

const interval = z.tuple([z.number(), z.number()])

const runSummary = exactly<RunSummary>()(
  z.object({
    verdict: verdictShape,
    reason: z.string().nullable(),
    sessionId: z.string().nullable(),
    startedAt: z.string(),
    ms: milliseconds('How long it took.'),
    turn: z.number().int().nullable().meta({ description: 'The first turn that did not pass, from 0.' }),
    way: z
      .string()
      .meta({ description: 'Where and by what it failed; left out where judges alone say so.' })
      .exactOptional(),
    cause: causeShape.exactOptional(),
    usage: usageShape.exactOptional(),
    withoutUsage: z
      .array(z.number().int().min(0))
      .meta({ description: 'The turns, from 0, that are not in usage: not sent, or nothing was reported for them.' })
      .exactOptional(),
    judging: usageShape.exactOptional(),
  }),
).meta({ id: 'RunSummary', description: 'One run of a conversation on one side, in short.' })

const pass = exactly<PassStatistics>()(
  z.object({
    pairs: countOf('Pairs of runs that were both judged.'),
    bothPassed: countOf('Passed on both sides.'),
    onlyA: countOf('Passed on a and failed on b.'),
    onlyB: countOf('Failed on a and passed on b.'),
    neitherPassed: countOf('Failed on both sides.'),
    effect: z.number().meta({ description: 'Pass rate of b minus that of a, from -1 to 1.' }),
    interval: interval.meta({ description: 'Where the true effect lies with 95 % confidence.' }),
    p: z.number().meta({ description: 'Two-sided exact paired test.' }),
    adjusted: z.number().meta({ description: "p after Holm's correction over the conversations." }),
    breakRisk: z.number().nullable().meta({ description: 'How often at most chance alone shows such a break.' }),
  }),
).meta({ id: 'PassStatistics', description: 'How the pairs of runs of one conversation came out.' })

const evidence = exactly<Evidence>()(
  z.object({
    asked: countOf('Pairs of runs that were asked for, the first ones and all that were added.'),
    judged: countOf('Pairs of which both runs were judged.'),
    needed: countOf('The least number of judged pairs that the gate takes.'),
  }),
).meta({ id: 'Evidence', description: 'How much of what was asked for could be judged.' })

const judges = exactly<JudgeEvidence>()(
  z.object({
    onlyA: countOf('Pairs that only side a passed, and that rest on criteria for judges alone.'),
    onlyB: countOf('The same of side b.'),
    ...wordsOfJudges,
  }),
).meta({ id: 'JudgeEvidence', description: 'What rests on criteria for judges alone, and how often these err.' })

const earlier = exactly<EarlierRuns>()(
  z.object({
    runs: countOf('As how many runs they count.'),
    failed: z.record(z.string(), countOf('Those that failed in this way.')),
  }),
).meta({ id: 'EarlierRuns', description: 'Runs of the same script by the same agent as side a, from before.' })

const latency = exactly<LatencyComparison>()(
  z.object({
    subject: z.enum(['turn', 'reply', 'tool']),
    tool: z.string().nullable(),
    turn: z.number().int().nullable().meta({ description: 'The turn of the script, from 0; null for all together.' }),
    a: z.array(z.number()),
    b: z.array(z.number()),
    difference: z.number().nullable().meta({ description: 'Median of b minus a over pairs.' }),
    interval: interval.nullable().meta({ description: 'Where it lies with 95 % confidence.' }),
    p: z.number().meta({ description: 'How often, at most, equal sides differ so much.' }).exactOptional(),
  }),
).meta({ id: 'LatencyComparison', description: 'How a time differs between the sides, in milliseconds.' })

const runs = z.array(runSummary)
const shown = conversationShape.nullable()

/** The shape of the comparison of one conversation. */
export const conversationComparisonShape: z.ZodType<ConversationComparison> = exactly<ConversationComparison>()(
  z.object({
    id: z.string().meta({ description: '`file:line`, or `file:line#row`; unique in a comparison.' }),
    file: z.string(),
    at: placeShape,
    suite: z.string(),
    name: z.string(),
    agent: z.string(),
    tags: z.array(z.string()),
    verdict: comparisonVerdictShape,
    certainty: z.enum(['hard break', 'statistical', 'unconfirmed']).nullable().meta({
      description: 'Of regressed and improved; unconfirmed comes with changed. Null with any other verdict.',
    }),
    excused: z.string().nullable().meta({ description: 'Why a failure here is expected, and the gate looks away.' }),
    reason: z.string().meta({ description: 'One sentence for a person.' }),
    runs: z.object({ a: runs, b: runs }).meta({ description: 'Those at one index are a pair.' }),
    pass: pass.nullable().meta({ description: 'Null where no pair could be judged.' }),
    evidence: evidence.exactOptional(),
    firstPairs: countOf('How many pairs were settled before anything ran.').exactOptional(),
    judges: judges.exactOptional(),
    earlier: earlier.exactOptional(),
    shown: z.object({ a: shown, b: shown }).meta({ description: 'The pair that shows the verdict best.' }),
    turns: z.array(turnComparisonShape),
    changes: z.array(changeShape).meta({ description: 'What differs beyond how much each side differs from itself.' }),
    parts: partingShape.exactOptional(),
    seen: z.array(aspectSeenShape).exactOptional(),
    latency: z.array(latency),
  }),
).meta({ id: 'ConversationComparison', description: 'What became of one conversation on both sides.' })
