import type { RowComparison, TurnChange } from './turn-comparison-shape.ts'

export type {
  CallDifference,
  ItemDifference,
  RowComparison,
  TextDifference,
  TextPiece,
  TurnChange,
  TurnComparison,
  ValueDifference,
} from './turn-comparison-shape.ts'

/** What differs between two entries. An output belongs to the row of its call. */
export type RowDifference = WithoutSides<RowComparison>

type WithoutSides<Row> = Row extends unknown ? Omit<Row, 'a' | 'b'> : never

/** A turn, counted from 1, that only one side reaches: the `text` of a change, and what a stored one says. */
interface Reached {
  turn: number
  way: string
}

export const describeReached = ({ turn, way }: Reached): string => `turn ${turn} is ${way}`

/** Null for any other change. Results hold the sentence alone. */
export function readReached({ level, text }: Pick<TurnChange, 'level' | 'text'>): Reached | null {
  const [, turn, way] = (level === 'turns' && /^turn (\d+) is (.+)$/.exec(text)) || []
  return way === undefined ? null : { turn: Number(turn), way }
}
