import { describe, expect, it } from 'vitest'
import { describeStatistics } from './draw-compared.ts'

const pass = {
  ...{ pairs: 5, bothPassed: 0, onlyA: 5, onlyB: 0, neitherPassed: 0, effect: -1 },
  ...{ interval: [-1, -0.48] as [number, number], p: 0.0625, adjusted: 0.125, breakRisk: 4 ** -5 },
}

describe('describeStatistics', () => {
  it('says what a difference rests on', () => {
    const { sentence, facts } = describeStatistics(pass, { labels: ['default', 'draft'], alpha: 0.05 })
    expect(sentence).toBe(
      'In 5 of 5 pairs of runs only one side passed: default alone 5 times, draft alone 0 times. Equal sides would differ at least this much in 6.3 % of comparisons (13 % allowing for all conversations); below 5 % counts as a difference.',
    )
    expect(facts).toContainEqual(['draft against default', '−100 points (95 %: −100 points to −48 points)'])
    expect(facts).toContainEqual(['chance of such a break', 'at most 0.1 % between equal sides'])
  })

  it('says when nothing differs', () => {
    const same = { ...pass, onlyA: 0, bothPassed: 1, pairs: 1, effect: 0, p: 1, adjusted: 1, breakRisk: null }
    const sentenceAt = (look: number) => describeStatistics(same, { labels: ['a', 'b'], alpha: 0.05, look }).sentence
    expect(sentenceAt(0)).toBe('In 1 pair of runs both sides came out alike every time.')
    expect(sentenceAt(1)).toBe('In 1 pair of runs after the first look both sides came out alike every time.')
  })
})
