import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, orderOf, replyOf } from '../../turn.mjs'

/** Conversations per file: a suite may have at most four million characters. */
const perFile = 500

/**
 * Writes suites with so many conversations in total; every turn is checked for a text, for a call and for its time.
 */
export function writeSuites(folder, { conversations, turns }) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (let first = 1; first <= conversations; first += perFile) {
    const count = Math.min(perFile, conversations - first + 1)
    const text = Array.from({ length: count }, (_, index) => conversationText(first + index, turns)).join('')
    const file = join(folder, `customers-${String(first).padStart(6, '0')}.yaml`)
    writeFileSync(file, `suite: Customers from ${first}\nagent: order-desk\nconversations:\n${text}`)
  }
}

function conversationText(conversation, turns) {
  const texts = Array.from({ length: turns }, (_, index) => turnText(orderOf(conversation, index + 1)))
  return `  - name: customer ${conversation}\n    turns:\n${texts.join('')}`
}

function turnText(order) {
  return `      - user: ${messageOf(order)}
        expect:
          reply: { contains: ${replyOf(order)} }
          calls: [{ lookup_order: { with: { order_id: "${order}" } } }]
          latency: 30 s
`
}
