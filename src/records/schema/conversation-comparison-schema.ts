import { z } from 'zod'
import type { ConversationComparison, RunSummary } from '../../compare/model/conversation-comparison.ts'
import type { Evidence } from '../../compare/model/evidence.ts'
import type { LatencyComparison } from '../../compare/model/latency-comparison.ts'
import type { PassStatistics } from '../../compare/model/pass-statistics.ts'
import { conversationShape, verdictShape } from './conversation-schema.ts'
import { exactly } from './exactly.ts'
import { placeShape } from './problem-schema.ts'
import { countOf, milliseconds } from './scalars.ts'
import { changeShape, comparisonVerdictShape, turnComparisonShape } from './turn-comparison-schema.ts'

const interval = z.tuple([z.number(), z.number()])

const runSummary = exactly<RunSummary>()(
  z.object({
    verdict: verdictShape,
    reason: z.string().nullable(),
    sessionId: z.string().nullable(),
    startedAt: z.string(),
    ms: milliseconds('How long it took.'),
    turn: z.number().int().nullable().meta({ description: 'The first turn that did not pass, from 0.' }),
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

const latency = exactly<LatencyComparison>()(
  z.object({
    subject: z.enum(['turn', 'reply', 'tool']),
    tool: z.string().nullable(),
    turn: z.number().int().nullable().meta({ description: 'The turn of the script, from 0; null for all together.' }),
    a: z.array(z.number()),
    b: z.array(z.number()),
    difference: z.number().nullable().meta({ description: 'Median of b minus a over pairs.' }),
    interval: interval.nullable().meta({ description: 'Where it lies with 95 % confidence.' }),
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
    shown: z.object({ a: shown, b: shown }).meta({ description: 'The pair that shows the verdict best.' }),
    turns: z.array(turnComparisonShape),
    changes: z.array(changeShape).meta({ description: 'What differs beyond how much each side differs from itself.' }),
    latency: z.array(latency),
  }),
).meta({ id: 'ConversationComparison', description: 'What became of one conversation on both sides.' })
