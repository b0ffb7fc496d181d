import { cutText, lastOf } from '../../base/privacy/cut.ts'
import { cleanLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'
import type { Said, Tone, Words } from './words.ts'

/** A piece of text that is ready to be shown, with what it means. */
export interface Span {
  text: string
  tone: Tone | null
}

/** The most characters of what somebody else wrote, where nothing is said. */
const longest = 400

/**
 * The one door from words to text. What others wrote is redacted and cut, then cleaned; afterwards a format escapes and
 * paints. Personal data is taken out before: the result that a document is built from holds none.
 */
export function spansOf(words: Words, tone: Tone | null = null): Span[] {
  if (typeof words === 'string') return words === '' ? [] : [{ text: words, tone }]
  if ('said' in words) return spansOf(textOf(words), tone)
  if ('tone' in words) return spansOf(words.words, words.tone)
  return (words as readonly Words[]).flatMap((each) => spansOf(each, tone))
}

function textOf({ said, most = longest, end = 'first' }: Said): string {
  if (end === 'first' || said.length <= most) return cleanLine(cutText(said, most))
  return `…${cleanLine(lastOf(said, most))}`
}

/** Brackets that show a meaning where there are no colours, or where colours do not suffice. */
const brackets: Partial<Record<Tone, readonly [before: string, after: string]>> = {
  mark: ['>>', '<<'],
  removed: ['[-', '-]'],
  added: ['{+', '+}'],
}

/** Words as text without markup, for a format that has no colours. */
export function plainText(words: Words): string {
  return spansOf(words)
    .map(({ text, tone }) => bracketed(text, tone))
    .join('')
}

function bracketed(text: string, tone: Tone | null): string {
  const [before, after] = (tone === null ? undefined : brackets[tone]) ?? ['', '']
  return `${before}${text}${after}`
}

const colourOf = { good: 'good', bad: 'bad', warn: 'warn', dim: 'dim', strong: 'strong' } as const

/** Words for a terminal, with colours if they are on; must pass through `finishText`, as all that is printed does. */
export function paintedText(words: Words, paint: Paint): string {
  return spansOf(words)
    .map(({ text, tone }) => {
      if (tone === null) return text
      const painted = paint.bad(text)
      if (tone === 'mark') return painted === text ? bracketed(text, tone) : painted
      if (tone === 'removed') return paint.bad(bracketed(text, tone))
      return tone === 'added' ? paint.good(bracketed(text, tone)) : paint[colourOf[tone]](text)
    })
    .join('')
}
