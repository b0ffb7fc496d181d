import { describe, expect, expectTypeOf, it } from 'vitest'
import type { TurnBuilder } from './builder.ts'
import type { Expectation, Matcher } from './expectation.ts'
import { readSuite } from './plan-suite.ts'
import { conversation, suite } from './suite.ts'

/** The problems found in a turn with this expectation. */
function problemsOf(expectation: Expectation): string[] {
  const read = readSuite(suite('S', { agent: 'desk' }, [conversation('c').user('hi').expect(expectation)]))
  return read.ok ? [] : read.problems.map(({ code, hint }) => `${code}: ${hint}`)
}

describe('a typo in an expectation is refused by the compiler and by the reader', () => {
  it.each([
    [
      'a key of the expectation',
      // @ts-expect-error
      problemsOf({ replly: 'hi' }),
      'unknown-key: did you mean "reply"?',
    ],
    [
      'a text operator',
      // @ts-expect-error
      problemsOf({ reply: { contian: 'hi' } }),
      'unknown-key: did you mean "contains" or "content"?',
    ],
    [
      'a nested text operator',
      // @ts-expect-error
      problemsOf({ reply: { not: { contain: 'hi' } } }),
      'mixed-matcher: did you mean "contains"?',
    ],
    [
      'a key of the calls',
      // @ts-expect-error
      problemsOf({ calls: { 'in ordre': ['a'] } }),
      'unknown-key: did you mean "in order"?',
    ],
    [
      'a key of a call',
      // @ts-expect-error
      problemsOf({ calls: [{ lookup_order: { wiht: { order_id: '1' } } }] }),
      'unknown-key: did you mean "with"?',
    ],
    [
      'a phase',
      // @ts-expect-error
      problemsOf({ calls: [{ lookup_order: { phase: 'durign' } }] }),
      'wrong-value: did you mean during?',
    ],
    [
      'operators among members',
      // @ts-expect-error
      problemsOf({ calls: [{ lookup_order: { returns: { status: 'shipped', present: true } } }] }),
      'mixed-matcher: if it is a member, write fields: { status: … }',
    ],
    [
      'a time without a unit',
      // @ts-expect-error
      problemsOf({ latency: '3' }),
      'wrong-value: write 3 ms or 3 s',
    ],
    [
      'an unknown kind of time',
      // @ts-expect-error
      problemsOf({ latency: { trun: '3 s' } }),
      'unknown-key: did you mean "turn"?',
    ],
    [
      'undefined, which would expect nothing',
      // @ts-expect-error
      problemsOf({ calls: [{ lookup_order: { with: { order_id: undefined } } }] }),
      'wrong-type: give a value, or leave the key out',
    ],
  ])('%s', (_, problems, expected) => {
    expect(problems).toEqual([expected])
  })

  it.each<[string, Expectation]>([
    ['a scalar', { reply: 'hi' }],
    ['an exact reply', { reply: { equals: 'none' } }],
    ['patterns', { reply: { matches: [/order \d+/i, '/shipped/'] } }],
    ['nested operators', { reply: { any: [{ contains: 'a' }, { not: { 'starts with': 'b' } }], 'ignore case': true } }],
    ['JSON in a reply', { reply: { json: { fields: { status: { 'one of': ['a', 'b'] } } } } }],
    [
      'members and operators',
      { calls: [{ t: { with: { type: 'express', n: { between: [1, 2] }, list: [1, null] } } }] },
    ],
    ['calls by phase', { calls: { pre: ['load_customer'], during: 'none', count: { 'at most': 3 } } }],
    ['times', { latency: { turn: '< 3 s', reply: '2s', tool: '800 ms' } }],
    ['a refusal', { error: { status: 400, errorCode: 'messageRequired' } }],
  ])('but %s is sound', (_, expectation) => {
    expect(problemsOf(expectation)).toEqual([])
  })
})

describe('a builder', () => {
  it('knows what may follow', () => {
    const begun = conversation('c').agent('desk')
    expectTypeOf(begun).not.toHaveProperty('expect')
    expectTypeOf(begun.user('hi')).toEqualTypeOf<TurnBuilder>()
    expectTypeOf(begun.user('hi')).not.toHaveProperty('agent')
    expectTypeOf<Matcher>().not.toBeAny()
    // @ts-expect-error a conversation without a turn is none
    expect(readSuite(suite('S', {}, [begun]))).toMatchObject({
      problems: [{ message: 'this list of turns is empty' }],
    })
    // @ts-expect-error a setting is spelled as in a suite file
    const read = readSuite(suite('S', { agnet: 'desk' }, [begun.user('hi').expect({ reply: 'hi' })]))
    expect(read).toMatchObject({ problems: [{ code: 'unknown-key', hint: 'did you mean "agent"?' }] })
  })
})
