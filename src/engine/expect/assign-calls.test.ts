import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { best } from '../../base/measure-growth.fixture.ts'
import type { CallExpectation } from '../../suite/language/expectations/call-expectation.ts'
import { pairCalls, type ToolCall } from '../transcript/tool-call.ts'
import { evaluateCalls } from './calls.ts'
import { judgeTurn, ran } from './judge-turn.fixture.ts'
import { matchCall, unknownTime } from './match-call.ts'
import { answerOf } from './outcome/answer.ts'
import type { Outcome } from './outcome/outcome.ts'

const at = { line: 1, column: 1, length: 1 }
const names = fc.constantFrom('a', 'b')
const values = fc.integer({ min: 0, max: 2 })

const calls = fc
  .array(fc.tuple(names, values), { maxLength: 6 })
  .map((actualCalls) => pairCalls(actualCalls.flatMap(([name, n]) => ran(name, { n }))).calls)

const expectation = fc.tuple(names, fc.option(values)).map(([name, n]): CallExpectation => {
  if (n === null) return { name, at }
  const matcher = { kind: 'equals' as const, value: n, at }
  return { name, at, with: { kind: 'fields', fields: [{ key: 'n', matcher, at }], closed: false, at } }
})
const expectations = fc.array(expectation, { minLength: 1, maxLength: 5 })

const passed = (outcomes: readonly Outcome[]): number => outcomes.filter(({ verdict }) => verdict === 'passed').length
const fits = (expected: CallExpectation, call: ToolCall): boolean => matchCall(expected, call).length === 0

/** The most expectations that calls can satisfy, each by its own call, by brute force. */
function most(expected: readonly CallExpectation[], actualCalls: readonly ToolCall[], ordered: boolean): number {
  const [first, ...rest] = expected
  if (first === undefined) return 0
  const taking = actualCalls.flatMap((call, index) =>
    fits(first, call)
      ? [1 + most(rest, ordered ? actualCalls.slice(index + 1) : actualCalls.toSpliced(index, 1), ordered)]
      : [],
  )
  return Math.max(most(rest, actualCalls, ordered), ...taking)
}

const check = (property: fc.IPropertyWithHooks<[ToolCall[], CallExpectation[]]>): void =>
  fc.assert(property, { seed: 21, numRuns: 400 })

describe('expected calls', () => {
  it('in any order: as many pass as possible, whatever the order of the expectations', () => {
    check(
      fc.property(calls, expectations, (actualCalls, expected) => {
        const count = passed(evaluateCalls({ at, anyOrder: expected }, actualCalls))
        expect(count).toBe(most(expected, actualCalls, false))
        expect(passed(evaluateCalls({ at, anyOrder: expected.toReversed() }, actualCalls))).toBe(count)
        expect(passed(evaluateCalls({ at, anyOrder: expected }, actualCalls.toReversed()))).toBe(count)
      }),
    )
  })
  it('in order: as many pass as possible', () => {
    check(
      fc.property(calls, expectations, (actualCalls, expected) => {
        expect(passed(evaluateCalls({ at, inOrder: expected }, actualCalls))).toBe(most(expected, actualCalls, true))
      }),
    )
  })
  it('exactly: pass when the calls are the listed ones one by one, and then only', () => {
    check(
      fc.property(calls, expectations, (actualCalls, expected) => {
        const same =
          actualCalls.length === expected.length &&
          expected.every((each, index) => fits(each, actualCalls[index] as ToolCall))
        expect(evaluateCalls({ at, exactly: expected }, actualCalls).every(({ verdict }) => verdict === 'passed')).toBe(
          same,
        )
      }),
    )
  })
  it('never: fail once for each call that matches', () => {
    check(
      fc.property(calls, expectations, (actualCalls, expected) => {
        const failed = evaluateCalls({ at, never: expected }, actualCalls).filter(({ verdict }) => verdict === 'failed')
        expect(failed.length).toBe(expected.flatMap((each) => actualCalls.filter((call) => fits(each, call))).length)
      }),
    )
  })
  it('each give one outcome, and every failure is at a place', () => {
    check(
      fc.property(calls, expectations, (actualCalls, expected) => {
        const outcomes = evaluateCalls({ at, anyOrder: expected }, actualCalls)
        expect(outcomes).toHaveLength(expected.length)
        expect(JSON.parse(JSON.stringify(outcomes))).toEqual(outcomes)
      }),
    )
  })
})

