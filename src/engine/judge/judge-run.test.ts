import { describe, expect, it } from 'vitest'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Judgement, LicenceSeen } from '../expect/outcome/judgement.ts'
import { performConversation } from '../perform/perform-conversation.ts'
import type { ConversationRun } from '../run/conversation-run.ts'
import { said } from '../transcript/entries.fixture.ts'
import { echo, fakeClient, plansOf, type Script } from '../verdict/fake-client.fixture.ts'
import { judgeRun, privacyOf, shownTurns } from './judge-run.ts'
import type { Judges, Question } from './judges.ts'

const right = { right: 40, of: 40, interval: [0.9, 1] as [number, number] }
const licensed: LicenceSeen = { kind: 'licensed', given: '2026-01-01', met: right, notMet: right }
const unlicensed: LicenceSeen = { kind: 'unlicensed', why: 'nobody has checked it' }

/** A judge that answers from a table, and records what it was asked. */
function judgeBy(
  table: (question: Question) => Judgement['says'],
  licence: LicenceSeen = licensed,
): { judges: Judges; asked: Question[] } {
  const questions: Question[] = []
  const judges: Judges = {
    async answer(question) {
      questions.push(question)
      return { judgement: { says: table(question), votes: [], why: null }, licence, usage: [] }
    },
  }
  return { judges, asked: questions }
}

async function perform(turns: string, says: Judgement['says'], licence = licensed, more = '', play: Script = echo) {
  const [plan] = plansOf(
    `suite: S\nagent: desk\nvariables: { thing: parcel, nothing: "" }\nconversations:\n  - name: talks\n    turns:\n${turns.replace(/^/gm, '      ')}\n${more.replace(/^/gm, '    ')}\n`,
  )
  if (plan === undefined) throw new Error('no plan')
  const { judges, asked } = judgeBy(() => says, licence)
  const result = await performConversation(plan, { client: fakeClient(play).client, reconcile: true, judges })
  return { result, asked, verdict: result.verdict }
}

const one = '- user: hi\n  expect: { judge: is kind }'
const opposed = '- user: hi\n  expect: { judge: { criterion: is rude, expect: not met } }'
const session = '- user: hi'

describe('a criterion', () => {
  it('of a whole conversation needs no stored session', async () => {
    const [plan] = plansOf(
      'suite: S\nagent: desk\nconversations: [{ name: n, turns: [{ user: hi }], session: { judge: is kind } }]\n',
    )
    if (plan === undefined) throw new Error('no plan')
    let fetched = 0
    const { client } = fakeClient(echo, () => {
      fetched += 1
      return {}
    })
    const { judges } = judgeBy(() => 'met')
    const { verdict } = await performConversation(plan, { client, reconcile: false, judges })
    expect([verdict, fetched]).toEqual(['passed', 0])
  })

  it.each([
    ['met', 'passed', 'failed'],
    ['not met', 'failed', 'passed'],
    ['cannot tell', 'errored', 'errored'],
    ['unjudged', 'errored', 'errored'],
  ] as const)('that is %s makes a conversation that expects it %s, and the opposite %s', async (says, own, other) => {
    expect((await perform(one, says)).verdict).toBe(own)
    expect((await perform(opposed, says)).verdict).toBe(other)
    expect((await perform(session, says, licensed, 'session: { judge: is kind }')).verdict).toBe(own)
    expect((await perform(session, says, licensed, 'every turn: { judge: is kind }')).verdict).toBe(own)
  })
  it.each(['met', 'not met', 'cannot tell', 'unjudged'] as const)(
    'without a licence never passes or fails: %s',
    async (says) => {
      for (const turns of [one, opposed]) expect((await perform(turns, says, unlicensed)).verdict).toBe('errored')
      expect((await perform(session, says, unlicensed, 'session: { judge: is kind }')).verdict).toBe('errored')
    },
  )
  it('leaves what rules decide as it is, where it is advice', async () => {
    const turns = '- user: hi\n  expect: { reply: You said hi, judge: is kind }'
    expect((await perform(turns, 'not met', unlicensed)).verdict).toBe('passed')
    expect((await perform(turns.replace('said', 'sang'), 'met', unlicensed)).verdict).toBe('failed')
  })
  it.each(['unjudged', 'cannot tell'] as const)(
    'leaves it so where its judge came to nothing, and says so: %s',
    async (says) => {
      const turns = '- user: hi\n  expect: { reply: You said hi, judge: is kind }'
      const { result } = await perform(turns, says, unlicensed)
      const judgements = result.turns.flatMap(({ outcomes }) => outcomes.filter(({ kind }) => kind === 'judge'))
      expect([result.verdict, judgements]).toMatchObject(['passed', [{ verdict: 'advice', judgement: { says } }]])
      expect((await perform(turns.replace('said', 'sang'), says, unlicensed)).verdict).toBe('failed')
      const noLicence: LicenceSeen = { kind: 'not asked for' }
      for (const licence of [licensed, noLicence]) expect((await perform(turns, says, licence)).verdict).toBe('errored')
    },
  )
  it('cannot be judged where nobody is named who judges', async () => {
    const [plan] = plansOf(
      `suite: S\nagent: desk\nconversations:\n  - name: n\n    turns:\n${one.replace(/^/gm, '      ')}\n`,
    )
    if (plan === undefined) throw new Error('no plan')
    const { verdict } = await performConversation(plan, { client: fakeClient(echo).client, reconcile: true })
    expect(verdict).toBe('errored')
  })
  it('is not asked of a turn that the service refused, and the conversation does not pass', async () => {
    const refusal: Script = () => ({ kind: 'unreachable', reason: 'gone' }) as never
    const { verdict, asked } = await perform(one, 'met', licensed, '', refusal)
    expect([verdict, asked.length]).toEqual(['errored', 0])
  })
})

