import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json/json.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { resultOf, turnOf } from '../align/result.fixture.ts'
import { differenceOf, referenceOf, type SteadyReference, type VariantDifference } from './relation.ts'

type Call = [name: string, given?: JsonObject]

/** A run whose turns make these calls; with a failed verdict, the last turn failed. */
function run(turns: readonly (readonly Call[])[], verdict: Verdict = 'passed'): ConversationResult {
  const results = turns.map((calls, index) => {
    const entries = calls.flatMap(([name, args = {}], call) => [
      called(name, `${index}.${call}`, args),
      gave(name, `${index}.${call}`),
    ])
    const isLast = verdict === 'failed' && index === turns.length - 1
    return turnOf(
      index,
      [said('user', `turn ${index}`), ...entries, said('assistant', 'ok')],
      isLast ? { verdict: 'failed' } : {},
    )
  })
  return resultOf(results, { verdict })
}

function referenceFrom(...runs: ConversationResult[]): SteadyReference {
  const reference = referenceOf(runs)
  if (reference === null) throw new Error('no reference')
  return reference
}

const lookup = (id: string | number): Call => ['lookup', { id }]
/** How a run with this call differs from an original with another one. */
const differs = (original: readonly Call[], variant: readonly Call[]): VariantDifference | null =>
  differenceOf(run([variant]), referenceFrom(run([original])))

describe('what the original does', () => {
  it('is told by most of the runs that were judged, or by none', () => {
    const [passed, failed, errored] = [run([[lookup(1)]]), run([[]], 'failed'), run([[]], 'errored')]
    expect(referenceOf([])).toBe(null)
    expect(referenceOf([errored, errored])).toBe(null)
    expect(referenceOf([passed, failed])).toBe(null)
    expect(referenceOf([passed, failed, failed])).toBe(null)
    expect(referenceOf([passed, passed, failed])).not.toBe(null)
    expect(referenceOf([passed, errored, errored])).not.toBe(null)
  })
  it('is the run that agrees with most others, wherever it stands', () => {
    const [usual, odd] = [run([[lookup(1)]]), run([[['refund']]])]
    for (const runs of [
      [odd, usual, usual, usual],
      [usual, usual, odd, usual],
    ]) {
      const reference = referenceFrom(...runs)
      expect(differenceOf(usual, reference)).toBe(null)
      expect(differenceOf(odd, reference)?.what).toBe('lookup is not called')
    }
  })
  it('leaves out what it does otherwise in more than a third of its runs', () => {
    const with2 = (at: string): ConversationResult => run([[['lookup', { id: 1, at }]]])
    const reference = referenceFrom(with2('a'), with2('a'), with2('b'))
    expect(differenceOf(with2('c'), reference)?.what).toBe('lookup is called with at: "c", and not "a"')
    const unsteady = referenceFrom(with2('a'), with2('b'), with2('c'))
    expect(differenceOf(with2('d'), unsteady)).toBe(null)
    expect(differenceOf(run([[['lookup', { id: 2, at: 'd' }]]]), unsteady)?.what).toBe(
      'lookup is called with id: 2, and not 1',
    )
    const more = referenceFrom(run([[]]), run([[['log']]]), run([[]]), run([[['log']]]))
    expect(differenceOf(run([[['log']]]), more)).toBe(null)
    expect(differenceOf(run([[['refund']]]), more)?.what).toBe('refund is called as well')
  })
})

