import { toNormalForm } from '../../base/normal-form.ts'
import type { Difference } from '../../suite/language/matcher.ts'

/**
 * How texts are compared: Unicode form and line ends never matter, other differences are ignored if the script
 * says so.
 */
export interface Folding {
  ignored: readonly Difference[]
  /**
   * Whether the condition is under a negation (`not`, `none`, `never`). There, a missing member differs from
   * any value: a call without `approved` counts as one whose `approved` is not true, and is forbidden too.
   */
  turned: boolean
}

/** Compares texts as they are, apart from Unicode form and line ends. */
export const exactly: Folding = { ignored: [], turned: false }

/** The same folding under one more negation. */
export function turn(folding: Folding): Folding {
  return { ...folding, turned: !folding.turned }
}

/** Adds what a script ignores here to what is already ignored around it. */
export function foldingOf({ ignored }: Pick<Folding, 'ignored'>, { ignored: around, turned }: Folding): Folding {
  return { ignored: [...around, ...ignored.filter((each) => !around.includes(each))], turned }
}

/**
 * Normalises a text for comparison. Lower-casing and then upper-casing unifies `ß` with `SS`, and the two
 * forms of sigma.
 */
export function foldText(text: string, { ignored }: Folding): string {
  let folded = ignored.includes('width') ? foldWidth(text, (plain) => plain) : text
  folded = toNormalForm(folded, 'NFC')
  if (folded.includes('\r')) folded = folded.replace(/\r\n?/g, '\n')
  if (ignored.includes('quotes')) folded = foldQuotes(folded)
  if (ignored.includes('spaces')) folded = folded.replace(/\s+/g, ' ').trim()
  return ignored.includes('case') ? folded.toLowerCase().toUpperCase() : folded
}

/**
 * Normalises the source of a pattern like the texts it is matched against; case is left to its flag. A
 * full-width punctuation mark is literal in a pattern, so the plain one that it becomes is escaped.
 */
export function foldPattern(source: string, { ignored }: Folding): string {
  const even = ignored.includes('width')
    ? foldWidth(source, (plain) => plain.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    : source
  return ignored.includes('quotes') ? foldQuotes(toNormalForm(even, 'NFC')) : toNormalForm(even, 'NFC')
}

/** Replaces full-width letters, digits and marks, half-width Korean and Japanese ones, and the wide space. */
function foldWidth(text: string, write: (plain: string) => string): string {
  return text.replace(/[\u3000\uff01-\uffee]+/g, (wide) => write(toNormalForm(wide, 'NFKC')))
}

function foldQuotes(text: string): string {
  return text.replace(/[‘’‚‛′‹›]/g, "'").replace(/[“”„‟″«»]/g, '"')
}
