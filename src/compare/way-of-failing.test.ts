import { describe, expect, it } from 'vitest'
import type { Outcome } from '../engine/expect/outcome/outcome.ts'
import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import { wayOfFailing } from './way-of-failing.ts'

const failed = (...outcomes: object[]): ConversationResult => {
  const turns = [
    { index: 0, verdict: 'passed', outcomes: [{ kind: 'reply', verdict: 'passed' }], failure: null },
    { index: 1, verdict: 'failed', outcomes: outcomes.map((each) => ({ verdict: 'failed', ...each })), failure: null },
  ]
  return { verdict: 'failed', turns, outcomes: [] as Outcome[] } as unknown as ConversationResult
}

describe('the way of failing', () => {
  it.each([
    ['turn 2: reply', { kind: 'reply' }],
    ['turn 2: no call of refund', { kind: 'call', name: 'refund', closest: null }],
    ['turn 2: arguments of refund', { kind: 'call', name: 'refund', closest: { name: 'refund' } }],
    ['turn 2: a call of refund', { kind: 'unexpected call', call: { name: 'refund' } }],
    ['turn 2: a call of a tool', { kind: 'unexpected call', call: null }],
    ['turn 2: number of calls of refund', { kind: 'call count', name: 'refund' }],
    ['turn 2: number of calls', { kind: 'call count', name: null }],
    ['turn 2: law unique call ids', { kind: 'law', finding: { law: 'unique call ids' } }],
    ['turn 2: latency', { kind: 'latency' }],
  ])('is %s', (way, outcome) => {
    expect(wayOfFailing(failed(outcome))).toBe(way)
    expect(wayOfFailing(failed({ kind: 'judge' }, { kind: 'reply', verdict: 'not judged' }, outcome))).toBe(way)
  })
  it('is none of a run that did not fail, or that failed by judges alone', () => {
    expect(wayOfFailing(failed({ kind: 'judge' }))).toBeNull()
    for (const verdict of ['passed', 'errored', 'broken', 'not reached'] as const)
      expect(wayOfFailing({ ...failed({ kind: 'reply' }), verdict })).toBeNull()
  })
  it('is at the end where all turns passed, and what broke a turn where nothing was judged', () => {
    const whole = { ...failed(), turns: [], outcomes: [{ kind: 'session', verdict: 'failed' }] }
    expect(wayOfFailing(whole as unknown as ConversationResult)).toBe('the end: session')
    const [passed, turn] = failed().turns
    const refused = { ...failed(), turns: [passed, { ...turn, failure: { kind: 'refused' } }] }
    expect(wayOfFailing(refused as unknown as ConversationResult)).toBe('turn 2: refused')
  })
})
