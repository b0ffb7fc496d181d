import { describe, expect, it } from 'vitest'
import { columnsOf, countSegments, isBlank, segmentsOf } from './characters.ts'

describe('isBlank', () => {
  it.each([
    ['nothing', ''],
    ['spaces and line ends', ' \t\r\n\u00a0\u3000\u2003'],
    ['zero-width spaces and joiners', '\u200b\u200c\u200d\u2060'],
    ['the byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['marks of direction', '\u200e\u200f\u202a\u202c\u2066\u2069'],
    ['the blank of Braille', '\u2800'],
    ['fillers of Hangul', '\u115f\u1160\u3164\uffa0'],
    ['variation selectors', '\ufe0f\ufe00\u{e0100}'],
    ['a control character', '\u0000\u0007'],
    ['all of them together', ' \u200b\n\u2800\ufeff'],
  ])('%s', (_, text) => {
    expect(isBlank(text)).toBe(true)
  })

  it.each(['a', '.', '\u200b.', '\u{1f600}', '\u2801', '\uac00', '0'])('a text that shows something: %s', (text) => {
    expect(isBlank(text)).toBe(false)
  })
})

it.each([
  ['abc', 3],
  ['例', 2],
  ['e\u0301', 1],
  ['\u{1f469}\u200d\u{1f467}', 2],
  ['\u00a0x', 2],
  ['', 0],
])('%j takes %i columns', (text, columns) => {
  expect(columnsOf(text)).toBe(columns)
})

describe('the segments of a long text', () => {
  it.each(['grapheme', 'word'] as const)(
    'are those of the whole, however it is cut: %s',
    { tags: 'stress' },
    (granularity) => {
      const segmenter = new Intl.Segmenter('en', { granularity })
      const text = `${'One word, then 😀 and e\u0301\r\n  another-one. '.repeat(200)}${'x'.repeat(10)}`
      expect([...segmentsOf(segmenter, text)].map(({ segment }) => segment)).toEqual(
        [...segmenter.segment(text)].map(({ segment }) => segment),
      )
    },
  )
  it('hold nothing but themselves: each of the segmenter holds a copy of the whole text', () => {
    const segments = [...segmentsOf(new Intl.Segmenter('en', { granularity: 'word' }), 'two words')]
    expect(new Set(segments.flatMap((segment) => Object.keys(segment)))).toEqual(new Set(['segment', 'isWordLike']))
    const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
    expect(countSegments(characters, 'é'.repeat(300_000), () => true)).toBe(300_000)
  })
  it('take no longer for each where there are many', () => {
    const text = '😀'.repeat(100_000)
    expect(columnsOf(text)).toBe(200_000)
  })
})
