import { describe, expect, it } from 'vitest'
import { said } from '../../engine/transcript/entries.fixture.ts'
import type { CallRecord, OutboxMessage, SessionRecord, Store } from './store.ts'

/** A session record for tests. */
function session(sessionId: string, workspace = 'a'): SessionRecord {
  return {
    sessionId,
    workspace,
    agentName: 'desk',
    agentNumber: null,
    agentEmail: null,
    versionLabel: '1',
    participant: { id: 'guest', name: null, number: null, email: null },
    variables: { name: 'Asha' },
    channelType: 'webChat',
    channelName: null,
    status: 'active',
    time: 1,
    createdAt: 1,
    updatedAt: 1,
    latest: 1,
    turns: 1,
    state: {},
    analysis: null,
    call: null,
  }
}

/** A call for tests; `arrival` tells calls apart. */
function call(arrival: number, rest: Partial<CallRecord> = {}): CallRecord {
  return {
    callId: `c-${arrival}`,
    sessionId: `s-${arrival}`,
    workspace: 'a',
    workflowId: null,
    direction: 'outbound',
    customerNumber: '15550100',
    agentName: 'desk',
    versionLabel: '1',
    agentNumber: null,
    channelName: null,
    options: {},
    metadata: {},
    retries: 0,
    retryAfterMs: 0,
    hours: { start: null, end: null, timezone: 'UTC' },
    priority: 10,
    onDate: null,
    attempt: 0,
    due: 100,
    arrival,
    state: 'queued',
    connectedAt: null,
    spoken: 0,
    ...rest,
  }
}

/** A message for tests. */
function message(id: string, sessionId: string): OutboxMessage {
  return {
    id,
    sessionId,
    workspace: 'a',
    channelType: 'waChat',
    channelName: 'wa',
    agentName: 'desk',
    versionLabel: '1',
    from: null,
    to: '15550100',
    cc: [],
    bcc: [],
    subject: null,
    messageType: 'say',
    text: 'hi',
    additionalContext: null,
    template: null,
    attachments: [],
    metadata: {},
    replyTo: null,
    due: 1,
    sentAt: null,
    status: 'waiting',
  }
}

