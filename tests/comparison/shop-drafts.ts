import { called, gave, said } from '../../src/engine/transcript/entries.fixture.ts'
import type { TranscriptEntry } from '../../src/wire/api/transcript-entry.ts'
import { createPick } from '../corpus/pick.ts'

const moment = (ms: number): string => new Date(Date.UTC(2026, 0, 1) + ms).toISOString()

/** What a conversation of the shop is about. */
export interface Order {
  id: string
  status: string
  carrier: string
  /** Whether its script lists every call. */
  strict: boolean
}

const statuses = ['shipped', 'delayed', 'packed', 'ready']
const carriers = ['Postal', 'Parcelio', 'Northway']

/** The orders of the suite, one a conversation. */
export const orders: readonly Order[] = Array.from({ length: 8 }, (_, index) => ({
  id: String(1042 + 37 * index),
  status: statuses[index % statuses.length] ?? '',
  carrier: carriers[index % carriers.length] ?? '',
  strict: index % 2 === 0,
}))

/** The suite of these orders; `lead` moves its lines. */
export function shopSuite(lead = ''): string {
  const conversations = orders.map(
    ({ id, status, strict }) => `  - name: order ${id}
    turns:
      - user: Where is order ${id}?
        expect:
          calls: [{ lookup_order: { with: { order_id: "${id}" } } }]
          reply: { contains: ${status} }
      - user: Please cancel it.
        expect:
          calls: ${strict ? '{ exactly: [' : '['}{ cancel_order: { with: { order_id: "${id}" } } }${strict ? '] }' : ']'}
          reply: { contains: Goodbye }
`,
  )
  return `${lead}suite: Shop\nagent: shop\nlaws: { message echoed: the fake says what it likes }\nconversations:\n${conversations.join('')}`
}

/** How the shop words its replies: sets of ways to say the same, of which a run picks one each. */
export type Wording = 'usual' | 'anew'

const wordings: Record<Wording, { first: ((order: Order) => string)[]; second: ((order: Order) => string)[] }> = {
  usual: {
    first: [
      ({ id, status, carrier }) => `Order ${id} is ${status}. It travels with ${carrier}.`,
      ({ id, status, carrier }) => `I see that ${id} is ${status}. ${carrier} brings it.`,
    ],
    second: [
      ({ id }) => `Order ${id} is cancelled. Goodbye and thank you.`,
      ({ id }) => `Done, order ${id} was cancelled. Thank you and Goodbye.`,
    ],
  },
  anew: {
    first: [({ id, status, carrier }) => `Your order ${id} has the state ${status}. The carrier is ${carrier}.`],
    second: [({ id }) => `We have taken ${id} back as you wished. All the best and Goodbye.`],
  },
}

/** A run of the shop, before anything is changed in it. */
export function playShop(
  order: Order,
  turn: number,
  message: string,
  wording: Wording,
  seed: number,
): TranscriptEntry[] {
  const pick = createPick(seed * 2 + turn)
  const ways = turn === 0 ? wordings[wording].first : wordings[wording].second
  const text = (ways[pick(ways.length)] ?? ways[0])?.(order) ?? ''
  const receipt = `${String(seed).padStart(8, '0')}-0000-4000-8000-${String(turn).padStart(12, '0')}`
  const name = turn === 0 ? 'lookup_order' : 'cancel_order'
  const output = { ...(turn === 0 ? { status: order.status, carrier: order.carrier } : { cancelled: true }), receipt }
  const call = (id: string, at: number): TranscriptEntry[] => [
    called(name, id, { order_id: order.id, channel: 'chat' }, 'during', at),
    gave(name, id, JSON.stringify(output), { executionTimeMs: 5 + pick(40), timestamp: moment(at + 10) }),
  ]
  // Now and then it looks the order up twice.
  const again = turn === 0 && pick(20) === 0 ? call(`d${seed}`, 25) : []
  return [
    said('user', message, 0),
    ...call(`c${seed}-${turn}`, 10),
    ...again,
    said(
      'assistant',
      [
        { type: 'text', text },
        { type: 'button', text: 'Anything else', payload: 'more' },
      ],
      50,
    ),
  ]
}

/** A change of a draft that is meant: what becomes of the entries of a turn. */
export interface Intended {
  name: string
  change(entries: TranscriptEntry[], turn: number, order: Order): TranscriptEntry[]
}

const inReply =
  (turn: number, edit: (entry: Extract<TranscriptEntry, { type: 'message' }>) => TranscriptEntry[]) =>
  (entries: TranscriptEntry[], at: number): TranscriptEntry[] =>
    at !== turn
      ? entries
      : entries.flatMap((entry) => (entry.type === 'message' && entry.role === 'assistant' ? edit(entry) : [entry]))

const further = (name: string, at: number): Intended => ({
  name: `calls ${name}`,
  change: (entries, turn, { id }) =>
    turn !== at
      ? entries
      : entries.toSpliced(
          -1,
          0,
          called(name, `n${at}`, { order_id: id }, 'during', 40),
          gave(name, `n${at}`, '{"ok":true}', { timestamp: moment(45) }),
        ),
})

/** The changes of which drafts are made. */
export const intended: readonly Intended[] = [
  further('log_visit', 1),
  further('check_stock', 0),
  {
    name: 'another channel',
    change: (entries) =>
      entries.map((entry) =>
        entry.type === 'function_call' && entry.name === 'cancel_order'
          ? { ...entry, arguments: { ...entry.arguments, channel: 'desk' } }
          : entry,
      ),
  },
  {
    name: 'another button',
    change: inReply(1, (entry) => [
      {
        ...entry,
        content: entry.content.map((item) => (item.type === 'button' ? { ...item, text: 'Start again' } : item)),
      },
    ]),
  },
  { name: 'another agent', change: inReply(1, (entry) => [{ ...entry, agentName: 'retention' }]) },
  {
    name: 'does not cancel at once',
    change: (entries, turn, { id }) =>
      turn === 0
        ? entries
        : inReply(1, (entry) => [
            { ...entry, content: [{ type: 'text', text: `Shall I cancel ${id} for you? Otherwise Goodbye.` }] },
          ])(
            entries.filter(({ type }) => type === 'message'),
            1,
          ),
  },
  {
    name: 'a second message',
    change: inReply(0, (entry) => [entry, { ...entry, content: [{ type: 'text', text: 'Tell me what to do.' }] }]),
  },
]
