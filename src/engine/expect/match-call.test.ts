import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json/json.ts'
import { called } from '../transcript/entries.fixture.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { judgeTurn, ran, verdicts } from './judge-turn.fixture.ts'
import { matchCall, unknownTime } from './match-call.ts'

describe('a call', () => {
  it.each(['true', 'false'])('without output neither failed nor succeeded: is_error: %s', (yaml) => {
    expect(judgeTurn(`calls: [{ a: { is_error: ${yaml} } }]`, [called('a', '1')])).toMatchObject([
      { verdict: 'failed', mismatches: [{ path: 'is_error', expected: yaml }] },
    ])
  })
  it('without output is found, since the law "no open call" speaks of that', () => {
    expect(verdicts('calls: [a]', [called('a', '1')])).toEqual(['passed'])
  })
  it('whose time the service leaves out is not judged by it, and never passes', () => {
    const untimed = ran('a', {}, 'ok', { executionTimeMs: null })
    expect(judgeTurn('calls: [{ a: { within: 5 ms } }]', untimed)).toMatchObject([
      { kind: 'call', verdict: 'not judged', mismatches: [{ path: 'executionTimeMs', expected: 'at most 5 ms' }] },
    ])
    expect(verdicts('calls: [{ a: { within: 5 ms, times: 1 } }]', untimed)).toEqual(['not judged'])
    expect(verdicts('calls: [a]', untimed)).toEqual(['passed'])
    expect(verdicts('calls: [{ a: { times: 1 } }]', untimed)).toEqual(['passed'])
    expect(verdicts('calls: [{ a: { within: 5 ms, with: { n: 1 } } }]', untimed)).toEqual(['failed'])
    expect(verdicts('calls: [{ a: { within: 5 ms } }]', [called('a', '1')])).toEqual(['failed'])
  })
  it('tolerates a phase that is null only where none is expected', () => {
    const unphased = ran('a', {}, 'ok', { phase: null })
    expect(verdicts('calls: [a]', unphased)).toEqual(['passed'])
    expect(verdicts('calls: [{ a: { phase: during } }]', unphased)).toEqual(['failed'])
  })
  it.each([
    ['within: 5 ms', {}, 'executionTimeMs', 'at most 5 ms', 10],
    ['arguments: { length: 2 }', {}, 'arguments (length)', '2', 1],
    ['is_error: true', {}, 'is_error', 'true', false],
    ['phase: pre', {}, 'phase', 'pre', 'during'],
    ['phase: during', { is_error: true }, 'is_error', 'false (write is_error: true if the tool should fail)', true],
  ])('is told what was expected of it: %s', (details, more, path, expected, actual) => {
    expect(judgeTurn(`calls: [{ a: { ${details} } }]`, ran('a', { n: 1 }, 'ok', more))).toMatchObject([
      { verdict: 'failed', mismatches: [{ path, expected, actual }] },
    ])
  })
  it('of another name misses by its name', () => {
    const at = { file: 'test.yaml', line: 1, column: 1, length: 1 }
    const call: ToolCall = { name: 'b', callId: '1', arguments: {}, phase: null, index: 0, output: null }
    expect(matchCall({ name: 'a', at }, call)).toEqual([{ at, path: 'name', expected: '"a"', actual: 'b' }])
  })
  it('without output has no unknown time, since it misses every limit on it', () => {
    const at = { file: 'test.yaml', line: 1, column: 1, length: 1 }
    const call: ToolCall = { name: 'a', callId: '1', arguments: {}, phase: null, index: 0, output: null }
    const expected = { name: 'a', at, within: { sign: '<=' as const, ms: 5, written: '5 ms', at } }
    expect(unknownTime(expected, call)).toEqual([])
    expect(matchCall(expected, call)).toMatchObject([{ path: 'executionTimeMs', expected: 'at most 5 ms' }])
  })
  it('points at the phase, the budget or the error that is wrong', () => {
    const at = (details: string) => judgeTurn(`calls:\n  - a:\n      ${details}`, ran('a', { n: 1 }))[0]?.at
    expect(at('phase: pre')).toMatchObject({ line: 3, column: 14 })
    expect(at('within: 1 ms')).toMatchObject({ line: 3, column: 15 })
    expect(at('is_error: true')).toMatchObject({ line: 3, column: 17 })
    expect(at('with: { n: 2 }')).toMatchObject({ line: 3, column: 18 })
  })
})

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

describe('never, with a member that the call lacks', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['{ n: { empty: true } }', {}, { n: {} }],
    ['{ n: { type: object } }', {}, { n: {} }],
    ['{ n: { not: 1 } }', { n: 1 }, {}],
    ['{ n: { m: { not: 1 } } }', { n: { m: 1 } }, {}],
    ['{ n: [1, { not: 2 }] }', { n: [1] }, { n: [1, 3] }],
  ])('of %s tolerates %j and not %j', (members, good, bad) => {
    const judge = (args: JsonObject) => verdicts(`calls: { never: [{ a: { with: ${members} } }] }`, ran('a', args))
    expect(judge(good)).toEqual(['passed'])
    expect(judge(bad)).toEqual(['failed'])
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

it.each([
  ['with: { n: 2 }', 'arguments.n'],
  ['exactly: { n: 2 }', 'arguments.n'],
  ['arguments: { length: 2 }', 'arguments (length)'],
])('an argument is named by its path: %s', (text, path) => {
  expect(judgeTurn(`calls: [{ a: { ${text} } }]`, ran('a', { n: 1 }))).toMatchObject([
    { verdict: 'failed', mismatches: [{ path, actual: 1 }] },
  ])
})
