import { describe, expect, it } from 'vitest'
import { type LawName, lawNames } from '../../base/law-name.ts'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { theLaws } from '../../engine/verdict/evaluator.ts'
import { judged } from '../../report/judged.fixture.ts'
import type { FunctionCallOutput, Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { findChanges } from '../find-changes.ts'
import { beginningAt, firstInPair } from '../model/order-of-sides.ts'
import { listed, madeRun, madeTurn } from './features.fixture.ts'
import { observeConversation } from './observe-conversation.ts'

const label = (carrier: string) => madeTurn(1, [['create_label', { carrier, to: 'Oslo' }]])
const track = { type: 'button', text: 'Track', payload: 't' } as const
const hello = madeTurn(0, [])

describe('listFeatures', () => {
  it('names the argument that differs, once, with where and how often', () => {
    const [first, ...others] = listed(4, 3, (side) => [hello, label(side === 'a' ? 'Posten' : 'Parcelio')])
    expect(others).toEqual([])
    expect(first).toMatchObject({
      text: 'calls create_label with carrier "Parcelio" instead of "Posten"',
      ...{ level: 'arguments', tool: 'create_label', name: 'carrier', value: '"Parcelio"' },
      ...{ turn: 1, pairs: 12, a: 0, b: 12 },
      conversations: ['talk 0', 'talk 1', 'talk 2', 'talk 3'],
    })
    expect(first?.adjusted).toBeLessThan(0.01)
  })
  it('tells in which conversations it is, among others that call the same tool', () => {
    const [first] = listed(10, 3, (side, conversation) => [
      hello,
      label(side === 'b' && conversation < 4 ? 'Parcelio' : 'Posten'),
    ])
    expect(first).toMatchObject({ pairs: 30, a: 0, b: 12, conversations: ['talk 0', 'talk 1', 'talk 2', 'talk 3'] })
    expect(first?.interval?.[0]).toBeGreaterThan(0.1)
  })
  const one = (a: Parameters<typeof madeTurn>, b: Parameters<typeof madeTurn>): string[] =>
    listed(3, 3, (side) => [hello, madeTurn(...(side === 'a' ? a : b))]).map(({ text }) => text)
  it.each([
    ['a call that is gone', [1, [['look', {}]]], [1, []], 'no longer calls look'],
    ['a call that is new', [1, []], [1, [['look', {}]]], 'now calls look'],
    [
      'a call more',
      [1, [['look', {}]]],
      [
        1,
        [
          ['look', {}],
          ['look', {}],
        ],
      ],
      'calls look twice instead of once',
    ],
    [
      'another order',
      [
        1,
        [
          ['x', {}],
          ['y', {}],
        ],
      ],
      [
        1,
        [
          ['y', {}],
          ['x', {}],
        ],
      ],
      'calls y, x instead of x, y in a turn',
    ],
    ['an argument that is gone', [1, [['x', { id: '7' }]]], [1, [['x', {}]]], 'calls x without id ("7" before)'],
    ['an error', [1, [['x', {}]]], [1, [['x', {}, '{"ok":true}', true]]], 'gets errors of x'],
    ['another output', [1, [['x', {}, '{"n":1}']]], [1, [['x', {}, '{"n":2}']]], 'gets n 2 instead of 1 from x'],
    [
      'a button that is gone',
      [1, [], [said('assistant', [{ type: 'button', text: 'Track', payload: 't' }])]],
      [1, [], [said('assistant', 'ok')]],
      'no longer shows button "Track" (payload t)',
    ],
    [
      'a speaker',
      [1, [], [said('assistant', 'ok')]],
      [1, [], [said('assistant', 'ok', 0, 'human')]],
      'lets human speak instead of desk',
    ],
    [
      'replies',
      [1, []],
      [1, [], [said('assistant', 'a'), said('assistant', 'b')]],
      'replies twice instead of once in a turn',
    ],
  ] as [string, Parameters<typeof madeTurn>, Parameters<typeof madeTurn>, string][])('finds %s', (_, a, b, text) => {
    expect(one(a, b)[0]).toBe(text)
  })
  it('counts the pairs in which b does what is told, of what it leaves too', () => {
    const features = listed(3, 3, (side) => [madeTurn(0, [], side === 'a' ? [said('assistant', [track])] : 'ok')])
    expect(features.map(({ text, a, b }) => [text, a, b])).toEqual([
      ['no longer shows button "Track" (payload t)', 0, 9],
    ])
    expect(features[0]?.interval?.[0]).toBeGreaterThan(0.3)
  })
  it('finds a broken law, and what rests on nothing', () => {
    const at = { line: 1, column: 1, length: 1 }
    const broken = {
      kind: 'law',
      verdict: 'failed',
      at,
      finding: { law: 'no placeholder', message: 'x', index: null },
    } as const
    const law = listed(2, 3, (side) => [madeTurn(0, [], 'ok', side === 'a' ? {} : { outcomes: [broken] })])
    expect(law.map(({ text }) => text)).toEqual(['breaks the law “no placeholder”'])
    const outcome: Outcome = { kind: 'reply', verdict: 'failed', at, subject: 'grounded', mismatches: [] }
    const grounded = listed(2, 3, (side) => [madeTurn(0, [], 'ok', side === 'a' ? {} : { outcomes: [outcome] })])
    expect(grounded.map(({ text }) => text)).toEqual(['says something that nothing said before supports'])
  })
  const at = { line: 1, column: 1, length: 1 }
  const ofLaw = (law: LawName, verdict: 'failed' | 'not judged'): Outcome => {
    return { kind: 'law', verdict, at, finding: { law, message: 'x', index: null } }
  }
  it.each(lawNames)('counts the law “%s” where it was judged, on both sides, and nowhere else', (law) => {
    const broken = (side: 'a' | 'b', isBroken: boolean) => [
      madeTurn(0, [], 'ok', side === 'b' && isBroken ? { outcomes: [ofLaw(law, 'failed')] } : {}),
    ]
    // Two conversations break it, three keep it, and in five it is not checked.
    const [feature] = listed(
      10,
      5,
      (side, conversation) => broken(side, conversation < 2),
      (_, conversation) => (conversation < 5 ? [] : [law]),
    )
    expect(feature).toMatchObject({ level: 'laws', name: law, pairs: 25, a: 0, b: 10 })
    // If one side is not checked, a break on the other is no difference.
    for (const blind of ['a', 'b'] as const)
      expect(
        listed(
          4,
          5,
          (side) => [madeTurn(0, [], 'ok', side === blind ? {} : { outcomes: [ofLaw(law, 'failed')] })],
          (side) => (side === blind ? [law] : []),
        ),
      ).toEqual([])
  })
  it('takes what could not be judged in a turn that failed by something else for no evidence', () => {
    const reply: Outcome = { kind: 'reply', verdict: 'failed', at, subject: 'reply', mismatches: [] }
    const crashed: Outcome = { kind: 'value', verdict: 'not judged', at, subject: theLaws, reason: 'x' }
    const failing = (...outcomes: Outcome[]) => [
      madeTurn(0, [], 'ok', { verdict: 'failed', outcomes: [reply, ...outcomes] }),
    ]
    const levelsOf = (onA: Outcome[], onB: Outcome[]) =>
      listed(4, 3, (side) => failing(...(side === 'a' ? onA : onB))).map(({ level }) => level)
    expect(levelsOf([ofLaw('no open call', 'failed')], [])).toEqual(['laws'])
    expect(levelsOf([ofLaw('no open call', 'failed')], [ofLaw('no open call', 'not judged')])).toEqual([])
    expect(levelsOf([ofLaw('no open call', 'failed')], [crashed])).toEqual([])
    const half = listed(4, 6, (side, _, pair) =>
      failing(...(side === 'a' ? [] : [ofLaw('no open call', pair % 2 === 0 ? 'not judged' : 'failed')])),
    )
    expect(half.map(({ name, pairs, a, b }) => [name, pairs, a, b])).toEqual([['no open call', 12, 0, 12]])
    const unjudged = judged('not judged', 'unjudged', [])
    // In half of the pairs one side was not judged: only the others count.
    const [feature] = listed(4, 6, (side, _, pair) =>
      failing(side === 'b' && pair % 2 === 0 ? unjudged : judged('failed', side === 'a' ? 'met' : 'not met', [])),
    )
    expect(feature).toMatchObject({ level: 'judged', pairs: 12, a: 0, b: 12 })
    const [aspect] = observeConversation(
      {
        a: [madeRun(failing(judged('failed', 'not met', [])))],
        b: [madeRun(failing(unjudged))],
        begins: 'a',
      },
      1,
    ).seen.filter(({ level }) => level === 'judged')
    expect(aspect).toBeUndefined()
  })
  it('holds no law against a step, nor against a turn that was refused', () => {
    for (const silent of [{ step: 'send' }, { failure: { kind: 'timed out', limitMs: 1 } }] as const)
      expect(
        listed(4, 3, (side) => [
          hello,
          madeTurn(1, [], 'ok', side === 'a' ? silent : { outcomes: [ofLaw('agent answers', 'failed')] }),
        ]).filter(({ level }) => level === 'laws'),
      ).toEqual([])
  })
  it('takes a turn that errored for one that was reached', () => {
    const unread = (side: 'a' | 'b') => [
      hello,
      madeTurn(1, [], 'ok', side === 'b' ? { verdict: 'errored' } : {}),
      madeTurn(2, [], 'ok', { verdict: 'failed' }),
    ]
    expect(listed(4, 3, unread)).toEqual([])
  })
  it('counts no argument, output or phase of a call that a conversation never makes', () => {
    const features = listed(6, 4, (side, conversation) => [
      conversation < 3 ? madeTurn(0, [['x', { id: side }, `{"n":"${side}"}`, side === 'b']]) : hello,
    ])
    expect(features.length).toBeGreaterThan(1)
    for (const { pairs } of features) expect(pairs).toBe(12)
  })
  it('puts what may follow after what comes first, and takes what a run did not get to for no difference', () => {
    const features = listed(4, 3, (side) => {
      if (side === 'a') return [hello, label('Posten'), madeTurn(2, [['send', {}]])]
      return [
        hello,
        { ...label('Parcelio'), verdict: 'failed' },
        madeTurn(2, [], '', { verdict: 'not reached', entries: [] }),
      ]
    })
    expect(features.map(({ text, after }) => [text, after])).toEqual([
      ['calls create_label with carrier "Parcelio" instead of "Posten"', undefined],
    ])
  })
  it.each(['failed', 'errored'] as const)('says nothing of turns that were not sent after one that %s', (verdict) => {
    const unsent = madeTurn(1, [], '', { verdict: 'not reached', turnMs: null, entries: [] })
    expect(listed(4, 4, (side) => [{ ...hello, verdict: side === 'a' ? 'passed' : verdict }, unsent])).toEqual([])
    const more = (side: 'a' | 'b') => (side === 'a' ? [madeTurn(1, [['look', {}]])] : [unsent])
    expect(listed(4, 4, (side) => [side === 'a' ? hello : { ...hello, verdict }, ...more(side)])).toEqual([])
  })
  it.each<[string, Partial<FunctionCallOutput>, Partial<Message>]>([
    ['a time', { executionTimeMs: null }, {}],
    ['a phase', { phase: null }, {}],
    ['an output', { call_id: 'of another call' }, {}],
    ["a speaker's name", {}, { agentName: null }],
  ])('takes %s that a side does not show for no difference', (_, output, reply) => {
    const turnsOf = (side: 'a' | 'b') => {
      const turn = madeTurn(0, [
        ['look', { id: '1' }],
        ['look', { id: '1' }],
      ])
      if (side === 'a') return [{ ...turn, entries: turn.entries.map(withTime) }]
      return [{ ...turn, entries: turn.entries.map((entry, index) => lacking(withTime(entry, index), index)) }]
    }
    const withTime = (entry: TranscriptEntry, index = 0): TranscriptEntry =>
      entry.type === 'function_call_output' ? { ...entry, executionTimeMs: 50 * (index + 1) } : entry
    // Only the first call lacks it, so that the second could be taken for the first.
    const lacking = (entry: TranscriptEntry, index: number): TranscriptEntry => {
      if (entry.type === 'function_call' && output.phase === null) return { ...entry, phase: null }
      if (entry.type === 'function_call_output' && (index < 3 || output.phase === null)) return { ...entry, ...output }
      return entry.type === 'message' && entry.role === 'assistant' ? { ...entry, ...reply } : entry
    }
    expect(listed(5, 4, turnsOf).map(({ text }) => text)).toEqual([])
    const [a, b] = [madeRun(turnsOf('a')), madeRun(turnsOf('b'))]
    expect(findChanges([a], [b])).toEqual([])
  })
  it('does not count an argument of a call that is gone, and tells outputs after the argument that led to them', () => {
    const call = (id: string) => madeTurn(0, [['look', { id }, `{"name":"${id}x"}`]])
    expect(listed(3, 3, (side) => [side === 'a' ? call('1') : madeTurn(0, [])]).map(({ level }) => level)).toEqual([
      'calls',
      'order',
    ])
    expect(listed(3, 3, (side) => [call(side)]).map(({ level, after }) => [level, after])).toEqual([
      ['arguments', undefined],
      ['outputs', 0],
    ])
  })
  it('lists nothing of values that each run makes up, nor of too few pairs', () => {
    let ref = 0
    expect(listed(5, 4, () => [madeTurn(0, [['log', { ref: `R${ref++}` }]])])).toEqual([])
    expect(listed(1, 5, (side) => [label(side)])).toEqual([])
    expect(listed(1, 6, (side) => [{ ...label(side), index: 0 }])).toHaveLength(1)
  })
  it('finds a time that is longer in every pair, and leaves alone one that hardly is', () => {
    const slower = (by: number) =>
      listed(4, 3, (side, _, pair) => [madeTurn(0, [], 'ok', { turnMs: 400 + pair + (side === 'b' ? by : 0) })])
    expect(slower(100).map(({ text, a, b }) => [text, a, b])).toEqual([['takes 100 ms longer for a turn', 401, 501]])
    expect(slower(5)).toEqual([])
  })
  it('says in which turn a time differs, and by how much there', () => {
    const times = (slow: readonly number[]) =>
      listed(5, 4, (side, conversation, pair) =>
        [0, 1, 2].map((turn) => {
          const turnMs = 400 + ((pair * 7 + conversation * 3 + turn) % 5) + (side === 'b' ? (slow[turn] ?? 0) : 0)
          return madeTurn(turn, [], 'ok', { turnMs })
        }),
      ).map(({ text, turn, interval }) => [text, turn, (interval?.[0] ?? 0) > 0])
    expect(times([0, 0, 900])).toEqual([['takes 900 ms longer for turn 3', 2, true]])
    expect(times([0, 300, 900])).toEqual([['takes 600 ms longer for turns 2 and 3', null, true]])
    expect(times([300, 300, 300])).toEqual([['takes 300 ms longer for a turn', null, true]])
  })
  it('says in which turn a call takes longer', () => {
    const turn = (index: number, executionTimeMs: number) =>
      madeTurn(
        index,
        [],
        [called('look', 'c', {}), gave('look', 'c', 'ok', { executionTimeMs }), said('assistant', 'ok')],
      )
    const features = listed(4, 4, (side) => [turn(0, 100), turn(1, 100), turn(2, side === 'b' ? 980 : 100)])
    expect(features.map(({ text, a, b }) => [text, a, b])).toEqual([
      ['takes 880 ms longer for a call of look in turn 3', 100, 980],
    ])
  })
  it.each([1, 3])('takes a time that only depends on which side runs first for none, with %i of each', (pairs) => {
    const cold = (side: 'a' | 'b', conversation: number, pair: number): number =>
      side === firstInPair(beginningAt(conversation), pair) ? 200 : 0
    const listedOf = (ms: typeof cold) =>
      listed(12, pairs, (...run) => [madeTurn(0, [], 'ok', { turnMs: 400 + ms(...run) })]).map(({ text }) => text)
    expect(listedOf(cold)).toEqual([])
    // A delay that b has in either position is listed all the same.
    expect(listedOf((side, ...at) => cold(side, ...at) + (side === 'b' ? 300 : 0))).toEqual([
      'takes 300 ms longer for a turn',
    ])
  })
})
