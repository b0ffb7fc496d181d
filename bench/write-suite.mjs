import { writeFileSync } from 'node:fs'
import { messageOf, orderOf, replyOf } from './turn.mjs'

/** Writes the suite of a work: every turn is checked for a text, for a call with one argument, and for its time. */
export function writeSuite(file, { conversations, turns }) {
  const text = ['suite: Order desk', 'agent: order-desk', 'conversations:']
  for (let conversation = 1; conversation <= conversations; conversation += 1) {
    text.push(`  - name: customer ${conversation}`, '    turns:')
    for (let turn = 1; turn <= turns; turn += 1) text.push(turnText(orderOf(conversation, turn)))
  }
  writeFileSync(file, `${text.join('\n')}\n`)
}

function turnText(order) {
  return `      - user: ${messageOf(order)}
        expect:
          reply: { contains: ${replyOf(order)} }
          calls:
            - lookup_order: { with: { order_id: "${order}" } }
          latency: 2 s`
}
