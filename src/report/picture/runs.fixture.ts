import { resultOf, turnOf } from '../../compare/align/result.fixture.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'

/** A run of an order desk, as default answers. */
export function orderRun(): ConversationResult {
  return resultOf([
    turnOf(0, [
      called('load_customer', 'c0', {}, 'pre'),
      gave('load_customer', 'c0', '{"customer_id":"C-77","open_orders":2}', { phase: 'pre' }),
      said('user', 'Where is my order 1042?'),
      called('lookup_order', 'c1', { order_id: '1042' }),
      gave('lookup_order', 'c1', '{"status":"shipped","items":[{"sku":"A1","price":20}]}'),
      said('assistant', 'Your order 1042 has shipped and should arrive on Tuesday. Anything else?'),
    ]),
    turnOf(1, [said('user', 'Thanks'), said('assistant', 'You are welcome!')]),
  ])
}

/** The same as draft answers: another status, another reply, an additional call, and another phase. */
export function draftRun(): ConversationResult {
  return resultOf(
    [
      turnOf(
        0,
        [
          called('load_customer', 'd0', {}, 'pre'),
          gave('load_customer', 'd0', '{"customer_id":"C-77","open_orders":2}', { phase: 'pre' }),
          said('user', 'Where is my order 1042?'),
          called('lookup_order', 'd1', { order_id: '1042', verbose: true }),
          gave('lookup_order', 'd1', '{"status":"delayed","items":[{"sku":"A1","price":20}]}'),
          called('open_ticket', 'd2', { reason: 'delay' }, 'post'),
          gave('open_ticket', 'd2', '{"error":"no such queue"}', { is_error: true }),
          said('assistant', 'I am sorry, your order 1042 is delayed and should arrive on Friday. Anything else?'),
        ],
        { verdict: 'failed' },
      ),
      turnOf(1, [said('user', 'Thanks'), said('assistant', 'You are welcome!')]),
    ],
    { version: 'draft', verdict: 'failed' },
  )
}
