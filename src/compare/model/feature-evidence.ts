import type { JudgeEvidence } from './comparison-verdict.ts'

/** The aspects of what an agent does that sides are compared by, those first that others follow from. */
export const featureLevels = [
  'calls',
  'order',
  'phases',
  'arguments',
  'outputs',
  'handoff',
  'items',
  'messages',
  'laws',
  'judged',
  'other entries',
  'turns',
  'latency',
] as const

/** One of `featureLevels`. */
export type FeatureLevel = (typeof featureLevels)[number]

/** An aspect of what an agent does, the same in all turns and conversations: the argument `carrier` of `create_label`. */
export interface Aspect {
  level: FeatureLevel
  /** The tool concerned, where it is one. */
  tool?: string
  /** The path of an argument or output, the law, the criterion, the kind of item or entry, or `turn` and `reply` of times. */
  name?: string
}

/** In which pair of runs (from 0), and from which turn of it on (from 0). */
export type SeenAt = [pair: number, turn: number]

/** A value of an aspect: in how many pairs both sides have it alike, and where one side has it in more turns. */
export interface ValueSeen {
  value: string
  both: number
  a: SeenAt[]
  b: SeenAt[]
  /** How many pairs would differ in it, had the runs been dealt into pairs at random. */
  byChance: number
  /** Of the pairs in `a` those in which b has it as well, in fewer turns, and the other way round; left out where there are none. */
  fewer?: [a: number, b: number]
}

/** How long something took in a pair, in milliseconds, and which side ran first. */
export interface TimesSeen {
  pair: number
  a: number
  b: number
  first: 'a' | 'b'
  /** The same turn by turn, where both sides have the time in more than one; turns from 0. */
  turns?: [turn: number, a: number, b: number][]
}

/** What the first pairs of one conversation show of an aspect. Only turns that both runs of a pair reached are looked at. */
export interface AspectSeen extends Aspect {
  /**
   * Pairs in which both sides could have shown it: both got to a turn in which some run does, both call the tool of a value, and both
   * were judged by a law. Without values, it is what no run shows and some pairs could not have shown.
   */
  pairs: number
  /** Those in which a side does something of the kind; left out where it is all of them. */
  shown?: number
  /** Of a call: pairs in which both sides make it in the same turn. */
  together?: number
  values: ValueSeen[]
  /** Of times: how long it took in each pair, over the turns or calls that both sides have. */
  times?: TimesSeen[]
  /** Of criteria: different words that were judged otherwise, all different words, and how often judges err; null: not known. */
  judges?: Pick<JudgeEvidence, 'decided' | 'seen' | 'error'>
}

/** From which turn on (from 0) the sides of a conversation differ, in so many of the pairs that differ. */
export interface Parting {
  turn: number
  pairs: number
  of: number
  /** What b does otherwise in that turn, the likeliest cause first. Wordings are none. */
  first: PartingCause[]
}

/** What b does otherwise in a turn, and in how many of the pairs that got there. */
export interface PartingCause extends Aspect {
  text: string
  often?: HowOften
  /** Pairs that differ in it. */
  pairs: number
  of: number
  /** In how many of these pairs each side does what `text` says. */
  a: number
  b: number
}

/** A side does it more or less often than the other, or both do, in more or fewer turns. Absent where one always does it and the other never. */
export type HowOften = 'more' | 'less' | 'turns'

/** Something that one side does more often than the other, beyond chance. */
export interface ListedFeature extends Aspect {
  /** What side b does: `calls create_label with carrier "Parcelio" instead of "Posten"`. */
  text: string
  /** Where it is a matter of how often, which `text` says then. */
  often?: HowOften
  /** The value that b has more often, or less often; null of times. */
  value: string | null
  /** The conversations in which it is seen, by id. */
  conversations: string[]
  /** The turn from which on it is seen most often, from 0; of times the only one that differs, else null. */
  turn: number | null
  /** Pairs in which both sides could have done it, in all conversations. */
  pairs: number
  /** Pairs in which the side does what `text` says (however often it then says); of times, the median in milliseconds. */
  a: number
  b: number
  /** Where the share of b minus that of a lies, or the median difference in milliseconds, with 95 % confidence; null where there are too few pairs. */
  interval: [from: number, to: number] | null
  /** How often equal sides differ so much in this feature. */
  p: number
  /** How often, at most, equal sides differ so much in any feature. */
  adjusted: number
  /** The place in the list of the feature that comes before it in the same pairs, and that it may follow from. */
  after?: number
}

/** What changed, and where, over all conversations. No verdict rests on it. */
export interface FeatureEvidence {
  /** One sentence for a person. */
  sentence: string
  /** The pairs that were settled before anything ran and could be judged, and the conversations that they are of. */
  pairs: number
  conversations: number
  /** Features that differ in pairs enough to be told from chance. */
  tested: number
  listed: ListedFeature[]
}
