import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern, explainPattern } from './linear-pattern.ts'

const holds = (source: string, text: string, flags = ''): boolean => compilePattern({ source, flags }).test(text)

describe('words of all alphabets', () => {
  it.each([
    ['\\bвозврат\\b', 'мы гарантируем возврат', 'возвратный'],
    ['\\büber\\b', 'das ist über 5 Euro', 'überall'],
    ['caf\\w+\\b', 'ein café', 'caf'],
    ['^\\w+$', 'café', 'ca fé'],
    ['^\\d+$', '٣٤', '٣x'],
    ['a\\sb', 'a\u00a0b', 'ab'],
    ['^[\\w-]+$', 'наш-дом', 'наш дом'],
    ['^[^\\d]$', 'я', '٣'],
    ['^[^\\W]+$', 'я', '-'],
    ['[\\W]', 'я!', 'я'],
    ['\\Bвода', 'завода', 'вода'],
    ['^\\p{Letter}+$', 'Москва', 'Москва1'],
    ['^[\\p{Lowercase_Letter}\\p{Decimal_Number}]+$', 'ж5', 'Ж'],
    ['^\\P{Letter}$', '5', 'я'],
    ['^\\p{Script=Cyrillic}+$', 'дом', 'dom'],
    ['^\\p{sc=Grek}+$', 'αβγ', 'abc'],
    ['\\bне\\b.*\\bможем\\b', 'мы не можем', 'нет можем'],
    ['(?m:^\\bдом$)', 'a\nдом\nb', 'a дом\nb'],
    ['\\bдом(?:а|у)?\\b', 'к дому', 'домик'],
    ['\\Q.д\\E\\b', 'a.д b', 'a.дd'],
  ])('/%s/ is in %s and not in %s', (source, text, other) => {
    expect([holds(source, text), holds(source, other)]).toEqual([true, false])
  })
  it('ignore case', () => {
    for (const [source, text] of [
      ['\\bвозврат\\b', 'ВОЗВРАТ!'],
      ['\\bÜBER\\b', 'über'],
      ['^[а-я]+\\b', 'МОСКВА'],
    ] as const)
      expect(holds(source, text, 'i'), source).toBe(true)
  })
  it('give the words and groups of a match as they stand in the text', () => {
    const pattern = compilePattern({ source: '\\b(?<what>воз\\w+) (?<more>x)?', flags: '' })
    expect(pattern.find('мы за возврат денег')).toEqual({
      text: 'возврат ',
      first: 'возврат',
      groups: { what: 'возврат' },
    })
    expect(compilePattern({ source: '\\b\\w+\\b', flags: '' }).findAll('ça va, été')).toEqual(['ça', 'va', 'été'])
  })
  it('are those of ASCII in a schema', () => {
    expect(compilePattern({ source: '^\\d$', flags: 'u' }, true).test('٣')).toBe(false)
  })
})

const word = '[\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}]'
const edge = `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`
const inner = `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`

/** Parts of patterns as both engines write them: ours, and JavaScript's with words of all alphabets. */
const parts: readonly (readonly [ours: string, theirs: string])[] = [
  ...['a', 'é', 'я', 'Я', '.', ' ', '\\n', '[aя]', '[^aя]', 'ß', '٣', '-', '🙂', '^', '$', 'ǆ'].map(
    (same) => [same, same] as const,
  ),
  ['\\b', edge],
  ['\\B', inner],
  ['\\w', word],
  ['\\W', `[^${word.slice(1)}`],
  ['\\d', '\\p{Nd}'],
  ['\\D', '\\P{Nd}'],
  ['\\s', '\\s'],
  ['[\\w-]', `[${word.slice(1, -1)}-]`],
  ['[^\\d ]', '[^\\p{Nd} ]'],
]
const piece: fc.Arbitrary<readonly [string, string]> = fc.letrec<{ piece: readonly [string, string] }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...parts),
    fc.tuple(tie('piece'), tie('piece')).map(([a, b]) => [a[0] + b[0], a[1] + b[1]] as const),
    fc.tuple(tie('piece'), tie('piece')).map(([a, b]) => [`(?:${a[0]}|${b[0]})`, `(?:${a[1]}|${b[1]})`] as const),
    fc
      .tuple(tie('piece'), fc.constantFrom('*', '+', '?', '{2}', '*?'))
      .map(([a, times]) => [`(?:${a[0]})${times}`, `(?:${a[1]})${times}`] as const),
  ),
})).piece
const text = fc.string({
  unit: fc.constantFrom('a', 'é', 'я', 'Я', ' ', '\n', 'ß', '٣', '-', '🙂', '_', '5', 'ǅ', '\u0301'),
})

describe('a pattern', () => {
  it('holds for the texts for which that of JavaScript does', () => {
    fc.assert(
      fc.property(piece, text, fc.constantFrom('', 'i', 'm', 's', 'ims'), ([ours, theirs], text, flags) => {
        expect(holds(ours, text, flags)).toBe(new RegExp(theirs, `${flags}u`).test(text))
      }),
      { numRuns: 200, seed: 20261127 },
    )
  })
})

describe('a pattern that cannot be used is explained by what is wrong with it', () => {
  it.each([
    ['a*+', 'possessive'],
    ['a{2}+', 'possessive'],
    ['(?>a)', 'possessive'],
    ['(?=a)', 'lookaround'],
    ['(?<!a)', 'negative lookaround'],
    ['(a)\\1', 'backreferences'],
    ['(?<n>a)\\k<n>', 'backreferences'],
    ['a{1001}', 'more than 1000'],
    ['\\p{Leter}+', 'invalid character class range'],
    ['[(?=]+(', 'missing closing'],
    ['\\\\1(', 'missing closing'],
  ])('%s: %s', (source, reason) => {
    expect(explainPattern({ source, flags: '' })?.reason).toContain(reason)
  })
  it.each(['\\p{Letter}+', '\\p{L}+', '[*]+', '\\*+', '[(?=]+', '\\\\1'])('%s can be used', (source) => {
    expect(explainPattern({ source, flags: '' })).toBeNull()
  })
})
