import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, orderOf, replyOf } from './turn.mjs'

/**
 * Writes the suite of a work: every turn is checked for a text, for a call with one argument, and for its
 * time. `first` is the number of its first conversation; `also` is how many more matchers each turn's reply
 * is checked against. With `fails`, each conversation is of another customer, whose number and address it
 * names, and fails at its last turn.
 */
export function writeSuite(file, { title = 'Order desk', first = 1, conversations, turns, also = 0, fails = false }) {
  const text = [`suite: ${title}`, 'agent: order-desk', 'conversations:']
  for (let conversation = first; conversation < first + conversations; conversation += 1) {
    const { phone, email } = customerOf(conversation)
    text.push(`  - name: customer ${conversation}`)
    if (fails) text.push(`    metadata: { phone: "${phone}", email: "${email}" }`)
    text.push('    turns:')
    for (let turn = 1; turn <= turns; turn += 1) {
      const wrong = fails && turn === turns ? `call ${phone} or write to ${email}` : null
      text.push(turnText(orderOf(conversation, turn), also, wrong))
    }
  }
  writeFileSync(file, `${text.join('\n')}\n`)
}

/**
 * Writes a work into the folder `suites`, 1,000 conversations per file: Tableread refuses files too large for
 * anyone to read.
 */
export function writeSuites(folder, { conversations, perFile = 1_000, ...sizes }) {
  const suites = join(folder, 'suites')
  mkdirSync(suites)
  for (let first = 1; first <= conversations; first += perFile) {
    const some = Math.min(perFile, conversations - first + 1)
    const title = `Order desk from ${first}`
    writeSuite(join(suites, `from-${first}.yaml`), { title, first, conversations: some, ...sizes })
  }
}

function customerOf(conversation) {
  const digits = String(conversation).padStart(7, '0')
  return { phone: `+1 555 ${digits.slice(0, 3)} ${digits.slice(3)}`, email: `customer.${conversation}@shop.example` }
}

function turnText(order, also, wrong) {
  const more = Array.from({ length: also }, (_, index) => `\n              - { not: { contains: "word ${index}" } }`)
  const reply =
    also === 0
      ? `{ contains: ${wrong === null ? replyOf(order) : JSON.stringify(wrong)} }`
      : `\n            all:\n              - { contains: ${replyOf(order)} }${more.join('')}`
  return `      - user: ${messageOf(order)}
        expect:
          reply: ${reply}
          calls:
            - lookup_order: { with: { order_id: "${order}" } }
          latency: 2 s`
}