describe('a difference', () => {
  it.each<[string, Call[], Call[], string | null]>([
    ['none', [lookup(1)], [lookup(1)], null],
    ['a call that is not made', [lookup(1), ['refund']], [lookup(1)], 'refund is not called'],
    ['a call that is made as well', [lookup(1)], [lookup(1), ['refund']], 'refund is called as well'],
    ['the same call once more', [lookup(1)], [lookup(1), lookup(1)], null],
    ['the same call with something else once more', [lookup(1)], [lookup(1), lookup(2)], 'lookup is called as well'],
    ['another order', [lookup(1), ['log']], [['log'], lookup(1)], null],
    ['another value', [lookup(1)], [lookup(2)], 'lookup is called with id: 2, and not 1'],
    ['a value that is missing', [lookup(1)], [['lookup', {}]], 'lookup is called with id: nothing, and not 1'],
    ['a value that is added', [['lookup', {}]], [lookup(1)], 'lookup is called with id: 1, and not nothing'],
    ['a number as a text', [lookup(1042)], [lookup('1042')], null],
    ['other capitals and marks', [lookup('AB-77')], [lookup('ab 77')], null],
    ['true and the text of it', [['set', { on: true }]], [['set', { on: 'true' }]], null],
    ['null and nothing', [['set', { on: null }]], [['set', {}]], 'set is called with on: nothing, and not null'],
    [
      'deep inside',
      [['set', { a: { b: [1, 2] } }]],
      [['set', { a: { b: [1, 3] } }]],
      'set is called with a.b.1: 3, and not 2',
    ],
    [
      'a list and an object',
      [['set', { a: ['x'] }]],
      [['set', { a: { 0: 'x' } }]],
      'set is called with a: {"0":"x"}, and not ["x"]',
    ],
    [
      'free texts with the same facts',
      [['note', { text: 'Order 1042 came broken today' }]],
      [['note', { text: 'the customer says 1042 broke' }]],
      null,
    ],
    [
      'free texts with other facts',
      [['note', { text: 'Order 1042 came broken today' }]],
      [['note', { text: 'the customer says 1043 broke' }]],
      'note is called with text: "the customer says 1043 broke", and not "Order 1042 came broken today"',
    ],
    [
      'short texts',
      [['note', { text: 'came broken' }]],
      [['note', { text: 'arrived late' }]],
      'note is called with text: "arrived late", and not "came broken"',
    ],
    [
      'two calls of one name, the nearest taken',
      [lookup(1), lookup(2)],
      [lookup(2), lookup(3)],
      'lookup is called with id: 3, and not 1',
    ],
  ])('%s', (_, original, variant, what) => {
    expect(differs(original, variant)?.what ?? null).toBe(what)
  })

  it('names its turn', () => {
    const reference = referenceFrom(run([[], [lookup(1)]]))
    expect(differenceOf(run([[], []]), reference)).toEqual({
      kind: 'calls',
      at: { line: 11, column: 3 },
      what: 'lookup is not called',
    })
    expect(differenceOf(run([[], [lookup(2)]]), reference)?.kind).toBe('arguments')
  })
  it('is not in turns that were not reached', () => {
    expect(differenceOf(run([[]]), referenceFrom(run([[], [lookup(1)]])))).toBe(null)
  })
  it('is a verdict where an expectation fails, with what was seen of calls', () => {
    const reference = referenceFrom(run([[lookup(1)]]))
    expect(differenceOf(run([[]], 'failed'), reference)).toMatchObject({
      kind: 'verdict',
      what: 'lookup is not called',
    })
    expect(differenceOf(run([[lookup(1)]], 'failed'), reference)).toMatchObject({
      kind: 'verdict',
      what: 'it fails what is expected',
      at: { line: 10 },
    })
  })
  it('is none in what could not be judged', () => {
    const reference = referenceFrom(run([[lookup(1)]]))
    for (const verdict of ['errored', 'broken', 'not reached', 'unsafe', 'skipped'] as const)
      expect(differenceOf(run([[]], verdict), reference), verdict).toBe(null)
  })
})

describe('turns that became one, and values that were swapped', () => {
  const reference = referenceFrom(run([[lookup('1042')], [['refund', { to: 'Asha' }]]]))
  const swaps = new Map([['Asha', 'Maya']])
  it('are held against both turns together', () => {
    const joins = new Map([['10:3', '11:3']])
    const both = resultOf([
      turnOf(1, run([[lookup('1042'), ['refund', { to: 'Asha' }]]]).turns[0]?.entries.slice() ?? []),
    ])
    expect(differenceOf(both, reference, { joined: joins, swaps: new Map() })).toBe(null)
    expect(differenceOf(both, reference)?.what).toBe('lookup is called as well')
  })
  it('are expected in their new form', () => {
    const own = (to: string): ConversationResult => run([[lookup('1042')], [['refund', { to }]]])
    expect(differenceOf(own('Maya'), reference, { joined: new Map(), swaps })).toBe(null)
    expect(differenceOf(own('Asha'), reference, { joined: new Map(), swaps })?.what).toBe(
      'refund is called with to: "Asha", and not "Maya"',
    )
  })
})
