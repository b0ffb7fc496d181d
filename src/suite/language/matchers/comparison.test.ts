import { describe, expect, it } from 'vitest'
import { describeMatcher } from '../../../engine/expect/describe-matcher.ts'
import { match } from '../../../engine/expect/match.ts'
import { readPiece } from '../../../engine/expect/read-expectation.fixture.ts'
import { sessionExpectation } from '../expectations/session-expectation.ts'
import { turnExpectation } from '../expectations/turn-expectation.ts'
import { jsonMatcher } from './read-matcher.ts'

const read = (yaml: string) => readPiece(jsonMatcher, yaml)

describe('a number with a unit', () => {
  it('is the number that its place counts in', () => {
    expect(read('{ wait_seconds: { at most: 2 min } }')).toMatchObject({
      fields: [{ matcher: { kind: 'compare', sign: '<=', bound: 120, written: '2 min' } }],
    })
    expect(read('{ executionTimeMs: < 1.5 s }')).toMatchObject({
      fields: [{ matcher: { sign: '<', bound: 1_500 } }],
    })
    expect(read('{ wait_seconds: < 30 }')).toMatchObject({ fields: [{ matcher: { sign: '<', bound: 30 } }] })
  })
  it('counts for what is nested, until another name says otherwise', () => {
    const inside = read('{ steps_ms: [{ not: 2 s }, { total: { wait_seconds: { one of: [1 min, 90 s] } } }] }')
    expect(match(inside, { steps_ms: [1, { total: { wait_seconds: 90 } }] }, 'v')).toEqual([])
    expect(match(inside, { steps_ms: [2_000, { total: { wait_seconds: 60 } }] }, 'v')).toHaveLength(1)
    expect(() => read('{ steps_ms: [{ total: { at most: 2 s } }] }')).toThrow('nothing says in which unit')
    expect(() => read('{ wait_seconds: { length: { at most: 2 s } } }')).toThrow('this counts things')
    expect(() => read('{ wait_seconds: { json: { at most: 2 s } } }')).toThrow('nothing says in which unit')
  })
  it('equals the number or the text as it is written', () => {
    const equal = read('{ wait_seconds: 2 min }')
    expect([120, '2 min', 2, '120'].map((wait_seconds) => match(equal, { wait_seconds }, 'v').length)).toEqual([
      0, 0, 1, 1,
    ])
  })
  it('is told with what it stands for', () => {
    const { duration } = readPiece(sessionExpectation, 'duration: < 2 min')
    expect(duration === undefined ? '' : describeMatcher(duration.value)).toBe('less than 2 min, which is 120 here')
  })
  it('counts seconds in the duration of an attempt', () => {
    const { attempts } = readPiece(turnExpectation, 'attempts: [{ duration: < 1 min }]')
    const missesAt = (duration: number) =>
      attempts === undefined ? null : match(attempts.value, [{ duration }], 'v').length
    expect([missesAt(59), missesAt(60)]).toEqual([0, 1])
  })
})

describe('a comparison in a scalar', () => {
  it('is refused where the place counts nothing, in quotes too, but for what is looked for inside', () => {
    for (const yaml of ['{ range: "< 3" }', '{ range: < 3 }', '["> 100"]', '{ exactly: { range: "<= 3 s" } }'])
      expect(() => read(yaml)).toThrow('could be a comparison or text')
    expect(read('{ contains: ["< 3"] }')).toMatchObject({ parts: [{ kind: 'equals', value: '< 3' }] })
    expect(read('{ equals: "< 3" }')).toMatchObject({ kind: 'equals', value: '< 3' })
  })
  it.each(['count: < 3', 'count: "<= 3"', 'count: { not: ">= 3" }'])('holds for a count: %s', (yaml) => {
    expect(() => readPiece(turnExpectation, `calls: { ${yaml} }`)).not.toThrow()
  })
  it('of a count takes no text, but a variable', () => {
    expect(() => readPiece(turnExpectation, 'calls: { count: "3" }')).toThrow('expected a number')
    expect(() => readPiece(turnExpectation, 'calls: { count: "{{wanted}}" }')).not.toThrow()
  })
})
