import { sentencesOf, type TypedTurn } from '../typed/about.ts'
import { touches } from '../typed/telling-marks.ts'
import { freeWords, isFree, type Replacement, type VariantOperator, wording } from './operator.ts'
import { otherWords } from './tables.ts'

function matching(turn: TypedTurn, pattern: RegExp, now: (found: string, at: number) => string): Replacement[] {
  return [...turn.text.matchAll(pattern)].flatMap(({ 0: was, index: at }) =>
    isFree(turn, { from: at, to: at + was.length }) ? [{ at, was, now: now(was, at) }] : [],
  )
}

/** Like `matching`, but leaves punctuation on which the meaning rests. */
function marksOf(turn: TypedTurn, pattern: RegExp, now: (found: string, at: number) => string): Replacement[] {
  return matching(turn, pattern, now).filter(({ at, was }) => !touches(turn.telling, { from: at, to: at + was.length }))
}

/** In small letters, or capitals, of the language: in Turkish the small letter of `I` is `ı`. */
const lower = (text: string, language: string | null): string => text.toLocaleLowerCase(language ?? 'en')
const upper = (text: string, language: string | null): string => text.toLocaleUpperCase(language ?? 'en')
const capital = (text: string, language: string | null): string =>
  text.replace(/^\p{Ll}/u, (letter) => upper(letter, language))

/** Case, punctuation and spacing: how a message looks, without changing any word. */
export const formOperators: readonly VariantOperator[] = [
  wording({ name: 'small letters', family: 'case', does: 'no capital is typed' }, (turn, _, language) =>
    freeWords(turn, 1, true).map(({ at, word }) => ({ at, was: word, now: lower(word, language) })),
  ),
  wording({ name: 'capital letters', family: 'case', does: 'caps lock is on' }, (turn, _, language) =>
    freeWords(turn, 1, true).map(({ at, word }) => ({ at, was: word, now: upper(word, language) })),
  ),
  wording({ name: 'capitals', family: 'case', does: 'every word begins with a capital' }, (turn, _, language) =>
    freeWords(turn, 1).map(({ at, word }) => ({ at, was: word, now: capital(word, language) })),
  ),
  wording({ name: 'no punctuation', family: 'punctuation', does: 'no dot, comma or mark is typed' }, (turn) =>
    marksOf(turn, /(?<=\p{L}|\d|\}\})[.,!?;:]+(?=\s|$)/gu, () => ''),
  ),
  wording({ name: 'no question mark', family: 'punctuation', does: 'a question ends without its mark' }, (turn) =>
    marksOf(turn, /\?+(?=\s|$)/gu, () => ''),
  ),
  wording(
    { name: 'many marks', family: 'punctuation', does: 'marks are typed several times', variants: 2 },
    (turn, { number }) => {
      // The dot of "Mr." and "No." ends no sentence, so nobody repeats it.
      const ends = new Set(sentencesOf(turn.text).map(({ to }) => to))
      return matching(turn, /(?<=\p{L}|\d|\}\})[.!?](?=\s|$)/gu, (mark) =>
        mark === '.' ? (number === 0 ? '...' : '!!') : mark === '?' ? (number === 0 ? '??' : '?!') : mark.repeat(3),
      ).filter(({ at, was }) => ends.has(at + was.length))
    },
  ),
  wording(
    { name: 'a mark at the end', family: 'punctuation', does: 'a message ends with another mark', variants: 2 },
    (turn, { number }) => {
      const end = turn.text.trimEnd()
      return /[\p{L}\d}]$/u.test(end) ? [{ at: end.length, was: '', now: number === 0 ? '.' : '!' }] : []
    },
  ),
  wording({ name: 'no apostrophes', family: 'punctuation', does: 'an apostrophe is left out' }, (turn) =>
    freeWords(turn, 3).flatMap(({ at, word }) =>
      /['’]/.test(word) ? [{ at, was: word, now: word.replace(/['’]/g, '') }] : [],
    ),
  ),
  wording({ name: 'wide spaces', family: 'spacing', does: 'spaces are typed twice' }, (turn) =>
    matching(turn, /(?<=\S) (?=\S)/gu, () => '  '),
  ),
  wording({ name: 'spaces around', family: 'spacing', does: 'a message begins and ends with spaces' }, ({ text }) => [
    { at: 0, was: '', now: '  ' },
    { at: text.length, was: '', now: ' ' },
  ]),
  wording({ name: 'spaces before marks', family: 'spacing', does: 'a space stands before a mark' }, (turn) =>
    matching(turn, /(?<=\p{L}|\d|\}\})[,!?](?=\s|$)/gu, (mark) => ` ${mark}`),
  ),
  wording({ name: 'no space after marks', family: 'spacing', does: 'no space stands behind a mark' }, (turn) =>
    marksOf(turn, /(?<=\p{L})[,!?] (?=\p{L})/gu, (mark) => mark.trim()),
  ),
  wording(
    { name: 'words run together', family: 'spacing', does: 'a space between two short words is left out', variants: 2 },
    (turn, { choose, number }) => {
      const words = freeWords(turn)
      const pairs = words.flatMap(({ at, word }, index) => {
        const next = words[index + 1]
        const together = next !== undefined && next.at === at + word.length + 1 && turn.text[at + word.length] === ' '
        const isOther = otherWords.has(`${word}${next?.word}`.toLowerCase())
        return together && !isOther && word.length + next.word.length <= 9
          ? [{ at: at + word.length, was: ' ', now: '' }]
          : []
      })
      const edit = choose(pairs, 'pair', turn.turn, number)
      return edit === undefined ? [] : [edit]
    },
  ),
  wording({ name: 'new lines', family: 'spacing', does: 'every sentence begins on a new line' }, (turn) =>
    sentencesOf(turn.text).flatMap(({ to }, index, all) => {
      const was = turn.text.slice(to, all[index + 1]?.from ?? to)
      return /^ +$/.test(was) && /[.!?]$/.test(turn.text.slice(0, to)) ? [{ at: to, was, now: '\n' }] : []
    }),
  ),
]
