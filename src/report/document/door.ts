import { cutText, lastOf } from '../../base/privacy/cut.ts'
import { cleanColumns, cleanLine, foldLine, lineOf } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'
import { type Said, said, type Tone, type Words } from './words.ts'

/** A piece of text that is ready to be shown, with what it means. */
export interface ReportSpan {
  text: string
  tone: Tone | null
}

/** The most characters of what somebody else wrote, where nothing is said. */
const longest = 400

/** The one door from words to text: others' words are redacted, cut and cleaned. Personal data went before. */
export function spansOf(words: Words, tone: Tone | null = null): ReportSpan[] {
  if (typeof words === 'string') return words === '' ? [] : [{ text: words, tone }]
  if ('said' in words) return spansOf(textOf(words), tone)
  if ('tone' in words) return spansOf(words.words, words.tone)
  return (words as readonly Words[]).flatMap((each) => spansOf(each, tone))
}

function textOf({ said, most = longest, end = 'first', spaces }: Said): string {
  if (spaces === true) return cleanColumns(cutText(said, most))
  if (end === 'first' || said.length <= most) return lineOf(said, most)
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

/** What somebody else wrote, as `plainText` has it. */
export const plainSaid = (text: string, most?: number): string => plainText(said(text, most))

function bracketed(text: string, tone: Tone | null): string {
  const [before, after] = (tone === null ? undefined : brackets[tone]) ?? ['', '']
  return `${before}${text}${after}`
}

/** Words for a terminal, with colours if they are on; must pass through `finishText`, as all that is printed does. */
export function paintedText(words: Words, paint: Paint): string {
  return spansOf(words)
    .map((span) => painted(span, paint))
    .join('')
}

/** The same on lines of at most `columns`, as `foldLine` has them; without tones where it takes out a key. */
export function foldedText(words: Words, paint: Paint, columns: number | null, hang: string): string[] {
  const lines = foldLine(plainText(words), columns, hang)
  if (lines.length === 1) return [paintedText(words, paint)]
  const spans = spansOf(words).map(({ text, tone }) => ({ text: bracketed(text, tone), tone }))
  const whole = spans.map(({ text }) => text).join('')
  let from = 0
  return lines.map((line, index) => {
    const body = index === 0 ? line : line.slice(hang.length)
    const at = whole.indexOf(body, from)
    if (at < 0) return line
    from = at + body.length
    return `${index === 0 ? '' : hang}${sliced(spans, at, from)
      .map(({ text, tone }) => (tone === null ? text : toneOf(tone, paint)(text)))
      .join('')}`
  })
}

/** The same on one line of at most `columns`, which ends in `…` where it is cut. */
export function cutToColumns(words: Words, paint: Paint, columns: number): string {
  const whole = foldedText(words, paint, columns, '')
  if (whole.length <= 1) return whole[0] ?? ''
  return `${foldedText(words, paint, columns - 1, '')[0] ?? ''}…`
}

/** The pieces of spans that stand between two places of their whole text. */
function sliced(spans: readonly ReportSpan[], from: number, to: number): ReportSpan[] {
  let begin = 0
  return spans.flatMap(({ text, tone }) => {
    const piece = text.slice(Math.max(0, from - begin), Math.max(0, to - begin))
    begin += text.length
    return piece === '' ? [] : [{ text: piece, tone }]
  })
}

function painted({ text, tone }: ReportSpan, paint: Paint): string {
  if (tone === null) return text
  // A mark has brackets only where there are no colours.
  if (tone === 'mark' && paint.bad(text) !== text) return paint.bad(text)
  return toneOf(tone, paint)(bracketed(text, tone))
}

function toneOf(tone: Tone, paint: Paint): (text: string) => string {
  if (tone === 'mark' || tone === 'removed') return paint.bad
  return tone === 'added' ? paint.good : paint[tone]
}
