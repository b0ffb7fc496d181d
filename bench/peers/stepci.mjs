import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { latencyLimitMs, messageOf, orderOf, replyOf } from '../turn.mjs'

/**
 * stepci: a test per conversation, a step per turn; the session id is captured in the first step. Entries are
 * addressed by index, because its checks compare single values. The file is JSON, which is valid YAML 1.2.
 */
export const stepci = {
  name: 'stepci',
  packages: ['stepci'],
  write({ work, url, folder }) {
    const tests = {}
    for (let conversation = 1; conversation <= work.conversations; conversation += 1) {
      const turns = Array.from({ length: work.turns }, (_, index) => index + 1)
      tests[`customer ${conversation}`] = { steps: turns.map((turn) => stepOf(conversation, turn, url)) }
    }
    writeFileSync(join(folder, 'workflow.yml'), JSON.stringify({ version: '1.1', name: 'Order desk', tests }))
  },
  command: ({ work, folder, modules }) => ({
    args: [
      join(modules, 'stepci/dist/index.js'),
      ...['run', join(folder, 'workflow.yml'), '--concurrency', String(work.concurrency)],
    ],
    env: { STEPCI_DISABLE_ANALYTICS: '1' },
  }),
}

function stepOf(conversation, turn, url) {
  const order = orderOf(conversation, turn)
  const body = { doReturnResponse: true, agentName: 'order-desk', message: messageOf(order) }
  return {
    name: `turn ${turn}`,
    http: {
      url: `${url}/api/chat-agent/trigger`,
      method: 'POST',
      headers: { 'x-api-key': 'stub-key' },
      json: turn === 1 ? body : { ...body, sessionId: '${{captures.session}}' },
      ...(turn === 1 ? { captures: { session: { jsonpath: '$.data.sessionId' } } } : {}),
      check: {
        status: 200,
        jsonpath: {
          '$.data.transcript[1].name': 'lookup_order',
          '$.data.transcript[1].arguments.order_id': order,
          '$.data.transcript[3].content[0].text': [{ match: replyOf(order) }],
        },
        performance: { total: [{ lte: latencyLimitMs }] },
      },
    },
  }
}
