import { toNormalForm } from '../../../base/text/normal-form.ts'
import { freeWords, type Replacement, type VariantOperator, type Word, wording } from './operator.ts'
import { otherWithoutMarks } from './tables.ts'

/** Letters that a keyboard without them replaces by two, in German and the Scandinavian languages. */
const pairs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', å: 'aa', ø: 'oe', æ: 'ae' }
/** Letters that lose their mark, though Unicode gives them none to take away. */
const plain: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', œ: 'oe', ı: 'i' }
/** Languages whose words mostly stay themselves without marks; not Swedish or Finnish (`säga`, `saga`). */
const accented = 'en fr es ca pt ro nl pl cs sk sl hr hu lt lv tr'.split(' ')

/** The vowels of the last syllable of a word whose letters stand apart from their marks. */
const lastVowels = /((?:[aeiouy]\p{M}*|ı)+)(?:[^aeiouyı\p{M}]\p{M}*)*$/u

/** Whether a word may be another without marks: in last syllables (`está`, `pagué`), and for ñ; never in English. */
function needsMarks(word: string, language: string | null): boolean {
  const small = toNormalForm(word.toLowerCase(), 'NFC')
  if (otherWithoutMarks.has(small)) return true
  if (language === 'en') return false
  const [, last = ''] = lastVowels.exec(toNormalForm(small, 'NFD')) ?? []
  return small.includes('ñ') || /\p{M}|ı/u.test(last)
}

/** A word with letters replaced by a table, with the capitals that it has. */
function replaced({ at, word }: Word, table: Readonly<Record<string, string>>): Replacement {
  const isShouted = word.length > 1 && word === word.toUpperCase()
  const now = toNormalForm(word, 'NFC').replace(/\P{ASCII}/gu, (letter) => {
    const replacement = table[letter.toLowerCase()] ?? letter
    if (letter === letter.toLowerCase()) return replacement
    return isShouted ? replacement.toUpperCase() : replacement.charAt(0).toUpperCase() + replacement.slice(1)
  })
  return { at, was: word, now }
}

/** Letters of a language, as they are typed where the keyboard has none of them. */
export const letterOperators: readonly VariantOperator[] = [
  wording(
    {
      name: 'letters written out',
      family: 'letters',
      does: 'a letter of the language is written as two',
      languages: ['de', 'da', 'no', 'sv'],
    },
    (turn) =>
      freeWords(turn, 2).flatMap((each) =>
        otherWithoutMarks.has(each.word.toLowerCase()) ? [] : [replaced(each, pairs)],
      ),
  ),
  wording(
    { name: 'no accents', family: 'letters', does: 'letters are typed without their accents', languages: accented },
    // Shorter words may become others: `où`, `año`.
    (turn, _, language) =>
      freeWords(turn, 4).flatMap((each) => {
        if (needsMarks(each.word, language)) return []
        const { now, ...place } = replaced(each, plain)
        return [{ ...place, now: toNormalForm(now, 'NFD').replace(/\p{M}/gu, '') }]
      }),
  ),
]
