import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { jsonMatcher, textMatcher } from '../../suite/language/matchers/read-matcher.ts'
import { match } from './match.ts'
import { readPiece } from './read-expectation.fixture.ts'

const json = (yaml: string, actual: JsonValue, path = 'value') => match(readPiece(jsonMatcher, yaml), actual, path)
const text = (yaml: string, actual: string) => match(readPiece(textMatcher, yaml), actual, 'reply')
const german = 'Ihre Bestellung ist unterwegs und kommt morgen früh bei Ihnen an.'
const english = 'Your order is on its way and will be there tomorrow morning.'
const french = 'Votre commande est en route et elle arrivera demain matin chez vous.'

describe('language, held against an object', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['{ language: en }', { language: 'en' }, { language: 'de' }],
    ['{ language: [de, en] }', { language: 'en', name: 'a' }, { language: 'fr' }],
    ['{ language: EN, ignore: case }', { language: 'en' }, { language: 'fr' }],
    ['{ not: { language: en } }', { language: 'de' }, { language: 'en' }],
    ['{ none: [{ language: [de, en] }] }', { language: 'fr' }, { language: 'de' }],
    ['{ not: { language: en } }', {}, { language: 'en' }],
    ['{ language: en }', { language: 'en' }, { language: null }],
    ['{ language: en }', { language: 'en' }, { language: ['en'] }],
  ])('is its member of that name: %s', (yaml, good, bad) => {
    expect(json(yaml, good)).toEqual([])
    expect(json(yaml, bad)).not.toEqual([])
  })
  it('tells the member where it is there, and the object where it is not', () => {
    expect(json('{ language: en }', { language: 'de' })).toMatchObject([{ path: 'value.language', actual: 'de' }])
    expect(json('{ language: en }', { language: 'de' }, '')).toMatchObject([{ path: 'language', actual: 'de' }])
    expect(json('{ language: en }', {}, '')).toMatchObject([{ path: '', expected: 'text in English (en)', actual: {} }])
  })
  it('is no member where another condition stands', () => {
    const yaml = `{ similar to: "${english}" }`
    expect(json(yaml, { language: 'en' })).toMatchObject([{ path: 'value', actual: { language: 'en' } }])
    expect(json('{ reading level: < 8 }', { language: 'en' })).toMatchObject([{ path: 'value' }])
  })
})

describe('what is told of words that are not as they should be', () => {
  it.each<[string, string, string]>([
    ['{ language: en }', german, 'text in English (en), and it is German'],
    ['{ language: [en, fr] }', german, 'text in English (en) or French (fr), and it is German'],
    [
      '{ language: en }',
      `${english} ${german} ${german}`,
      'text in English (en), and parts of it are 69 % German, 31 % English',
    ],
    [
      '{ language: en }',
      `Pizza Mozzarella Ristorante Speciale Oetker bravo. ${french}`,
      'text in English (en), and parts of it are 56 % French, 44 % Italian',
    ],
    [
      '{ similar to: a b }',
      'xyz',
      'text similar to "a b" by at least 0.6, and it is 0: it lacks "a", "b"; it has "xyz"',
    ],
    [
      '{ similar to: [a b, x y q] }',
      'x y z',
      'text similar to "a b" or "x y q" by at least 0.6, and it is 0.389, the nearest being "x y q": it lacks "q"; it has "z"',
    ],
    ['{ similar to: { text: b a, at least: 0.9 } }', 'a b', 'text similar to "b a" by at least 0.9, and it is 0.5'],
  ])('%s, %s', (yaml, actual, expected) => {
    expect(text(yaml, actual).map((miss) => miss.expected)).toEqual([expected])
  })
  it('names the figure of a reading level', () => {
    expect(text('{ reading level: { at least: 15 } }', 'The old man saw the sea. '.repeat(6))).toMatchObject([
      { path: 'reply (reading level)', expected: 'at least 15', actual: 0 },
    ])
  })
  it('gives the doubt where nobody can tell', () => {
    expect(text('{ language: en }', 'Ok')).toMatchObject([
      {
        path: 'reply',
        expected: 'text in English (en)',
        actual: 'Ok',
        doubt: 'it is too short to tell its language by',
      },
    ])
  })
  it('gives the doubt of a reading level', () => {
    expect(text('{ reading level: < 8 }', 'One two.')).toMatchObject([
      { path: 'reply', expected: expect.any(String), doubt: 'it has 2 words, and a grade needs at least 20' },
    ])
  })
  it('passes the nearest of several texts', () => {
    expect(text(`{ similar to: ["${german}", "${english}", "${french}"] }`, english)).toEqual([])
  })
})
