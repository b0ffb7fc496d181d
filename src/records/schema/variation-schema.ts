import { z } from 'zod'
import { families } from '../../compare/vary/operators/operator.ts'
import type { Edit } from '../../compare/vary/typed/edit.ts'
import type {
  Brittleness,
  ConversationVariation,
  FamilyVariation,
  VaryGate,
  VaryResult,
} from '../../compare/vary/vary-result.ts'
import { conversationShape, usageShape } from './conversation-schema.ts'
import { exactShare } from './exact-share-schema.ts'
import { countOf, exactly, milliseconds } from './typed-shapes.ts'

const tally = {
  judged: countOf('Variants that were held against the original.'),
  brittle: countOf('Those in which the agent does something else, beyond its own noise.'),
  unconfirmed: countOf('Those that looked brittle, with too few turns left to be sure.'),
  errored: countOf('Those that could not be judged.'),
  unrun: countOf('Those that were made and not run.'),
  dropped: countOf('Those that may not mean the same, and were never sent.'),
}

const family = z.enum(families).meta({ id: 'Family', description: 'What operators have in common.' })

const familyVariation = exactly<FamilyVariation>()(
  z.object({ family, ...tally, rate: exactShare.nullable().meta({ description: 'null where nothing was judged.' }) }),
).meta({ id: 'FamilyVariation', description: 'The brittleness of one family.' })

const conversation = exactly<ConversationVariation>()(
  z.object({
    id: z.string(),
    file: z.string(),
    line: countOf('Where it begins.'),
    suite: z.string(),
    name: z.string(),
    agent: z.string(),
    version: z.string(),
    language: z.string().nullable().meta({ description: 'Of what its user types; null where it cannot be told.' }),
    original: z
      .object({
        runs: countOf('Runs as it is written.'),
        judged: countOf('Those that were judged.'),
        passed: countOf('Those that passed.'),
        differed: countOf('Those that did something else than the conversation mostly does: its own noise.'),
      })
      .meta({ description: 'The conversation as it is written.' }),
    unjudged: z
      .object({
        kind: z.enum(['fails by itself', 'errored', 'unsafe', 'nothing to vary', 'not run']),
        reason: z.string(),
      })
      .nullable()
      .meta({ description: 'Why its variants were not judged; null where they were.' }),
    ...tally,
  }),
).meta({ id: 'ConversationVariation', description: 'What became of the variants of one conversation.' })

const turn = countOf('The turn of the script, from 0.')
const at = countOf('Where in its text, in UTF-16 units.')
const edit = exactly<Edit>()(
  z.union([
    z.object({ kind: z.literal('replace'), turn, at, was: z.string(), now: z.string() }),
    z.object({ kind: z.literal('split'), turn, at, was: z.string() }),
    z.object({ kind: z.literal('join'), turn, now: z.string() }),
    z.object({ kind: z.literal('swap'), was: z.string(), now: z.string() }),
  ]),
).meta({ id: 'Edit', description: 'One change to what a user types.' })

const brittleness = exactly<Brittleness>()(
  z.object({
    id: z.string(),
    file: z.string(),
    suite: z.string(),
    conversation: z.string(),
    version: z.string(),
    variant: z.string().meta({ description: 'The operator, and the number of the variant.' }),
    operator: z.string(),
    family,
    edits: z
      .array(z.object({ edit, line: countOf('Of the turn.'), words: z.string() }))
      .meta({ description: 'The fewest that were found to break it.' }),
    foundWith: countOf('The edits of the variant that was found first.'),
    shrunk: z.boolean().meta({ description: 'Whether no fewer edits were left to be tried.' }),
    typed: z.object({ original: z.array(z.string()), variant: z.array(z.string()) }),
    difference: z.object({
      kind: z.enum(['verdict', 'calls', 'arguments']),
      at: z.object({ line: z.number(), column: z.number() }).nullable(),
      what: z.string(),
    }),
    line: countOf('Of the expectation that fails, else of the turn.'),
    pairs: z
      .object({
        pairs: countOf('Pairs of runs.'),
        onlyOriginal: countOf('Those in which only the original did as it mostly does.'),
        onlyVariant: countOf('Those in which only the variant did.'),
        p: z.number(),
        adjusted: z.number().meta({ description: 'Corrected for all variants tested, and for looks.' }),
      })
      .meta({ description: 'What confirmed it.' }),
    alike: z.array(z.string()).meta({ description: 'Other variants that came to the same edits.' }),
    runs: z.object({ original: conversationShape, variant: conversationShape }),
  }),
).meta({ id: 'Brittleness', description: 'One way of typing that breaks an agent.' })

const gate = exactly<VaryGate>()(
  z.object({
    brittle: z.number().meta({ description: 'The largest share of variants that may be brittle.' }),
    verdict: z.enum(['open', 'shut', 'not enough']),
    reason: z.string(),
  }),
).meta({ id: 'VaryGate', description: 'not enough: too little was judged to say.' })

/** The shape of what `tableread vary --json` prints. */
export const variationShape: z.ZodType<VaryResult> = exactly<VaryResult>()(
  z.object({
    kind: z.literal('variation'),
    schemaVersion: z.literal(1).meta({
      description: "A member's meaning never changes under one version; members may be added.",
    }),
    tableread: z.string().meta({ description: 'The version of Tableread.' }),
    startedAt: z.string().meta({ description: 'ISO 8601.' }),
    ms: milliseconds('How long it took.'),
    target: z.string(),
    seed: z.string(),
    alpha: z.number().meta({ description: 'The level at which a difference is called beyond noise.' }),
    turns: countOf('Turns sent.'),
    paraphrasedBy: z.string().nullable(),
    total: z.object(tally),
    rate: exactShare.nullable(),
    families: z.array(familyVariation),
    conversations: z.array(conversation),
    brittle: z.array(brittleness),
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
    dropped: z.array(z.object({ id: z.string(), variant: z.string(), reason: z.string() })),
    gate,
    simulated: countOf('Conversations with simulated users, which are not varied.'),
    usage: usageShape.exactOptional(),
  }),
)
