import { describe, expect, it } from 'vitest'
import { countProse, readingLevel } from './reading-level.ts'

/** Words by syllable count, according to the CMU Pronouncing Dictionary. */
const words: Readonly<Record<number, string>> = {
  1: 'where the dog at house through strength queue friend cream sent moved asked called once',
  2: 'order parcel money arrived refund tracking payment number today address colleague table receipt',
  3: 'carrier customer department beautiful company unable however tomorrow yesterday agreement',
  4: 'delivery information reservation independent confirmation especially',
  5: 'immediately university communication international possibility refrigerator organization unfortunately',
}

describe('syllables', () => {
  it('are as many as a dictionary counts, for nineteen words in twenty', () => {
    const all = Object.entries(words).flatMap(([count, list]) =>
      list.split(' ').map((word) => [word, Number(count), countProse(word).syllables] as const),
    )
    const wrong = all.filter(([, count, ownCount]) => ownCount !== count)
    expect(wrong.length / all.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.05)
  })
})

/** The first sentences of the Gettysburg Address, in the public domain. */
const address = [
  'Four score and seven years ago our fathers brought forth on this continent, a new nation, conceived in Liberty,',
  'and dedicated to the proposition that all men are created equal. Now we are engaged in a great civil war, testing',
  'whether that nation, or any nation so conceived and so dedicated, can long endure. We are met on a great battle-field',
  'of that war.',
].join(' ')

describe('the counts', () => {
  it.each<[string, [words: number, sentences: number, syllables: number]]>([
    ['', [0, 0, 0]],
    ['Pfft. 42!', [1, 1, 1]],
    ['See https://www.example.com/the/very/long/link now.', [2, 1, 2]],
    ['See www.example.com/a now.', [2, 1, 2]],
    ['See HTTP://a.example/b now.', [2, 1, 2]],
    ["It's 3 o'clock. 17. Go!", [3, 2, 4]],
    [`${'Go. '.repeat(6_000)}`, [5_000, 5_000, 5_000]],
  ])('of %j', (text, [count, sentences, syllables]) => {
    expect(countProse(text)).toEqual({ words: count, sentences, syllables })
  })
})

describe('the reading level', () => {
  it('is told from twenty words on', () => {
    const twenty = 'The old man saw the sea and it was a quiet day for all of us to be there now.'
    expect(readingLevel(twenty)).toEqual({ grade: 4.6 })
    expect(readingLevel(twenty.replace(' now', ''))).toEqual({
      doubt: 'it has 19 words, and a grade needs at least 20',
    })
  })
  it.each([
    ['la '.repeat(21), 'a grade is measured only for English texts, and its language cannot be told for certain'],
    [
      'Ihre Bestellung ist unterwegs und kommt morgen früh bei Ihnen an, wenn nichts dazwischenkommt, was wir alle hier gar nicht hoffen.',
      'a grade is measured only for English texts, and this is not one',
    ],
  ])('is in doubt, with the reason: %s', (text, doubt) => {
    expect(readingLevel(text)).toEqual({ doubt })
  })
  it('is the Flesch-Kincaid grade of the counts', () => {
    const { words, sentences, syllables } = countProse(address)
    expect([words, sentences]).toEqual([65, 3])
    const grade = 0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59
    expect(readingLevel(address)).toEqual({ grade: Math.round(grade * 10) / 10 })
  })
  it('is low for short words and short sentences, and never below 0', () => {
    const easy =
      'We got your note. Your cup is on its way. You will have it by noon. If it is not there by two, call us and we will look into it.'
    expect(readingLevel(easy)).toEqual({ grade: 0 })
  })
  it.each([
    ['is too short', 'Your order is on its way.', /needs at least 20/],
    ['has no words', '1 2 3 4', /it has 0 words/],
    [
      'is in another language',
      'Ihre Bestellung ist unterwegs und kommt morgen zwischen neun und zwölf Uhr bei Ihnen an, wenn nichts dazwischenkommt, was wir nicht hoffen.',
      /this is not one/,
    ],
    [
      'is half in another',
      'Your order is on its way and will be there tomorrow morning between nine and twelve. Ihre Bestellung ist unterwegs und kommt morgen zwischen neun und zwölf Uhr bei Ihnen an.',
      /this is not one/,
    ],
    ['is in none', 'la la la la la la la la la la la la la la la la la la la la la', /cannot be told|not one/],
  ])('is in doubt for what %s', (_, text, doubt) => {
    expect(readingLevel(text)).toMatchObject({ doubt: expect.stringMatching(doubt) })
  })
})
