import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../base/measure-growth.fixture.ts'
import { called, gave, said } from '../engine/transcript/entries.fixture.ts'
import type { ContentItem, TranscriptEntry } from '../wire/api/transcript-entry.ts'
import { resultOf, turnOf } from './align/result.fixture.ts'
import { compareTranscripts } from './compare-transcripts.ts'
import type { TurnComparison } from './model/turn-comparison.ts'

const user = said('user', 'cancel order 1042')
const look = (status = 'packing', id = 'c1'): TranscriptEntry[] => [
  called('lookup_order', id, { order_id: '1042' }),
  gave('lookup_order', id, JSON.stringify({ status, items: [{ price: 2 }] })),
]

function compare(a: TranscriptEntry[], b: TranscriptEntry[]): TurnComparison {
  const [turn] = compareTranscripts(resultOf([turnOf(0, a)]), resultOf([turnOf(0, b)], { version: 'draft' }))
  if (turn === undefined) throw new Error('no turn')
  return turn
}
const lines = (a: TranscriptEntry[], b: TranscriptEntry[]): string[] =>
  compare(a, b).changes.map(({ level, text }) => `${level}: ${text}`)

const uuid = (n: number): string => `0b0e6a3e-7d1c-4c3e-9a53-${String(n).padStart(12, '0')}`

describe('the rows of a turn', () => {
  it('are the same where nothing differs, whatever ids and times are', () => {
    const b = [user, ...look('packing', 'other-id-2'), said('assistant', 'done', 9_000)]
    expect(compare([user, ...look(), said('assistant', 'done', 5)], b)).toEqual({
      a: 0,
      b: 0,
      verdict: 'same',
      rows: [0, 1, 3].map((index) => ({ a: index, b: index, kind: 'same' })),
      changes: [],
    })
  })
  it('hold words, items and speakers of messages', () => {
    const button: ContentItem = { type: 'button', text: 'Track', payload: 'track' }
    const image = (sign: string): ContentItem => ({
      type: 'image',
      mimeType: 'image/png',
      url: `https://cdn.example/a.png?sig=${sign}`,
      caption: '',
    })
    const a = [user, said('assistant', [{ type: 'text', text: 'It is packing.' }, button, image('1')])]
    const b = [user, said('assistant', [{ type: 'text', text: 'It is shipped.' }, image('2')], 0, 'human-desk')]
    expect(compare(a, b).rows[1]).toEqual({
      a: 1,
      b: 1,
      kind: 'message',
      words: [
        { kind: 'same', text: 'It is ' },
        { kind: 'removed', text: 'packing' },
        { kind: 'added', text: 'shipped' },
        { kind: 'same', text: '.' },
      ],
      items: [{ a: 'button "Track" (payload track)', b: null }],
      agents: ['desk', 'human-desk'],
    })
  })
  it('hold arguments, outputs by path, errors and phases of calls', () => {
    const b = [
      user,
      called('lookup_order', 'c9', { order_id: '2077' }, 'pre'),
      gave('lookup_order', 'c9', '{"items":[{"price":3}],"status":"packing"}', { is_error: true, phase: 'pre' }),
    ]
    expect(compare([user, ...look()], b).rows[1]).toMatchObject({
      kind: 'call',
      call: {
        arguments: [{ path: 'order_id', a: '1042', b: '2077' }],
        output: [{ path: 'items[0].price', a: 2, b: 3 }],
        isError: [false, true],
        phase: ['during', 'pre'],
      },
    })
  })
})

describe('the changes of a turn', () => {
  const reply = said('assistant', 'It is done.')
  it('are lines, the gravest first', () => {
    const cancel = [called('cancel_order', 'c2', { order_id: '1042' }), gave('cancel_order', 'c2')]
    expect(
      lines(
        [user, ...look(), ...cancel, reply],
        [user, ...cancel, said('assistant', 'It is not done.', 0, 'human-desk')],
      ),
    ).toEqual([
      'calls: lookup_order is no longer called',
      'handoff: human-desk speaks instead of desk',
      'reply: the reply adds “not”',
    ])
    expect(lines([user, ...look(), ...cancel, reply], [user, ...cancel, ...look(), reply])).toEqual([
      'order: lookup_order comes after cancel_order instead of before it',
    ])
    expect(lines([user, ...look(), reply], [user, reply, ...look()])).toEqual([
      'order: lookup_order comes after the reply instead of before it',
    ])
    expect(lines([user, ...look()], [user, ...look('shipped'), ...look('shipped', 'c3')])).toEqual([
      'calls: lookup_order is called twice instead of once',
      'outputs: lookup_order gives: status is "shipped" instead of "packing"',
    ])
    expect(lines([user, reply], [user, reply, said('assistant', 'Bye.')])).toEqual([
      'messages: 2 replies instead of 1',
      'reply: the agent now says “Bye.”',
    ])
  })
  it('leave out how thoughts are worded, but not that there is one', () => {
    const thinkingOf = (thinking: string): TranscriptEntry => ({ type: 'thinking', thinking, timestamp: '' })
    expect(lines([user, thinkingOf('hm'), reply], [user, thinkingOf('well'), reply])).toEqual([])
    expect(lines([user, reply], [user, thinkingOf('well'), reply])).toEqual(['other entries: a thought is new'])
  })
})

