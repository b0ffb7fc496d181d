import { describe, expect, it } from 'vitest'
import { said } from '../../transcript/entries.fixture.ts'
import type { SessionRecord } from './session-record.ts'
import type { Store } from './store.ts'

/** A session record for tests. */
function record(sessionId: string, workspace = 'a'): SessionRecord {
  return {
    sessionId,
    workspace,
    agentName: 'desk',
    versionLabel: '1',
    participant: { id: 'guest', number: null, email: null },
    variables: { name: 'Asha' },
    channelType: 'webChat',
    channelName: null,
    transcript: [said('user', 'hi')],
    status: 'active',
    time: 1,
    createdAt: 1,
    updatedAt: 1,
    latest: 1,
    turns: 1,
    state: {},
  }
}

/** What every store must do, whatever it keeps its sessions in. */
export function describeStore(name: string, open: () => Store): void {
  describe(name, () => {
    it('gives back what was put, at once (SES-07)', () => {
      const store = open()
      store.put(record('s-1'))
      expect(store.get('s-1')).toEqual(record('s-1'))
    })
    it('knows nothing of ids that were never put, prototype names included', () => {
      const store = open()
      expect([store.get('s-1'), store.get('constructor'), store.get('__proto__'), store.get('')]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    })
    it('keeps the latest of what was put under an id', () => {
      const store = open()
      store.put(record('s-1'))
      store.put({ ...record('s-1'), status: 'completed', turns: 2 })
      expect(store.get('s-1')).toMatchObject({ status: 'completed', turns: 2 })
    })
    it('keeps sessions of all workspaces apart by id', () => {
      const store = open()
      store.put(record('s-1', 'a'))
      store.put(record('s-2', 'b'))
      expect([store.get('s-1')?.workspace, store.get('s-2')?.workspace]).toEqual(['a', 'b'])
    })
    it('holds any Unicode as it is', () => {
      const store = open()
      const odd = {
        ...record('s-ü'),
        variables: { text: 'é \u0000 👩‍👧 \u202e' },
        transcript: [said('assistant', 'line\nline\ttab "quotes"')],
      }
      store.put(odd)
      expect(store.get('s-ü')).toEqual(odd)
    })
  })
}
