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
  const sentences: string[][] = []
  let [isOpen, end] = [false, '']
  for (const segment of segmentsOf(text)) {
    const own = sentences.at(-1)
    const joins = own !== undefined && (isOpen || !/[\p{L}\p{N}]/u.test(segment))
    if (joins) own.push(segment)
    else sentences.push([segment])
    end = endOf(joins ? `${end}${segment}` : segment)
    isOpen = goesOn.test(end)
  }
  return sentences.map((parts) => parts.join(''))
}

/** As much of a sentence as says whether it goes on; a letter stands for what is before. A reply may be one sentence of many lines. */
const endOf = (sentence: string): string => (sentence.length > 200 ? `x${sentence.slice(-199)}` : sentence)

const most = 4_000

/**
 * The pieces of a text at whose ends a sentence may end, line by line, since each line ends one. The segmenter takes the square of
 * a text's length, so lines that no person writes are cut before it sees them, and lines without a letter need none.
 */
function* segmentsOf(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+/g)) {
    if (!/[\p{L}\p{N}]/u.test(line)) yield line
    else
      for (let from = 0; from < line.length; from += most)
        for (const { segment } of segmenter.segment(line.slice(from, from + most))) yield segment
  }
}