describe('what is told of a criterion', () => {
  const toldOf = async (more: string, turns = one, judges?: Judges) => {
    const [plan] = plansOf(
      `suite: S\nagent: desk\nvariables: { nothing: "" }\nconversations:\n  - name: n\n    turns:\n${turns.replace(/^/gm, '      ')}\n${more.replace(/^/gm, '    ')}\n`,
    )
    if (plan === undefined) throw new Error('no plan')
    const { turns: done, outcomes } = await performConversation(plan, {
      client: fakeClient(echo).client,
      reconcile: true,
      ...(judges === undefined ? {} : { judges }),
    })
    return [...done.flatMap((turn) => turn.outcomes), ...outcomes].filter(({ kind }) => kind === 'judge')
  }
  const judgement = { says: 'met', votes: [], why: null }
  const outcome = { kind: 'judge', verdict: 'passed', expected: 'met', judgement, licence: licensed }

  it('is what it looks at, what came of it, and where it stands', async () => {
    const { judges } = judgeBy(() => 'met')
    const turns =
      '- user: hi\n  expect:\n    judge: [is kind, { criterion: is rude, expect: not met, looks at: conversation }]'
    const more =
      'every turn: { judge: is short }\nsession: { judge: [ends well, { criterion: thanks, looks at: turn }] }'
    expect(await toldOf(more, turns, judges)).toEqual([
      { ...outcome, at: expect.objectContaining({ line: 9 }), criterion: 'is kind', looksAt: 'turn' },
      {
        ...outcome,
        ...{ verdict: 'failed', expected: 'not met', criterion: 'is rude', looksAt: 'conversation' },
        at: expect.objectContaining({ line: 9 }),
      },
      {
        ...outcome,
        at: expect.objectContaining({ line: 10 }),
        criterion: 'is short',
        looksAt: 'turn',
        by: 'every turn',
      },
      { ...outcome, at: expect.objectContaining({ line: 11 }), criterion: 'ends well', looksAt: 'conversation' },
      { ...outcome, at: expect.objectContaining({ line: 11 }), criterion: 'thanks', looksAt: 'turn' },
    ])
  })
  it.each([
    [one, 'no judge model is configured: add judges: { by: … } to the config'],
    [
      '- user: hi\n  expect: { judge: "names {{nothing}} today" }',
      '{{nothing}} is empty, so the criterion says something else',
    ],
  ])('is why nobody was asked', async (turns, why) => {
    expect(await toldOf('', turns)).toMatchObject([
      { verdict: 'not judged', judgement: { says: 'unjudged', votes: [], why }, licence: { kind: 'unlicensed', why } },
    ])
  })
  it('is that nothing was answered', async () => {
    const [plan] = plansOf(
      'suite: S\nagent: desk\nconversations: [{ name: n, turns: [{ user: hi }], session: { judge: is kind } }]\n',
    )
    if (plan === undefined) throw new Error('no plan')
    const { judges, asked } = judgeBy(() => 'met')
    const run = { turns: [], expected: plan.conversation.session } as unknown as ConversationRun
    const { conversation, usage, turns } = await judgeRun(plan, run, judges)
    expect([usage, turns.size]).toEqual([[], 0])
    expect(conversation).toMatchObject([
      { verdict: 'not judged', judgement: { why: 'no turn was answered, so there is nothing to judge' } },
    ])
    expect(asked).toEqual([])
  })
  it('adds up what its judges took', async () => {
    const usage = [{ model: 'm', inputTokens: 3, outputTokens: 1 }]
    const judges: Judges = {
      answer: async () => ({ judgement: { says: 'met', votes: [], why: null }, licence: licensed, usage }),
    }
    const [plan] = plansOf(
      'suite: S\nagent: desk\nconversations: [{ name: n, turns: [{ user: hi, expect: { judge: [a b, c d] } }] }]\n',
    )
    if (plan === undefined) throw new Error('no plan')
    const result = await performConversation(plan, { client: fakeClient(echo).client, reconcile: true, judges })
    expect(JSON.stringify(result)).toContain('"inputTokens":6,"outputTokens":2')
  })
})

