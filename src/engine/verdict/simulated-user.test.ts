import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import type { Session } from '../../wire/api/session.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Judges, ModelReading } from '../judge/judges.ts'
import { performConversation } from '../perform/perform-conversation.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { fakeClient, plansOf, type Script } from './fake-client.fixture.ts'

const suite = (user: string, more = '') => `suite: S
agent: desk
conversations:
  - name: gets a refund
${more}    simulated user:
      wants: a refund for order {order}
      knows: { order: "1042" }
      opens with: I want a refund
      done when: { calls: [issue_refund] }
${user.replace(/^/gm, '      ')}
`

/** Asks for the order number, and refunds once it has it. */
const desk: Script = ({ message = '' }, turn) => {
  const order = /\d{4}/.exec(message)?.[0]
  const userMessage = said('user', message)
  if (order === undefined) return [userMessage, said('assistant', 'What is your order number?', 500)]
  return [
    userMessage,
    called('issue_refund', `c-${turn}`, { order_id: order }),
    gave('issue_refund', `c-${turn}`),
    said('assistant', 'Your refund is on its way.', 500),
  ]
}

async function perform(
  user: string,
  play: Script = desk,
  { more = '', judges }: { more?: string; judges?: Judges } = {},
) {
  const [plan] = plansOf(suite(user, more))
  if (plan === undefined) throw new Error('no plan')
  const { client, sent } = fakeClient(play)
  const result = await performConversation(plan, {
    client,
    reconcile: false,
    ...(judges === undefined ? {} : { judges }),
  })
  return { result, sent: sent.map(({ message }) => message), goal: result.outcomes.find(({ kind }) => kind === 'goal') }
}

