import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../../base/measure-growth.fixture.ts'
import type { TextDifference } from '../model/turn-comparison.ts'
import { diffWords } from './diff-words.ts'

const join = (pieces: TextDifference, without: 'removed' | 'added'): string =>
  pieces.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('')
const show = (a: string, b: string): string =>
  diffWords(a, b)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
    .join('')

describe('diffWords', () => {
  it.each([
    ['Your order is packing.', 'Your order is shipped.', 'Your order is [-packing-]{+shipped+}.'],
    ['It costs $89.50 today', 'It costs $91.00 today', 'It costs $[-89.50-]{+91.00+} today'],
    ['one two three', 'four five six', '[-one two three-]{+four five six+}'],
    ['the end', 'the end.', 'the end{+.+}'],
    ['', 'new', '{+new+}'],
    ['same', 'same', 'same'],
    ['您的订单已发货', '您的订单已取消', '您的订单已[-发货-]{+取消+}'],
    ['สวัสดีครับ', 'สวัสดีค่ะ', 'สวัสดี[-ครับ-]{+ค่ะ+}'],
    ['family 👨‍👩‍👧 here', 'family 👨‍👩‍👦 here', 'family [-👨‍👩‍👧-]{+👨‍👩‍👦+} here'],
  ])('%s -> %s', (a, b, text) => {
    expect(show(a, b)).toBe(text)
  })
  it('gives both texts back, whatever they are', { tags: 'slow' }, () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('a', 'b ', '\n', 'é', '\u202e', '<script>', '👍🏽', '\ud800', '中'))
        .map((each) => each.join('')),
    )
    fc.assert(
      fc.property(text, text, (a, b) => {
        const pieces = diffWords(a, b)
        expect([join(pieces, 'added'), join(pieces, 'removed')]).toEqual([a, b])
        expect(pieces.every((piece, index) => piece.text !== '' && piece.kind !== pieces[index - 1]?.kind)).toBe(true)
      }),
      { seed: 16, numRuns: 300 },
    )
  })
  it('takes no longer for replies of 10,000 words than they are long', { tags: 'stress' }, async () => {
    const words = (seed: number, length: number): string =>
      Array.from({ length }, (_, index) => `w${(index * seed) % 997}${index % 12 === 0 ? '.' : ''}`).join(' ')
    const growth = await measureGrowth(1_000, (size) => {
      const [a, b] = [words(7, size), words(11, size)]
      const pieces = diffWords(a, b)
      diffWords('中文'.repeat(size), '文中'.repeat(size))
      diffWords('x'.repeat(30 * size), 'y '.repeat(15 * size))
      expect([join(pieces, 'added'), join(pieces, 'removed')]).toEqual([a, b])
    })
    expect(growth).toBeLessThan(mostGrowth)
  })
  it('still finds the one word that differs among 10,000', () => {
    const words = Array.from({ length: 10_000 }, (_, index) => `w${index}`)
    const pieces = diffWords(words.join(' '), words.with(5_000, 'other').join(' '))
    expect(pieces.filter(({ kind }) => kind !== 'same').map(({ text }) => text)).toEqual(['w5000', 'other'])
  })
})