it('a turn that nobody began shows no words of a customer', () => {
  const view = { entries: [said('assistant', 'hello')] }
  const answered = [{ index: 3, turn: {}, view }] as unknown as Parameters<typeof shownTurns>[0]
  expect(shownTurns(answered)).toEqual([{ index: 3, user: null, entries: view.entries }])
})

describe('what is private in a question', () => {
  const turns = [{ index: 0, user: 'hi', entries: [said('user', 'hi')] }]
  const privacy = (more: object) => privacyOf({ variables: {}, customer: {}, ...more } as unknown as Plan, turns)
  const entries = [{ by: 'customer', text: 'hi' }]

  it('is a value of the environment that no accident writes', () => {
    const variables = {
      'env.KEY': 'abcd',
      'env.SHORT': 'abc',
      'env.LIST': ['a', 'b', 'c', 'd'],
      'my.env.KEY': 'abcdef',
      key: 'abcd',
    }
    expect(privacy({ variables }).named).toEqual([{ name: 'env.KEY', value: 'abcd' }])
  })
  it('is told by whom it is with, and by all that is shown', () => {
    expect(privacy({}).beside).toEqual({ customer_number: null, email: null, metadata: null, entries })
    const customer = { number: '+49 170 1', email: 'a@b.example' }
    expect(privacy({ customer, metadata: { plan: 'gold' } }).beside).toEqual({
      ...{ customer_number: '+49 170 1', email: 'a@b.example', metadata: { plan: 'gold' } },
      entries,
    })
  })
})

describe('what a judge is asked', () => {
  const three =
    '- user: one\n- user: two\n  expect:\n    judge:\n      - is kind\n      - { criterion: keeps to the subject, looks at: conversation }\n- user: three'

  it('is the turn, or everything up to here, and the whole for a session', async () => {
    const more = 'session:\n  judge:\n    - answers everything\n    - { criterion: says goodbye, looks at: turn }'
    const { asked } = await perform(three, 'met', licensed, more)
    const usersByCriterion = Object.fromEntries(
      asked.map(({ criterion, turns }) => [criterion, turns.map(({ user }) => user)]),
    )
    expect(usersByCriterion).toEqual({
      'is kind': ['two'],
      'keeps to the subject': ['one', 'two'],
      'answers everything': ['one', 'two', 'three'],
      'says goodbye': ['three'],
    })
  })
  it('has its variables filled in, and the licence is for it as it is written', async () => {
    const { asked } = await perform('- user: hi\n  expect: { judge: "names the {{thing}}" }', 'met')
    expect(asked).toMatchObject([{ criterion: 'names the parcel', asWritten: 'names the {{thing}}' }])
  })
  it('is nothing where a variable of it is empty', async () => {
    const { verdict, asked } = await perform('- user: hi\n  expect: { judge: "names {{nothing}} today" }', 'met')
    expect([verdict, asked.length]).toEqual(['errored', 0])
  })
  it('names the models and the votes that are stated', async () => {
    const turns = '- user: hi\n  expect: { judge: { criterion: is kind, by: [small, local], votes: 3 } }'
    expect((await perform(turns, 'met')).asked).toMatchObject([{ by: ['small', 'local'], votes: 3 }])
  })
  it('is each criterion of every turn for each turn that was answered, and of no step', async () => {
    const turns = '- user: one\n- wait: 1 ms\n- user: two'
    const play: Script = ({ message = '' }) => [said('user', message), said('assistant', 'yes')]
    const { asked } = await perform(turns, 'met', licensed, 'every turn: { judge: is kind }', play)
    expect(asked.map(({ turns: talkTurns }) => talkTurns.map(({ user }) => user))).toEqual([['one'], ['two']])
    const rules = 'every turn: { reply: { not: { contains: oops } } }'
    expect((await perform(one, 'met', licensed, rules)).asked).toHaveLength(1)
  })
})