describe('a simulated user', () => {
  it('talks until its goal is reached, and what it said stands in the turns', async () => {
    const { result, sent, goal } = await perform('')
    expect(sent).toEqual(['I want a refund', 'Order: 1042.'])
    expect(result.verdict).toBe('passed')
    expect(result.turns.map(({ user, verdict }) => [user, verdict])).toEqual([
      ['I want a refund', 'passed'],
      ['Order: 1042.', 'passed'],
    ])
    expect(goal).toMatchObject({ verdict: 'passed', ended: 'done', turns: 2, patience: 12 })
    expect(result.simulated).toMatchObject({ ended: 'done', turns: 2, fault: null, unanswered: [] })
    expect([goal, result.simulated].map((each) => each && 'wants' in each && each.wants)).toEqual(
      Array(2).fill('a refund for order 1042'),
    )
  })

  it('goes on after fixed turns, with what they captured, and answers their last reply', async () => {
    const more = '    turns:\n      - { user: Hello, capture: { id: reply } }\n'
    const [plan] = plansOf(suite('', more).replace('      opens with: I want a refund\n', ''))
    const { client, sent } = fakeClient(desk)
    const result = await performConversation(plan as NonNullable<typeof plan>, { client, reconcile: false })
    expect([result.verdict, sent.map(({ message }) => message)]).toEqual(['passed', ['Hello', 'Order: 1042.']])
  })

  it('has what is expected of the session judged as well', { tags: 'slow' }, async () => {
    const { result } = await perform('', desk, { more: '    session: { calls: [cancel_order] }\n' })
    expect(result.verdict).toBe('failed')
    expect(result.outcomes.filter(({ verdict }) => verdict === 'failed').map(({ kind }) => kind)).toEqual(['call'])
  })

  it('is held against guardrails turn by turn, and ends with one that fails', async () => {
    const { result } = await perform('', desk, { more: '    every turn: { reply: { not: { contains: number } } }\n' })
    expect([result.verdict, result.turns.length, result.simulated?.ended]).toEqual(['failed', 1, 'cut'])
    expect(result.outcomes.some(({ kind }) => kind === 'goal')).toBe(false)
  })

  it('fails where its patience is spent without the goal', async () => {
    const words = ['One', 'Two', 'Three', 'Four']
    const { result, goal } = await perform('patience: 3 turns\notherwise: [Hm, Well, So]', ({ message = '' }, turn) => [
      said('user', message),
      said('assistant', `${words[turn]}.`, 500),
    ])
    expect([result.verdict, result.turns.length]).toEqual(['failed', 3])
    expect(goal).toMatchObject({ verdict: 'failed', ended: 'out of patience', turns: 3 })
  })

  it('fails where it gives up', async () => {
    const { result, goal } = await perform(
      'gives up when: { reply: { contains: cannot help } }',
      ({ message = '' }) => [said('user', message), said('assistant', 'I cannot help with that.', 500)],
    )
    expect([result.verdict, goal]).toMatchObject(['failed', { ended: 'gave up', turns: 1 }])
  })

  it('takes no word for a call', async () => {
    const liar: Script = ({ message = '' }) => [
      said('user', message),
      said('assistant', 'Your refund was issued.', 500),
    ]
    const { result, goal } = await perform('', liar)
    expect([result.verdict, goal]).toMatchObject(['failed', { ended: 'gave up' }])
    expect(result.cause?.kind).toBe('agent')
  })

  it('is errored where its card has no answer, and names the question', async () => {
    const { result, goal } = await perform('patience: 2', ({ message = '' }) => [
      said('user', message),
      said('assistant', 'What is your shoe size?', 500),
    ])
    expect(result.verdict).toBe('errored')
    expect(result.reason).toContain('"What is your shoe size?"; write answers: [{ when: shoe size, says: … }]')
    expect(goal).toBeUndefined()
    expect(result.simulated).toMatchObject({ ended: 'fault', fault: { law: 'answers what is asked' } })
    expect(result.cause?.kind).toBe('simulated user')
  })

  it('is errored where its last message is followed by a question that its card cannot answer', async () => {
    const asking =
      (question: string): Script =>
      ({ message = '' }) => [said('user', message), said('assistant', question, 500)]
    const { result } = await perform('patience: 1', asking('What is your shoe size?'))
    expect([result.verdict, result.cause?.kind]).toEqual(['errored', 'simulated user'])
    const late = await perform('patience: 1', asking('What is your order number?'))
    expect([late.result.verdict, late.result.cause?.kind]).toEqual(['failed', 'agent'])
  })

  it('is failed by an agent that asks for what the card leaves to otherwise', async () => {
    const { result, goal } = await perform(
      'patience: 2\notherwise: [I keep that to myself, No]',
      ({ message = '' }) => [said('user', message), said('assistant', 'What is your password?', 500)],
    )
    const why = 'turn 1 asked what only otherwise: answers: "What is your password?"'
    expect([result.verdict, goal]).toMatchObject(['failed', { ended: 'out of patience', why }])
    expect(result.cause).toMatchObject({ kind: 'agent', why: expect.stringContaining(why) })
    expect(result.simulated?.unanswered).toHaveLength(2)
  })

  it('is failed by an agent that says that it did it and offers more help', async () => {
    const { result } = await perform('patience: 2', ({ message = '' }, turn) => [
      said('user', message),
      said('assistant', `Refunded (${turn}). Is there anything else I can do for you?`, 500),
    ])
    expect([result.verdict, result.cause?.kind]).toEqual(['failed', 'agent'])
  })

  it.each([
    ['Your order has been refunded. Would you like a receipt by email?'],
    ['Done! Does that help?'],
    ['Refunded. Do you have any other questions?'],
    ['Erledigt. Haben Sie noch Fragen?'],
    ['Listo. ¿Algo más?'],
    ["C'est fait. Autre chose ?"],
  ])('is failed by an agent that claims it and closes: %s', async (reply) => {
    for (const patience of ['patience: 2', 'patience: 9']) {
      const { result } = await perform(patience, ({ message = '' }) => [
        said('user', message),
        said('assistant', reply, 500),
      ])
      expect([result.verdict, result.cause?.kind]).toEqual(['failed', 'agent'])
    }
  })

  it('is failed by an agent that asks again what was answered, in other words, and errored where a model says the same to another question', {
    tags: 'stress',
  }, async () => {
    const circle = [
      'What is your order number?',
      'Order number please?',
      'Could you tell me the order number?',
      'And the order number is?',
    ]
    const asking =
      (questions: string[]): Script =>
      ({ message = '' }, turn) => [
        said('user', message),
        said('assistant', questions[turn % questions.length] ?? '', 500),
      ]
    const { result } = await perform('answers: [{ when: order number, says: "{order}" }]', asking(circle))
    expect([result.verdict, result.cause?.kind]).toEqual(['failed', 'agent'])
    const judges: Judges = {
      answer: () => Promise.reject(new Error('nobody judges')),
      say: async () => ({ text: 'It is 1042', usage: [] }),
    }
    const led = await perform('model: m', asking(circle), { judges })
    expect([led.result.verdict, led.result.cause?.kind]).toEqual(['failed', 'agent'])
    const other = await perform('model: m', asking(['The order?', 'Your name?', 'Your town?']), { judges })
    expect([other.result.verdict, other.result.simulated?.fault?.law]).toEqual(['errored', 'no loop'])
  })

  it('is errored where its author has it say what is not on the card, and sends nothing of it', async () => {
    const { result, sent } = await perform('answers: [{ when: /number/, says: It is 9999 }]')
    expect([result.verdict, sent]).toEqual(['errored', ['I want a refund']])
    expect(result.simulated?.fault).toEqual({ law: 'no fact outside the card', said: 'It is 9999' })
  })

  it('is errored where the service does not answer', async () => {
    const { result } = await perform('', () => ({ kind: 'timed out', limitMs: 10 }))
    expect([result.verdict, result.simulated?.ended]).toEqual(['errored', 'cut'])
  })

  it('is never passed where it was interrupted', async () => {
    const [plan] = plansOf(suite(''))
    const stop = new AbortController()
    const { client } = fakeClient((request, turn) => {
      stop.abort(130)
      return desk(request, turn)
    })
    const result = await performConversation(plan as NonNullable<typeof plan>, {
      client,
      reconcile: false,
      signal: stop.signal,
    })
    expect(result.verdict).toBe('not reached')
  })

  it('mends a slip before it is done', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const [plan] = plansOf(
        suite(
          'slips: wrong digit\nopens with: "A refund for {order}"'.replace('opens with', 'style: polite\notherwise'),
        ),
      )
      const { client, sent } = fakeClient(desk)
      const result = await performConversation(
        { ...(plan as NonNullable<typeof plan>), userSeed: `s ${seed}` },
        { client, reconcile: false },
      )
      const { slips = [] } = result.simulated ?? {}
      expect(result.verdict).toBe('passed')
      if (slips.length > 0) expect(sent.at(-1)?.message).toContain('it is 1042, not')
    }
  })
})

