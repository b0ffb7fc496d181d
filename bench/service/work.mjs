import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How many turns a session of the work has. */
export const turnsPerSession = 5

/** What is sent in a turn; the later turns of a session add its id. */
export const turn = {
  path: '/api/chat-agent/trigger',
  body: { doReturnResponse: true, agentName: 'order-desk', message: 'Where is my order 1042?' },
}

/** What every sound answer holds; the words come from the agent's tool, so it was called. */
export const reply = 'Order 1042 was shipped and arrives on Friday.'

/** The key of the workspace. */
export const apiKey = 'bench-key'

const workspace = `workspace: bench
keys: [${apiKey}]
agents: [order-desk.yaml]
`

const agent = `agent: order-desk
id: order-desk
published: 1
versions:
  1:
    description: Finds orders.
    functions: { during: [lookup_order] }
    tools:
      lookup_order: { output: { status: shipped, day: Friday }, time: 120 ms }
    rules:
      - id: track
        when: /order (?<order>\\d+)/i
        do:
          - call: lookup_order
            with: { order_id: "{order}" }
          - say: "Order {order} was {lookup_order.status} and arrives on {lookup_order.day}."
`

/** Writes the workspace of the work, one agent with one rule, one tool call and one reply. Gives its folder. */
export function writeWorkspace(folder) {
  const path = join(folder, 'workspace')
  mkdirSync(path)
  writeFileSync(join(path, 'workspace.yaml'), workspace)
  writeFileSync(join(path, 'order-desk.yaml'), agent)
  return path
}
