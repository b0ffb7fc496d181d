import { z } from 'zod'
import { countOf, milliseconds, type OutputOf } from '../../base/json/typed-shapes.ts'
import { featureLevels } from './comparison-words.ts'

const aspectMembers = {
  level: z.enum(featureLevels),
  /** The tool concerned, if any. */
  tool: z.string().exactOptional(),
  /** The argument's or output's path, law, criterion, kind of item or entry, or `turn` and `reply` of times. */
  name: z
    .string()
    .exactOptional()
    .describe('The path of an argument or output, the law, the criterion, or the kind of item, entry or time.'),
}
const aspect = z.object(aspectMembers)

/** An aspect of behaviour, the same in all turns and conversations: the argument `carrier` of `create_label`. */
export interface Aspect extends z.output<typeof aspect> {}

const seenAt = z.tuple([z.number().int(), z.number().int()]).meta({
  id: 'SeenAt',
  description: 'The pair, and the first turn of it, both from 0.',
})

/** The pair of runs (from 0), and the turn from which it is seen there (from 0). */
export type SeenAt = z.output<typeof seenAt>

const valueSeenMembers = {
  value: z.string(),
  both: countOf('Pairs in which both sides have it in as many turns.'),
  a: z.array(seenAt).describe('Where a has it in more turns.'),
  b: z.array(seenAt).describe('Where b has it in more turns.'),
  /** How many pairs would differ in it if the runs were dealt into pairs at random. */
  byChance: z.number().describe('Pairs that would differ in it, were the runs dealt into pairs at random.'),
  /** How many of the pairs in `a` have it on b too, in fewer turns, and the other way round; absent without any. */
  fewer: z
    .tuple([z.number().int(), z.number().int()])
    .exactOptional()
    .describe('Of the pairs of `a` those in which b has it as well, in fewer turns, and the other way round.'),
}

/** A value of an aspect: in how many pairs both sides have it equally, and where one side has it in more turns. */
export interface ValueSeen extends OutputOf<typeof valueSeenMembers> {}

const valueSeen: z.ZodType<ValueSeen> = z
  .object(valueSeenMembers)
  .meta({ id: 'ValueSeen', description: 'A value of an aspect over pairs of runs.' })

const timesSeenMembers = {
  pair: countOf('The pair, from 0.'),
  a: milliseconds('How long it took on a.'),
  b: milliseconds('How long it took on b.'),
  first: z.enum(['a', 'b']).describe('The side that ran first.'),
  /** The times turn by turn, where both sides have the time in more than one; turns from 0. */
  turns: z
    .array(z.tuple([z.number().int(), z.number(), z.number()]))
    .exactOptional()
    .describe('The same by turn, from 0, where there are several.'),
}

/** How long something took in a pair, in milliseconds, and which side ran first. */
export interface TimesSeen extends OutputOf<typeof timesSeenMembers> {}

const timesSeen: z.ZodType<TimesSeen> = z
  .object(timesSeenMembers)
  .meta({ id: 'TimesSeen', description: 'How long something took in a pair.' })

/** How many judge errors it would take to explain a difference. */
export const wordsOfJudges = {
  /** The least number of different texts that judges must have got wrong if the sides are equal. */
  decided: countOf(
    'The least number of different words that judges must have been wrong about for the sides to be equal.',
  ),
  /** How many different texts they were shown. */
  seen: countOf('How many different words they were shown.'),
  /** How often they err on one run, at most (the unfavourable ends of their licences); null where not known. */
  error: z.number().nullable().describe('How often they err about one run, at most; null where it is not known.'),
}

const aspectSeenMembers = {
  ...aspectMembers,
  /** Pairs in which both sides could have shown it; without values, an aspect that no run shows and some could not. */
  pairs: countOf('Pairs in which both sides could have shown it.'),
  /** The pairs in which a side does anything of this aspect; left out where it is all of them. */
  shown: countOf('Those in which a side does something of the kind; all of them when left out.').exactOptional(),
  /** For a call: pairs in which both sides make it in the same turn. */
  together: countOf('Of a call: pairs in which both sides make it in the same turn.').exactOptional(),
  values: z.array(valueSeen),
  /** For times: how long it took in each pair, over the turns or calls that both sides have. */
  times: z.array(timesSeen).exactOptional(),
  /** For criteria: texts judged differently, all different texts, and how often judges err (null: not known). */
  judges: z.object(wordsOfJudges).exactOptional(),
}

/** What a conversation's first pairs show of an aspect; only turns that both runs reached count. */
export interface AspectSeen extends OutputOf<typeof aspectSeenMembers> {}

export const aspectSeenShape: z.ZodType<AspectSeen> = z
  .object(aspectSeenMembers)
  .meta({ id: 'AspectSeen', description: 'What the first pairs show of an aspect of what the agent does.' })

