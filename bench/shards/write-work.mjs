import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const apiKey = 'bench-key'

const agent = (name, delay) => `agent: ${name}
id: ${name}
published: 1
versions:
  1:
    description: Says where orders are.
    delay: ${delay}
    rules:
      - { id: track, when: "/order (?<order>\\\\d+)/i", do: [{ say: "Order {order} was shipped." }] }
`

/** The turns of a conversation, and whether it is slow: fixed by its number, so that every run does the same work. */
const turnsOf = (number) => 1 + ((number * 7) % 5)
const isSlow = (number) => number % 9 === 0

function conversation(number) {
  const turns = Array.from({ length: turnsOf(number) }, (_, turn) => {
    const order = number * 10 + turn
    const said = number % 40 === 0 && turn === 0 ? 'lost' : 'shipped'
    return `      - { user: "Where is my order ${order}?", expect: { reply: { contains: "Order ${order} was ${said}" } } }\n`
  })
  return `  - name: customer ${number}\n    agent: ${isSlow(number) ? 'slow-desk' : 'quick-desk'}\n    turns:\n${turns.join('')}`
}

/**
 * Writes a workspace of two agents, one of which takes eight times as long, and suites of so many
 * conversations of one to five turns with them; a few of them fail. The time goes into waiting, as with a
 * real agent, and the number of turns does not predict it.
 */
export function writeWork(folder, { conversations, files }) {
  mkdirSync(join(folder, 'workspace'), { recursive: true })
  mkdirSync(join(folder, 'suites'), { recursive: true })
  const write = (name, text) => writeFileSync(join(folder, name), text)
  write('workspace/workspace.yaml', `workspace: bench\nkeys: [${apiKey}]\nagents: [quick.yaml, slow.yaml]\n`)
  write('workspace/quick.yaml', agent('quick-desk', '250 ms'))
  write('workspace/slow.yaml', agent('slow-desk', '2 s'))
  const numbers = Array.from({ length: conversations }, (_, index) => index + 1)
  for (let file = 0; file < files; file += 1) {
    const own = numbers.filter((number) => number % files === file).map(conversation)
    write(`suites/${file}.yaml`, `suite: Orders ${file}\nagent: quick-desk\nconversations:\n${own.join('')}`)
  }
}
