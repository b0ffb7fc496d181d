import { describe, expect, it } from 'vitest'
import { lintScript, lintText, readSuite } from './lint-text.fixture.ts'

const suite = (turn: string, guardrail = '{ latency: 4 s }'): string =>
  `suite: Desk\nagent: desk\nevery turn: ${guardrail}\nconversations:\n  - name: one\n    turns:\n      - user: Hi\n${turn}\n`
const calls = (expected: string): string => `        expect: { calls: ${expected} }`

describe('turns that no answer could satisfy', () => {
  it.each([
    ['a call that a guardrail forbids', calls('[a]'), '{ calls: { never: [a] } }', 'a'],
    [
      'a call that a part of a name forbids',
      calls('[delete_order]'),
      '{ calls: { never: ["delete_*"] } }',
      'delete_order',
    ],
    ['a call where a guardrail expects none', calls('[a]'), '{ calls: none }', 'a'],
    ['a guardrail that asks for a call', calls('none'), '{ calls: [a] }', 'a'],
    ['none in the phase of a call', calls('{ pre: none, in order: [{ a: { phase: pre } }] }'), undefined, 'a'],
    ['a list of all calls without one', calls('{ exactly: [a], in order: [b] }'), undefined, 'b'],
    ['a list of all calls of a phase', calls('{ pre: { exactly: [a], any order: [b] } }'), undefined, 'b'],
    ['a neighbour that is forbidden', calls('{ in order: [{ a: { before: b } }], never: [b] }'), undefined, 'b'],
    ['two phases at once', calls('{ pre: { post: [a] } }'), undefined, 'a'],
    ['a capture from no call', `${calls('none')}\n        capture: { x: calls.a.output }`, undefined, 'calls.a.output'],
  ])('finds %s', (_, turn, guardrail, text) => {
    expect(lintText(suite(turn, guardrail))).toEqual([`contradiction: ${text}`])
  })

  it.each([
    ['a call with other arguments forbidden', calls('{ in order: [a], never: [{ a: { with: { x: 1 } } }] }')],
    ['a call that a part of a name does not cover', calls('{ in order: [undelete], never: ["delete*"] }')],
    ['none in another phase', calls('{ pre: none, in order: [{ a: { phase: during } }] }')],
    ['none in a phase that the call may not have', calls('{ pre: none, in order: [a] }')],
    ['a call that may come no time', calls('{ any order: [{ a: { times: { at most: 1 } } }], never: [b] }')],
    ['the same list twice', calls('{ exactly: [a, b], in order: [b] }')],
    ['reference calls', calls('{ reference: [a], never: [a] }')],
    ['a phase within a phase', calls('{ pre: { post: none }, in order: [a] }')],
  ])('accepts %s', (_, turn) => expect(lintText(suite(turn))).toEqual([]))

  it('does not hold guardrails against a turn that is refused', () => {
    expect(lintText(suite('        expect: { error: messageRequired }', '{ calls: [a] }'))).toEqual([])
  })

  it('names the line that rules the call out', () => {
    expect(lintScript(readSuite(suite(calls('[a]'), '{ calls: { never: [a] } }')), null)).toMatchObject([
      { message: 'no answer can satisfy this turn: it needs a call of a, but line 3 forbids it' },
    ])
  })

  it('looks at skipped conversations too, and once at what several meet', () => {
    const two = `suite: Desk\nagent: desk\nevery turn: { calls: { in order: [a], never: [a] } }\nconversations:\n${['one', 'two'].map((name) => `  - name: ${name}\n    skip: later\n    turns: [{ user: Hi, expect: { reply: x } }]\n`).join('')}`
    expect(lintText(two)).toEqual(['contradiction: a'])
  })
})
