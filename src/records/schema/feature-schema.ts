import { z } from 'zod'
import {
  type AspectSeen,
  type FeatureEvidence,
  featureLevels,
  type ListedFeature,
  type Parting,
  type SeenAt,
  type TimesSeen,
  type ValueSeen,
} from '../../compare/model/feature-evidence.ts'
import { countOf, exactly, milliseconds } from './typed-shapes.ts'

const aspectMembers = {
  level: z.enum(featureLevels),
  tool: z.string().exactOptional(),
  name: z.string().exactOptional().meta({
    description: 'The path of an argument or output, the law, the criterion, or the kind of item, entry or time.',
  }),
}
const seenAt = exactly<SeenAt>()(z.tuple([z.number().int(), z.number().int()])).meta({
  id: 'SeenAt',
  description: 'The pair, and the first turn of it, both from 0.',
})
const valueSeen = exactly<ValueSeen>()(
  z.object({
    value: z.string(),
    both: countOf('Pairs in which both sides have it in as many turns.'),
    a: z.array(seenAt).meta({ description: 'Where a has it in more turns.' }),
    b: z.array(seenAt).meta({ description: 'Where b has it in more turns.' }),
    byChance: z
      .number()
      .meta({ description: 'Pairs that would differ in it, were the runs dealt into pairs at random.' }),
    fewer: z.tuple([z.number().int(), z.number().int()]).exactOptional().meta({
      description: 'Of the pairs of `a` those in which b has it as well, in fewer turns, and the other way round.',
    }),
  }),
).meta({ id: 'ValueSeen', description: 'A value of an aspect over pairs of runs.' })
const timesSeen = exactly<TimesSeen>()(
  z.object({
    pair: countOf('The pair, from 0.'),
    a: milliseconds('How long it took on a.'),
    b: milliseconds('How long it took on b.'),
    first: z.enum(['a', 'b']).meta({ description: 'The side that ran first.' }),
    turns: z
      .array(z.tuple([z.number().int(), z.number(), z.number()]))
      .exactOptional()
      .meta({ description: 'The same by turn, from 0, where there are several.' }),
  }),
).meta({ id: 'TimesSeen', description: 'How long something took in a pair.' })

/** How many judge errors it would take to explain a difference. */
export const wordsOfJudges: Record<'decided' | 'seen', z.ZodNumber> & { error: z.ZodNullable<z.ZodNumber> } = {
  decided: countOf(
    'The least number of different words that judges must have been wrong about for the sides to be equal.',
  ),
  seen: countOf('How many different words they were shown.'),
  error: z
    .number()
    .nullable()
    .meta({ description: 'How often they err about one run, at most; null where it is not known.' }),
}

/** The shape of what pairs show of an aspect. */
export const aspectSeenShape: z.ZodType<AspectSeen> = exactly<AspectSeen>()(
  z.object({
    ...aspectMembers,
    pairs: countOf('Pairs in which both sides could have shown it.'),
    shown: countOf('Those in which a side does something of the kind; all of them when left out.').exactOptional(),
    together: countOf('Of a call: pairs in which both sides make it in the same turn.').exactOptional(),
    values: z.array(valueSeen),
    times: z.array(timesSeen).exactOptional(),
    judges: z.object(wordsOfJudges).exactOptional(),
  }),
).meta({ id: 'AspectSeen', description: 'What the first pairs show of an aspect of what the agent does.' })
const howOften = z.enum(['more', 'less', 'turns']).meta({
  description:
    'Where it is a matter of how often, or of in how many turns; absent where one side always does it, the other never.',
})

/** The shape of the turn from which on sides differ. */
export const partingShape: z.ZodType<Parting> = exactly<Parting>()(
  z.object({
    turn: countOf('The turn of the script, from 0.'),
    pairs: countOf('Pairs that differ from this turn on.'),
    of: countOf('Pairs that differ.'),
    first: z
      .array(
        z.object({
          ...aspectMembers,
          text: z.string().meta({ description: 'What b does, after its name.' }),
          often: howOften.exactOptional(),
          pairs: countOf('Pairs that differ in it.'),
          of: countOf('Pairs that both got to the turn.'),
          a: countOf('Pairs in which a does what the text says.'),
          b: countOf('The same of b.'),
        }),
      )
      .meta({ description: 'What differs in that turn, the likeliest cause first.' }),
  }),
).meta({ id: 'Parting', description: 'From which turn on the sides differ.' })

const listedFeature = exactly<ListedFeature>()(
  z.object({
    ...aspectMembers,
    text: z.string().meta({ description: 'What b does, after its name.' }),
    often: howOften.exactOptional(),
    value: z
      .string()
      .nullable()
      .meta({ description: 'The value that b has more often, or less often; null of times.' }),
    conversations: z.array(z.string()).meta({ description: 'Ids of the conversations in which it is seen.' }),
    turn: z.number().int().nullable().meta({
      description: 'The turn from which on it is seen most often, from 0; of times the only one that differs.',
    }),
    mostly: z.literal(true).meta({ description: 'Some pairs show it in an earlier turn.' }).exactOptional(),
    pairs: countOf('Pairs in which both sides could have done it.'),
    a: z.number().meta({
      description: 'Pairs in which a does what the text says (however often it then says); of times, the median.',
    }),
    b: z.number().meta({ description: 'The same of b.' }),
    difference: z.number().meta({ description: 'Of times: the median of b minus a over pairs.' }).exactOptional(),
    interval: z.tuple([z.number(), z.number()]).nullable().meta({
      description: 'Where the share of b minus that of a lies with 95 % confidence; of times, the median difference.',
    }),
    p: z.number().meta({ description: 'How often equal sides differ so much in this feature.' }),
    adjusted: z.number().meta({ description: 'How often, at most, they differ so much in any feature.' }),
    after: countOf('The place in the list, from 0, of what it may follow from.').exactOptional(),
  }),
).meta({ id: 'ListedFeature', description: 'Something that one side does more often, beyond chance.' })
/** The shape of what changed over all conversations. */
export const featuresShape: z.ZodType<FeatureEvidence> = exactly<FeatureEvidence>()(
  z.object({
    sentence: z.string().meta({ description: 'What changed, as one sentence.' }),
    pairs: countOf('Pairs that were settled before anything ran and could be judged.'),
    conversations: countOf('Conversations that they are of.'),
    tested: countOf('Features that differ in pairs enough to be told from chance.'),
    listed: z.array(listedFeature).meta({ description: 'False discoveries: at most 5 %.' }),
  }),
).meta({ id: 'FeatureEvidence', description: 'What changed, and where. Advice: no verdict rests on it.' })
