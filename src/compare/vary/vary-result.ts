import { z } from 'zod'
import { countOf, headOf, milliseconds, type OutputOf } from '../../base/json/typed-shapes.ts'
import { conversationShape, usageShape } from '../../engine/verdict/conversation-shape.ts'
import { problemShape } from '../../suite/yaml/problem-shape.ts'
import { exactShareShape } from '../exact-share-shape.ts'
import { families } from './operators/operator.ts'
import { editShape } from './typed/edit-shape.ts'

const tally = {
  /** Those that were compared with the original: each is either the same or brittle. */
  judged: countOf('Variants that were held against the original.'),
  brittle: countOf('Those in which the agent does something else, beyond its own noise.'),
  unconfirmed: countOf('Those that looked brittle, with too few turns left to be sure.'),
  errored: countOf('Those that could not be judged.'),
  /** Those that were made but not run, because the turn budget ran out or the work was interrupted. */
  unrun: countOf('Those that were made and not run.'),
  dropped: countOf('Those that may not mean the same, and were never sent.'),
}

const total = z.object(tally)

/** Variants counted by what happened to them. */
export interface VaryTally extends z.output<typeof total> {}

const family = z.enum(families).meta({ id: 'Family', description: 'What operators have in common.' })

const familyVariationMembers = {
  family,
  ...tally,
  rate: exactShareShape.nullable().describe('null where nothing was judged.'),
}

/** The brittleness of one family of operators. */
export interface FamilyVariation extends OutputOf<typeof familyVariationMembers> {}

const familyVariation: z.ZodType<FamilyVariation> = z
  .object(familyVariationMembers)
  .meta({ id: 'FamilyVariation', description: 'The brittleness of one family.' })

const conversationMembers = {
  id: z.string(),
  file: z.string(),
  line: countOf('Where it begins.'),
  suite: z.string(),
  name: z.string(),
  agent: z.string(),
  version: z.string(),
  language: z.string().nullable().describe('Of what its user types; null where it cannot be told.'),
  /** Runs of the conversation as written. Its own noise is how often they deviate from what they mostly do. */
  original: z
    .object({
      runs: countOf('Runs as it is written.'),
      judged: countOf('Those that were judged.'),
      passed: countOf('Those that passed.'),
      differed: countOf('Those that did something else than the conversation mostly does: its own noise.'),
    })
    .describe('The conversation as it is written.'),
  /** Why its variants could not be judged; null where they were. *unsafe*: blocked before a live service. */
  unjudged: z
    .object({
      kind: z.enum(['fails by itself', 'errored', 'unsafe', 'nothing to vary', 'not run']),
      reason: z.string(),
    })
    .nullable()
    .describe('Why its variants were not judged; null where they were.'),
  ...tally,
}

/** The variants of one conversation. */
export interface ConversationVariation extends OutputOf<typeof conversationMembers> {}

const conversation: z.ZodType<ConversationVariation> = z
  .object(conversationMembers)
  .meta({ id: 'ConversationVariation', description: 'What became of the variants of one conversation.' })

const differenceMembers = {
  kind: z.enum(['verdict', 'calls', 'arguments']),
  /** The line and column of the turn in the script; null where it is about the whole conversation. */
  at: z.object({ line: z.number(), column: z.number() }).nullable(),
  /** In words: "lookup_order is not called". */
  what: z.string(),
}

/** How a run differs from the reference. */
export interface VariantDifference extends OutputOf<typeof differenceMembers> {}

const difference: z.ZodType<VariantDifference> = z.object(differenceMembers)

const shownEdit = z.object({ edit: editShape, line: countOf('Of the turn.'), words: z.string() })

/** An edit in words, with the line of its turn. */
export interface ShownEdit extends z.output<typeof shownEdit> {}

const brittlenessMembers = {
  /** The id of its conversation. */
  id: z.string(),
  file: z.string(),
  suite: z.string(),
  conversation: z.string(),
  version: z.string(),
  variant: z.string().describe('The operator, and the number of the variant.'),
  operator: z.string(),
  family,
  edits: z.array(shownEdit).describe('The fewest that were found to break it.'),
  foundWith: countOf('The edits of the variant that was found first.'),
  /** Whether the edits are confirmed to be the fewest; false where turns did not suffice. */
  shrunk: z.boolean().describe('Whether no fewer edits were left to be tried.'),
  /** What the user types, as written and as varied, message by message. */
  typed: z.object({ original: z.array(z.string()), variant: z.array(z.string()) }),
  difference,
  line: countOf('Of the expectation that fails, else of the turn.'),
  /** The paired runs that confirmed it. */
  pairs: z
    .object({
      pairs: countOf('Pairs of runs.'),
      onlyOriginal: countOf('Those in which only the original did as it mostly does.'),
      onlyVariant: countOf('Those in which only the variant did.'),
      p: z.number(),
      adjusted: z.number().describe('Corrected for all variants tested, and for looks.'),
    })
    .describe('What confirmed it.'),
  alike: z.array(z.string()).describe('Other variants that came to the same edits.'),
  /** One run of each: the pair that shows the difference. */
  runs: z.object({ original: conversationShape, variant: conversationShape }),
}

/** One way of typing that breaks an agent. */
export interface Brittleness extends OutputOf<typeof brittlenessMembers> {}

const brittleness: z.ZodType<Brittleness> = z
  .object(brittlenessMembers)
  .meta({ id: 'Brittleness', description: 'One way of typing that breaks an agent.' })

const gateMembers = {
  brittle: z.number().describe('The largest share of variants that may be brittle.'),
  verdict: z.enum(['open', 'shut', 'not enough']),
  reason: z.string(),
}

/** What closed the gate or kept it from opening. */
export interface VaryGate extends OutputOf<typeof gateMembers> {}

const gate: z.ZodType<VaryGate> = z
  .object(gateMembers)
  .meta({ id: 'VaryGate', description: 'not enough: too little was judged to say.' })

const variationMembers = {
  ...headOf('variation'),
  ms: milliseconds('How long it took.'),
  /** The service as reports name it. */
  target: z.string(),
  seed: z.string(),
  alpha: z.number().describe('The level at which a difference is called beyond noise.'),
  /** Turns sent, all runs together. */
  turns: countOf('Turns sent.'),
  /** The model that paraphrased; null where none did. */
  paraphrasedBy: z.string().nullable(),
  total: total as z.ZodType<VaryTally>,
  rate: exactShareShape.nullable(),
  families: z.array(familyVariation),
  conversations: z.array(conversation),
  /** Those with the fewest edits first. */
  brittle: z.array(brittleness),
  /** Variants that looked brittle and could not be confirmed. */
  unconfirmed: z.array(
    z.object({
      id: z.string(),
      file: z.string(),
      line: z.number(),
      conversation: z.string(),
      variant: z.string(),
      what: z.string(),
    }),
  ),
  /** Variants that were never sent, and why. */
  dropped: z.array(z.object({ id: z.string(), variant: z.string(), reason: z.string() })),
  gate,
  simulated: countOf('Conversations with simulated users, which are not varied.'),
  /** What models used; absent unless the service reports it. */
  usage: usageShape.exactOptional(),
  warnings: z.array(problemShape).exactOptional(),
}

export interface VaryResult extends OutputOf<typeof variationMembers> {}

export const variationShape: z.ZodType<VaryResult> = z.object(variationMembers)
