import { describe, expect, it } from 'vitest'
import { called, gave, said } from '../../src/engine/transcript/entries.fixture.ts'
import { importTalks } from '../../src/import/sessions/import-talks.ts'
import { plain, talkOf } from '../../src/import/sessions/talk.fixture.ts'
import type { Session } from '../../src/wire/api/session.ts'
import type { ContentItem, TranscriptEntry } from '../../src/wire/api/transcript-entry.ts'
import { replayImported } from './replay-imported.ts'

const hello = [said('user', 'Hi'), said('assistant', 'Hello.', 1)]
const media = { mimeType: 'application/x-odd', url: 'https://signed.example/a?sig=secret' }
/** Every kind of content item that a message may contain; the type keeps the list complete. */
const items: Record<Exclude<ContentItem['type'], 'text' | 'unknown'>, ContentItem> = {
  image: { type: 'image', ...media, caption: 'A map' },
  video: { type: 'video', ...media, caption: '' },
  audio: { type: 'audio', ...media },
  file: { type: 'file', ...media, filename: 'invoice.pdf' },
  button: { type: 'button', text: 'Yes', payload: 'yes' },
}
const post = (id: string, ms: number, is_error = false): TranscriptEntry[] => {
  const call = called('log_outcome', id, { outcome: 'won' }, 'post', ms)
  return [call, gave('log_outcome', id, 'ok', { phase: 'post', is_error, timestamp: call.timestamp })]
}
const ended: Partial<Session> = { status: 'completed', updatedAt: '2026-01-01T00:00:00.100Z' }
const lateBy = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString()

/** Sessions with everything that a draft may expect. */
const sessions: Record<string, [TranscriptEntry[], Partial<Session>?]> = {
  'an open session': [hello],
  'a session that ended with its last message': [hello, ended],
  'a session that ended half a minute later': [hello, { ...ended, updatedAt: lateBy(35) }],
  'a session that ended after a rest': [hello, { ...ended, updatedAt: lateBy(90) }],
  'an analysis': [
    hello,
    { ...ended, analysis: { sentiment: 'good', score: 4, topics: ['a'], more: { a: 1 }, left: null } },
  ],
  'a call after the end': [[...hello, ...post('c1', 9)], ended],
  'two calls after the end, of which one fails': [[...hello, ...post('c1', 9), ...post('c2', 10, true)], ended],
  'calls after the end of an open session': [[...hello, ...post('c1', 9)]],
  'a call of the phase post amid the talk': [
    [...hello, ...post('c1', 5), said('user', 'More', 6), said('assistant', 'Yes.', 7), ...post('c2', 9)],
    ended,
  ],
  'a call after the end that was never answered': [[...hello, called('log_outcome', 'c1', {}, 'post', 9)], ended],
  'another agent that speaks': [[said('user', 'Hi'), said('assistant', 'I am a person.', 1, 'human')], ended],
  'an agent in the background': [[...hello, said('backgroundAgent', 'noted', 2, 'scribe')]],
  'an agent that opens': [[said('assistant', 'Hello!'), ...hello]],
  'a turn without a reply': [
    [...hello, said('user', 'Do it', 2), called('act', 'c1', {}, 'during', 3), gave('act', 'c1', '{}')],
  ],
  'two messages of the user in a row': [
    [said('user', 'Hi'), said('user', 'there', 1), said('assistant', 'Yes?', 2)],
    ended,
  ],
  'a last message that nothing answers': [[...hello, said('user', 'Hm', 2)], ended],
  'a reply that shows nothing': [[said('user', 'Hi'), said('assistant', [], 1)]],
  'a blank message of the user': [[said('user', ' '), said('assistant', 'Yes?', 1)]],
  ...Object.fromEntries(
    Object.entries(items).flatMap(([kind, item]): [string, [TranscriptEntry[]]][] => [
      [
        `${kind} beside text`,
        [[said('user', 'Hi'), said('assistant', [{ type: 'text', text: 'See:' }, item, item], 1)]],
      ],
      [`${kind} alone`, [[said('user', 'Hi'), said('assistant', [item], 1)]]],
    ]),
  ),
}

describe('a draft beside its own recordings', () => {
  it.each(Object.keys(sessions).flatMap((name) => [[name, true] as const, [name, false] as const]))(
    'is green for %s (exact calls: %s)',
    async (name, exact) => {
      const [transcript = [], more] = sessions[name] ?? []
      const imported = await importTalks([talkOf(transcript, more)], { ...plain, recordings: true, exact })
      expect(imported.refused).toEqual([])
      expect(JSON.stringify(imported.recordings)).not.toContain('signed.example')
      const results = await replayImported(imported)
      const missed = results.flatMap(({ turns, outcomes }) => [...turns.flatMap((turn) => turn.outcomes), ...outcomes])
      expect([results.map(({ verdict }) => verdict), missed.filter(({ verdict }) => verdict !== 'passed')]).toEqual([
        ['passed'],
        [],
      ])
    },
  )
})
