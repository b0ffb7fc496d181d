/** A stretch of text that both sides share, or that only a (`removed`) or only b (`added`) has. */
export interface TextPiece {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Two texts as one sequence of pieces: joined without `added` it is a's, without `removed` b's. */
export type TextDifference = TextPiece[]
