import { toNormalForm } from '../../../base/normal-form.ts'
import { freeWords, type Operator, wording } from './operator.ts'

/** Letters that a keyboard without them replaces by two, in German, Danish and Norwegian. */
const pairs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', å: 'aa', ø: 'oe', æ: 'ae' }
/** Letters that lose their mark, though Unicode gives them none to take away. */
const plain: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ø: 'o', œ: 'oe', æ: 'ae', ı: 'i' }
/** Languages whose longer words stay themselves without their accents. */
const accented = 'en fr es ca pt it ro nl pl cs sk sl hr hu sv fi et lt lv tr'.split(' ')

/** A word with letters replaced by a table, with the capitals that it has. */
function replaced(word: string, table: Readonly<Record<string, string>>): string {
  const isShouted = word.length > 1 && word === word.toUpperCase()
  return word.replace(/\P{ASCII}/gu, (letter) => {
    const now = table[letter.toLowerCase()] ?? letter
    if (letter === letter.toLowerCase()) return now
    return isShouted ? now.toUpperCase() : now.charAt(0).toUpperCase() + now.slice(1)
  })
}

/** Letters of a language, as they are typed where the keyboard has none of them. */
export const letterOperators: readonly Operator[] = [
  wording(
    {
      name: 'letters written out',
      family: 'letters',
      does: 'a letter of the language is written as two',
      languages: ['de', 'da', 'no'],
    },
    (turn) => freeWords(turn, 2).map(({ at, word }) => ({ at, was: word, now: replaced(word, pairs) })),
  ),
  wording(
    { name: 'no accents', family: 'letters', does: 'letters are typed without their accents', languages: accented },
    // Shorter words may become others: `où`, `año`.
    (turn) =>
      freeWords(turn, 4).map(({ at, word }) => {
        const now = toNormalForm(toNormalForm(replaced(word, plain), 'NFD').replace(/\p{M}/gu, ''), 'NFC')
        return { at, was: word, now }
      }),
  ),
]
