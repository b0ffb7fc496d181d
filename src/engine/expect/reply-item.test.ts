import { describe, expect, it } from 'vitest'
import { said } from '../transcript/entries.fixture.ts'
import { judgeTurn, verdicts } from './judge-turn.fixture.ts'
import { readLink } from './reply-item.ts'

const url = 'https://cdn.example/a.png?expires=1795249512'
const items = [
  said('assistant', [
    { type: 'text', text: 'Hello' },
    { type: 'image', url, caption: 'a mug', mimeType: 'image/png' },
    { type: 'video', url: 'https://v.example/b', caption: 'a talk', mimeType: 'video/mp4' },
  ]),
  said('assistant', [
    { type: 'audio', url: 'https://s.example/c', mimeType: 'audio/ogg' },
    { type: 'file', url: 'not a link', filename: 'bill.pdf', mimeType: 'application/pdf' },
    { type: 'button', text: 'Track', payload: 'track' },
  ]),
] as Parameters<typeof verdicts>[1]

describe('a content item', () => {
  it.each([
    ['image', 'a mug', '{ host: cdn.example, expires: 2026-11-21T08:25:12.000Z }'],
    ['video', 'a talk', '{ host: v.example, caption: a talk }'],
    ['audio', 'https://s.example/c', '{ host: s.example }'],
    ['file', 'bill.pdf', '{ url: not a link, filename: bill.pdf, host: { present: false } }'],
    ['button', 'Track', '{ text: Track, payload: track, host: { present: false } }'],
  ])('%s is its text, and has its members', (kind, text, members) => {
    expect(verdicts(`reply: { ${kind}: "${text}" }`, items)).toEqual(['passed'])
    expect(verdicts(`reply: { ${kind}: "${text}!" }`, items)).toEqual(['failed'])
    expect(verdicts(`reply: { ${kind}: ${members} }`, items)).toEqual(['passed'])
    expect(verdicts(`reply: { ${kind}: { host: other.example } }`, items)).toEqual(['failed'])
  })
  it('that is missing is told at its place, and one that is too much with what it says', () => {
    expect(judgeTurn('reply: { image: a mug }', [said('assistant', 'ok')])).toEqual([
      expect.objectContaining({ kind: 'item', item: 'image', verdict: 'failed', seen: 0, mismatches: [] }),
    ])
    expect(judgeTurn('reply: { file: none }', items)).toMatchObject([
      {
        kind: 'item',
        item: 'file',
        verdict: 'failed',
        seen: 1,
        at: { line: 1, column: 10 },
        mismatches: [{ at: { column: 10 }, path: 'file', expected: 'no file', actual: 'bill.pdf' }],
      },
    ])
    expect(judgeTurn('reply: { file: none }', [said('assistant', 'ok')])).toMatchObject([
      { kind: 'item', verdict: 'passed', seen: 0, mismatches: [] },
    ])
  })
  const english = 'Your order is on its way and will be there tomorrow.'
  const german = 'Ihre Bestellung ist unterwegs und kommt morgen an.'
  it.each<[string, string[], string]>([
    ['{ language: de }', ['Ok'], 'not judged'],
    ['{ language: de }', ['Ok', german], 'passed'],
    ['{ language: de }', [german, 'Ok'], 'passed'],
    ['{ language: de }', ['Ok', english], 'not judged'],
    ['{ language: de }', [english, 'Ok'], 'not judged'],
    ['{ language: de }', [english], 'failed'],
    ['[{ language: de }, Ok]', ['Ok', german], 'passed passed'],
    ['[{ language: de }, Ok]', ['Ok', english], 'failed passed'],
    ['[{ language: de }, { language: de }]', [german, 'Ok'], 'passed not judged'],
    ['{ not: { language: de } }', ['Ok'], 'not judged'],
    ['{ not: { language: de } }', ['Ok', english], 'not judged'],
    ['{ not: { language: de } }', [english, german], 'failed'],
    ['{ not: { language: de } }', ['Ok', german], 'failed'],
    ['{ not: { language: de } }', [english, english], 'passed'],
    ['{ not: { language: de } }', [], 'passed'],
    ['{ not: { payload: e } }', ['Ok', 'one'], 'failed'],
  ])('is judged with what is certain first: %s of %j', (expected, texts, message) => {
    const buttons = texts.map((text) => ({ type: 'button' as const, text, payload: text.slice(-1) }))
    expect(verdicts(`reply: { button: ${expected} }`, [said('assistant', buttons)]).join(' ')).toBe(message)
  })
  it('of which nobody can tell says why', () => {
    const entries = [said('assistant', [{ type: 'button', text: 'Ok', payload: 'x' }])]
    for (const yaml of ['reply: { button: { language: de } }', 'reply: { button: { not: { language: de } } }'])
      expect(judgeTurn(yaml, entries)).toEqual([
        {
          kind: 'value',
          verdict: 'not judged',
          at: expect.anything(),
          subject: 'button',
          reason: 'it is too short to tell its language by',
        },
      ])
  })
  it('that comes closest says what it lacks', () => {
    const two = ['Send', 'Skip'].map((text) => said('assistant', [{ type: 'button', text, payload: 'x' }]))
    expect(judgeTurn('reply: { button: { text: Skip, payload: z } }', two)).toMatchObject([
      { seen: 2, at: { column: 41 }, mismatches: [{ path: 'button.payload', actual: 'x' }] },
    ])
    expect(judgeTurn('reply: { button: Maybe }', two)).toMatchObject([{ mismatches: [{ actual: 'Send' }] }])
  })
})

it.each([
  ['https://cdn.example/a.png', { host: 'cdn.example' }],
  [
    'https://cdn.example:8443/a?expires=1795249512000&signature=x',
    { host: 'cdn.example:8443', expires: '2026-11-21T08:25:12.000Z' },
  ],
  ['https://s.example/a?Expires=1795249512', { host: 's.example', expires: '2026-11-21T08:25:12.000Z' }],
  [
    'https://s.example/a?X-Amz-Date=20261121T080000Z&X-Amz-Expires=900',
    { host: 's.example', expires: '2026-11-21T08:15:00.000Z' },
  ],
  ['https://s.example/a?expires=soon', { host: 's.example' }],
  ['https://s.example/a?expires=0', { host: 's.example' }],
  ['https://s.example/a?expires=-5', { host: 's.example' }],
  ['https://s.example/a?expires=99999999999', { host: 's.example', expires: '5138-11-16T09:46:39.000Z' }],
  ['https://s.example/a?expires=100000000000', { host: 's.example', expires: '1973-03-03T09:46:40.000Z' }],
  ['https://s.example/a?expires=99999999999999999999', { host: 's.example' }],
  ['https://s.example/a?X-Amz-Expires=900', { host: 's.example' }],
  ['https://s.example/a?X-Amz-Date=20261121T080000Z', { host: 's.example' }],
  ['https://s.example/a?X-Amz-Date=20261321T080000Z&X-Amz-Expires=900', { host: 's.example' }],
  ['https://s.example/a?X-Amz-Date=20261121T080000ZZ&X-Amz-Expires=900', { host: 's.example' }],
  ['https://s.example/a?X-Amz-Date=020261121T080000Z&X-Amz-Expires=900', { host: 's.example' }],
])('reads %s', (url, expected) => {
  expect(readLink(new URL(url))).toEqual(expected)
})
