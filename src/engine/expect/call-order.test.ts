import { describe, expect, it } from 'vitest'
import { judgeTurn, ran, verdicts } from './judge-turn.fixture.ts'

const play = (names: string) =>
  [...names].flatMap((name) => ran(name, {}, 'ok', { phase: name === 'p' ? 'pre' : 'during' }))
const holds = (calls: string, names: string): boolean =>
  verdicts(`calls: ${calls}`, play(names)).every((each) => each === 'passed')

describe('before and after', () => {
  it.each<[string, string, string]>([
    ['[{ a: { before: b } }]', 'ab', 'ba'],
    ['[{ a: { before: b } }]', 'abb', 'bab'],
    ['[{ a: { after: b } }]', 'ba', 'ab'],
    ['[{ a: { after: [b, c] } }]', 'bca', 'bac'],
    ['[{ a: { before: b } }]', 'acb', 'a'],
    ['{ during: [{ a: { after: p } }] }', 'pa', 'a'],
    ['[{ a: { times: 1, before: b } }]', 'ab', 'ba'],
    ['{ any order: [{ a: { times: 2, after: b } }] }', 'baa', 'aba'],
  ])('%s holds for %s and not for %s', (calls, good, bad) => {
    expect(holds(calls, good)).toBe(true)
    expect(holds(calls, bad)).toBe(false)
  })
})

describe('a call in the wrong place', () => {
  const misses = (calls: string, names: string) =>
    judgeTurn(`calls: ${calls}`, play(names)).flatMap((outcome) =>
      'mismatches' in outcome ? outcome.mismatches.map(({ path, expected, actual }) => [path, expected, actual]) : [],
    )
  it('is told with where it stands', () => {
    expect(misses('[{ a: { before: b } }]', 'ba')).toEqual([['order', 'before b', 'after b']])
    expect(misses('[{ a: { after: b } }]', 'ab')).toEqual([['order', 'after b', 'before b']])
    expect(misses('[{ a: { before: b } }]', 'a')).toEqual([['before', 'a call of b', undefined]])
    expect(misses('[{ a: { after: b } }]', 'a')).toEqual([['after', 'a call of b', undefined]])
  })
  it('is never the call itself', () => {
    expect(misses('[{ a: { before: a } }]', 'a')).toEqual([['before', 'a call of a', undefined]])
    expect(holds('[{ a: { before: a } }]', 'aa')).toBe(true)
  })
})

describe('never before and never after', () => {
  it.each<[string, string[], string[]]>([
    ['{ never: [{ a: { before: b } }] }', ['ba', 'b', '', 'bab'], ['ab', 'a', 'aba']],
    ['{ never: [{ a: { after: b } }] }', ['ab', 'a', ''], ['ba', 'aba', 'bab']],
  ])('%s', (calls, good, bad) => {
    expect(good.map((names) => holds(calls, names))).toEqual(good.map(() => true))
    expect(bad.map((names) => holds(calls, names))).toEqual(bad.map(() => false))
  })
})

describe('times', () => {
  it('counts the calls that match, wherever they stand', () => {
    expect(holds('[{ a: { times: 2 } }]', 'aba')).toBe(true)
    expect(holds('[{ a: { times: { at most: 1 } } }, b]', 'aba')).toBe(false)
    expect(holds('[{ c: { times: 0 } }]', 'ab')).toBe(true)
  })
  it('shows why the closest call does not count', () => {
    expect(judgeTurn('calls: [{ a: { with: { n: 1 }, times: 1 } }]', ran('a', { n: 2 }))).toMatchObject([
      { kind: 'call count', verdict: 'failed', mismatches: [{ actual: 0 }, { path: 'arguments.n', actual: 2 }] },
    ])
  })
})
