import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The number of turns in a session of the work. */
export const turnsPerSession = 5

/** The request of a turn; later turns of a session add its id. */
export const turn = {
  path: '/api/chat-agent/trigger',
  body: { doReturnResponse: true, agentName: 'order-desk', message: 'Where is my order 1042?' },
}

/** What every sound answer contains; the words come from the agent's tool, so they prove that it was called. */
export const reply = 'Order 1042 was shipped and arrives on Friday.'

export const apiKey = 'bench-key'

/** The agent with a model. */
export const modelAgent = 'order-model'

/** The same agent as a function in user code. */
export const codeAgent = 'order-code'

const workspace = `workspace: bench
keys: [${apiKey}]
agents: [order-desk.yaml, order-code.yaml]
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

const codeVersion = `agent: ${codeAgent}
id: ${codeAgent}
published: 1
versions:
  1:
    description: Finds orders.
    functions: { during: [lookup_order] }
    tools:
      lookup_order: { output: { status: shipped, day: Friday }, time: 120 ms }
    module: ./order-code.mjs
`

const code = `export default async function* ({ message, state, call }) {
  const order = /order (\\d+)/i.exec(message ?? '')?.[1]
  if (order === undefined) return yield 'Which order is it?'
  const { value } = await call('lookup_order', { order_id: order })
  state.lookup_order = value
  yield \`Order \${order} was \${value.status} and arrives on \${value.day}.\`
}
`

const modelVersion = `agent: ${modelAgent}
id: ${modelAgent}
published: 1
versions:
  1:
    prompt: You are the order desk. Never speak of an order that you have not looked up.
    model: stub
    tools:
      lookup_order:
        description: Finds an order by its number.
        parameters: { type: object, properties: { order_id: { type: string } }, required: [order_id] }
        output: { status: shipped, day: Friday }
`

/**
 * Writes the workspace of the work: one agent with one rule, one tool call and one reply, and the same agent
 * as code. Gives its folder.
 */
export function writeWorkspace(folder) {
  const path = join(folder, 'workspace')
  mkdirSync(path)
  writeFileSync(join(path, 'workspace.yaml'), workspace)
  writeFileSync(join(path, 'order-desk.yaml'), agent)
  writeFileSync(join(path, 'order-code.yaml'), codeVersion)
  writeFileSync(join(path, 'order-code.mjs'), code)
  return path
}

/** Writes the workspace of the work with only the scripted agent. Gives its folder. */
export function writeScriptedWorkspace(folder) {
  const path = join(folder, 'scripted-workspace')
  mkdirSync(path)
  writeFileSync(join(path, 'workspace.yaml'), workspace.replace(', order-code.yaml', ''))
  writeFileSync(join(path, 'order-desk.yaml'), agent)
  return path
}

/** Writes a workspace with a model agent, whose model is at `modelUrl`, and the code agent. Gives its folder. */
export function writeModelWorkspace(folder, modelUrl) {
  const path = join(folder, 'model-workspace')
  mkdirSync(path)
  const models = `models:\n  stub: { use: openai-compatible/stub, base url: "${modelUrl}" }\n`
  const agents = workspace.replace('order-desk.yaml', `${modelAgent}.yaml`)
  writeFileSync(join(path, 'workspace.yaml'), `${agents}${models}`)
  writeFileSync(join(path, `${modelAgent}.yaml`), modelVersion)
  writeFileSync(join(path, 'order-code.yaml'), codeVersion)
  writeFileSync(join(path, 'order-code.mjs'), code)
  return path
}
