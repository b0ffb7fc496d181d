import { onFirstUse } from '../memoize.ts'

/** Titles whose dot never ends a sentence; units, `Jr.` and `etc.` are left out, as they often do end one. */
const titles =
  'Mr|Mrs|Ms|Mx|Dr|Prof|Rev|Fr|Sr|St|Hon|Gen|Col|Maj|Capt|Lt|Sgt|Gov|Sen|Rep|Mme|Mlle|Sra|Srta|Hr|Dipl|Ing|Mag|Mt|Ft'
const shortForms =
  '[Vv]s|[Aa]pprox|[Cc]a|[Cc]f|[Rr]esp|[Ii]ncl|[Ee]xcl|[Tt]el|[Ff]ig|[Vv]ol|pp|[Ee]\\.g|[Ii]\\.e|[Zz]\\.\\s?B|[Dd]\\.\\s?h|[Uu]\\.\\s?a|[Pp]\\.\\s?e[jx]|i\\.\\s?d\\.\\s?R|bzw|ggf|evtl'
const gap = '[ \\t\\u00a0]+'

/** Initials count as such at a line's start, after a title or another initial: `option B.` does end a sentence. */
const initial = `(?:^\\s*|(?<![\\p{L}\\p{N}])(?:${titles})\\.${gap}|(?<![\\p{L}\\p{N}])\\p{Lu}\\.[ \\t\\u00a0]*)(?!I\\.)\\p{Lu}`

/** A dot that does not end a sentence: after a title, an abbreviation, an initial, or the number of a list item. */
const goesOn = new RegExp(`(?:(?<![\\p{L}\\p{N}])(?:${titles}|${shortForms})|${initial}|^\\s*\\d+)\\.${gap}$`, 'u')

/** Short forms of two letters, of which a dot ends the first: `z. B.`, `i. d. R.` */
const [firstHalf, secondHalf] = [/(?<![\p{L}\p{N}])(?:[Zz]|d)\.[ \t\u00a0]+$/u, /^[BR]\./]

/** A fixed locale, so that the machine's locale never changes a count. */
const segmenter = onFirstUse(() => new Intl.Segmenter('en', { granularity: 'sentence' }))

/** A text's sentences with the space after each; the dot of `Dr. Smith`, `e.g.` or `1. First` ends none. */
export function splitSentences(text: string): string[] {
  const sentences: string[][] = []
  let [isOpen, end] = [false, '']
  for (const segment of segmentsOf(text)) {
    const own = sentences.at(-1)
    const goesOnHalf = firstHalf.test(end) && secondHalf.test(segment)
    const joins = own !== undefined && (isOpen || goesOnHalf || !/[\p{L}\p{N}]/u.test(segment))
    if (joins) own.push(segment)
    else sentences.push([segment])
    end = endOf(joins ? `${end}${segment}` : segment)
    isOpen = goesOn.test(end)
  }
  return sentences.map((parts) => parts.join(''))
}

/** What decides whether a sentence goes on, since one may be of many lines; `x` stands for the part left out. */
const endOf = (sentence: string): string => (sentence.length > 200 ? `x${sentence.slice(-199)}` : sentence)

const most = 4_000

/** Pieces at whose ends a sentence may end. The segmenter is quadratic, so long lines are cut first. */
function* segmentsOf(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+/g)) {
    if (!/[\p{L}\p{N}]/u.test(line)) yield line
    else
      for (let from = 0; from < line.length; from += most)
        for (const { segment } of segmenter().segment(line.slice(from, from + most))) yield segment
  }
}
