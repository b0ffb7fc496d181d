import { describe, expect, it } from 'vitest'
import { foldLine } from './line.ts'

describe('foldLine', () => {
  it('breaks between words and begins what follows with the hang', () => {
    expect(foldLine('one two three four', 10, '  ')).toEqual(['one two', '  three', '  four'])
    expect(foldLine('one two', null, '')).toEqual(['one two'])
  })
  it('breaks a word that is longer than a line, but no letter', () => {
    expect(foldLine('abcdefghijkl', 8, '')).toEqual(['abcdefgh', 'ijkl'])
    expect(foldLine('abcdefg😀hij', 8, '')).toEqual(['abcdefg', '😀hij'])
    expect(foldLine('東京都東京都', 8, '')).toEqual(['東京都東', '京都'])
    expect(foldLine('東京 都東京 都', 9, '')).toEqual(['東京', '都東京 都'])
  })
  it.each(['x', 'word '])('folds a million characters of %j at once', (piece) => {
    const lines = foldLine(piece.repeat(1_000_000 / piece.length), 80, '  ')
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80)
    expect(lines.length).toBeGreaterThan(12_000)
  })
})
