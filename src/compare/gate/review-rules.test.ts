import { describe, expect, it } from 'vitest'
import type { ConversationComparison } from '../model/conversation-comparison.ts'
import type { ReviewDifference } from '../model/review-shape.ts'
import { fingerprintOf, withReviews } from '../review/settle-reviews.ts'
import { conversationOf, passOf, runsOf } from './conversation.fixture.ts'
import { defaultPolicy, type GateFacts, type GatePolicy } from './gate-policy.ts'
import { reviewRules } from './review-rules.ts'

const difference: ReviewDifference = {
  ...{
    id: 'abcdefghij',
    level: 'calls',
    turn: 1,
    text: 'turn 2: lookup_order is no longer called',
    runs: [0, 1, 2, 3],
  },
  kind: 'calls lookup_order  gone',
}
const once: ReviewDifference = {
  ...{ id: 'bcdefghijk', level: 'calls', turn: 1, text: 'turn 2: delete_account is called once', runs: [3] },
  kind: 'calls delete_account  new',
}

function decided(differences: ReviewDifference[]): ConversationComparison {
  const compared = conversationOf({
    ...{ verdict: 'regressed', certainty: 'hard break', differences },
    ...{ runs: { a: runsOf('pppp'), b: runsOf('ffff') }, pass: passOf('aaaa') },
  })
  const { suite, name, agent } = compared
  const approved = { ...compared, differences: [difference] }
  const entry = {
    ...{ suite, conversation: name, agent, differs: [difference.text], fingerprint: fingerprintOf(approved) },
    ...{ decision: 'approved' as const, by: 'Ada', on: '2026-11-28', why: 'it is meant' },
  }
  return withReviews([compared], [entry])[0] ?? compared
}

const rulesOf = (conversation: ConversationComparison, policy: Partial<GatePolicy>): string[] =>
  reviewRules({ ...defaultPolicy, ...policy }, {
    conversations: [],
    excused: [conversation],
  } as unknown as GateFacts).map(({ name, verdict }) => `${name} ${verdict}`)

describe('the rules for change', () => {
  const blind = (side: 'a' | 'b') => {
    const run = { turns: [{ unseen: 'webhook' }] } as unknown as ConversationComparison['shown']['a']
    return conversationOf({ shown: { a: null, b: null, [side]: run } })
  }
  it.each([
    ['a', ['changed not judged', 'new calls held', 'new handoffs held', 'approved held']],
    ['b', ['changed not judged', 'new calls not judged', 'new handoffs held', 'approved held']],
  ] as const)('are not held where the calls of %s cannot be seen', (side, verdicts) => {
    const policy = { ...defaultPolicy, changed: 0, newCalls: 0, newHandoffs: 0, approved: 0 }
    const rules = reviewRules(policy, { conversations: [blind(side)] } as unknown as GateFacts)
    expect(rules.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual(verdicts)
    expect(rules[0]?.seen).toBe('none; the calls of "talks" cannot be seen')
  })

  it('hold for what was approved', () => {
    const conversation = decided([difference])
    expect(conversation.review?.decision).toBe('approved')
    expect(rulesOf(conversation, { changed: 0, newCalls: 0 })).toEqual([
      'changed held',
      'new calls held',
      'approved held',
    ])
  })

  it('see a call that is new in a single run, though what else differs was approved and one run may be chance', () => {
    const conversation = decided([difference, once])
    expect(conversation.review).toMatchObject({ decision: 'approved', chance: [once.id] })
    expect(rulesOf(conversation, { changed: 0, newCalls: 0 })).toEqual([
      ...['changed held', 'new calls broken', 'approved held'],
    ])
  })
})

describe('what nobody decided', () => {
  const rules = (conversation: ConversationComparison, policy: Partial<GatePolicy>) =>
    reviewRules({ ...defaultPolicy, ...policy }, { conversations: [conversation] } as unknown as GateFacts)
  const with1 = (more: Partial<ReviewDifference>): ConversationComparison =>
    conversationOf({ differences: [{ ...once, ...more }] })

  it('counts a new call, up to what is allowed, and nothing that only reads like one', () => {
    expect(rules(with1({}), { newCalls: 0 })).toEqual([
      { name: 'new calls', verdict: 'broken', wanted: 'none', seen: '1: "talks"' },
    ])
    expect(rules(with1({}), { newCalls: 2 })).toMatchObject([{ verdict: 'held', wanted: 'at most 2' }])
    for (const kind of ['calls lookup_order  gone', 'order of calls a  new', 'calls a  newer'])
      expect(rules(with1({ kind }), { newCalls: 0 })).toMatchObject([{ verdict: 'held', seen: 'none' }])
  })
  it('counts another agent that speaks, and no call', () => {
    const verdicts = (level: 'handoff' | 'calls') =>
      rules(with1({ level }), { newHandoffs: 0 }).map(({ verdict }) => verdict)
    expect([verdicts('handoff'), verdicts('calls')]).toEqual([['broken'], ['held']])
  })
  it('is broken though calls cannot be seen in one of the turns, and not judged where nothing is counted', () => {
    const shown = { a: null, b: { turns: [{}, { unseen: 'webhook' }] } } as unknown as ConversationComparison['shown']
    expect(rules({ ...with1({}), shown }, { newCalls: 0 })).toMatchObject([{ verdict: 'broken', seen: '1: "talks"' }])
    expect(rules(conversationOf({ shown }), { newCalls: 0 })).toMatchObject([{ verdict: 'not judged' }])
  })
})

describe('the rules on decisions', () => {
  const decidedAs = (decision: string, more: Partial<ConversationComparison> = {}): ConversationComparison =>
    conversationOf({ ...more, review: { decision } as never })
  const rules = (conversations: ConversationComparison[], approved: number | null = null) =>
    reviewRules({ ...defaultPolicy, approved }, { conversations } as unknown as GateFacts)

  it('are left out where nothing is decided or limited', () => {
    expect(rules([conversationOf()])).toEqual([])
    expect(rules([conversationOf()], 0)).toEqual([{ name: 'approved', verdict: 'held', wanted: 'none', seen: 'none' }])
  })
  it('name what is approved, however much there may be, and are broken by what is rejected', () => {
    expect(rules([decidedAs('approved'), decidedAs('rejected', { name: 'asks' })])).toEqual([
      { name: 'rejected', verdict: 'broken', wanted: 'none', seen: '1: "asks"' },
      { name: 'approved', verdict: 'held', wanted: 'any number', seen: '1: "talks"' },
    ])
    expect(rules([decidedAs('approved'), decidedAs('approved')], 1)).toMatchObject([
      { name: 'approved', verdict: 'broken', wanted: 'at most 1' },
    ])
  })
  it('are not judged behind what is approved, each with its turn', () => {
    const hidden = { turn: 1, why: 'no run came so far' }
    const [, behind] = rules([decidedAs('approved', { hidden }), decidedAs('approved', { name: 'asks', hidden })])
    expect(behind).toEqual({
      ...{ name: 'behind approvals', verdict: 'not judged', wanted: 'judged behind what is approved' },
      seen: '"talks" from turn 2 on: no run came so far; "asks" from turn 2 on: no run came so far',
    })
  })
})
