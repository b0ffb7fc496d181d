import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { fakeClient } from '../../engine/verdict/fake-client.fixture.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Client } from '../../wire/client/client.ts'

/** What a small order desk does, turn by turn: it looks orders up and cancels one. */
const turns: ((message: string) => TranscriptEntry[])[] = [
  (message) => [
    said('user', message, 0),
    called('lookup_order', 'c1', { order_id: '1042' }, 'during', 10),
    gave('lookup_order', 'c1', '{"status":"shipped"}', { timestamp: moment(20) }),
    called('lookup_order', 'c2', { order_id: '2077' }, 'during', 30),
    gave('lookup_order', 'c2', '{"status":"packing"}', { timestamp: moment(40) }),
    said('assistant', 'Order 1042 is shipped. Shall I cancel order 2077?', 50),
  ],
  (message) => [
    said('user', message, 60),
    called('cancel_order', 'c3', { order_id: '2077' }, 'during', 70),
    gave('cancel_order', 'c3', '{"cancelled":true}', { timestamp: moment(80) }),
    said(
      'assistant',
      [
        { type: 'text', text: 'It is cancelled.' },
        { type: 'button', text: 'Thanks', payload: 'bye' },
      ],
      90,
    ),
  ],
]

function moment(ms: number): string {
  return new Date(Date.UTC(2026, 0, 1) + ms).toISOString()
}

/** A client of the order desk whose every session goes the same way. */
export function orderDesk(): { client: Client } {
  return fakeClient(
    ({ message = '' }, turn) => turns[turn]?.(message) ?? [],
    () => ({ agentDetails: { name: 'desk', number: null, email: null, version: '3' } }),
  )
}

/** A suite that holds two turns of the order desk, with what each expects. */
export function deskSuite(first: string, second: string, more = ''): string {
  return `suite: Desk
agent: desk
conversations:
  - name: cancels
${more}    turns:
      - user: Where are my orders 1042 and 2077?
        expect: ${first}
      - user: Yes
        expect: ${second}
`
}
