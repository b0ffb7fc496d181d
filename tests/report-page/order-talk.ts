import type { TurnComparison } from '../../src/compare/model/turn-comparison.ts'
import type { Outcome } from '../../src/engine/expect/outcome/outcome.ts'
import { called, gave, said } from '../../src/engine/transcript/entries.fixture.ts'
import type { TurnResult } from '../../src/engine/verdict/conversation-result.ts'
import type { TranscriptEntry } from '../../src/wire/api/transcript-entry.ts'
import { turn } from './results.ts'

const orderText = '{"order_id":"2077","status":"packing","can_cancel":true,"items":[{"sku":"mug-blue","price":12.5}]}'
const late = '{"order_id":"2077","status":"packing","can_cancel":true,"items":[{"sku":"mug-blue","price":12.9}]}'

const lookup = (output: string, phase: 'during' | 'pre' = 'during'): TranscriptEntry[] => [
  called('lookup_order', 'c1', { order_id: '2077', fields: ['status', 'items'] }, phase),
  gave('lookup_order', 'c1', output, { executionTimeMs: 184, phase }),
]

/** The first turn is the same except for an output; in the second, the draft cancels without asking. */
export function turnsOf(side: 'a' | 'b'): TurnResult[] {
  const isA = side === 'a'
  const first = [
    {
      type: 'thinking' as const,
      thinking: 'The customer gave an order number. Look it up first.',
      timestamp: '2026-01-01T00:00:00.000Z',
    },
    said('user', 'I ordered a blue mug, order 2077. Can I still cancel it?', 0),
    ...lookup(isA ? orderText : late),
    said(
      'assistant',
      [
        {
          type: 'text',
          text: isA
            ? 'Yes, order 2077 is still being packed. Shall I cancel it for you?'
            : 'Yes, order 2077 is still being packed, so I can cancel it. Shall I?',
        },
        { type: 'button', text: 'Yes, cancel it', payload: 'cancel:2077' },
      ],
      900,
      'order-desk',
    ),
  ]
  const second = isA
    ? [
        said('user', 'Not yet, what would it cost me?', 0),
        said('assistant', 'Nothing at all: orders that are not shipped are refunded in full.', 700, 'order-desk'),
      ]
    : [
        said('user', 'Not yet, what would it cost me?', 0),
        called('cancel_order', 'c2', { order_id: '2077', reason: 'customer asked' }),
        gave('cancel_order', 'c2', 'timeout after 3 attempts', { is_error: true, executionTimeMs: 3012 }),
        said('assistant', 'I have cancelled order 2077. Refunds are made in full.', 700, 'billing-desk'),
      ]
  return [
    turn(0, 'I ordered a blue mug, order 2077. Can I still cancel it?', first, {
      outcomes: [heldReply],
      turnMs: isA ? 912 : 1204,
    }),
    turn(
      1,
      'Not yet, what would it cost me?',
      second,
      isA ? {} : { verdict: 'failed', outcomes: [neverCancel, heldReply], turnMs: 3890 },
    ),
  ]
}

const at = { line: 27, column: 13, length: 12 }
const heldReply: Outcome = { at, verdict: 'passed', kind: 'reply', subject: 'reply', mismatches: [] }
const neverCancel: Outcome = {
  at,
  verdict: 'failed',
  kind: 'unexpected call',
  rule: 'never',
  call: { index: 1, name: 'cancel_order', phase: 'during', arguments: { order_id: '2077', reason: 'customer asked' } },
}

/** The alignment of both sides. */
export const alignedTurns: TurnComparison[] = [
  {
    a: 0,
    b: 0,
    verdict: 'changed',
    changes: [],
    rows: [
      { a: 0, b: 0, kind: 'same' },
      { a: 1, b: 1, kind: 'same' },
      { a: 2, b: 2, kind: 'call', call: { output: [{ path: 'items[0].price', a: 12.5, b: 12.9 }] } },
      {
        a: 4,
        b: 4,
        kind: 'message',
        words: [
          { kind: 'same', text: 'Yes, order 2077 is still being packed' },
          { kind: 'removed', text: '. Shall' },
          { kind: 'added', text: ', so' },
          { kind: 'same', text: ' I ' },
          { kind: 'added', text: 'can ' },
          { kind: 'same', text: 'cancel it' },
          { kind: 'removed', text: ' for you?' },
          { kind: 'added', text: '. Shall I?' },
        ],
        items: [],
        agents: null,
      },
    ],
  },
  {
    a: 1,
    b: 1,
    verdict: 'regressed',
    changes: [{ level: 'calls', text: 'cancel_order is called before the customer agreed' }],
    rows: [
      { a: 0, b: 0, kind: 'same' },
      { a: null, b: 1, kind: 'only b' },
      {
        a: 1,
        b: 3,
        kind: 'message',
        words: [
          { kind: 'removed', text: 'Nothing at all: orders that are not shipped are refunded' },
          { kind: 'added', text: 'I have cancelled order 2077. Refunds are made' },
          { kind: 'same', text: ' in full.' },
        ],
        items: [],
        agents: ['order-desk', 'billing-desk'],
      },
    ],
  },
]
