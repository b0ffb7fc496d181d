import { test } from 'vitest'
import { latencyLimitMs, messageOf, orderOf, replyOf } from '../turn.mjs'

const headers = { 'x-api-key': 'stub-key', 'content-type': 'application/json' }

/** A test per conversation: its turns run in order in one session, and each is checked. */
export function declare({ url, conversations, turns }) {
  for (let conversation = 1; conversation <= conversations; conversation += 1)
    test.concurrent(`customer ${conversation}`, async ({ expect }) => {
      let sessionId
      for (let turn = 1; turn <= turns; turn += 1) {
        const order = orderOf(conversation, turn)
        const request = { doReturnResponse: true, agentName: 'order-desk', message: messageOf(order), sessionId }
        const began = performance.now()
        const answer = await fetch(`${url}/api/chat-agent/trigger`, {
          method: 'POST',
          headers,
          body: JSON.stringify(request),
        })
        const { data } = await answer.json()
        const timeMs = performance.now() - began
        sessionId = data.sessionId
        expect(data.transcript.find(({ role }) => role === 'assistant').content[0].text).toContain(replyOf(order))
        const calls = data.transcript.filter(({ type }) => type === 'function_call')
        expect(calls).toHaveLength(1)
        expect(calls[0]).toMatchObject({ name: 'lookup_order', arguments: { order_id: order } })
        expect(timeMs).toBeLessThanOrEqual(latencyLimitMs)
      }
    })
}