describe('a goal that held before the user said anything', () => {
  interface Shop {
    /** The state before anything was called. */
    before?: JsonValue
    /** The state after so many turns. */
    after?: (turns: number) => JsonValue
    status?: (turns: number) => Session['status']
    version?: string
  }

  /** The user waits for a goal while the agent only asks, or calls a tool in the given turns. */
  async function wait(
    goal: string,
    shop: Shop = {},
    { calls = [], more = '' }: { calls?: number[]; more?: string } = {},
  ) {
    const yaml = suite('', more).replace('{ calls: [issue_refund] }', goal)
    const [plan] = plansOf(yaml)
    if (plan === undefined) throw new Error('no plan')
    const asking: Script = ({ message = '' }, turn) => [
      said('user', message),
      ...(calls.includes(turn) ? [called('look_up', `c-${turn}`, {}), gave('look_up', `c-${turn}`)] : []),
      said('assistant', 'What is your order number?', 500),
    ]
    let turns = 0
    const { client, sent } = fakeClient(
      (request, turn) => {
        turns = turn + 1
        return asking(request, turn)
      },
      () => ({
        status: shop.status?.(turns) ?? 'active',
        agentDetails: { name: 'desk', number: null, email: null, version: shop.version ?? '1' },
      }),
    )
    const local = async (_: string, path: string) => {
      const state = path.startsWith('agents/') ? shop.before : shop.after?.(turns)
      return state === undefined ? { ok: false } : { ok: true, data: { state } }
    }
    const result = await performConversation(plan, {
      client: { ...client, local } as unknown as Client,
      reconcile: false,
    })
    return { verdict: result.verdict, law: result.simulated?.fault?.law, cause: result.cause?.kind, result, sent }
  }
  const earlyStop = { verdict: 'errored', law: 'no early stop', cause: 'simulated user' }
  const empty = { before: { orders: {} }, after: () => ({ orders: {} }) }

  it.each([
    ['{ state: { orders: { "2077": { present: false } } } }', empty],
    ['{ state: { orders: { not: { contains: "2077" } } } }', empty],
    ['{ state: { orders: { exactly: {} } } }', empty],
    ['{ state: { orders: { "2077": { present: false } } } }', { after: empty.after }],
    ['{ status: active }', {}],
    ['{ status: { not: completed } }', {}],
    ['{ agent version: "1" }', {}],
    ['{ agent version: "1", status: active }', {}],
    ['{ status: active, state: { orders: { exactly: {} } } }', empty],
    ['{ calls: [{ look_up: { times: 0 } }] }', {}],
    ['{ calls: { during: [{ look_up: { times: 0 } }] }, status: active }', {}],
  ])('is never a pass: %s', async (goal, shop) => expect(await wait(goal, shop)).toMatchObject(earlyStop))

  it('is never a pass where the agent calls something that leaves the state as it was', async () => {
    const goal = '{ state: { orders: { "2077": { present: false } } } }'
    expect(await wait(goal, empty, { calls: [0, 1] })).toMatchObject(earlyStop)
  })

  it('is never a pass where the user owes a word at its first look', async () => {
    expect(await wait('{ status: active }\n      slips: wrong digit\n      otherwise: "{order}"')).toMatchObject(
      earlyStop,
    )
  })

  it.each([
    ['{ calls: [look_up] }', {}],
    ['{ status: active }', {}],
    ['{ state: { orders: { "1042": gone } } }', { after: () => ({ orders: { '1042': 'gone' } }) }],
  ])('is no pass of the user where the fixed turns reached it: %s', async (goal, shop) => {
    const more = '    turns: [{ user: Hello }]\n'
    const outcome = await wait(goal, shop, { calls: [0], more })
    expect(outcome).toMatchObject(earlyStop)
    expect(outcome.result.reason).toContain('after the fixed turns')
    expect(outcome.sent).toHaveLength(1)
  })

  it.each<[string, Shop, number[]]>([
    [
      '{ state: { orders: { "2077": { present: false } } } }',
      { before: { orders: { '2077': 'open' } }, after: () => ({ orders: {} }) },
      [],
    ],
    [
      '{ state: { orders: { "1042": gone } } }',
      { before: { orders: {} }, after: () => ({ orders: { '1042': 'gone' } }) },
      [0],
    ],
    [
      '{ state: { orders: { "2077": { present: false } } } }',
      { ...empty, after: (turns) => ({ orders: turns < 2 ? { '2077': 'open' } : {} }) },
      [],
    ],
    ['{ status: completed }', { status: () => 'completed' }, []],
    ['{ status: active }', { status: (turns) => (turns < 2 ? 'call_in_queue' : 'active') }, []],
    ['{ calls: [look_up], status: active }', {}, [0]],
    ['{ calls: [look_up], status: active }', {}, [1]],
  ])('is another one where it was open before: %s', async (goal, shop, calls) =>
    expect((await wait(goal, shop, { calls })).verdict).toBe('passed'),
  )
})

