import { describe, expect, it } from 'vitest'
import { chooseBy } from '../../base/choose-by.ts'
import type { Judges } from '../judge/judges.ts'
import { performConversation } from '../perform/perform-conversation.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { fakeClient, plansOf, type Script } from '../verdict/fake-client.fixture.ts'
import { drawUserFault, userFaults } from './faults.fixture.ts'

/** The card; `more` adds its answers, or the model that speaks instead. */
const card = (more: string): string => `suite: S
agent: desk
conversations:
  - name: gets a refund
    simulated user:
      wants: a refund for order {order}
      knows: { order: "1042", name: Mia Li, email: asha@example.com }
      patience: 6
      done when: { calls: [{ issue_refund: { with: { order_id: "1042" } } }] }
${more}
    session: { calls: { exactly: [issue_refund] } }
`
const byModel = '      model: m'

/** Asks for order, name and email in turn, and refunds what it was told. */
const desk: Script = ({ message = '' }, turn) => {
  const order = /\b\d{4}\b/.exec(message)?.[0]
  const userMessage = said('user', message)
  const questions = ['What is your order number?', 'And your name, please?', 'And your email?']
  if (turn < 3) return [userMessage, said('assistant', questions[turn] ?? '', 500)]
  const entries = [
    called('issue_refund', `c-${turn}`, { order_id: order ?? '1042' }),
    gave('issue_refund', `c-${turn}`),
  ]
  return [userMessage, ...entries, said('assistant', 'Done.', 500)]
}

const lawful = ['I want a refund', 'It is order 1042', 'Mia Li', 'asha@example.com is my email']

const questions = [null, /order number/i, /your name/i, /your email/i]

/** A card with one mistake by its author: the opening, or one answer, is the fault. */
function brokenCard(at: number, fault: string): string {
  const says = (text: string): string => JSON.stringify(text)
  const answers = questions.flatMap((when, index) =>
    when === null ? [] : [`        - { when: ${when}, says: ${says(index === at ? fault : (lawful[index] ?? ''))} }`],
  )
  const opening = says(at === 0 ? fault : (lawful[0] ?? ''))
  return card(`      opens with: ${opening}\n      answers:\n${answers.join('\n')}`)
}

/** A card cannot contain these faults: facts in braces and empty texts are refused before a run. */
const isSaidByCards = (fault: string): boolean => fault.trim() !== '' && !/[{}]/.test(fault)

async function perform(yaml: string, words: (turn: number) => string) {
  const [plan] = plansOf(yaml)
  if (plan === undefined) throw new Error('no plan')
  let askCount = 0
  const judges: Judges = {
    answer: () => Promise.reject(new Error('nobody judges')),
    say: async ({ attempt }) => ({ text: words(attempt === 1 ? askCount++ : askCount - 1), usage: [] }),
  }
  const { client, sent } = fakeClient(desk)
  const result = await performConversation(plan, { client, reconcile: false, judges })
  return { result, sent: sent.length }
}

/** For a full run: `FAULTS=1000 npx vitest run src/engine/user/faults.test.ts`. */
const talks = Number(process.env.FAULTS ?? 250)

describe('talks with faults in whoever speaks for the user', () => {
  it('are never told as failures of the agent', { tags: 'stress' }, async () => {
    const counts = new Map<string, number>()
    const wrong: string[] = []
    for (let seed = 1; seed <= talks; seed += 1) {
      const choose = chooseBy(`faults ${seed}`)
      const at = choose([0, 1, 2, 3], 'turn') ?? 0
      const kind = userFaults[seed % userFaults.length] ?? 'says nothing'
      const fault = drawUserFault(kind, choose)
      const isCard = choose([true, false], 'card') === true && isSaidByCards(fault)
      const yaml = isCard ? brokenCard(at, fault) : card(byModel)
      const { result, sent } = await perform(yaml, (turn) => (turn === at ? fault : (lawful[turn] ?? 'Please go on')))
      const key = `${result.verdict}: ${result.cause?.kind}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (key !== 'errored: simulated user' || sent !== at) wrong.push(`${seed} ${kind} at ${at}, ${key}: ${fault}`)
    }
    expect(wrong).toEqual([])
    expect(Object.fromEntries(counts)).toEqual({ 'errored: simulated user': talks })
  })

  it('are stopped where they go round in circles, by model and by card', async () => {
    const [, second] = lawful
    const loop = card('      opens with: I want a refund\n      answers: [{ when: /./, says: Please do it }]')
    for (const [yaml, words] of [
      [card(byModel), () => second ?? ''],
      [loop, () => ''],
    ] as const) {
      const { result } = await perform(yaml, words)
      expect([result.verdict, result.cause?.kind, result.simulated?.fault?.law]).toEqual([
        'errored',
        'simulated user',
        'no loop',
      ])
    }
  })

  it.each([
    ['model', card(byModel)],
    ['card', brokenCard(-1, '')],
  ])('pass where there is none, by %s', async (_, yaml) => {
    const { result } = await perform(yaml, (turn) => lawful[turn] ?? '')
    expect([result.verdict, result.reason]).toEqual(['passed', null])
  })
})
