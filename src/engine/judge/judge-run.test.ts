import { describe, expect, it } from 'vitest'
import type { Judgement, LicenceSeen } from '../expect/judgement.ts'
import { said } from '../transcript/entries.fixture.ts'
import { echo, fakeClient, plansOf, type Script } from '../verdict/fake-client.fixture.ts'
import { performConversation } from '../verdict/perform-conversation.ts'
import type { Judges, Question } from './judges.ts'

const right = { right: 40, of: 40, interval: [0.9, 1] as [number, number] }
const licensed: LicenceSeen = { kind: 'licensed', given: '2026-01-01', met: right, notMet: right }
const unlicensed: LicenceSeen = { kind: 'unlicensed', why: 'nobody has checked it' }

/** A judge that answers by a table, and remembers what it was asked. */
function judgeBy(
  table: (question: Question) => Judgement['says'],
  licence: LicenceSeen = licensed,
): { judges: Judges; asked: Question[] } {
  const asked: Question[] = []
  const judges: Judges = {
    async answer(question) {
      asked.push(question)
      return { judgement: { says: table(question), votes: [], why: null }, licence, usage: [] }
    },
  }
  return { judges, asked }
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
      const told = result.turns.flatMap(({ outcomes }) => outcomes.filter(({ kind }) => kind === 'judge'))
      expect([result.verdict, told]).toMatchObject(['passed', [{ verdict: 'advice', judgement: { says } }]])
      expect((await perform(turns.replace('said', 'sang'), says, unlicensed)).verdict).toBe('failed')
      const asked: LicenceSeen = { kind: 'not asked for' }
      for (const licence of [licensed, asked]) expect((await perform(turns, says, licence)).verdict).toBe('errored')
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

describe('what a judge is asked', () => {
  const three =
    '- user: one\n- user: two\n  expect:\n    judge:\n      - is kind\n      - { criterion: keeps to the subject, looks at: conversation }\n- user: three'

  it('is the turn, or everything up to here, and the whole for a session', async () => {
    const more = 'session:\n  judge:\n    - answers everything\n    - { criterion: says goodbye, looks at: turn }'
    const { asked } = await perform(three, 'met', licensed, more)
    const shown = Object.fromEntries(asked.map(({ criterion, turns }) => [criterion, turns.map(({ user }) => user)]))
    expect(shown).toEqual({
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
    expect(asked.map(({ turns: shown }) => shown.map(({ user }) => user))).toEqual([['one'], ['two']])
  })
})