const howOften = z
  .enum(['more', 'less', 'turns'])
  .describe(
    'Where it is a matter of how often, or of in how many turns; absent where one side always does it, the other never.',
  )

/** Which side does it more often, or in more turns. Absent where one always and the other never does it. */
export type HowOften = z.output<typeof howOften>

const cause = z.object({
  ...aspectMembers,
  text: z.string().describe('What b does, after its name.'),
  often: howOften.exactOptional(),
  /** Pairs that differ in it. */
  pairs: countOf('Pairs that differ in it.'),
  of: countOf('Pairs that both got to the turn.'),
  /** In how many of these pairs each side does what `text` says. */
  a: countOf('Pairs in which a does what the text says.'),
  b: countOf('The same of b.'),
})

/** What b does differently in a turn, and in how many of the pairs that reached it. */
export interface PartingCause extends z.output<typeof cause> {}

const partingMembers = {
  turn: countOf('The turn of the script, from 0.'),
  pairs: countOf('Pairs that differ from this turn on.'),
  of: countOf('Pairs that differ.'),
  /** What b does differently in that turn, the likeliest cause first. Wordings never count. */
  first: z.array(cause as z.ZodType<PartingCause>).describe('What differs in that turn, the likeliest cause first.'),
}

/** From which turn on (from 0) the sides of a conversation differ, and in how many of the differing pairs. */
export interface Parting extends OutputOf<typeof partingMembers> {}

export const partingShape: z.ZodType<Parting> = z
  .object(partingMembers)
  .meta({ id: 'Parting', description: 'From which turn on the sides differ.' })

const listedFeatureMembers = {
  ...aspectMembers,
  /** What side b does: `calls create_label with carrier "Parcelio" instead of "Posten"`. */
  text: z.string().describe('What b does, after its name.'),
  /** Only where the difference is how often it is done, which `text` then says. */
  often: howOften.exactOptional(),
  /** The value that b has more often, or less often; null for times. */
  value: z.string().nullable().describe('The value that b has more often, or less often; null of times.'),
  /** The conversations in which it is seen, by id. */
  conversations: z.array(z.string()).describe('Ids of the conversations in which it is seen.'),
  /** The turn from which it is seen most often, from 0; for times the only turn that differs, else null. */
  turn: z
    .number()
    .int()
    .nullable()
    .describe('The turn from which on it is seen most often, from 0; of times the only one that differs.'),
  /** Set where some pairs show it earlier. */
  mostly: z.literal(true).describe('Some pairs show it in an earlier turn.').exactOptional(),
  /** Pairs in which both sides could have done it, over all conversations. */
  pairs: countOf('Pairs in which both sides could have done it.'),
  /** Pairs in which the side does what `text` says, however often; for times, the median in milliseconds. */
  a: z
    .number()
    .describe('Pairs in which a does what the text says (however often it then says); of times, the median.'),
  b: z.number().describe('The same of b.'),
  /** For times: the median of b minus a over pairs, which is not the difference of the two medians. */
  difference: z.number().describe('Of times: the median of b minus a over pairs.').exactOptional(),
  /** The 95 % interval of b's share minus a's, or of the median difference in ms; null with too few pairs. */
  interval: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe('Where the share of b minus that of a lies with 95 % confidence; of times, the median difference.'),
  /** How often equal sides differ so much in this feature. */
  p: z.number().describe('How often equal sides differ so much in this feature.'),
  /** How often, at most, equal sides differ so much in any feature. */
  adjusted: z.number().describe('How often, at most, they differ so much in any feature.'),
  /** The index in the list of the feature that precedes it in the same pairs and that it may follow from. */
  after: countOf('The place in the list, from 0, of what it may follow from.').exactOptional(),
}

/** Something that one side does more often than the other, beyond chance. */
export interface ListedFeature extends OutputOf<typeof listedFeatureMembers> {}

const listedFeature: z.ZodType<ListedFeature> = z
  .object(listedFeatureMembers)
  .meta({ id: 'ListedFeature', description: 'Something that one side does more often, beyond chance.' })
const featuresMembers = {
  /** One sentence for a person. */
  sentence: z.string().describe('What changed, as one sentence.'),
  /** The pairs fixed before anything ran that could be judged, and the conversations they belong to. */
  pairs: countOf('Pairs that were settled before anything ran and could be judged.'),
  conversations: countOf('Conversations that they are of.'),
  /** The number of features that differ in enough pairs to be told from chance. */
  tested: countOf('Features that differ in pairs enough to be told from chance.'),
  listed: z.array(listedFeature).describe('False discoveries: at most 5 %.'),
}

/** What changed, and where, over all conversations. It affects no verdict. */
export interface FeatureEvidence extends OutputOf<typeof featuresMembers> {}

export const featuresShape: z.ZodType<FeatureEvidence> = z
  .object(featuresMembers)
  .meta({ id: 'FeatureEvidence', description: 'What changed, and where. Advice: no verdict rests on it.' })
