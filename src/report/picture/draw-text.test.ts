import { describe, expect, it } from 'vitest'
import { type Paragraph, run } from './block.ts'
import { wrapParagraphs } from './draw-text.ts'

const wrap = (paragraph: Paragraph, width: number): string[] =>
  wrapParagraphs([paragraph], width).map(
    (line) => ' '.repeat(line[0]?.from ?? 0) + line.map(({ text }) => text).join(''),
  )

describe('wrapParagraphs', () => {
  it('breaks between words, indents what goes on, and keeps line breaks of the text', () => {
    expect(wrap([run('one two three four\nfive')], 10)).toEqual(['one two ', '  three ', '  four', '  five'])
  })

  it('breaks a long word where the column ends, and never loses a character', () => {
    const lines = wrap([run('x'.repeat(25))], 10)
    expect(lines.map((line) => line.trim().length)).toEqual([10, 8, 7])
  })

  it('measures wide characters as two columns, and does not take emoji or marks apart', () => {
    expect(wrap([run('日本語日本語')], 6)).toEqual(['日本語', '  日本', '  語'])
    expect(wrap([run('👩‍👩‍👧👩‍👩‍👧e\u0301')], 4)).toEqual(['👩‍👩‍👧👩‍👩‍👧', '  e\u0301'])
    for (const line of wrapParagraphs([[run('日本語 text')]], 20)) expect(line[0]?.columns).toBe(11)
  })

  it('keeps the marks of runs across breaks, with the column where each begins', () => {
    const lines = wrapParagraphs([[run('was '), run('gone for good', 'removed')]], 10)
    expect(lines).toEqual([
      [
        { text: 'was ', mark: 'plain', from: 0, columns: 4 },
        { text: 'gone ', mark: 'removed', from: 4, columns: 5 },
      ],
      [{ text: 'for good', mark: 'removed', from: 2, columns: 8 }],
    ])
  })

  it('writes out what cannot be seen', () => {
    expect(wrap([run('a\u202eb\u0000\ud800\uffff\tc\r\nd')], 80)).toEqual([
      'a\\u{202e}b\\u{0}\\u{d800}\\u{ffff}  c',
      '  d',
    ])
  })

  it('ends in time with very long texts', () => {
    expect(wrap([run('word '.repeat(500_000))], 40).length).toBeLessThan(200)
  })
})