describe('calls of which not all is known', () => {
  const german = 'Guten Tag, ich möchte bitte meine Bestellung von gestern ändern und danach bezahlen.'
  const callLists = fc
    .array(
      fc.tuple(
        names,
        fc.constantFrom(german, 'ok', 'Please tell me where my order from yesterday has gone.'),
        fc.constantFrom(null, 10, 90),
      ),
      { maxLength: 5 },
    )
    .map(
      (all) =>
        pairCalls(all.flatMap(([name, say, executionTimeMs]) => ran(name, { say }, '{}', { executionTimeMs }))).calls,
    )
  const inGerman = { key: 'say', matcher: { kind: 'language' as const, codes: ['de'], at }, at }
  const wantedCall = fc.tuple(names, fc.boolean(), fc.boolean()).map(
    ([name, speaks, hurries]): CallExpectation => ({
      name,
      at,
      ...(speaks ? { with: { kind: 'fields', fields: [inGerman], closed: false, at } } : {}),
      ...(hurries ? { within: { sign: '<', ms: 50, written: '50 ms', at } } : {}),
    }),
  )
  const lists = fc.array(wantedCall, { minLength: 1, maxLength: 4 })
  const isSure = (each: CallExpectation, call: ToolCall): boolean =>
    matchCall(each, call).length === 0 && unknownTime(each, call).length === 0
  const may = (each: CallExpectation, call: ToolCall): boolean =>
    each.name === call.name && answerOf(matchCall(each, call)) !== 'fails'

  /**
   * The best score by brute force: a hundred for each expectation that gets a call, and one more if it
   * certainly holds.
   */
  const best = (expected: readonly CallExpectation[], all: readonly ToolCall[], ordered: boolean): number => {
    const [first, ...rest] = expected
    if (first === undefined) return 0
    const taking = all.flatMap((call, index) => {
      if (!may(first, call)) return []
      const others = ordered ? all.slice(index + 1) : all.toSpliced(index, 1)
      return [100 + (isSure(first, call) ? 1 : 0) + best(rest, others, ordered)]
    })
    return Math.max(best(rest, all, ordered), ...taking)
  }
  const worth = (outcomes: readonly Outcome[]): number =>
    outcomes.reduce((sum, { verdict }) => sum + (verdict === 'passed' ? 101 : verdict === 'not judged' ? 100 : 0), 0)

  it('in any order: as many get one as possible, and of those as many as possible surely hold', {
    tags: 'slow',
  }, () => {
    fc.assert(
      fc.property(callLists, lists, (all, anyOrder) => {
        expect(worth(evaluateCalls({ at, anyOrder }, all))).toBe(best(anyOrder, all, false))
      }),
      { seed: 22, numRuns: 1_000 },
    )
  })
  it('may stand before or behind those that surely count, and is in its place', () => {
    const calls = (...all: string[]): Parameters<typeof judgeTurn>[1] =>
      all.flatMap((say) => (say === 'g' ? ran('g') : ran('f', { say })))
    const yaml = 'calls: [{ f: { times: { at least: 1 }, with: { say: { language: de } } } }, g]'
    for (const all of [calls('ok', german, 'g'), calls(german, 'ok', 'g')])
      expect(judgeTurn(yaml, all).map(({ verdict }) => verdict)).toEqual(['passed', 'passed'])
  })
  it('does not count for one that may count where it is out of order', () => {
    const [outcome] = judgeTurn('calls: [{ f: { times: 1, before: [g], with: { say: { language: de } } } }]', [
      ...ran('g'),
      ...ran('f', { say: 'ok' }),
    ])
    expect(outcome?.verdict).toBe('failed')
  })
  it('in order: the same', () => {
    fc.assert(
      fc.property(callLists, lists, (all, inOrder) => {
        expect(worth(evaluateCalls({ at, inOrder }, all))).toBe(best(inOrder, all, true))
      }),
      { seed: 23, numRuns: 1_000 },
    )
  })
})

