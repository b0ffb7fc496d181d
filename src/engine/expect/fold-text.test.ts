import { describe, expect, it } from 'vitest'
import { exactly, foldText } from './fold-text.ts'

const like = (one: string, other: string, folding = exactly): boolean =>
  foldText(one, folding) === foldText(other, folding)

describe('texts are compared', () => {
  it.each([
    ['Windows line ends', 'a\r\nb', 'a\nb', true],
    ['line ends of old Macs', 'a\rb', 'a\nb', true],
    ['an empty line', 'a\r\n\r\nb', 'a\nb', false],
    ['composed letters', 'e\u0301', '\u00e9', true],
    ['capitals', 'A', 'a', false],
    ['spaces', 'a  b', 'a b', false],
    ['quotes', '“a”', '"a"', false],
  ])('as they are: %s', (_, one, other, same) => {
    expect(like(one, other)).toBe(same)
  })
  it.each([
    ['sharp s', 'Straße', 'STRASSE'],
    ['a sigma at the end', 'ΟΔΟΣ', 'οδός'.normalize('NFD').replace('\u0301', '')],
    ['both sigmas', 'σ', 'ς'],
    ['capital sharp s', 'STRA\u1e9eE', 'Straße'],
    ['a theta symbol, whose small letter is that of theta', '\u03f4', 'Θ'],
  ])('without case: %s', (_, one, other) => {
    expect(like(one, other, { ...exactly, ignored: ['case'] })).toBe(true)
    expect(like(one, other)).toBe(false)
  })
  it.each([
    ['runs of them', 'a \t\n b', 'a b'],
    ['at the ends', ' a\n', 'a'],
    ['one that does not break', 'a\u00a0b', 'a b'],
  ])('without spaces: %s', (_, one, other) => {
    expect(like(one, other, { ...exactly, ignored: ['spaces'] })).toBe(true)
    expect(like(one, other)).toBe(false)
  })
  it('with the spaces between words', () => {
    expect(like('a b', 'ab', { ...exactly, ignored: ['case', 'spaces'] })).toBe(false)
  })
})
