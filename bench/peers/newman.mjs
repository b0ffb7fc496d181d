import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { latencyLimitMs, messageOf, replyOf } from '../turn.mjs'

/**
 * newman as its users write it: a collection with one request per turn, and a row of data per conversation.
 * The session id is passed between turns in a collection variable. Requests are sent one at a time.
 */
export const newman = {
  name: 'newman',
  packages: ['newman'],
  one: true,
  write({ work, url, folder }) {
    const item = Array.from({ length: work.turns }, (_, index) => requestOf(index + 1, url))
    const info = { name: 'Order desk', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }
    writeFileSync(join(folder, 'collection.json'), JSON.stringify({ info, item }))
    const rows = Array.from({ length: work.conversations }, (_, index) => ({ conversation: index + 1 }))
    writeFileSync(join(folder, 'rows.json'), JSON.stringify(rows))
  },
  command: ({ folder, modules }) => ({
    args: [
      join(modules, 'newman/bin/newman.js'),
      ...['run', join(folder, 'collection.json'), '-d', join(folder, 'rows.json'), '--silent'],
    ],
  }),
}

function requestOf(turn, url) {
  const order = `{{conversation}}-${turn}`
  const body = { doReturnResponse: true, agentName: 'order-desk', message: messageOf(order) }
  return {
    name: `turn ${turn}`,
    request: {
      method: 'POST',
      url: `${url}/api/chat-agent/trigger`,
      header: [
        { key: 'x-api-key', value: 'stub-key' },
        { key: 'content-type', value: 'application/json' },
      ],
      body: { mode: 'raw', raw: JSON.stringify(turn === 1 ? body : { ...body, sessionId: '{{session}}' }) },
    },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: testOf(turn) } }],
  }
}

function testOf(turn) {
  return `const order = pm.iterationData.get('conversation') + '-${turn}'
const { sessionId, transcript } = pm.response.json().data
pm.collectionVariables.set('session', sessionId)
const reply = transcript.find((entry) => entry.role === 'assistant').content[0].text
const calls = transcript.filter((entry) => entry.type === 'function_call')
pm.test('reply', () => pm.expect(reply).to.include(${JSON.stringify(replyOf('ORDER'))}.replace('ORDER', order)))
pm.test('call', () => {
  pm.expect(calls.map((call) => call.name)).to.eql(['lookup_order'])
  pm.expect(calls[0].arguments.order_id).to.equal(order)
})
pm.test('latency', () => pm.expect(pm.response.responseTime).to.be.below(${latencyLimitMs}))`.split('\n')
}
