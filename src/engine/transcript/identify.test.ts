import { describe, expect, it } from 'vitest'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { called, gave, said } from './entries.fixture.ts'
import { identify } from './identify.ts'

const message = said('assistant', 'hello', 5)
const call = called('find', '1', { a: 1, b: { c: 2, d: 3 } })

describe('identify', () => {
  it.each<[string, TranscriptEntry, TranscriptEntry]>([
    ['how the moment is written', message, { ...message, timestamp: '2026-01-01T01:00:00.005+01:00' }],
    ['who sent it, and extras', message, { ...message, senderName: 'Desk', metadata: { subject: 'x' } }],
    ['members that nobody lists', message, { ...message, _id: 'x' } as TranscriptEntry],
    ['the order of members', call, { ...call, arguments: { b: { d: 3, c: 2 }, a: 1 } }],
    ['the measured time', gave('a', '1'), gave('a', '1', 'ok', { executionTimeMs: null })],
  ])('leaves out %s', (_, one, other) => {
    expect(identify(one)).toBe(identify(other))
  })
  it.each<[string, TranscriptEntry, TranscriptEntry]>([
    ['the text', message, said('assistant', 'hullo', 5)],
    ['the role', message, said('backgroundAgent', 'hello', 5)],
    ['the speaker', message, said('assistant', 'hello', 5, 'human')],
    ['the moment', message, said('assistant', 'hello', 6)],
    [
      'where a message is divided',
      said('assistant', [{ type: 'text', text: 'a\nb' }]),
      said('assistant', [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ]),
    ],
    ['the call id', call, { ...call, call_id: '2' }],
    ['an argument', call, { ...call, arguments: { a: 1, b: { c: 2, d: 4 } } }],
    ['the output', gave('a', '1'), gave('a', '1', '')],
    ['a failure', gave('a', '1'), gave('a', '1', 'ok', { is_error: true })],
  ])('tells apart by %s', (_, one, other) => {
    expect(identify(one)).not.toBe(identify(other))
  })
  it('takes a date that is none as text', () => {
    expect(identify({ ...message, timestamp: 'noon' })).not.toBe(identify({ ...message, timestamp: 'midnight' }))
  })
})
