import { describe, expect, it } from 'vitest'
import { plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import { createLinesOf, fingerprintPlan } from './fingerprint-plan.ts'

const suite = `suite: S
agent: desk
conversations:
  - name: one
    turns: [{ user: "one", expect: { reply: one } }]
  - name: two
    parameters: [{ city: Rome }, { city: Oslo }]
    turns: [{ user: "in {{city}}", expect: { reply: two } }]
  - { name: three, turns: [{ user: three, expect: { reply: three } }] }
every turn:
  latency: 2 s
`

/** The fingerprints of all conversations of a text, in their order. */
function fingerprints(text: string): string[] {
  const plans = plansOf(text)
  const file = plans[0]?.file ?? ''
  const linesOf = createLinesOf(plans, new Map([[file, text]]))
  return plans.map((plan) => fingerprintPlan(plan, linesOf))
}

const before = fingerprints(suite)
const changed = (from: string, to: string): boolean[] => {
  expect(suite).toContain(from)
  return fingerprints(suite.replace(from, to)).map((fingerprint, index) => fingerprint !== before[index])
}

describe('the lines of a conversation', () => {
  it('are told apart, those of the rows of one conversation by their values', () => {
    expect(new Set(before).size).toBe(4)
    expect(fingerprints(suite)).toEqual(before)
  })
  it('count for their own conversation and no other', () => {
    expect(changed('reply: one', 'reply: eno')).toEqual([true, false, false, false])
    expect(changed('Oslo', 'Ohio')).toEqual([false, true, true, false])
    expect(changed('reply: three', 'reply: eerht')).toEqual([false, false, false, true])
  })
  it('count where they moved', () => {
    expect(changed('  - name: two', '\n  - name: two')).toEqual([true, true, true, true])
  })
  it('leave the settings of the suite to count for all', () => {
    expect(changed('2 s', '3 s')).toEqual([true, true, true, true])
  })
  it.each([
    { by: 'an alias', reply: '*answer', more: '', from: '&answer one', to: '&answer eno' },
    { by: 'a template', reply: 'three', more: 'template: hello', from: 'reply: hi', to: 'reply: ho' },
  ])('are not enough where something stands elsewhere: $by', ({ reply, more, from, to }) => {
    const text = `suite: S
agent: desk
templates:
  hello: [{ user: hello, expect: { reply: hi } }]
conversations:
  - name: one
    turns: [{ user: one, expect: { reply: &answer one } }]
  - name: two
    turns: [{ user: two, expect: { reply: two } }]
  - name: three
    turns: [{ user: three, expect: { reply: ${reply} } }]
    ${more}
`
    const [old, now] = [fingerprints(text), fingerprints(text.replace(from, to))]
    expect(now[1]).toBe(old[1])
    expect(now[2]).not.toBe(old[2])
  })
})
