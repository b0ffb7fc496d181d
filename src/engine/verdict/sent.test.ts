import { expect, it } from 'vitest'
import { useVirtualTime } from '../../base/virtual-time.fixture.ts'
import { createClient } from '../../wire/client/client.ts'
import type { WireAnswer, WireRequest } from '../../wire/client/transport.ts'
import { performConversation } from '../perform/perform-conversation.ts'
import { said } from '../transcript/entries.fixture.ts'
import { plansOf } from './fake-client.fixture.ts'

useVirtualTime()

/** A service that repeats what is said, refuses "refuse", and accepts steps. */
async function serve({ body }: WireRequest): Promise<WireAnswer> {
  const { message } = JSON.parse(body ?? '{}') as { message?: string }
  const refused = message === 'refuse'
  const transcript = [said('user', message ?? ''), said('assistant', `You said ${message}`, 1)]
  const data = refused ? null : { sessionId: 's-1', callId: 'c-1', transcript }
  const status = refused ? 500 : 200
  return { status, headers: {}, text: JSON.stringify({ responseCode: status, message: 'ok', data }) }
}

async function sentOf(turns: string): Promise<unknown[]> {
  const [plan] = plansOf(
    `suite: S\nagent: desk\nstop after failure: false\nconversations: [{ name: c, metadata: { token: the-secret }, turns: [${turns}] }]`,
  )
  if (plan === undefined) throw new Error('no plan')
  const client = createClient({
    baseUrl: 'http://localhost:1',
    apiKey: 'the-secret',
    transport: serve,
  })
  const { turns: results } = await performConversation(plan, { client, reconcile: false })
  return results.map(({ sent }) => (sent === undefined ? null : JSON.parse(sent.body ?? 'null')))
}

it('turns that did not pass keep their request, the session that they continue in it and no key', async () => {
  expect(
    await sentOf('{ user: one }, { user: two, expect: { reply: other } }, { user: refuse }, { user: late }'),
  ).toEqual([
    null,
    expect.objectContaining({ message: 'two', sessionId: 's-1', metadata: { token: '<api key>' } }),
    expect.objectContaining({ message: 'refuse' }),
    null,
  ])
})

it.each([
  [
    'send: { communicationChannel: WhatsApp, customerNumber: "1" }',
    { communicationChannel: 'WhatsApp', agentName: 'desk' },
  ],
  ['call: { phoneNumber: "1" }', { phoneNumber: '1', agentName: 'desk' }],
  ['workflow call: { workflow: w, customer_number: "1" }', { customer_number: '1' }],
  ['delete call: { workflow: w, customer_number: "1" }', { customer_number: '1' }],
  ['advance clock: 1 h', { advance: '3600000 ms' }],
])('so do steps: %s', async (step, body) => {
  expect(await sentOf(`{ ${step}, expect: { error: forbidden } }`)).toEqual([expect.objectContaining(body)])
})

it('a wait has none', async () => {
  expect(await sentOf('{ wait: 1 ms, expect: { error: forbidden } }')).toEqual([null])
})
