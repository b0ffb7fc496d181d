import { describe, expect, it } from 'vitest'
import type { LawName } from '../../../base/law-name.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { called, gave, said } from '../entries.fixture.ts'
import { createLawMemory } from '../law.ts'
import { viewTurn } from '../turn-view.ts'
import { checkTurnLaws } from './turn-laws.ts'

function broken(
  entries: TranscriptEntry[],
  sent: string | null = 'hi',
  relaxed: LawName[] = [],
  memory = createLawMemory(),
  session: { asked: string | null; answered: string } = { asked: null, answered: 's-1' },
): string[] {
  const facts = { view: viewTurn(entries), sent, turn: 'turn 2', ...session, memory }
  return checkTurnLaws(facts, new Set(relaxed)).map(({ law }) => law)
}

const [user, reply] = [said('user', 'hi'), said('assistant', 'hello', 5)]

describe('the laws of a turn', () => {
  it('holds for a sound turn', () => {
    expect(
      broken([
        called('pre', '0', {}, 'pre'),
        gave('pre', '0', '', { phase: 'pre' }),
        user,
        called('a', '1'),
        gave('a', '1'),
        reply,
      ]),
    ).toEqual([])
  })
  it.each<[LawName, TranscriptEntry[]]>([
    ['time order', [said('user', 'hi', 9), reply]],
    ['time order', [{ ...user, timestamp: 'noon' }, reply]],
    ['time order', [user, called('a', '1'), gave('a', '1', '', { executionTimeMs: -1 }), reply]],
    ['known entries', [user, { type: 'unknown', original: { type: 'tool_use', name: 'refund' } }, reply]],
    ['known entries', [user, said('assistant', [{ type: 'unknown', original: { type: 'card' } }], 5)]],
    ['message echoed', [said('user', 'hi!'), reply]],
    ['message echoed', [reply]],
    ['message echoed', [user, user, reply]],
    ['outputs paired', [user, gave('a', '1'), reply]],
    ['outputs paired', [user, called('a', '1'), gave('b', '1'), reply]],
    ['unique call ids', [user, called('a', '1'), gave('a', '1'), called('a', '1'), gave('a', '1'), reply]],
    ['no open call', [user, called('a', '1'), reply]],
    ['phases agree', [user, called('a', '1'), gave('a', '1', '', { phase: 'post' }), reply]],
    ['agent answers', [user]],
    ['no empty message', [user, said('assistant', ' \n', 5)]],
    ['no empty message', [user, said('assistant', [], 5)]],
    ['no placeholder', [user, said('assistant', 'Dear ${name}', 5)]],
    ['no placeholder', [user, said('assistant', 'Dear {{name}}', 5)]],
    ['no placeholder', [user, said('assistant', [{ type: 'button', text: '${x}', payload: 'p' }], 5)]],
  ])('finds a breach of "%s", and only of it', (law, entries) => {
    expect([...new Set(broken(entries))]).toEqual([law])
    expect(broken(entries, 'hi', [law])).toEqual([])
  })
  it('knows the call ids of earlier turns', () => {
    expect(
      broken([user, called('a', '1'), gave('a', '1'), reply], 'hi', [], {
        ...createLawMemory(),
        callIds: new Set(['1']),
      }),
    ).toEqual(['unique call ids'])
  })
  it('knows when the turn before ended, and tells a clock that went back once', () => {
    const memory = { ...createLawMemory(), latest: { ms: Date.UTC(2026, 0, 1) + 3, turn: 'turn 1' } }
    const later = [said('user', 'hi', 0), said('assistant', 'hello', 1)]
    expect(broken(later, 'hi', [], memory)).toEqual(['time order'])
    expect(memory.latest.turn).toBe('turn 2')
    expect(broken([said('user', 'hi', 1), said('assistant', 'hello', 2)], 'hi', [], memory)).toEqual([])
  })
  it('wants the answer to be of the session that was asked for', () => {
    const session = (sessionId: string | null) =>
      broken([user, reply], 'hi', [], createLawMemory(), { asked: sessionId, answered: 's-2' })
    expect([session(null), session('s-2'), session('s-1')]).toEqual([[], [], ['same session']])
  })
  it('tolerates a null phase on either side', () => {
    expect(broken([user, called('a', '1', {}, null), gave('a', '1'), reply])).toEqual([])
  })
  it('takes a placeholder that the user typed for an echo', () => {
    expect(
      broken([said('user', 'what is ${x}?'), said('assistant', '${x} is a variable', 5)], 'what is ${x}?'),
    ).toEqual([])
  })
  it('expects no user where the agent opens', () => {
    expect(broken([reply], null)).toEqual([])
    expect(broken([user, reply], null)).toEqual(['message echoed'])
  })
  it('leaves captions and buttons without text alone', () => {
    const image = { type: 'image' as const, mimeType: 'image/png', url: 'https://x/y.png', caption: '' }
    expect(broken([user, said('assistant', [image], 5)])).toEqual([])
  })
})
