import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isExactNumber, parseExactJson } from './exact-number.ts'

describe('isExactNumber', () => {
  it.each(['0', '-7', '9007199254740991', '19.90', '0.1', '0.000001', '123456.789', '-0.50'])('%s', (written) => {
    expect(isExactNumber(written)).toBe(true)
  })
  it.each([
    '9007199254740992',
    '9007199254740993',
    '-9007199254740993',
    '0.10000000000000001',
    '12345678.123456789012',
    '1e400',
    '1e-400',
    `1${'0'.repeat(500)}`,
  ])('not %s', (written) => {
    expect(isExactNumber(written)).toBe(false)
  })
})

describe('parseExactJson', () => {
  it.each([
    ['{"id":9007199254740993}', { id: '9007199254740993' }],
    [
      '[9007199254740992,-9007199254740993, 9007199254740991]',
      ['9007199254740992', '-9007199254740993', 9007199254740991],
    ],
    ['{"a":"9007199254740993 \\" 9007199254740993","b":1}', { a: '9007199254740993 " 9007199254740993', b: 1 }],
    ['{"9007199254740993":1e400}', { '9007199254740993': '1e400' }],
    [
      '[12.300000000000001,0.30000000000000004,1.0000000000000000001]',
      [12.3, 0.30000000000000004, '1.0000000000000000001'],
    ],
    ['9007199254740993', '9007199254740993'],
  ])('%s', (text, value) => {
    expect(parseExactJson(text)).toEqual(value)
  })
  it('is JSON.parse where no number would change', () => {
    fc.assert(
      fc.property(
        fc.json().filter((text) => !/[\d.]{16}|\d[eE]/.test(text)),
        (text) => {
          expect(parseExactJson(text)).toEqual(JSON.parse(text))
        },
      ),
    )
  })
  it('throws what JSON.parse throws', () => {
    expect(() => parseExactJson('{"a":9007199254740993')).toThrow(SyntaxError)
  })
  it('takes time in proportion to a text', () => {
    const text = `["${'\\"'.repeat(500_000)}",${Array.from({ length: 50_000 }, (_, index) => `90071992547409${index}`).join()}]`
    const began = performance.now()
    parseExactJson(text)
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})
