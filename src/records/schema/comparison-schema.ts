import { z } from 'zod'
import type { AgentChange, AgentDifference } from '../../compare/blueprint/compare-blueprints.ts'
import type { Comparison, Passed } from '../../compare/comparison.ts'
import type { Likely } from '../../compare/find-likely.ts'
import type { GateResult, GateRule } from '../../compare/gate/gate-policy.ts'
import type { NoiseFloor } from '../../compare/model/comparison-verdict.ts'
import type { Side } from '../../compare/model/conversation-comparison.ts'
import type { Skipped } from '../../engine/verdict/part-of-run.ts'
import { comparisonVerdictShape, conversationComparisonShape, wordsShape } from './conversation-comparison-schema.ts'
import { usageShape } from './conversation-schema.ts'
import { featuresShape } from './feature-schema.ts'
import { problemShape } from './problem-schema.ts'
import { coverageShape, shardShape } from './run-schema.ts'
import { countOf, exactly, milliseconds } from './typed-shapes.ts'

const side = exactly<Side>()(
  z.object({
    label: z.string().meta({ description: 'What reports call it: default, draft, 2.' }),
    agent: z.string().nullable().meta({ description: "The agent that stands in for the scripts' own." }),
    version: z.string(),
    target: z.string(),
  }),
).meta({ id: 'Side', description: 'What one side ran against.' })

const gateRule = exactly<GateRule>()(
  z.object({
    name: z.string(),
    verdict: z.enum(['held', 'broken', 'not judged']),
    wanted: z.string(),
    seen: z.string(),
    smallestDrop: z
      .number()
      .meta({
        description: 'The smallest drop that matters, where the rule holds only since drops are surely smaller.',
      })
      .exactOptional(),
  }),
).meta({ id: 'GateRule', description: 'One rule of the policy.' })

const gate = exactly<GateResult>()(
  z.object({ verdict: z.enum(['open', 'shut', 'not judged']), rules: z.array(gateRule) }),
).meta({ id: 'GateResult', description: 'open: go on. shut: a rule is broken. not judged: too little was comparable.' })

const noise = exactly<NoiseFloor>()(
  z.object({
    pairs: countOf('Pairs of runs that were judged.'),
    discordant: countOf('Those where one passed and one failed.'),
    conversations: z.array(z.string()).meta({ description: 'Ids of the conversations that had such pairs.' }),
    turnMs: z.tuple([z.number(), z.number()]).nullable().meta({
      description: "The middle half of the differences between two runs' turn times, in milliseconds.",
    }),
    measuredAt: z.string(),
  }),
).meta({ id: 'NoiseFloor', description: 'How much the agent differs from itself.' })

const texts = z.array(z.string()).exactOptional()
const agentChange = exactly<AgentChange>()(
  z.object({
    path: z.string(),
    kind: z.enum(['text', 'list', 'value']),
    words: wordsShape.exactOptional(),
    added: texts,
    removed: texts,
    a: z.string().exactOptional(),
    b: z.string().exactOptional(),
  }),
).meta({ id: 'AgentChange', description: 'A member of the blueprint that differs.' })
const agent = exactly<AgentDifference>()(
  z.object({
    agent: z.string(),
    a: z.string().nullable().meta({ description: 'What the side is; null where its blueprint cannot be seen.' }),
    b: z.string().nullable(),
    unseen: z.string().nullable().meta({ description: 'Why there is nothing to compare.' }),
    changes: z.array(agentChange),
  }),
).meta({ id: 'AgentDifference', description: 'What differs in an agent, as far as the service shows it.' })

const rate = exactly<Passed>()(
  z.object({
    passed: countOf('Runs that passed.'),
    judged: countOf('Runs that could be judged.'),
    lost: countOf('How many more errored.').exactOptional(),
  }),
)

const skipped = exactly<Skipped>()(
  z.object({ file: z.string(), line: z.number().int(), name: z.string(), reason: z.string() }),
)

