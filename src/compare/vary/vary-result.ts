import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Usage } from '../../wire/api/usage.ts'
import type { ExactShare } from '../exact-share.ts'
import type { Family } from './operators/operator.ts'
import type { Difference } from './relation.ts'
import type { Edit } from './typed/edit.ts'

/** Variants counted by what happened to them. */
export interface VaryTally {
  /** Those that were compared with the original: each is either the same or brittle. */
  judged: number
  /** Those in which the agent behaves differently, beyond its own noise. */
  brittle: number
  /** Those that looked brittle, where the turns did not suffice to be certain. */
  unconfirmed: number
  /** Those that could not be judged because the service, the network or a judge failed. */
  errored: number
  /** Those that were made but not run, because the turn budget ran out or the work was interrupted. */
  unrun: number
  /** Those that may not mean the same, and were never sent. */
  dropped: number
}

/** The brittleness of one family of operators. */
export interface FamilyVariation extends VaryTally {
  family: Family
  rate: ExactShare | null
}

/** The variants of one conversation. */
export interface ConversationVariation extends VaryTally {
  id: string
  file: string
  line: number
  suite: string
  name: string
  agent: string
  version: string
  /** The language of what its user types; null where it cannot be told. */
  language: string | null
  /** Runs of the conversation as written. Its own noise is how often they deviate from what they mostly do. */
  original: { runs: number; judged: number; passed: number; differed: number }
  /**
   * Why its variants could not be judged; null where they were. *unsafe*: blocked before reaching a live
   * service.
   */
  unjudged: { kind: 'fails by itself' | 'errored' | 'unsafe' | 'nothing to vary' | 'not run'; reason: string } | null
}

/** An edit in words, with the line of its turn. */
export interface ShownEdit {
  edit: Edit
  line: number
  words: string
}

/** One way of typing that breaks an agent. */
export interface Brittleness {
  /** The id of its conversation. */
  id: string
  file: string
  suite: string
  conversation: string
  version: string
  variant: string
  operator: string
  family: Family
  /** The fewest edits found that break it. */
  edits: ShownEdit[]
  /** The number of edits of the variant in which it was first found. */
  foundWith: number
  /** Whether the edits are confirmed to be the fewest; false where turns did not suffice. */
  shrunk: boolean
  /** What the user types, as written and as varied, message by message. */
  typed: { original: string[]; variant: string[] }
  difference: Difference
  /** The line of the expectation that fails, else of the turn. */
  line: number
  /** The paired runs that confirmed it. */
  pairs: { pairs: number; onlyOriginal: number; onlyVariant: number; p: number; adjusted: number }
  /** Other variants of the conversation that shrank to the same edits. */
  alike: string[]
  /** One run of each: the pair that shows the difference. */
  runs: { original: ConversationResult; variant: ConversationResult }
}

/** What closed the gate or kept it from opening. */
export interface VaryGate {
  /** The largest share of variants that may be brittle, from 0 to 1. */
  brittle: number
  verdict: 'open' | 'shut' | 'not enough'
  reason: string
}

/** What `tableread vary` finds: JSON-safe, the document of `--json`. */
export interface VaryResult {
  kind: 'variation'
  schemaVersion: 1
  tableread: string
  /** ISO 8601. */
  startedAt: string
  ms: number
  /** The service as reports name it. */
  target: string
  seed: string
  /** The level at which a difference is called beyond noise. */
  alpha: number
  /** Turns sent, all runs together. */
  turns: number
  /** The model that paraphrased; null where none did. */
  paraphrasedBy: string | null
  total: VaryTally
  rate: ExactShare | null
  families: FamilyVariation[]
  conversations: ConversationVariation[]
  /** Those with the fewest edits first. */
  brittle: Brittleness[]
  /** Variants that looked brittle and could not be confirmed. */
  unconfirmed: { id: string; file: string; line: number; conversation: string; variant: string; what: string }[]
  /** Variants that were never sent, and why. */
  dropped: { id: string; variant: string; reason: string }[]
  gate: VaryGate
  /** Conversations with simulated users, which are not varied. */
  simulated: number
  /** What models used; absent unless the service reports it. */
  usage?: Usage[]
}
