import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chrF, differenceOf, quotesDifference, similarity } from './similarity.ts'

describe('chrF', () => {
  // Taken from the tests of sacreBLEU, in percent, with the references weighted by 3 and by 2.
  it.each([
    ['aa', 'ab', 3, 25],
    ['a b c', 'abc', 3, 100],
    [
      ' risk assessment must be made of those who are qualified and expertise in the sector - these are the scientists .',
      'risk assessment has to be undertaken by those who are qualified and expert in that area - that is the scientists .',
      3,
      63.36173,
    ],
    [
      ' Die    Beziehung zwischen  Obama und Netanjahu ist nicht gerade  freundlich. ',
      'Das Verhältnis zwischen Obama und Netanyahu ist nicht gerade freundschaftlich.',
      3,
      64.1302698,
    ],
    [
      'Co nás nejvíc trápí, protože lékaři si vybírají, kdo bude žít a kdo zemře.',
      'Nejvíce smutní jsme z toho, že musíme rozhodovat o tom, kdo bude žít a kdo zemře.',
      2,
      39.14078509,
    ],
  ])('is what is published for %s', (text, other, weight, percent) => {
    expect(100 * chrF(text, other, weight)).toBeCloseTo(percent, 4)
  })
})

describe('the runs that are compared', () => {
  it('are as long as both texts are', () => {
    const figure = (4 / 5 + 2 / 3) / 2
    expect([chrF('ab', 'abc'), chrF('abc', 'ab')]).toEqual([expect.closeTo(figure, 12), expect.closeTo(figure, 12)])
  })
})

describe('likeness', () => {
  it('is symmetrical, from 0 to 1, and 1 for a text and itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, two) => {
        const figure = similarity(one, two)
        expect(figure).toBe(similarity(two, one))
        expect(figure).toBeGreaterThanOrEqual(0)
        expect(figure).toBeLessThanOrEqual(1)
        if (one.trim() !== '') expect(similarity(one, one)).toBe(1)
      }),
      { seed: 16 },
    )
  })
  // Rewordings, other answers, and wrong facts: the figures that the docs mention.
  it.each([
    ['Your order is on its way.', 'Your order is on the way.', 0.692],
    ['Your order 1042 was shipped on Friday.', 'Order 1042 has been shipped on Friday.', 0.655],
    ['您的订单已经发出。', '您的订单已发出。', 0.49],
    ['Your order is on its way.', 'We are closed on Sundays.', 0.115],
    ['您的订单已经发出。', '我们星期天休息。', 0.02],
    ['I have cancelled your order 1042.', 'I have cancelled your order 1024.', 0.45],
    ['Your refund of 40 EUR is on its way.', 'Your refund of 400 EUR is on its way.', 0.456],
    ['I have cancelled your order.', 'I have not cancelled your order.', 0.82],
    ['Okay', '👍', 0],
  ])('of %s and %s is %f', (one, two, figure) => {
    expect(similarity(one, two)).toBeCloseTo(figure, 3)
  })
  it('says which words are missing and which are new', () => {
    expect(differenceOf('It was sent on Monday.', 'It was sent on Friday.')).toBe('it lacks "Friday"; it has "Monday"')
    expect(['one two', 'two'].map((text) => quotesDifference(differenceOf(text, 'two one')))).toEqual([false, true])
    expect(quotesDifference(differenceOf('one two', 'one'))).toBe(true)
    expect(differenceOf('a b', 'b a')).toBe('')
    expect(differenceOf('您的订单已经发出。', '您的订单已发出。')).toBe('it lacks "已"; it has "已经"')
  })
  it.each<[string, string, string]>([
    ['a b c d e f g', '', 'it has "a", "b", "c", "d", "e", "f" and 1 more'],
    ['', 'a b c d e f g h', 'it lacks "a", "b", "c", "d", "e", "f" and 2 more'],
    ['a b c d e f', '', 'it has "a", "b", "c", "d", "e", "f"'],
    ['7 a@b', '', 'it has 2 more'],
    ['', '7 a@b', 'it lacks "7", "a@b"'],
    ['a 7', 'b', 'it lacks "b"; it has "a" and 1 more'],
    ['a a b', 'a', 'it has "a", "b"'],
    ['a', 'a a b', 'it lacks "a", "b"'],
    ['(a) “b”, c!', 'a b c', ''],
    ['x — y', 'x y', ''],
    ['e\u0301t 👍', 'x', 'it lacks "x"; it has "e\u0301t"'],
    ['東京です', '東京', 'it has "です"'],
    ['東京、です。', '東京', 'it has "です"'],
    ['ab', 'AB', 'it lacks "AB"; it has "ab"'],
    [`${'a'.repeat(50)}`, '', `it has "${'a'.repeat(38)}…`],
  ])('says what %j has and lacks of %j', (text, other, difference) => {
    expect(differenceOf(text, other)).toBe(difference)
  })
  it('looks at twenty thousand characters', () => {
    expect(chrF('a'.repeat(20_000), `${'a'.repeat(20_000)}bcdefg`)).toBe(1)
    expect(chrF('a'.repeat(19_999), `${'a'.repeat(19_999)}bcdefg`)).toBeLessThan(1)
  })
  it('knows numbers by how often they stand there', () => {
    expect(similarity('x 1', 'x 1 1')).toBeLessThan(similarity('x 1 1', 'x 1 1'))
    expect(similarity('', '')).toBe(0)
    expect(similarity('cafe\u0301', 'caf\u00e9')).toBe(1)
  })
  it('keeps what may be secret or personal in one piece, or out of it', () => {
    expect(differenceOf('Write to asha@example.com or 0170 1234567.', 'Write to us.')).toBe(
      'it lacks "us"; it has "or" and 3 more',
    )
    expect(differenceOf('It is here.', 'It is sk-live-abc-1.')).toBe('it lacks "sk-live-abc-1"; it has "here"')
  })
})
