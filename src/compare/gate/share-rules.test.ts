import { describe, expect, it } from 'vitest'
import { conversationOf, runsOf } from './conversation.fixture.ts'
import { defaultPolicy } from './gate-policy.ts'
import { shareRules } from './judge-gate.ts'

function passRate(runs: string, least: number) {
  const conversations = [conversationOf({ runs: { a: [], b: runsOf(runs) } })]
  const coverage = { a: { agents: [] }, b: { agents: [] } }
  const facts = { conversations, coverage, pooled: null, newFailures: null, noise: null, baseline: 'default' }
  return shareRules({ ...defaultPolicy, passRate: least }, facts)
}

describe('the rules on shares', () => {
  it('count a pass rate over the runs that were judged, and no others', () => {
    expect(passRate('pfnu', 0.5)).toEqual([
      { name: 'pass rate', verdict: 'held', wanted: 'at least 50 %', seen: '50 % (1 of 2)' },
    ])
  })
  it('hold a pass rate only where the runs that errored could not have broken it', () => {
    const of = (runs: string, least: number) => passRate(runs, least).map(({ verdict, seen }) => [verdict, seen])
    const worstCase = '66.7 % if the 4 runs that could not be judged had failed'
    expect(of('ppppppppeeee', 0.95)).toEqual([['not judged', `100 % (8 of 8); ${worstCase}`]])
    expect(of('ppppppppeeee', 0.6)).toEqual([['held', `100 % (8 of 8); ${worstCase}`]])
    expect(of('pfffe', 0.5)).toEqual([['broken', '25 % (1 of 4)']])
  })
  it('do not judge a pass rate where no run was judged', () => {
    expect(passRate('enu', 0.5)).toEqual([
      { name: 'pass rate', verdict: 'not judged', wanted: 'at least 50 %', seen: 'nothing to count' },
    ])
  })
})