/** The tests that every store must pass. */
export function describeStore(name: string, open: () => Store): void {
  const openEmpty = (): Store => {
    const store = open()
    store.clear()
    return store
  }
  describe(name, () => {
    describe('sessions', () => {
      it('gives back what was put, at once (SES-07)', () => {
        const store = openEmpty()
        store.putSession(session('s-1'))
        expect(store.session('s-1')).toEqual(session('s-1'))
      })
      it('knows nothing of ids that were never put, prototype names included', () => {
        const store = openEmpty()
        expect(['s-1', 'constructor', '__proto__', ''].map((id) => store.session(id))).toEqual(Array(4).fill(undefined))
        expect(store.transcript('__proto__')).toEqual([])
      })
      it('keeps the latest of what was put under an id, in the place of the first', () => {
        const store = openEmpty()
        store.putSession(session('s-1'))
        store.putSession(session('s-2', 'b'))
        store.putSession({ ...session('s-1'), status: 'completed', turns: 2 })
        expect(store.newestSessions(9).map(({ sessionId, turns }) => [sessionId, turns])).toEqual([
          ['s-2', 1],
          ['s-1', 2],
        ])
        expect([store.countSessions(), store.newestSessions(1)[0]?.workspace]).toEqual([2, 'b'])
      })
      it('forgets one that is dropped, with its transcript, and keeps the order of the others', () => {
        const store = openEmpty()
        for (const id of ['s-1', 's-2', 's-3']) store.putSession(session(id))
        store.appendEntries('s-2', [said('user', 'one')])
        store.dropSession('s-2')
        store.dropSession('never there')
        store.putSession({ ...session('s-3'), turns: 2 })
        expect([store.session('s-2'), store.transcript('s-2'), store.countSessions()]).toEqual([undefined, [], 2])
        expect(store.newestSessions(9).map(({ sessionId }) => sessionId)).toEqual(['s-3', 's-1'])
      })
      it('adds entries at the end of the transcript of their session alone', () => {
        const store = openEmpty()
        store.appendEntries('s-1', [said('user', 'one'), said('assistant', 'two')])
        store.appendEntries('s-2', [said('user', 'other')])
        store.appendEntries('s-1', [])
        store.appendEntries('s-1', [said('user', 'three')])
        expect(store.transcript('s-1')).toEqual([said('user', 'one'), said('assistant', 'two'), said('user', 'three')])
      })
      it('holds any Unicode as it is, lone surrogates too', () => {
        const store = openEmpty()
        const odd = { ...session('s-ü'), variables: { text: 'é \u0000 👩‍👧 \u202e \ud800' } }
        store.putSession(odd)
        store.appendEntries('s-ü', [said('assistant', 'line\nline\ttab "quotes" \udc00')])
        expect(store.session('s-ü')).toEqual(odd)
        expect(store.transcript('s-ü')).toEqual([said('assistant', 'line\nline\ttab "quotes" \udc00')])
      })
    })

    describe('messages', () => {
      it('keeps them by session and newest first', () => {
        const store = openEmpty()
        for (const [id, of] of [
          ['m-1', 's-1'],
          ['m-2', 's-2'],
          ['m-3', 's-1'],
        ] as const)
          store.putMessage(message(id, of))
        store.putMessage({ ...message('m-1', 's-1'), status: 'sent', sentAt: 5 })
        expect(store.message('m-1')).toMatchObject({ status: 'sent', sentAt: 5 })
        expect(store.messagesOf('s-1').map(({ id }) => id)).toEqual(['m-1', 'm-3'])
        expect(store.newestMessages(2).map(({ id }) => id)).toEqual(['m-3', 'm-2'])
        expect([store.countMessages(), store.message('nope')]).toEqual([3, undefined])
      })
    })

    describe('calls', () => {
      it('QUE-01 QUE-05 QUE-06 the due call of the lowest priority number comes first, then the earliest due, then the first come', () => {
        const store = openEmpty()
        store.putCall(call(1, { priority: 10 }))
        store.putCall(call(2, { priority: 1, due: 500 }))
        store.putCall(call(3, { priority: 2, due: 90 }))
        store.putCall(call(4, { priority: 2, due: 80 }))
        store.putCall(call(5, { priority: 2, due: 80 }))
        store.putCall(call(6, { priority: 1, due: null }))
        store.putCall(call(7, { priority: 1, workspace: 'b' }))
        const order: string[] = []
        for (let next = store.nextCall('a', 100); next !== undefined; next = store.nextCall('a', 100)) {
          order.push(next.callId)
          store.putCall({ ...next, state: 'done' })
        }
        expect(order).toEqual(['c-4', 'c-5', 'c-3', 'c-1'])
        expect(store.nextCall('a', 500)?.callId).toBe('c-2')
        expect(store.openCalls().map(({ callId }) => callId)).toEqual(['c-7', 'c-2', 'c-6'])
      })
      it('counts outbound calls that are on a line, by workspace', () => {
        const store = openEmpty()
        store.putCall(call(1, { state: 'placed' }))
        store.putCall(call(2, { state: 'connected' }))
        store.putCall(call(3, { state: 'connected', direction: 'inbound' }))
        store.putCall(call(4, { state: 'placed', workspace: 'b' }))
        store.putCall(call(5))
        expect([store.busyLines('a'), store.busyLines('b'), store.busyLines('c')]).toEqual([2, 1, 0])
        expect(store.openCalls()[0]?.callId).toBe('c-5')
        expect(store.call('c-1')).toEqual(call(1, { state: 'placed' }))
      })
    })

    describe('timers', () => {
      const timer = (id: string, due: number) => ({ id, kind: 'send message' as const, subject: id, due })
      it('come by when they are due, of equal ones the first that was put', () => {
        const store = openEmpty()
        for (const [id, due] of [
          ['a', 30],
          ['b', 10],
          ['c', 10],
          ['d', 20],
        ] as const)
          store.putTimer(timer(id, due))
        const order: string[] = []
        for (let next = store.nextTimer(); next !== undefined; next = store.nextTimer()) {
          order.push(next.id)
          store.dropTimer(next.id)
        }
        expect(order).toEqual(['b', 'c', 'd', 'a'])
      })
      it('are replaced by one of the same id, and gone when dropped', () => {
        const store = openEmpty()
        store.putTimer(timer('a', 10))
        store.putTimer(timer('a', 40))
        store.putTimer(timer('b', 20))
        expect(store.nextTimer()).toEqual(timer('b', 20))
        store.dropTimer('b')
        store.dropTimer('never there')
        expect(store.nextTimer()).toEqual(timer('a', 40))
      })
    })

    it('keeps small facts, through a clear as well', () => {
      const store = openEmpty()
      store.keep('clock', 5)
      store.keep('clock', { now: [6] })
      store.putSession(session('s-1'))
      store.putTimer({ id: 't', kind: 'call step', subject: 'c', due: 1 })
      store.clear()
      expect([store.kept('clock'), store.kept('none')]).toEqual([{ now: [6] }, undefined])
      expect([store.countSessions(), store.nextTimer(), store.openCalls()]).toEqual([0, undefined, []])
    })
    it('gives the result of a transaction, nested ones included', () => {
      const store = openEmpty()
      const result = store.transact(() =>
        store.transact(() => {
          store.putSession(session('s-1'))
          return 7
        }),
      )
      expect([result, store.countSessions()]).toEqual([7, 1])
    })
    it('stores nothing of a transaction that throws, whatever it wrote', () => {
      const store = openEmpty()
      const timer = (id: string, due: number) => ({ id, kind: 'send message' as const, subject: id, due })
      const look = () =>
        structuredClone([
          [store.session('s-1'), store.session('s-2'), store.countSessions(), store.newestSessions(9)],
          [store.transcript('s-1'), store.transcript('s-2')],
          [store.message('m-1'), store.message('m-2'), store.messagesOf('s-1'), store.countMessages()],
          [store.call('c-1'), store.call('c-2'), store.openCalls(), store.busyLines('a')],
          [store.nextTimer(), store.nextTimer(new Set(['a'])), store.kept('clock'), store.kept('other')],
        ])
      store.putSession(session('s-1'))
      store.appendEntries('s-1', [said('user', 'first')])
      store.putMessage(message('m-1', 's-1'))
      store.putCall(call(1))
      store.putTimer(timer('a', 10))
      store.putTimer(timer('b', 20))
      store.keep('clock', 5)
      const before = look()
      const work = (): void => {
        store.putSession({ ...session('s-1'), turns: 9 })
        store.putSession(session('s-2'))
        store.putSession({ ...session('s-2'), turns: 9 })
        store.appendEntries('s-1', [said('user', 'second')])
        store.appendEntries('s-2', [said('user', 'third')])
        store.putMessage({ ...message('m-1', 's-1'), status: 'sent' })
        store.putMessage(message('m-2', 's-1'))
        store.putCall({ ...call(1), state: 'done' })
        store.putCall(call(2))
        store.dropTimer('a')
        store.putTimer(timer('b', 5))
        store.putTimer(timer('c', 1))
        store.keep('clock', 6)
        store.keep('other', 1)
      }
      expect(() =>
        store.transact(() => {
          work()
          throw new Error('on purpose')
        }),
      ).toThrow('on purpose')
      expect(look()).toEqual(before)
      store.transact(work)
      expect([store.countSessions(), store.transcript('s-1').length, store.nextTimer()?.id]).toEqual([2, 2, 'c'])
    })
  })
}
