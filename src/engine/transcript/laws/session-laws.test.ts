import { describe, expect, it } from 'vitest'
import type { Session } from '../../../wire/api/session.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { called, gave, said } from '../entries.fixture.ts'
import { checkSessionLaws } from './session-laws.ts'

const turn = [said('user', 'hi'), said('assistant', 'hello', 5)]

function stored(transcript: TranscriptEntry[], version: string | null = null): Session {
  const time = '2026-01-01T00:00:00.000Z'
  const agentDetails = { name: 'desk', number: null, email: null, version }
  return {
    sessionId: 's',
    agentDetails,
    communicationChannelType: 'webChat',
    transcript,
    status: 'active',
    time,
    createdAt: time,
    updatedAt: time,
  }
}

const broken = (session: Session, version = 'default', entries: TranscriptEntry[] = turn) =>
  checkSessionLaws({ session, asked: 's', agents: ['desk'], entries, version }, new Set()).map(({ law }) => law)

const later = { ...gave('log', '1', '', { phase: 'post' }), timestamp: called('log', '1', {}, 'post', 7).timestamp }

describe('the laws of a session', () => {
  it('accepts slices that add up, with post calls after them', () => {
    expect(broken(stored([...turn, called('log', '1', {}, 'post', 6), later]))).toEqual([])
  })
  it('accepts calls of the phase pre right before a user’s message, and post behind any reply, that no turn showed', () => {
    const two = [...turn, said('user', 'and', 20), said('assistant', 'yes', 25)]
    const pair = (phase: 'pre' | 'post', id: string, ms: number) => [
      called('log', id, {}, phase, ms),
      { ...gave('log', id, '', { phase }), timestamp: said('user', '', ms).timestamp },
    ]
    const [a, b, c, d] = two as [TranscriptEntry, TranscriptEntry, TranscriptEntry, TranscriptEntry]
    const check = (...transcript: TranscriptEntry[]) => broken(stored(transcript), 'default', two)
    expect(check(...pair('pre', '1', 0), a, b, ...pair('post', '2', 6), ...pair('pre', '3', 19), c, d)).toEqual([])
    expect(check(a, ...pair('pre', '1', 1), b, c, d)).toEqual(['slices add up'])
    const early = [...turn, ...pair('pre', '4', 20), ...two.slice(2)]
    expect(broken(stored([...turn, ...pair('pre', '3', 19), ...early.slice(2)]), 'default', early)).toEqual([])
    expect(check(a, b, c, d, ...pair('pre', '1', 26))).toEqual(['slices add up'])
    expect(check(...pair('pre', '1', 0), a, b, c)).toEqual(['slices add up'])
  })
  it('names no other law for what the turns showed, where the session holds more', () => {
    const look = [called('look', '1', {}, 'during', 2), { ...gave('look', '1'), timestamp: turn[1]?.timestamp ?? '' }]
    const [a, b] = turn as [TranscriptEntry, TranscriptEntry]
    const entries = [a, ...look, b]
    const hidden = called('log', '9', {}, 'during', 1)
    const done = { ...gave('log', '9'), timestamp: hidden.timestamp }
    expect(broken(stored([a, hidden, done, ...look, b]), 'default', entries)).toEqual(['slices add up'])
    expect(broken(stored([a, hidden, ...look, b]), 'default', entries)).toEqual(['no open call', 'slices add up'])
    const again = { ...hidden, call_id: '1' }
    expect(broken(stored([a, ...look, again, b]), 'default', entries)).toContain('unique call ids')
  })
  it.each([
    ['an entry is missing', [turn[0]]],
    ['a reply differs', [turn[0], said('assistant', 'hullo', 5)]],
    ['there is one more', [...turn, said('assistant', 'and more', 9)]],
  ])('finds that %s', (_, transcript) => {
    expect(broken(stored(transcript as TranscriptEntry[]))).toEqual(['slices add up'])
  })
  it('finds that a call is of another phase, unless one of the two says none', () => {
    const [a, b] = turn as [TranscriptEntry, TranscriptEntry]
    const look = (phase: 'during' | 'post' | null) => [
      called('look', '1', {}, phase, 2),
      { ...gave('look', '1', '', { phase }), timestamp: turn[1]?.timestamp ?? '' },
    ]
    const check = (shownPhase: 'during' | null, keptPhase: 'during' | 'post' | null) => {
      const session = stored([a, ...look(keptPhase), b])
      const facts = { session, asked: 's', agents: ['desk'], entries: [a, ...look(shownPhase), b], version: 'default' }
      return checkSessionLaws(facts, new Set()).map(({ message }) => message)
    }
    expect(check('during', 'post')).toEqual([
      'entry 2, function_call look (1), was of the phase during in the turn, but is of post in the stored session',
    ])
    expect([check('during', 'during'), check('during', null), check(null, 'post')]).toEqual([[], [], []])
  })
  it('wants the session and the agent that were asked for, or one that spoke', () => {
    const turnBy = (name: string, sessionId = 's') => ({
      ...stored(turn),
      sessionId,
      agentDetails: { name, number: null, email: null, version: null },
    })
    const check = (session: Session, agents: string[] | null) =>
      checkSessionLaws({ session, asked: 's', agents, entries: turn, version: 'default' }, new Set()).map(
        ({ law }) => law,
      )
    expect([check(turnBy('other'), ['other']), check(turnBy('desk'), ['other']), check(turnBy('x'), null)]).toEqual([
      [],
      [],
      [],
    ])
    expect([check(turnBy('x'), ['desk']), check(turnBy('desk', 's-2'), ['desk'])]).toEqual([
      ['same session'],
      ['same session'],
    ])
  })
  it('holds what no turn showed to be known and in order', () => {
    const strange = { type: 'unknown' as const, original: { type: 'tool_use' } }
    expect(broken(stored([...turn, strange]), 'default', [...turn, strange])).toEqual([])
    expect(broken(stored([...turn, strange]))).toEqual(['known entries', 'slices add up'])
    expect(broken(stored([...turn, called('log', '1', {}, 'post', 1)]))).toEqual(['time order', 'no open call'])
  })
  it('ignores the signature of links', () => {
    const file = (signature: string) =>
      said('assistant', [{ type: 'file', mimeType: 'a/b', url: `https://x/y.pdf?s=${signature}`, filename: 'y.pdf' }])
    expect(broken(stored([file('2')]), 'default', [file('1')])).toEqual([])
  })
  it.each([
    ['3', '3', []],
    ['3', 'v3', []],
    ['3', '2', ['version answers']],
    ['3', 'draft', ['version answers']],
    ['draft', 'draft', []],
    ['draft', '2', ['version answers']],
    ['default', '2', []],
    ['default', 'draft', ['version answers']],
    ['3', 'Spring release', []],
    ['3', null, []],
  ])('asked for %s, answered by the label %s', (version, label, expected) => {
    expect(broken(stored(turn, label), version)).toEqual(expected)
  })
  it('holds phases against the blueprint where it is known', () => {
    const entries = [...turn, called('log', '1')]
    const check = (preCall: string[], postCall: string[]) =>
      checkSessionLaws(
        {
          session: stored(entries),
          asked: 's',
          agents: null,
          entries,
          version: 'default',
          functions: { preCall, duringCall: [], postCall },
        },
        new Set(),
      ).map(({ law }) => law)
    expect(check([], ['log'])).toEqual(['phases follow blueprint'])
    expect(check([], [])).toEqual([])
  })
})
