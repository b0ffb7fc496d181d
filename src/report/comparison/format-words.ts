import type { TextDifference } from '../../compare/model/text-difference.ts'
import { cleanLine } from '../text/clean-line.ts'
import type { Paint } from '../text/paint.ts'
import { shortenWords } from './shorten-words.ts'

/** Shows two texts on one line: what only a has as `[-…-]`, what only b has as `{+…+}`, coloured if colours are on. */
export function formatWords(words: TextDifference, paint: Paint): string {
  return shortenWords(words)
    .map(({ kind, text }) => {
      const line = cleanLine(text)
      if (kind === 'removed') return paint.bad(`[-${line}-]`)
      return kind === 'added' ? paint.good(`{+${line}+}`) : line
    })
    .join('')
}
