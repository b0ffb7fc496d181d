import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'

describe('fold', () => {
  it('breaks between words and keeps the indent of the line', () => {
    expect(fold('  one two three four\nfive', 12)).toBe('  one two\n  three four\nfive')
  })

  it('breaks inside a word only when it is longer than a line', () => {
    expect(fold('a abcdefghijklm', 10)).toBe('a\nabcdefghij\nklm')
  })

  it('ends for a line of nothing but spaces', () => {
    expect(
      fold(' '.repeat(300))
        .split('\n')
        .every((line) => line.length <= 90),
    ).toBe(true)
  })
})