describe('ids of one run', () => {
  const create = (id: string): TranscriptEntry[] => [
    called('create', 'c1'),
    gave('create', 'c1', JSON.stringify({ id })),
  ]
  const cancel = (id: string): TranscriptEntry[] => [called('cancel', 'c2', { id }), gave('cancel', 'c2')]
  it('are no difference where they play the same part', () => {
    expect(
      lines([user, ...create(uuid(1)), ...cancel(uuid(1))], [user, ...create(uuid(2)), ...cancel(uuid(2))]),
    ).toEqual([])
  })
  it('also when another one was made before', () => {
    const audit = [called('audit', 'c0', {}), gave('audit', 'c0', uuid(9))]
    const b = [user, ...audit, ...create(uuid(2)), ...cancel(uuid(2))]
    expect(lines([user, ...create(uuid(1)), ...cancel(uuid(1))], b)).toEqual(['calls: audit is now called'])
  })
  it('are one where the call is about another thing', () => {
    const b = [user, ...create(uuid(2)), ...cancel(uuid(3))]
    expect(lines([user, ...create(uuid(1)), ...cancel(uuid(1))], b)).toEqual([
      'arguments: cancel: id is "<uuid 2>" instead of "<uuid 1>"',
    ])
  })
  it('are facts, and kept, where both sides have them', () => {
    const message = said('user', `I have ${uuid(1)} and ${uuid(2)}`)
    expect(lines([message, ...cancel(uuid(1))], [message, ...cancel(uuid(2))])).toEqual([
      `arguments: cancel: id is "${uuid(2)}" instead of "${uuid(1)}"`,
    ])
  })
})

describe('the verdict of a turn', () => {
  const turn = (index: number, verdict: 'passed' | 'failed' | 'errored' | 'not reached', text = 'ok') =>
    turnOf(index, verdict === 'not reached' ? [] : [user, said('assistant', text)], { verdict })
  it.each([
    ['passed', 'failed', 'regressed'],
    ['failed', 'passed', 'improved'],
    ['failed', 'failed', 'same'],
    ['passed', 'errored', 'not comparable'],
    ['not reached', 'passed', 'not comparable'],
  ] as const)('%s and %s: %s', (a, b, verdict) => {
    expect(compareTranscripts(resultOf([turn(0, a)]), resultOf([turn(0, b)])).map((each) => each.verdict)).toEqual([
      verdict,
    ])
  })
  it('is changed for other words, and says which turns are missing', () => {
    const turns = compareTranscripts(
      resultOf([turn(0, 'passed'), turn(1, 'passed')]),
      resultOf([turn(0, 'passed', 'fine'), turn(1, 'not reached')]),
    )
    expect(turns.map(({ verdict, changes }) => [verdict, changes.map(({ text }) => text)])).toEqual([
      ['changed', ['the reply says “fine” instead of “ok”']],
      ['not comparable', []],
    ])
    expect(compareTranscripts(resultOf([turn(0, 'passed')]), resultOf([]))[0]).toMatchObject({
      a: 0,
      b: null,
      verdict: 'not comparable',
    })
  })
})

describe('large turns', () => {
  const many = (seed: number, length: number): TranscriptEntry[] =>
    Array.from({ length }, (_, index) => {
      const output = JSON.stringify({ ref: uuid(index * seed), rows: [{ n: index % seed }] })
      return [
        called(`tool_${(index * seed) % 7}`, `c${index}`, { index, note: `note ${index % seed}` }),
        gave(`tool_${(index * seed) % 7}`, `c${index}`, output),
      ]
    }).flat()
  it('take no longer than they are long', { tags: 'slow' }, async () => {
    const turnOf = (seed: number, size: number, end: string): TranscriptEntry[] => [
      ...[user, ...many(seed, size)],
      said('assistant', end),
    ]
    const growth = await measureGrowth(100, (size) =>
      expect(compare(turnOf(3, size, 'done'), turnOf(5, size, 'gone')).changes.length).toBeGreaterThan(1),
    )
    expect(growth).toBeLessThan(mostGrowth)
  })
  it('with replies of 10,000 words too', { tags: 'slow' }, async () => {
    const words = (seed: number, length: number): string =>
      Array.from({ length }, (_, index) => `w${(index * seed) % 997}`).join(' ')
    const growth = await measureGrowth(1_000, (size) =>
      expect(lines([user, said('assistant', words(7, size))], [user, said('assistant', words(11, size))])).toHaveLength(
        1,
      ),
    )
    expect(growth).toBeLessThan(mostGrowth)
  })
})
