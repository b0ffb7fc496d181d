/** A stretch of text that both sides share, or that only a (`removed`) or only b (`added`) has. */
export interface TextPiece {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Two texts as one sequence of pieces: leaving out `added` gives a's text, leaving out `removed` gives b's. */
export type TextDifference = TextPiece[]
