import type { Difference } from '../../suite/language/matcher.ts'

/** How texts are compared: Unicode NFC and line ends always alike, other differences when the script says so. */
export interface Folding {
  ignored: readonly Difference[]
  /**
   * Whether what is held here must not be: under `not`, `none` and `never`. There a member that is missing is something else
   * than any value, so that a call without `approved` is one whose `approved` is not true, and is forbidden with those.
   */
  turned: boolean
}

/** Compare texts as they are, apart from Unicode form and line ends. */
export const exactly: Folding = { ignored: [], turned: false }

/** The same for what must not be. */
export function turn(folding: Folding): Folding {
  return { ...folding, turned: !folding.turned }
}

/** What a script ignores below here, in addition to what is ignored around it. */
export function foldingOf({ ignored }: Pick<Folding, 'ignored'>, { ignored: around, turned }: Folding): Folding {
  return { ignored: [...around, ...ignored.filter((each) => !around.includes(each))], turned }
}

/** A text in the form in which it is compared. Upper case after lower makes one of `ß` and `SS`, and of both forms of a sigma. */
export function foldText(text: string, { ignored }: Folding): string {
  let folded = ignored.includes('width') ? foldWidth(text, (plain) => plain) : text
  folded = folded.normalize('NFC')
  if (folded.includes('\r')) folded = folded.replace(/\r\n?/g, '\n')
  if (ignored.includes('quotes')) folded = foldQuotes(folded)
  if (ignored.includes('spaces')) folded = folded.replace(/\s+/g, ' ').trim()
  return ignored.includes('case') ? folded.toLowerCase().toUpperCase() : folded
}

/**
 * The source of a pattern, folded as the texts that it is held against; case is left to its flag. A full-width mark of
 * punctuation stands for itself there, and so does the plain one that it becomes.
 */
export function foldPattern(source: string, { ignored }: Folding): string {
  const even = ignored.includes('width')
    ? foldWidth(source, (plain) => plain.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    : source
  return ignored.includes('quotes') ? foldQuotes(even.normalize('NFC')) : even.normalize('NFC')
}

/** Full-width letters, digits and marks, the half-width ones of Korean and Japanese, and the wide space. */
function foldWidth(text: string, write: (plain: string) => string): string {
  return text.replace(/[\u3000\uff01-\uffee]+/g, (wide) => write(wide.normalize('NFKC')))
}

function foldQuotes(text: string): string {
  return text.replace(/[‘’‚‛′‹›]/g, "'").replace(/[“”„‟″«»]/g, '"')
}
