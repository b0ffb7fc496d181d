import type { TextDifference } from '../../compare/model/text-difference.ts'
import { element } from '../kit/element.ts'

/** One side of a text: what both share, and what only this side has, marked by underline or strike-through as well as by colour. */
export function sideWords(words: TextDifference, side: 'a' | 'b'): HTMLElement[] {
  const other = side === 'a' ? 'added' : 'removed'
  return drawPieces(words.filter(({ kind }) => kind !== other))
}

/** Both sides of a text in one line: what was taken out, what was put in. */
export function bothWords(words: TextDifference): HTMLElement[] {
  return drawPieces(words)
}

const tags = { same: 'span', removed: 'del', added: 'ins' }

const drawPieces = (words: TextDifference): HTMLElement[] =>
  words.map(({ kind, text }) => element(tags[kind], {}, text))
