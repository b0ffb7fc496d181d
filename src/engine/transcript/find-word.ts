/** Where a value stands in a text as a word of its own, as an offset; -1 when it does not. Letter case counts. */
export function findWord(text: string, value: string, from = 0): number {
  for (let at = text.indexOf(value, from); at !== -1 && value !== ''; at = text.indexOf(value, at + 1)) {
    if (
      !joins(text.charAt(at - 1), value.charAt(0)) &&
      !joins(value.charAt(value.length - 1), text.charAt(at + value.length))
    )
      return at
  }
  return -1
}

const word = /[\p{L}\p{N}_]/u

function joins(one: string, other: string): boolean {
  return word.test(one) && word.test(other)
}

/** A text as people compare it: without regard to case, dashes, underscores and width. */
export function loosen(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
}