const share = z.object({ count: countOf('Runs that failed in this way.'), of: countOf('All that count.') })
const newFailuresShape = z
  .object({
    level: z
      .number()
      .meta({ description: 'How often equal sides may show one: sure are those adjusted to that or less.' }),
    ways: countOf('The ways of failing that were seen, on either side or in earlier runs.'),
    earlier: z.object({
      counted: countOf('Ways for which earlier runs of the trusted side were counted.'),
      leftOut: countOf('Ways for which they were not, since it fails otherwise today.'),
    }),
    found: z.array(
      z.object({
        id: z.string().meta({ description: 'The conversation.' }),
        way: z.string().meta({ description: 'Where and by what it fails.' }),
        a: share,
        b: share,
        earlier: share.nullable(),
        p: z.number().meta({ description: 'How often, at most, equal sides have so much more of this one on b.' }),
        adjusted: z.number().meta({ description: 'The same for any way of any conversation.' }),
      }),
    ),
  })
  .meta({ description: 'Ways of failing that b shows more than a; absent where no run failed in a way that counts.' })

const listed = (what: string): z.ZodArray<z.ZodString> => z.array(z.string()).meta({ description: what })
const likelyShape = exactly<Likely>()(
  z.object({
    rate: z.number().meta({ description: 'How many of a list are there by chance, on average and at most: 0.1.' }),
    worse: listed('Ids of those that pass less often on b, the likeliest first.'),
    better: listed('Ids of those that pass more often on b.'),
    sentence: z.string().nullable().meta({ description: 'For a person; null where none is listed.' }),
  }),
).meta({
  id: 'Likely',
  description: 'Conversations that may well differ though none is sure by itself. No verdict rests on it.',
})

/** The shape of the result of a comparison: the document that `tableread compare --json` prints. */
export const comparisonShape: z.ZodType<Comparison> = exactly<Comparison>()(
  z.object({
    kind: z.literal('comparison'),
    schemaVersion: z.literal(1).meta({
      description: "A member's meaning never changes under one version; members may be added.",
    }),
    tableread: z.string().meta({ description: 'The version of Tableread.' }),
    startedAt: z.string().meta({ description: 'ISO 8601.' }),
    ms: milliseconds('How long the comparison took.'),
    sides: z.object({ a: side, b: side }).meta({ description: 'a is trusted, b is in question.' }),
    alpha: z.number().meta({ description: 'The level at which differences are called: 0.05 is one in twenty.' }),
    smallestDrop: z
      .number()
      .meta({ description: 'What --smallest-drop said: drops that are certainly smaller do not shut the gate.' })
      .exactOptional(),
    looks: countOf('How often verdicts were looked at while pairs were added; 1 when left out.').exactOptional(),
    calibration: z.boolean().meta({ description: 'True when both sides are the same on purpose, to measure noise.' }),
    noise: noise.nullable(),
    sentence: z.string().meta({ description: 'The verdict as one sentence.' }),
    totals: z.record(comparisonVerdictShape, countOf('Conversations that came to the verdict.')),
    pooled: z
      .object({
        conversations: countOf('Conversations with judged pairs.'),
        pairs: countOf('Their first pairs.'),
        passedA: countOf('Of these, those that passed on a.'),
        passedB: countOf('Those that passed on b.'),
        onlyA: countOf('Those that passed on a alone.'),
        onlyB: countOf('Those that passed on b alone.'),
        p: z.number().meta({ description: 'How often, at most, equal sides have so many fewer passes on b.' }),
      })
      .meta({ description: 'All conversations together; absent where there are fewer than two.' })
      .exactOptional(),
    newFailures: newFailuresShape.exactOptional(),
    likely: likelyShape.exactOptional(),
    features: featuresShape.exactOptional(),
    passed: z.object({ a: rate, b: rate }),
    turns: countOf('Turns sent, both sides together.'),
    gate,
    agents: z.array(agent),
    coverage: z.object({ a: coverageShape, b: coverageShape }),
    problems: z.array(problemShape).meta({ description: 'Files that could not be read as suites.' }),
    conversations: z.array(conversationComparisonShape),
    skipped: z.array(skipped).meta({ description: 'Conversations that their scripts skip.' }).exactOptional(),
    shard: shardShape.exactOptional(),
    usage: z.object({ a: usageShape, b: usageShape }).exactOptional(),
    judging: z.object({ a: usageShape, b: usageShape }).exactOptional(),
    leftOutByOnly: countOf('Conversations that did not run because `only: true` stands on others.').exactOptional(),
    warnings: z
      .array(problemShape)
      .meta({ description: 'Tools that the script names and nothing knows: nothing could be held against them.' })
      .exactOptional(),
  }),
)
