import { countValues } from '../../../base/group-by.ts'
import { cutJson } from '../../../base/privacy/cut.ts'
import { segmentsOf } from '../../../base/text/characters.ts'
import { toNormalForm } from '../../../base/text/normal-form.ts'
import { mostRead } from './language.ts'

const orders = [1, 2, 3, 4, 5, 6]

/** chrF, times a factor from a half to 1 for the share of numbers in common; from 0 to 1, to three places. */
export function similarity(text: string, other: string): number {
  const alike = chrF(text, other)
  const [one, two] = [numbersOf(text), numbersOf(other)]
  const numbers = one.size + two.size === 0 ? 1 : (1 + shareOf(one, two, 1)) / 2
  return Math.round(alike * numbers * 1_000) / 1_000
}

/** chrF (Popović 2015), character 1- to 6-grams; `weight` above 1 favours those of the second text, as published. */
export function chrF(text: string, other: string, weight = 1): number {
  const [one, two] = [withoutSpaces(text), withoutSpaces(other)]
  const figures = orders
    .filter((order) => one.length >= order && two.length >= order)
    .map((order) => shareOf(runsOf(one, order), runsOf(two, order), weight))
  return figures.length === 0 ? 0 : figures.reduce((sum, each) => sum + each, 0) / figures.length
}

function numbersOf(text: string): Map<string, number> {
  return countValues(text.match(/\p{N}+/gu) ?? [])
}

/** The code points of a text without white space, so that Chinese or emoji are never cut within a character. */
function withoutSpaces(text: string): string[] {
  return [...toNormalForm(text.slice(0, mostRead), 'NFC').replace(/\s/g, '')]
}

function runsOf(characters: readonly string[], order: number): Map<string, number> {
  const runs = new Map<string, number>()
  for (let at = 0; at + order <= characters.length; at += 1) {
    const run = characters.slice(at, at + order).join('')
    runs.set(run, (runs.get(run) ?? 0) + 1)
  }
  return runs
}

function shareOf(one: Map<string, number>, two: Map<string, number>, weight: number): number {
  let common = 0
  for (const [run, count] of one) common += Math.min(count, two.get(run) ?? 0)
  const square = weight ** 2
  return ((1 + square) * common) / (sizeOf(one) + square * sizeOf(two))
}

function sizeOf(runs: Map<string, number>): number {
  let size = 0
  for (const count of runs.values()) size += count
  return size
}

/** A fixed locale, so that words split the same on every machine. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Added numbers and addresses are counted but not shown: redaction would not recognise them in pieces. */
export function differenceOf(text: string, other: string): string {
  const [own, reference] = [wordsOf(text), wordsOf(other)]
  const newWords = beyond(own, reference)
  const open = newWords.filter((word) => !/[\p{N}@]/u.test(word))
  return [
    ...differenceTexts('lacks', beyond(reference, own), 0),
    ...differenceTexts('has', open, newWords.length - open.length),
  ].join('; ')
}

/** Whether a text quotes words as `differenceOf` does: results hold the sentence alone. */
export function quotesDifference(text: string): boolean {
  return text.includes('it lacks "') || text.includes('it has "')
}

function differenceTexts(what: 'lacks' | 'has', words: readonly string[], hidden: number): string[] {
  const more = words.length - Math.min(words.length, 6) + hidden
  const list = words.slice(0, 6).map(shownWord).join(', ')
  if (list === '') return more === 0 ? [] : [`it ${what} ${more} more`]
  return [`it ${what} ${list}${more === 0 ? '' : ` and ${more} more`}`]
}

function shownWord(word: string): string {
  return cutJson(word, 40)
}

/** Kept whole, so that redaction still recognises a secret; scripts without spaces are split into words. */
function wordsOf(text: string): string[] {
  return text.split(/\s/).flatMap((token) => {
    if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(token))
      return [...segmentsOf(segmenter, token)].filter((each) => each.isWordLike).map(({ segment }) => segment)
    const [from, to] = [token.search(/[\p{L}\p{N}]/u), lastLetter(token)]
    return from < 0 ? [] : [token.slice(from, to)]
  })
}

function lastLetter(token: string): number {
  let end = token.length
  while (end > 0 && !/[\p{L}\p{N}\p{M}\p{Cs}]/u.test(token.charAt(end - 1))) end -= 1
  return end
}

function beyond(words: readonly string[], others: readonly string[]): string[] {
  const countByWord = countValues(others)
  return words.filter((word) => {
    const count = countByWord.get(word) ?? 0
    countByWord.set(word, count - 1)
    return count <= 0
  })
}