describe('a model that speaks for a user', () => {
  const speaking = (...answers: string[]): Judges & { asked: string[] } => {
    const questions: string[] = []
    return {
      asked: questions,
      answer: () => Promise.reject(new Error('nobody judges')),
      say: async ({ write, material }): Promise<ModelReading> => {
        questions.push(write(material))
        return {
          text: answers[questions.length - 1] ?? answers.at(-1) ?? '',
          usage: [{ model: 'm', inputTokens: 1, outputTokens: 1 }],
        }
      },
    }
  }

  it('phrases freely, and what it took is told', async () => {
    const judges = speaking('Hi, I would like my money back', 'Sure, that would be order 1042')
    const { result, sent } = await perform('model: m', desk, { judges })
    expect([result.verdict, sent]).toEqual([
      'passed',
      ['Hi, I would like my money back', 'Sure, that would be order 1042'],
    ])
    expect(result.judging).toEqual([{ model: 'm', inputTokens: 2, outputTokens: 2 }])
    expect(judges.asked[1]).toContain('"wants":"a refund for order 1042"')
    expect(judges.asked[1]).toContain('What is your order number?')
    expect(judges.asked[1]).toContain('"what you mean to say now":"Order: 1042."')
  })

  it('gets two tries, the second with what was wrong', async () => {
    const judges = speaking('How can I help you today?', 'I want a refund, please', 'It is 1042')
    const { result } = await perform('model: m', desk, { judges })
    expect(result.verdict).toBe('passed')
    expect(judges.asked[1]).toContain('not to be sent')
  })

  it.each([
    ['no reasoning', 'Thought: I want it.\nUser Response: hello'],
    ["not the agent's role", 'How can I help you today?'],
    ['no fact outside the card', 'Please add Noah Kim to it'],
    ['no early stop', 'Thanks, goodbye!'],
  ])('is a fault of the user where both break a law: %s', async (law, text) => {
    const { result, sent } = await perform('model: m', desk, { judges: speaking(text) })
    expect([result.verdict, result.simulated?.fault?.law, sent]).toEqual(['errored', law, []])
  })

  it.each([
    ['is errored where it does not know what is asked', '', 'errored', 'simulated user'],
    ['is failed by a question that its card leaves to otherwise', '\notherwise: No', 'failed', 'agent'],
  ])('%s', async (_, more, verdict, kind) => {
    const judges = speaking('I want a refund', 'I do not have that, sorry', "I really don't know it")
    const asking: Script = ({ message = '' }) => [said('user', message), said('assistant', 'What is your PIN?', 500)]
    const { result } = await perform(`model: m\npatience: 3${more}`, asking, { judges })
    expect([result.verdict, result.cause?.kind]).toEqual([verdict, kind])
    expect(result.cause?.why).toContain('"What is your PIN?"')
  })

  it('is failed where it answers all that is asked, and patience is spent', async () => {
    const judges = speaking('I want a refund', 'It is 1042', 'I said that it is 1042')
    const asking: Script = ({ message = '' }) => [said('user', message), said('assistant', 'Which one is it?', 500)]
    const { result } = await perform('model: m\npatience: 3', asking, { judges })
    expect([result.verdict, result.cause?.kind]).toEqual(['failed', 'agent'])
  })

  it('is errored where there is nobody to ask', async () => {
    const { result } = await perform('model: m')
    expect([result.verdict, result.simulated?.fault?.law]).toEqual(['errored', 'can be asked'])
  })

  it('is not reached where a budget keeps it from being asked', async () => {
    const judges: Judges = {
      ...speaking(''),
      say: async () => ({ none: 'budget of 3 questions spent', halted: true, usage: [] }),
    }
    const { result } = await perform('model: m', desk, { judges })
    expect([result.verdict, result.reason]).toEqual([
      'not reached',
      expect.stringContaining('budget of 3 questions spent'),
    ])
  })
})
