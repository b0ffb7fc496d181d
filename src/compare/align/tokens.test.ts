import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitWords } from './tokens.ts'

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

describe('the words of a text', () => {
  it('are those of Unicode, whatever stands beside plain words', () => {
    const plain = fc.constantFrom('a', 'word', 'Two', '1042', ' ', ' ', '  ', '\n', '\r\n', 'x'.repeat(70))
    const other = fc.constantFrom(
      ...['\t', '3.14', "'t", '.', ',', '-', '_', ':', '"', '日本', 'คน', 'é', 'e\u0301', '\u0301', '\u200d', '\u200b'],
      ...['👍🏽', '🇩🇪', '🇩', '$', '\u00a0', '\u3000', 'א'],
    )
    const text = fc.array(fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: other }), { maxLength: 14 })
    fc.assert(
      fc.property(text, (pieces) => {
        const whole = pieces.join('')
        expect(splitWords(whole)).toEqual(Array.from(segmenter.segment(whole), ({ segment }) => segment))
      }),
      { seed: 20_261_123, numRuns: 3_000 },
    )
  })
  it('are plain words and the spaces between them', () => {
    expect(splitWords('Your order 1042 has shipped.')).toEqual(
      ['Your', ' ', 'order', ' ', '1042', ' ', 'has', ' ', 'shipped'].concat('.'),
    )
    expect(splitWords('')).toEqual([])
  })
})
