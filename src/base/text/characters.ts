import { onFirstUse } from '../memoize.ts'

const characters = '\\u00a0\\u1680\\u2000-\\u200b\\u202f\\u205f\\u2060\\u3000\\ufeff'

/** A run of no-break, wide or invisible spaces: people read them as plain spaces, YAML reads them as letters. */
const oddSpaces: RegExp = new RegExp(`[${characters}]+`)

/** Such a run in a place where it makes YAML read a key, a dash or a bracket as plain text. */
export const misleadingSpaces: RegExp = new RegExp(
  `(?:^[ \\t]*|[-{[,] *)[${characters}]|[${characters}] *:(?:\\s|$)|:[${characters}]`,
  'm',
)

/** The range of such a run in a line, as indentation or beside a YAML mark. Counts from 0. */
export function findOddSpaces(line: string): { from: number; to: number } | undefined {
  const match = misleadingSpaces.exec(line)
  const run = match === null ? null : oddSpaces.exec(line.slice(match.index))
  if (match === null || run === null) return undefined
  const from = match.index + run.index
  return { from, to: from + run[0].length }
}

export function nameOddSpace(run: string): string {
  const code = (run.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const names: Record<string, string> = {
    '00A0': 'no-break space',
    '3000': 'wide space',
    '200B': 'space without width',
  }
  return `a ${names[code] ?? 'space that is none in YAML'} (U+${code})`
}

/** How to fix a word that would be known, or a known key with its value, without such spaces. */
export function mendOddSpaces(word: string, names: readonly string[]): string | undefined {
  const run = oddSpaces.exec(word)?.[0]
  if (run === undefined) return undefined
  const key = names.find((each) => word.startsWith(`${each}:${run}`))
  if (key !== undefined) return `${nameOddSpace(run)} stands after "${key}:"; type a plain space`
  const suggestion = [' ', '']
    .map((plain) => word.split(oddSpaces).join(plain).trim())
    .find((each) => names.includes(each))
  return suggestion === undefined
    ? undefined
    : `${nameOddSpace(run)} stands in it: type "${suggestion}" with plain spaces`
}

/** Whether a text shows nothing: it is empty, or only white space and invisible characters. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cs}\u2800]*$/u.test(text)
}

/** Characters that are two columns wide: East Asian scripts and emoji. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u

/** The columns that a grapheme, combining marks included, takes in a monospaced font: 0, 1 or 2. */
export function countColumns(character: string): number {
  if (character.length === 1 && character < '\u0300') return 1
  if (/^[\p{M}\u200c\u200d]+$/u.test(character)) return 0
  return wide.test(character) ? 2 : 1
}

const graphemes = onFirstUse(() => new Intl.Segmenter('und', { granularity: 'grapheme' }))

export function columnsOf(text: string): number {
  if (!/[^\0-\x7f]/.test(text)) return text.length
  let columns = 0
  for (const { segment } of segmentsOf(graphemes(), text)) columns += countColumns(segment)
  return columns
}

const most = 500

/** A segment of a text: what `Intl.SegmentData` says of it without the whole text, which each of those holds a copy of. */
type Segment = Pick<Intl.SegmentData, 'segment' | 'isWordLike'>

/** Segments in linear time: a segmenter copies the text for each segment, so a long one is first cut. */
export function* segmentsOf(segmenter: Intl.Segmenter, text: string): Generator<Segment> {
  for (let from = 0; from < text.length; ) {
    const to = from + endOfPiece(text.slice(from, from + most + 1))
    for (const { segment, isWordLike } of segmenter.segment(text.slice(from, to)))
      yield isWordLike === undefined ? { segment } : { segment, isWordLike }
    from = to
  }
}

export function countSegments(segmenter: Intl.Segmenter, text: string, counts: (segment: Segment) => boolean): number {
  let count = 0
  for (const segment of segmentsOf(segmenter, text)) if (counts(segment)) count += 1
  return count
}

function endOfPiece(piece: string): number {
  if (piece.length <= most) return piece.length
  const gap = piece.search(/\S\s+\S*$/)
  if (gap >= 0) return gap + 1
  const stop = Math.max(...[...'、。！，：；？'].map((each) => piece.lastIndexOf(each, most - 1)))
  if (stop >= 0) return stop + 1
  return /[\ud800-\udbff]$/.test(piece.slice(0, most)) ? most - 1 : most
}
