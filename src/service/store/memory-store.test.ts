import { describe, expect, it } from 'vitest'
import { createMemoryStore } from './memory-store.ts'
import { describeStore } from './store.fixture.ts'
import type { SessionRecord } from './store.ts'

describeStore('the store in memory', createMemoryStore)

describe('a full store in memory', () => {
  const entry = { type: 'message', role: 'user', content: [{ type: 'text', text: 'hi' }] } as never
  const put = (store: ReturnType<typeof createMemoryStore>, sessionId: string, call: object | null = null): void =>
    store.transact(() => {
      store.putSession({ sessionId, call, variables: {}, state: {} } as SessionRecord)
      store.appendEntries(sessionId, [entry, entry])
    })
  const heldIn = (store: ReturnType<typeof createMemoryStore>): string =>
    store
      .newestSessions(10)
      .map(({ sessionId }) => sessionId + store.transcript(sessionId).length)
      .join(' ')

  it('forgets the sessions that rested longest, with what belongs to them', () => {
    const store = createMemoryStore(10)
    for (const id of ['a', 'b', 'c']) put(store, id)
    store.putMessage({ id: 'm', sessionId: 'b', text: 'x' } as never)
    put(store, 'a')
    expect([heldIn(store), store.countMessages()]).toEqual(['c2 a4', 0])
    put(store, 'd')
    expect([heldIn(store), store.countSessions()]).toEqual(['d2 a4', 2])
  })

  it('counts a long text as several entries', () => {
    const store = createMemoryStore(10)
    for (const id of ['a', 'b']) put(store, id)
    const output = { type: 'function_call_output', output: 'x'.repeat(2_000) } as never
    store.transact(() => store.appendEntries('b', [output]))
    expect(heldIn(store)).toBe('b3')
    put(store, 'c')
    expect(heldIn(store)).toBe('c2')
  })

  it('keeps calls that go on, and what was rolled back does not count', () => {
    const store = createMemoryStore(6)
    store.putCall({ callId: 'k', state: 'connected' } as never)
    put(store, 'call', { callId: 'k' })
    expect(() =>
      store.transact(() => {
        store.appendEntries('call', [entry, entry, entry, entry])
        throw new Error('no')
      }),
    ).toThrow('no')
    for (const id of ['a', 'b', 'c']) put(store, id)
    expect(heldIn(store)).toBe('c2 call2')
    store.putCall({ callId: 'k', state: 'done' } as never)
    put(store, 'd')
    expect([heldIn(store), store.call('k')]).toEqual(['d2 c2', undefined])
  })
})
