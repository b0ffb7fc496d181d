import { findFacts } from '../../../engine/transcript/facts/find-facts.ts'
import { denial } from '../typed/about.ts'
import { freeWords, oneThird, type VariantOperator, wording } from './operator.ts'

/** Keyboards as rows of letters; a finger slips to a neighbour in the same row. */
const layouts = {
  qwerty: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  qwertz: ['qwertzuiopü', 'asdfghjklöä', 'yxcvbnm'],
  azerty: ['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
} as const

/** Whether a slip turned a word into a number, a date or a denial: `there` into `three`. */
function saysAnother(word: string): boolean {
  return findFacts(word).length > 0 || new RegExp(denial.source, 'iu').test(word)
}

/** An operator that changes one or two letters in a third of the longer words. */
function slip(
  name: string,
  does: string,
  change: (word: string, at: number, choose: <T>(among: readonly T[]) => T | undefined) => string,
  fits: (word: string, at: number) => boolean,
): VariantOperator {
  return wording({ name, family: 'typing', does, variants: 3 }, (turn, draw) =>
    oneThird(freeWords(turn, 4), turn, draw).flatMap(({ at, word }) => {
      // Never the first letter, which people mostly get right.
      const places = [...Array(word.length).keys()].slice(1).filter((index) => fits(word, index))
      const place = draw.choose(places, name, turn.turn, at)
      if (place === undefined) return []
      const now = change(word, place, (among) => draw.choose(among, name, 'letter', turn.turn, at))
      return saysAnother(now) ? [] : [{ at, was: word, now }]
    }),
  )
}

function neighbours(layout: keyof typeof layouts, letter: string): string[] {
  const row = layouts[layout].find((each) => each.includes(letter.toLowerCase())) ?? ''
  const at = row.indexOf(letter.toLowerCase())
  const characters = at === -1 ? [] : [row[at - 1], row[at + 1]]
  return characters.filter((each) => each !== undefined)
}

function keyboard(layout: keyof typeof layouts): VariantOperator {
  return slip(
    `${layout} slips`,
    `a finger slips to the next key of a ${layout.toUpperCase()} keyboard`,
    (word, at, choose) =>
      `${word.slice(0, at)}${choose(neighbours(layout, word[at] ?? '')) ?? word[at]}${word.slice(at + 1)}`,
    (word, at) => neighbours(layout, word[at] ?? '').length > 0,
  )
}

const isLetter = (word: string, at: number): boolean => /\p{L}/u.test(word[at] ?? '')

/** Slips of the fingers on the keyboard. */
export const typingOperators: readonly VariantOperator[] = [
  keyboard('qwerty'),
  keyboard('qwertz'),
  keyboard('azerty'),
  slip(
    'doubled letters',
    'a letter is typed twice',
    (word, at) => `${word.slice(0, at)}${word[at]}${word.slice(at)}`,
    isLetter,
  ),
  slip('dropped letters', 'a letter is left out', (word, at) => word.slice(0, at) + word.slice(at + 1), isLetter),
  slip(
    'transposed letters',
    'two letters change places',
    (word, at) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`,
    (word, at) => isLetter(word, at) && isLetter(word, at + 1) && word[at] !== word[at + 1],
  ),
]
