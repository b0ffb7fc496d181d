import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenService, openService, performConversation } from '../../index.ts'
import { demoWorkspace } from '../../service/index.ts'
import { conversation, planSuite, suite } from '../../suite/builder/index.ts'
import { matchers } from './index.ts'

expect.extend(matchers)

const tracked = conversation('tracks an order, then sends the link')
  .metadata({ customer_name: 'Asha' })
  .user('Where is my order 1042?')
  .expect({
    reply: { contains: ['1042', 'shipped'], matches: /friday/i },
    calls: [{ lookup_order: { with: { order_id: '1042' }, returns: { status: 'shipped' }, phase: 'during' } }],
    latency: '3 s',
  })
  .capture({ tracking: 'calls.lookup_order.output.tracking_id' })
  .user('Can you send me the link?')
  .expect({ reply: { contains: '{{tracking}}' }, calls: 'none' })

const looked = ['2077', '3100'].map((order) =>
  conversation(`looks order ${order} up`)
    .metadata({ customer_name: 'Asha' })
    .user(`What is the status of my order ${order}?`)
    .expect({ calls: [{ lookup_order: { with: { order_id: order } } }] }),
)

const orders = suite(
  'Order desk',
  { agent: 'order-desk', 'every turn': { calls: { never: ['issue_refund'] }, latency: { tool: '2 s' } } },
  [tracked, ...looked],
)

describe(orders.name, () => {
  let service: OpenService
  beforeAll(async () => {
    service = await openService({ workspace: demoWorkspace }) // yours: openService(), and the name of your agent
  })
  afterAll(() => service.close())

  // a turn may take 30 s, a test of Vitest 5 s
  for (const plan of planSuite(orders))
    test(plan.conversation.name.value, { timeout: 120_000 }, async () => {
      const result = await performConversation(plan, { client: service.client, reconcile: true })
      expect(result).toHavePassed()
      const transcript = result.turns.flatMap(({ entries }) => entries)
      expect(transcript).toHaveCalled('lookup_order', { phase: 'during', within: '1 s' })
      expect(transcript).not.toHaveCalled('cancel_order')
    })
})