describe('the closest call', () => {
  it('goes to the expectation that it is closest to, not to the first', () => {
    const outcomes = judgeTurn(
      'calls: { any order: [{ a: { with: { x: 1, y: 1 } } }, { a: { with: { x: 2, y: 2, z: 2 } } }] }',
      [...ran('a', { x: 2, y: 2, z: 1 }), ...ran('a', { x: 9, y: 9, z: 9 })],
    )
    expect(outcomes).toMatchObject([
      { verdict: 'failed', closest: { arguments: { x: 9 } } },
      { verdict: 'failed', closest: { arguments: { x: 2 } }, mismatches: [{ path: 'arguments.z' }] },
    ])
  })
  it('is not one that another expectation got', () => {
    expect(judgeTurn('calls: [a, a]', ran('a'))).toMatchObject([
      { verdict: 'passed', closest: { name: 'a' } },
      { verdict: 'failed', closest: null, made: [{ name: 'a' }] },
    ])
  })
  it('is not shown for a call that only the order spoils, but is then no extra call', () => {
    const outcomes = judgeTurn('calls: { exactly: [b, a] }', [...ran('a'), ...ran('b')])
    expect(outcomes.map(({ kind, verdict }) => [kind, verdict])).toEqual([
      ['call', 'failed'],
      ['call', 'passed'],
    ])
    expect(outcomes[0]).toMatchObject({ mismatches: [], closest: { name: 'b' } })
  })
  it('is found within seconds for many calls and expectations, where trying all ways would never end', {
    tags: 'slow',
  }, async () => {
    const entries = Array.from({ length: 200 }, (_, n) => ran('a', { n, other: 'x' })).flat()
    const expected = Array.from({ length: 200 }, (_, n): CallExpectation => {
      const matcher = { kind: 'equals' as const, value: 300 + n, at }
      return { name: 'a', at, with: { kind: 'fields', fields: [{ key: 'n', matcher, at }], closed: false, at } }
    })
    const work = (): void => expect(passed(evaluateCalls({ at, anyOrder: expected }, pairCalls(entries).calls))).toBe(0)
    expect(await best(1, work)).toBeLessThan(50_000_000)
  })
})

describe('as many expected calls as there are calls', () => {
  /** How often a call is matched against an expectation if all calls are alike. */
  const heldFor = (count: number, callCount: number, ordered: boolean): number => {
    let read = 0
    const all = pairCalls(Array.from({ length: callCount }, () => ran('a', { n: 1 })).flat()).calls.map((call) =>
      Object.defineProperty({ ...call }, 'arguments', {
        get() {
          read += 1
          return { n: 1 }
        },
      }),
    )
    const matcher = { kind: 'equals' as const, value: 1, at }
    const each: CallExpectation = {
      name: 'a',
      at,
      with: { kind: 'fields', fields: [{ key: 'n', matcher, at }], closed: false, at },
    }
    const expected = Array.from({ length: count }, () => each)
    evaluateCalls(ordered ? { at, exactly: expected } : { at, anyOrder: expected }, all)
    return read
  }
  it.each([true, false])('are each held against few, in order: %s', (ordered) => {
    const few = heldFor(200, 200, ordered)
    expect(few).toBeGreaterThan(199)
    expect(heldFor(2_000, 2_000, ordered)).toBeLessThanOrEqual(10 * few)
  })
  it('and so when one of them is missing, or one too many was made', () => {
    expect(heldFor(1_001, 1_000, true)).toBeLessThan(8_000)
    expect(heldFor(1_000, 1_001, true)).toBeLessThan(8_000)
  })
})
