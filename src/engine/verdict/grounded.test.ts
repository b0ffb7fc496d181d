import { describe, expect, it } from 'vitest'
import { describeOutcome } from '../../report/text/describe-outcome.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { PerformContext } from '../perform/perform.ts'
import { performConversation } from '../perform/perform-conversation.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { fakeClient, plansOf } from './fake-client.fixture.ts'

/** An agent that looks an order up and says something. */
const agent =
  (...replies: string[]) =>
  (request: { message?: string }, turn: number): TranscriptEntry[] => [
    said('user', request.message ?? ''),
    called('get_order', String(turn), { order_id: 'W1042' }),
    gave('get_order', String(turn), '{"total": 321.18}'),
    said('assistant', replies[turn] ?? replies.at(-1) ?? '', 1_000),
  ]

const head = 'suite: S\nagent: desk\n'
const talk = (settings: string, turns: string): string =>
  `${head}${settings}conversations:\n  - name: talks\n    turns:\n${turns}`
const plain = '      - { user: hi, expect: { reply: { present: true } } }\n'

async function perform(yaml: string, replies: string[], more: Partial<PerformContext> = {}) {
  const [plan] = plansOf(yaml)
  if (plan === undefined) throw new Error('no plan')
  const result = await performConversation(plan, {
    client: fakeClient(agent(...replies)).client,
    reconcile: false,
    ...more,
  })
  const failed = [...result.turns.flatMap(({ outcomes }) => outcomes)].filter(({ verdict }) => verdict === 'failed')
  return { verdict: result.verdict, failed, told: failed.map(describeOutcome).join('\n') }
}

describe('the law grounded', () => {
  it('is off unless a suite or conversation turns it on, and the innermost decides', async () => {
    const wrong = ['It is $999.99.']
    expect((await perform(talk('', plain), wrong)).verdict).toBe('passed')
    expect((await perform(talk('laws: { grounded: on }\n', plain), wrong)).verdict).toBe('failed')
    const off = talk('laws: { grounded: on }\n', `${plain}    laws: { grounded: it makes up prices for now }\n`)
    expect((await perform(off, wrong)).verdict).toBe('passed')
    expect((await perform(talk('', `${plain}    laws: { grounded: on }\n`), wrong)).verdict).toBe('failed')
  })
  it('finds what a reply makes up, says what is nearest, and shows the turn', async () => {
    const { failed, told } = await perform(talk('laws: { grounded: on }\n', plain), ['Order W1042 comes to $321.78.'])
    expect(failed.map(({ at }) => at.line)).toEqual([7])
    expect(told).toContain(
      '"$321.78", which nothing before it says: the nearest is "321.18" in the output of get_order (turn 1)',
    )
  })
  it('takes the prompt, metadata, variables, the customer and the context of a turn as said', async () => {
    const settings =
      'laws: { grounded: on }\nmetadata: { plan: gold-77 }\nvariables: { code: X-1234 }\ncustomer: { email: a@b.example }\n'
    const turn = '      - { user: hi, context: Offer 12 %, expect: { reply: { present: true } } }\n'
    const reply = ['gold-77, X-1234, a@b.example, 12 %, within 30 days']
    expect((await perform(talk(settings, turn), reply)).told).toContain('"30"')
    const prompts = async () => ['Returns are taken within 30 days.']
    expect((await perform(talk(settings, turn), reply, { prompts })).verdict).toBe('passed')
  })
})

describe('reply: { grounded: true }', () => {
  const turn = '      - { user: hi, expect: { reply: { grounded: true } } }\n'
  it('passes, and is enough to have expected something', async () => {
    expect((await perform(talk('', turn), ['It is $321.18.'])).verdict).toBe('passed')
  })
  it('fails for each made-up fact, also one of a turn before that nobody looked at', async () => {
    const two = `      - { user: hi }\n${turn}`
    const { verdict, failed, told } = await perform(talk('', two), ['It is A-7781.', 'A-7781 and B-9923.'])
    expect([verdict, failed.length]).toEqual(['failed', 2])
    expect(told).toContain('the reply says something that nothing said before supports')
  })
  it('holds for every turn', async () => {
    const every = talk('every turn: { reply: { grounded: true } }\nlaws: { grounded: on }\n', plain)
    expect((await perform(every, ['It is A-7781.'])).failed).toHaveLength(1)
  })
})

describe('claims', () => {
  const claims = 'claims: { /refund was issued/i: issue_refund }\n'
  it('fail where nothing did it, at their line', async () => {
    const { verdict, failed, told } = await perform(talk(claims, plain), ['Your refund was issued.'])
    expect([verdict, failed.map(({ at }) => at.line)]).toEqual(['failed', [3]])
    expect(told).toContain('the agent says that something is done, and no tool did it')
    expect(told).toContain('a successful call of issue_refund before it')
  })
  it('are no expectation where nobody makes them', async () => {
    expect((await perform(talk(claims, plain), ['hello'])).verdict).toBe('passed')
  })
  it('add up, from suite to conversation', async () => {
    const both = talk(claims, `${plain}    claims: { /order was found/: get_order }\n`)
    expect((await perform(both, ['The order was found.'])).verdict).toBe('passed')
    expect((await perform(both, ['The refund was issued.'])).verdict).toBe('failed')
  })
})
