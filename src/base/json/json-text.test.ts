import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { best, measureGrowth, mostGrowth } from '../measure-growth.fixture.ts'
import { duplicateMember, endOfJson, isExactNumber, parseExactJson, parseIfJson } from './json-text.ts'

describe('isExactNumber', () => {
  it.each(['0', '-7', '9007199254740991', '19.90', '0.1', '0.000001', '123456.789', '-0.50'])('%s', (text) => {
    expect(isExactNumber(text)).toBe(true)
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
  ])('not %s', (text) => {
    expect(isExactNumber(text)).toBe(false)
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
      { seed: 16 },
    )
  })
  it('throws what JSON.parse throws', () => {
    expect(() => parseExactJson('{"a":9007199254740993')).toThrow(SyntaxError)
  })
  it('takes time in proportion to a text', async () => {
    const text = `["${'\\"'.repeat(500_000)}",${Array.from({ length: 50_000 }, (_, index) => `90071992547409${index}`).join()}]`
    expect(await best(1, () => parseExactJson(text))).toBeLessThan(20_000_000)
  })
})

describe('duplicateMember', () => {
  it.each([
    ['two of one name', '{"a":1,"a":2}', 'a'],
    ['below others', '{"data":{"items":[{"id":1},{"id":2,"name":"x","id":3}]}}', 'data.items[1].id'],
    ['written in two ways', '{"ab":1,"\\u0061b":2}', 'ab'],
    ['with spaces', '{\n  "a" : 1,\n  "b" : {},\n  "a"\t: 2\n}', 'a'],
    ['the same twice', '{"a":null,"a":null}', 'a'],
    ['of the name __proto__', '{"__proto__":1,"__proto__":2}', '__proto__'],
    ['the empty name', '{"x":{"":1,"":2}}', 'x.'],
    ['after a list of lists', '[[1,2],[3,{"a":0,"b":0,"a":0}]]', '[1][1].a'],
    ['one that ends in a backslash', '{"a\\\\":1,"a\\\\":2}', 'a\\'],
  ])('%s', (_, text, path) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(duplicateMember(text)).toBe(path)
  })

  it.each([
    ['different objects', '[{"a":1},{"a":2}]'],
    ['an object in itself', '{"a":{"a":{"a":1}}}'],
    ['a name that is a value too', '{"a":"a","b":"a"}'],
    ['a value that looks like a member', '{"a":":","b":"a\\":1,\\"a\\":2"}'],
    ['JSON in a text', '{"output":"{\\"a\\":1,\\"a\\":2}","b":1}'],
    ['a name that another one begins with', '{"a":1,"a ":2,"A":3}'],
    ['no object', '"a"'],
    ['nothing', '{}'],
  ])('none: %s', (_, text) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(duplicateMember(text)).toBeNull()
  })

  it('takes time that grows as the text does', { tags: 'stress' }, async () => {
    const growth = await measureGrowth(20_000, (size) => {
      const wide = Object.fromEntries(Array.from({ length: size }, (_, index) => [`member ${index}`, '\\'.repeat(9)]))
      duplicateMember(JSON.stringify({ wide, text: '\\'.repeat(size), quotes: '"'.repeat(size) }))
    })
    expect(growth).toBeLessThan(mostGrowth)
  })
})

describe('endOfJson', () => {
  it.each([
    ['{"a":[1,{}]}', ' and more'],
    ['[]', ']'],
    ['[-1.5e+3,true,false,null,"x"]', ''],
    ['{"a}":"]\\"}"}', '}'],
    ['"a b"', '"'],
    ['-12.5E3', '\n'],
    ['null', ','],
    ['{ ]', ']'],
  ])('%s ends before %j', (json, more) => {
    expect(endOfJson(`x ${json}${more}`, 2)).toBe(2 + json.length)
  })

  it.each(['', ' ', '{', '[1', '["a]', '"', '"a\\"', ']', '}', '[A]', '[`]', '[\\]', '?', '{"a":1'])(
    '%j has no end',
    (text) => {
      expect(endOfJson(text, 0)).toBe(-1)
    },
  )
})

describe('parseIfJson', () => {
  it('tells null from a text that is no JSON', () => {
    expect(parseIfJson('null')).toBeNull()
    expect(parseIfJson('{"a": [1]}')).toEqual({ a: [1] })
    for (const text of ['', 'plain', '{"a": }']) expect(parseIfJson(text)).toBeUndefined()
  })
  it('reads numbers as it is told to', () => {
    expect(parseIfJson('[9007199254740993]', parseExactJson)).toEqual(['9007199254740993'])
  })
})
