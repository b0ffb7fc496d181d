import { describe, expect, it } from 'vitest'
import { chooseBy } from '../../base/choose-by.ts'
import type { Judges } from '../judge/judges.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { fakeClient, plansOf, type Script } from '../verdict/fake-client.fixture.ts'
import { performConversation } from '../verdict/perform-conversation.ts'

const yaml = `suite: S
agent: desk
conversations:
  - name: gets a refund
    simulated user:
      wants: a refund for order {order}
      knows: { order: "1042", name: Mia Li, email: asha@example.com }
      patience: 6
      done when: { calls: [{ issue_refund: { with: { order_id: "1042" } } }] }
      model: m
    session: { calls: { exactly: [issue_refund] } }
`

/** Asks for order, name and email in turn, and refunds what it was told. */
const desk: Script = ({ message = '' }, turn) => {
  const order = /\b\d{4}\b/.exec(message)?.[0]
  const asked = said('user', message)
  const questions = ['What is your order number?', 'And your name, please?', 'And your email?']
  if (turn < 3) return [asked, said('assistant', questions[turn] ?? '', 500)]
  const entries = [
    called('issue_refund', `c-${turn}`, { order_id: order ?? '1042' }),
    gave('issue_refund', `c-${turn}`),
  ]
  return [asked, ...entries, said('assistant', 'Done.', 500)]
}

const lawful = ['I want a refund', 'It is order 1042', 'Mia Li', 'asha@example.com is my email']

/** What simulators of users do wrongly, as published of tau-bench and tau2, and more of the kind. */
const faults = [
  'Thought: the agent needs my number.\nUser Response: 1042',
  '<think>I will wait</think> Yes',
  'Sure, how can I help you today?',
  'Your order has been refunded.',
  'Please refund Noah Kim as well',
  'It is order 2093',
  'My email is noah@example.net',
  'I bought it on 14 March 2025',
  'Thanks, that is all. Goodbye!',
  '###STOP###',
  'issue_refund(order_id="1042")',
  '{"name": "issue_refund", "arguments": {}}',
  '*waits for the agent*',
  'User: I want a refund',
  'As an AI language model I cannot say.',
  '',
]

describe('a thousand talks with faults in whoever speaks for the user', () => {
  it('are never told as failures of the agent', async () => {
    const [plan] = plansOf(yaml)
    if (plan === undefined) throw new Error('no plan')
    const told = new Map<string, number>()
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const choose = chooseBy(`faults ${seed}`)
      const at = choose([0, 1, 2, 3], 'turn') ?? 0
      const fault = choose(faults, 'fault') ?? ''
      let asked = 0
      const judges: Judges = {
        answer: () => Promise.reject(new Error('nobody judges')),
        say: async ({ attempt }) => {
          const turn = attempt === 1 ? asked++ : asked - 1
          return { text: turn === at ? fault : (lawful[turn] ?? 'Please go on'), usage: [] }
        },
      }
      const { client, sent } = fakeClient(desk)
      const { verdict, cause } = await performConversation(plan, { client, reconcile: false, judges })
      const key = `${verdict}: ${cause?.kind}`
      told.set(key, (told.get(key) ?? 0) + 1)
      expect(sent.length, fault).toBe(at)
    }
    expect(Object.fromEntries(told)).toEqual({ 'errored: simulated user': 1_000 })
  })

  it('pass where there is none', async () => {
    const [plan] = plansOf(yaml)
    let asked = 0
    const judges: Judges = {
      answer: () => Promise.reject(new Error('nobody judges')),
      say: async () => ({ text: lawful[asked++] ?? '', usage: [] }),
    }
    const { client } = fakeClient(desk)
    const result = await performConversation(plan as NonNullable<typeof plan>, { client, reconcile: false, judges })
    expect([result.verdict, result.reason]).toEqual(['passed', null])
  })
})
