/** Titles, which end no sentence before a name; units, `Jr.` and `etc.` often do end one. */
const titles =
  'Mr|Mrs|Ms|Mx|Dr|Prof|Rev|Fr|Sr|St|Hon|Gen|Col|Maj|Capt|Lt|Sgt|Gov|Sen|Rep|Mme|Mlle|Sra|Srta|Hr|Dipl|Ing|Mag|Mt|Ft'
const shortForms =
  '[Vv]s|[Aa]pprox|[Cc]a|[Cc]f|[Rr]esp|[Ii]ncl|[Ee]xcl|[Tt]el|[Ff]ig|[Vv]ol|pp|[Ee]\\.g|[Ii]\\.e|[Zz]\\.\\s?B|[Dd]\\.\\s?h|[Uu]\\.\\s?a|[Pp]\\.\\s?ej'
const gap = '[ \\t\\u00a0]+'

/** Initials of a name count as such at the start, after a title or after another one: `option B.` does end a sentence. */
const initial = `(?:^\\s*|(?<![\\p{L}\\p{N}])(?:${titles})\\.${gap}|(?<![\\p{L}\\p{N}])\\p{Lu}\\.[ \\t\\u00a0]*)(?!I\\.)\\p{Lu}`

/** What ends in a dot and goes on in the same line: a title, a short form, an initial, the number of an item. */
const goesOn = new RegExp(`(?:(?<![\\p{L}\\p{N}])(?:${titles}|${shortForms})|${initial}|^\\s*\\d+)\\.${gap}$`, 'u')

/** One fixed locale, so that a machine's own never changes a count. */
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * The sentences of a text in any language, each with the space after it; joined they are the text. The dot of `Dr. Smith`
 * or `e.g. Monday` and of the item `1. First` ends none, and marks and emojis alone belong to the sentence before.
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  let isOpen = false
  for (const { segment } of segmenter.segment(text)) {
    const joins = isOpen || !/[\p{L}\p{N}]/u.test(segment)
    const before = joins ? sentences.pop() : undefined
    const sentence = `${before ?? ''}${segment}`
    sentences.push(sentence)
    isOpen = goesOn.test(sentence)
  }
  return sentences
}
