import type { JudgeEvidence } from './comparison-verdict.ts'

/** The aspects of an agent's behaviour that sides are compared by; aspects that others follow from come first. */
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

/**
 * An aspect of an agent's behaviour, the same in all turns and conversations: the argument `carrier` of
 * `create_label`.
 */
export interface Aspect {
  level: FeatureLevel
  /** The tool concerned, if any. */
  tool?: string
  /**
   * The path of an argument or output, the law, the criterion, the kind of item or entry, or `turn` and `reply`
   * of times.
   */
  name?: string
}

/** The pair of runs (from 0), and the turn from which it is seen there (from 0). */
export type SeenAt = [pair: number, turn: number]

/** A value of an aspect: in how many pairs both sides have it equally, and where one side has it in more turns. */
export interface ValueSeen {
  value: string
  both: number
  a: SeenAt[]
  b: SeenAt[]
  /** How many pairs would differ in it if the runs were dealt into pairs at random. */
  byChance: number
  /**
   * How many of the pairs in `a` also have it on b, in fewer turns, and the other way round; left out where
   * there are none.
   */
  fewer?: [a: number, b: number]
}

/** How long something took in a pair, in milliseconds, and which side ran first. */
export interface TimesSeen {
  pair: number
  a: number
  b: number
  first: 'a' | 'b'
  /** The times turn by turn, where both sides have the time in more than one; turns from 0. */
  turns?: [turn: number, a: number, b: number][]
}

/**
 * What the first pairs of one conversation show of an aspect. Only turns that both runs of a pair reached
 * count.
 */
export interface AspectSeen extends Aspect {
  /**
   * Pairs in which both sides could have shown it: both reached a turn in which some run shows it and, where
   * they apply, both call the tool of the value and both were checked against the law. Without values, it is an
   * aspect that no run shows and some pairs could not have shown.
   */
  pairs: number
  /** The pairs in which a side does anything of this aspect; left out where it is all of them. */
  shown?: number
  /** For a call: pairs in which both sides make it in the same turn. */
  together?: number
  values: ValueSeen[]
  /** For times: how long it took in each pair, over the turns or calls that both sides have. */
  times?: TimesSeen[]
  /**
   * For criteria: different texts that were judged differently, all different texts, and how often judges err
   * (null: not known).
   */
  judges?: Pick<JudgeEvidence, 'decided' | 'seen' | 'error'>
}

/** From which turn on (from 0) the sides of a conversation differ, and in how many of the differing pairs. */
export interface Parting {
  turn: number
  pairs: number
  of: number
  /** What b does differently in that turn, the likeliest cause first. Wordings never count. */
  first: PartingCause[]
}

/** What b does differently in a turn, and in how many of the pairs that reached it. */
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

/**
 * Whether a side does it more or less often than the other, or in more or fewer turns. Absent where one side
 * always does it and the other never.
 */
export type HowOften = 'more' | 'less' | 'turns'

/** Something that one side does more often than the other, beyond chance. */
export interface ListedFeature extends Aspect {
  /** What side b does: `calls create_label with carrier "Parcelio" instead of "Posten"`. */
  text: string
  /** Only where the difference is how often it is done, which `text` then says. */
  often?: HowOften
  /** The value that b has more often, or less often; null for times. */
  value: string | null
  /** The conversations in which it is seen, by id. */
  conversations: string[]
  /** The turn from which it is seen most often, from 0; for times the only turn that differs, else null. */
  turn: number | null
  /** Set where some pairs show it earlier. */
  mostly?: true
  /** Pairs in which both sides could have done it, over all conversations. */
  pairs: number
  /**
   * Pairs in which the side does what `text` says (regardless of how often); for times, the median in
   * milliseconds.
   */
  a: number
  b: number
  /** For times: the median of b minus a over pairs, which is not the difference of the two medians. */
  difference?: number
  /**
   * The 95 % confidence interval of b's share minus a's, or of the median difference in milliseconds; null
   * where there are too few pairs.
   */
  interval: [from: number, to: number] | null
  /** How often equal sides differ so much in this feature. */
  p: number
  /** How often, at most, equal sides differ so much in any feature. */
  adjusted: number
  /** The index in the list of the feature that precedes it in the same pairs and that it may follow from. */
  after?: number
}

/** What changed, and where, over all conversations. It affects no verdict. */
export interface FeatureEvidence {
  /** One sentence for a person. */
  sentence: string
  /**
   * The pairs that were fixed before anything ran and could be judged, and the conversations that they belong
   * to.
   */
  pairs: number
  conversations: number
  /** The number of features that differ in enough pairs to be told from chance. */
  tested: number
  listed: ListedFeature[]
}
