/** The first fact of a text that none of its sources has, in the words of the text; null where there is none. */
export function findForeignFact(text: string, sources: readonly string[], _now?: string): string | null {
  const known = sources.join('\n').toLowerCase()
  const digits = known.replace(/[^\p{L}\p{N}]+/gu, '')
  for (const [found] of text.matchAll(factLike)) {
    const folded = found.toLowerCase().replace(/[.,;:!?]+$/, '')
    if (known.includes(folded) || digits.includes(folded.replace(/[^\p{L}\p{N}]+/gu, ''))) continue
    return found.replace(/[.,;:!?]+$/, '')
  }
  return null
}

/** An email, a word with a digit, or two capitalised words in a row. */
const factLike = /[\w.+-]+@[\w-]+\.[\w.-]+|[^\s"'()]*\d[^\s"'()]*|\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/gu
