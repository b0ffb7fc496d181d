import type { JsonValue } from '../../base/json.ts'
import type { ComparisonVerdict } from './comparison-verdict.ts'

/**
 * Two matching turns; `a` and `b` are indexes into the turns of the shown runs, null where a side has no such turn.
 */
export interface TurnComparison {
  a: number | null
  b: number | null
  verdict: ComparisonVerdict
  /** The entries of both, aligned. */
  rows: RowComparison[]
  changes: Change[]
}

/** Matching entries; `a` and `b` are indexes into the entries of their turns, null where a side has none. */
export type RowComparison = { a: number | null; b: number | null } & RowDifference

/** What differs between two entries. An output belongs to the row of its call. */
export type RowDifference =
  | { kind: 'same' }
  /** *not sent*: one side was never sent the turn, so there is nothing to compare. */
  | { kind: 'only a' | 'only b' | 'not sent' }
  | {
      kind: 'message'
      words: TextDifference
      items: ItemDifference[]
      /** The agents that spoke, where they differ. */
      agents: [a: string | null, b: string | null] | null
    }
  | { kind: 'call'; call: CallDifference }
  | { kind: 'other'; words: TextDifference }

/** What differs between two calls; a member is left out where they agree. */
export interface CallDifference {
  name?: [a: string, b: string]
  arguments?: ValueDifference[]
  output?: ValueDifference[]
  isError?: [a: boolean | null, b: boolean | null]
  phase?: [a: string | null, b: string | null]
  /** The call comes at a different position among the others. */
  moved?: boolean
}

/** A value at a path such as `items[0].price`; a side that has none is left out. Texts carry their words. */
export interface ValueDifference {
  path: string
  a?: JsonValue
  b?: JsonValue
  words?: TextDifference
}

/** A content item other than text: as each side has it, in a line. */
export interface ItemDifference {
  a: string | null
  b: string | null
}

/** The levels on which behaviour can differ, the gravest first. */
export const changeLevels = [
  'turns',
  'calls',
  'order',
  'phases',
  'arguments',
  'outputs',
  'handoff',
  'messages',
  'items',
  'judged',
  'reply',
  'other entries',
] as const

/** One of `changeLevels`. */
export type ChangeLevel = (typeof changeLevels)[number]

/** One difference in behaviour, as a line for a person: `cancel_order is called without a lookup_order before it`. */
export interface Change {
  level: ChangeLevel
  text: string
}

/** A turn, counted from 1, that only one side reaches: the `text` of a change, and what a stored one says. */
interface Reached {
  turn: number
  way: string
}

export const describeReached = ({ turn, way }: Reached): string => `turn ${turn} is ${way}`

/** Null for any other change. Results hold the sentence alone. */
export function readReached({ level, text }: Pick<Change, 'level' | 'text'>): Reached | null {
  const [, turn, way] = (level === 'turns' && /^turn (\d+) is (.+)$/.exec(text)) || []
  return way === undefined ? null : { turn: Number(turn), way }
}

/** A stretch of text that both sides share, or that only a (`removed`) or only b (`added`) has. */
export interface TextPiece {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Two texts as one sequence of pieces: leaving out `added` gives a's text, leaving out `removed` gives b's. */
export type TextDifference = TextPiece[]
