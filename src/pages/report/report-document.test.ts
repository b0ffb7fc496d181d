import { describe, expect, it } from 'vitest'
import { comparisonVerdicts } from '../../compare/model/comparison-verdict.ts'
import { verdicts } from '../../engine/verdict/verdict.ts'
import { rankCard, verdictsOf } from './report-document.ts'

describe('the order of the list', () => {
  it('knows every verdict', () => {
    expect([...verdictsOf('run')].sort()).toEqual([...verdicts].sort())
    expect(verdictsOf('comparison')).toEqual(comparisonVerdicts)
  })

  it('puts a hard break before a statistical difference, and both before what is only changed', () => {
    const rank = (verdict: 'regressed' | 'changed', certainty: 'hard break' | 'statistical' | null): number =>
      rankCard({ verdict, certainty }, 'comparison')
    expect(rank('regressed', 'hard break')).toBeLessThan(rank('regressed', 'statistical'))
    expect(rank('regressed', 'statistical')).toBeLessThan(rank('changed', null))
    expect(rankCard({ verdict: 'failed', certainty: null }, 'run')).toBe(3)
  })
})
