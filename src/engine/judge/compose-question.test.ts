import { describe, expect, it } from 'vitest'
import { hashJson } from '../../base/json/hash-json.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { asLine, composeQuestion, judgeVersion, listEntries, orders } from './compose-question.ts'

const timestamp = '2026-01-01T00:00:00Z'
const url = 'https://cdn.example/secret'

describe('what a judge is shown', () => {
  it.each<[what: string, entry: TranscriptEntry, shown: object | null]>([
    ['a customer', said('user', 'hi'), { by: 'customer', text: 'hi' }],
    ['an agent', said('assistant', 'hello', 0, null), { by: 'agent', text: 'hello' }],
    ['an agent with a name', said('assistant', 'hello', 0, 'desk'), { by: 'agent', name: 'desk', text: 'hello' }],
    [
      'a background agent',
      said('backgroundAgent', 'psst', 0, 'b'),
      { by: 'background agent', name: 'b', text: 'psst' },
    ],
    ['nothing said', said('user', []), { by: 'customer', items: [] }],
    ['a button', said('user', [{ type: 'button', text: 'Go', payload: 'p' }]), { by: 'customer', button: 'Go' }],
    [
      'images and films',
      said('user', [
        { type: 'image', url, mimeType: 'image/png', caption: 'a mug' },
        { type: 'image', url, mimeType: 'image/png', caption: '' },
        { type: 'video', url, mimeType: 'video/mp4', caption: 'a talk' },
      ]),
      {
        by: 'customer',
        items: [{ sends: 'image', caption: 'a mug' }, { sends: 'image' }, { sends: 'video', caption: 'a talk' }],
      },
    ],
    [
      'what else is sent',
      said('user', [
        { type: 'audio', url, mimeType: 'audio/ogg' },
        { type: 'file', url, mimeType: 'application/pdf', filename: 'bill.pdf' },
        { type: 'unknown', original: { type: 'map', secret: 1 } },
      ]),
      {
        by: 'customer',
        items: [{ sends: 'audio' }, { sends: 'file', filename: 'bill.pdf' }, { sends: 'something of another kind' }],
      },
    ],
    ['a call', called('refund', '1', { order: 7 }), { by: 'agent', calls: 'refund', with: { order: 7 } }],
    ['an output', gave('refund', '1', 'done'), { by: 'tool', name: 'refund', output: 'done' }],
    ['an error', gave('refund', '1', 'no', { is_error: true }), { by: 'tool', name: 'refund', error: 'no' }],
    ['a thought', { type: 'thinking', thinking: 'hm', timestamp }, null],
    ['a summary', { type: 'summary', summary: 'so far', timestamp }, null],
    ['an entry of another kind', { type: 'unknown', original: {} }, null],
  ])('of %s', (_, entry, view) => {
    expect(listEntries([{ index: 0, user: null, entries: [entry] }]).map((each) => each.shown)).toStrictEqual(
      view === null ? [] : [view],
    )
  })
  it('has each output behind its call, whichever of two tools that run at once ended first', () => {
    const entries = [
      called('look', '1', { a: 1 }),
      called('look', '2', { a: 2 }),
      gave('look', '2', 'two'),
      gave('look', '1', 'one'),
    ]
    const views = listEntries([{ index: 0, user: null, entries }])
    expect(views.map(({ entry, shown }) => [entry, shown.with ?? shown.output])).toEqual([
      [0, { a: 1 }],
      [3, 'one'],
      [1, { a: 2 }],
      [2, 'two'],
    ])
  })
  it('is told by its turn and its place there', () => {
    const thinkingEntry: TranscriptEntry = { type: 'thinking', thinking: 'hm', timestamp }
    const turns = [
      { index: 0, user: 'a', entries: [said('user', 'a'), thinkingEntry, said('assistant', 'b', 0, null)] },
      { index: 3, user: null, entries: [said('assistant', 'c', 0, null)] },
    ]
    expect(listEntries(turns)).toEqual([
      { turn: 0, entry: 0, shown: { by: 'customer', text: 'a' } },
      { turn: 0, entry: 2, shown: { by: 'agent', text: 'b' } },
      { turn: 3, entry: 0, shown: { by: 'agent', text: 'c' } },
    ])
  })
})

describe('the words of a question', () => {
  it('are one line each', () => {
    expect(composeQuestion('is "kind"', [{ by: 'agent', text: 'a\nb' }, { by: 'customer' }], orders[0]).text).toBe(
      [
        '{"criterion":"is \\"kind\\""}',
        '',
        'The conversation:',
        '{"entry":1,"by":"agent","text":"a\\nb"}',
        '{"entry":2,"by":"customer"}',
        '',
        'Your answer, one JSON object:',
      ].join('\n'),
    )
  })
  it('offer both verdicts, one order and then the other', () => {
    const [first, second] = orders.map((order) => composeQuestion('x', [], order).system)
    expect(first).toContain('"verdict": "met"}')
    expect(first).toContain('"met", "not met", or "cannot tell"')
    expect(second).toContain('"verdict": "not met"}')
    expect(second).toContain('"not met", "met", or "cannot tell"')
  })
  // Licences and cached answers depend on these words: if you change them, raise the version and update its
  // digest here.
  it('are those of their version', () => {
    const digest = hashJson(orders.map((order) => composeQuestion('x', [{ by: 'agent' }], order)))
    expect([judgeVersion, digest]).toEqual([1, 'cca4717aa071b049'])
  })
  it('hold no sign that could end a line, a tag or a fence', () => {
    expect(asLine({ text: '<b>&`\u0085\u2028\u2029' })).toBe(
      '{"text":"\\u003cb\\u003e\\u0026\\u0060\\u0085\\u2028\\u2029"}',
    )
  })
})
