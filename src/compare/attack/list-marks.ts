/** The number of a list item at the beginning of a line, with the marks around it; a table's first column as well. */
const listNumbers = /^[^\p{L}\p{N}\n]*\p{N}{1,3}(?:[.):\]\-–—|/°ºª*_\p{M}]+[^\S\n]*|[^\S\n]+)/gmu

/** The dash, star, dot or bar before a list item. */
const bullets = /^[^\S\n]*[-*+•·◦‣▪–—>|][^\S\n]+/gm

/** A text with blanks for the numbers and the marks of its lists, so that every other character keeps its place. */
export function blankListMarks(text: string): string {
  const blank = (marks: string): string => ' '.repeat(marks.length)
  return text.replace(bullets, blank).replace(listNumbers, blank)
}
