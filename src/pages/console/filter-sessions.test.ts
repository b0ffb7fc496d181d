import { describe, expect, it } from 'vitest'
import type { SessionRow } from './local-state.ts'
import { filterSessions } from './paint.ts'

const row = (sessionId: string, more: Partial<SessionRow>): SessionRow => ({
  sessionId,
  workspace: 'demo',
  agentName: 'order-desk',
  version: '3',
  channelType: 'webChat',
  channelName: null,
  participant: 'Ada',
  status: 'active',
  createdAt: '',
  updatedAt: '',
  turns: 1,
  firstWords: null,
  ...more,
})
const rows = [
  row('one', {}),
  row('two', { participant: '+49 151', status: 'completed' }),
  row('three', { version: null }),
]
const idsFor = (filter: string) => filterSessions(rows, filter).map(({ sessionId }) => sessionId)

describe('the filter of sessions', () => {
  it('asks for every word, anywhere in the row, whatever the case', () => {
    expect(idsFor('ORDER active')).toEqual(['one', 'three'])
    expect(idsFor(' +49  completed ')).toEqual(['two'])
    expect(idsFor('one completed')).toEqual([])
  })
  it('lets all through when it is empty, and never matches the word null', () => {
    expect(idsFor('  ')).toEqual(['one', 'two', 'three'])
    expect(idsFor('null')).toEqual([])
  })
})
