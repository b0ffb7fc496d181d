import { remembering } from '../../../base/memoize.ts'
import { toNormalForm } from '../../../base/text/normal-form.ts'
import { splitSentences } from '../../../base/text/split-sentences.ts'
import { languageOf } from '../../../suite/language/matchers/text-measures.ts'
import { wordLibrary } from './word-library.ts'

interface Detector {
  eld: { detect(text: string): { getScores(): Readonly<Record<string, number>> } }
}

const detector = wordLibrary<Detector>('languages.cjs', 'eld/src/entries/static.small.js')

/** With fewer letters, a text could be in several languages: `Okay`, `Balance`. */
const leastLetters = 10

/** Calibrated so that fewer than one text in two hundred is assigned a wrong language (docs/language.md). */
const leastEvidence = (letters: number): number => (letters < 26 ? 0.8 : 0.3)

/** From this share of the letters on, a part in another language makes a text mixed. */
const goodPart = 0.2

export interface LanguagesRead {
  /** The language of the text as a whole; null where uncertain. */
  main: string | null
  /** The languages of its parts, the largest first, with their share of the letters. */
  shares: { code: string; share: number }[]
  /** The shares of parts that may be in a language, without certainty. */
  maybe: ReadonlyMap<string, number>
  doubt: string
}

/** Reads the languages of a text; codes, numbers, links and names carry no language and are left out. */
export const readLanguages: (text: string) => LanguagesRead = remembering(500, (text) => {
  const prose = proseOf(text)
  const letters = weigh(prose)
  const parts = partsOf(prose).map((part) => ({ ...guess(part), weight: weigh(part) }))
  const [sure, maybe] = [new Map<string, number>(), new Map<string, number>()]
  for (const { code, isSure, weight } of parts) {
    const shares = isSure ? sure : maybe
    shares.set(code, (shares.get(code) ?? 0) + weight / Math.max(1, letters))
  }
  const whole = guess(prose)
  const shares = [...sure].map(([code, share]) => ({ code, share })).sort((one, other) => other.share - one.share)
  const doubt =
    letters < leastLetters
      ? `${letters === 0 ? 'there are no words in it' : 'it is too short'} to tell its language by`
      : 'its language cannot be told for certain'
  return { main: whole.isSure ? whole.code : null, shares, maybe, doubt }
})

/** Where the language is `ruledOut`, a large part is enough: a half-English reply does not pass as not English. */
export function compareLanguage(
  { main, shares, maybe }: LanguagesRead,
  code: string,
  ruledOut: boolean,
): 'holds' | 'fails' | 'cannot tell' {
  const own = shares.find((each) => each.code === code)?.share ?? 0
  const others = shares.reduce((sum, each) => sum + (each.code === code ? 0 : each.share), 0)
  if (ruledOut) {
    if (own >= goodPart || main === code) return 'holds'
    if ((maybe.get(code) ?? 0) >= goodPart) return 'cannot tell'
    return main !== null || others > 0.5 ? 'fails' : 'cannot tell'
  }
  if (others >= goodPart) return 'fails'
  if (main === code || own > 0.5) return 'holds'
  return main === null ? 'cannot tell' : 'fails'
}

/** The most characters of a text that are read, since an agent may send any amount. */
export const mostRead = 20_000

/** Code, HTML and placeholders, which belong to no language. */
const noProse: readonly RegExp[] = [
  /```[\s\S]*?(?:```|$)|`[^`\n]*`/g,
  /<[^<>\n]{1,200}>|\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{[^{}\n]*\}/g,
]

/** Text between spaces; in Chinese and other scripts without spaces, words directly follow a number. */
const tokens = /[^\s\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}]+/gu

/** A number or a code with digits, a link, an address, the name of a file, a tag. */
const noWord = /\p{N}|@|^#|^(?:https?:|www\.)|[\p{L}\p{N}]\.\p{L}/iu

/** The text without what belongs to no language; every step takes linear time, since an agent may send anything. */
function proseOf(text: string): string {
  let prose = toNormalForm(text.slice(0, mostRead), 'NFC')
  for (const pattern of noProse) prose = prose.replace(pattern, ' ')
  prose = prose.replace(tokens, (token) => (noWord.test(token) ? '' : token))
  // Letters in capitals are a code, unless the whole text is in capitals.
  if (/\p{Ll}/u.test(prose)) prose = prose.replace(/(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu, '')
  return prose.replace(/[^\S\n]+/g, ' ').replace(/ ?\n\s*/g, '\n')
}

/** The letters of a text; a Chinese, Japanese or Korean one carries as much information as three others. */
function weigh(text: string): number {
  const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0
  return letters + 2 * (text.match(/[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0)
}

const longest = 120

/** The sentences of a text, short ones joined with what follows and long ones cut between words. */
function partsOf(prose: string): string[] {
  const parts: string[] = []
  let open = ''
  for (const sentence of splitSentences(prose)) {
    open += sentence
    if (weigh(open) < 2 * leastLetters) continue
    parts.push(...cut(open))
    open = ''
  }
  return [...parts, open].filter((part) => weigh(part) > 0)
}

function cut(sentence: string): string[] {
  const pieces: string[] = []
  let open = ''
  for (const word of sentence.split(/(?<=\s)/)) {
    for (let at = 0; at < word.length; at += longest) {
      open += word.slice(at, at + longest)
      if (open.length < longest) continue
      pieces.push(open)
      open = ''
    }
  }
  return [...pieces, open]
}

interface Guess {
  code: string
  isSure: boolean
}

/** The language that fits a text best. It also has to fit without the names in it: a street in Paris is not French. */
function guess(prose: string): Guess {
  const letters = weigh(prose)
  const { code, lead } = detect(prose)
  const bare = prose.replace(/(?<=[\p{L}\p{M},;)'’"”»]\s)\p{Lu}[\p{L}\p{M}'’-]*/gu, '')
  const isSure =
    letters >= leastLetters &&
    lead * Math.min(letters, 3 * longest) >= leastEvidence(letters) &&
    (bare === prose || (weigh(bare) >= 4 && detect(bare).code === code))
  return { code, isSure }
}

function detect(text: string): { code: string; lead: number } {
  const scores = Object.entries(detector().eld.detect(text).getScores())
  const [first] = scores
  if (first === undefined) return { code: '', lead: 0 }
  const code = languageOf(first[0]) ?? first[0]
  const second = scores.find(([other]) => (languageOf(other) ?? other) !== code)
  return { code, lead: first[1] - (second?.[1] ?? 0) }
}
