import type { Difference } from '../../suite/language/matcher.ts'

/** How texts are compared: Unicode NFC and line ends always alike, other differences when the script says so. */
export interface Folding {
  ignored: readonly Difference[]
  /**
   * Whether the condition is under a negation (`not`, `none`, `never`). There a missing member differs from any value,
   * so that a call without `approved` counts as one whose `approved` is not true and is forbidden along with those.
   */
  turned: boolean
}

/** Compare texts as they are, apart from Unicode form and line ends. */
export const exactly: Folding = { ignored: [], turned: false }

/** The same under one more negation. */
export function turn(folding: Folding): Folding {
  return { ...folding, turned: !folding.turned }
}

/** Adds what a script ignores from here on to what is ignored around it. */
export function foldingOf({ ignored }: Pick<Folding, 'ignored'>, { ignored: around, turned }: Folding): Folding {
  return { ignored: [...around, ...ignored.filter((each) => !around.includes(each))], turned }
}

/**
 * Normalises a text for comparison. Lower case followed by upper case unifies `ß` with `SS`, and the two forms of a
 * sigma.
 */
export function foldText(text: string, { ignored }: Folding): string {
  let folded = ignored.includes('width') ? foldWidth(text, (plain) => plain) : text
  folded = folded.normalize('NFC')
  if (folded.includes('\r')) folded = folded.replace(/\r\n?/g, '\n')
  if (ignored.includes('quotes')) folded = foldQuotes(folded)
  if (ignored.includes('spaces')) folded = folded.replace(/\s+/g, ' ').trim()
  return ignored.includes('case') ? folded.toLowerCase().toUpperCase() : folded
}

/**
 * Normalises the source of a pattern like the texts it is matched against; case is left to its flag. A full-width
 * punctuation mark is literal there, and so is the plain one it becomes.
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
