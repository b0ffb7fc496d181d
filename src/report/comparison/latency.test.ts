import { describe, expect, it } from 'vitest'
import { madeUpConversation } from './comparison.fixture.ts'
import { sureDifferences } from './latency.ts'

/** The conversations listed as slower or faster, given the chance of each one's time; undefined in older files. */
function listed(...chances: (number | undefined)[]): number[] {
  const conversations = chances.map((p, index) => ({
    ...madeUpConversation(index, { verdict: 'same' }),
    latency: [
      {
        ...{ subject: 'turn' as const, tool: null, turn: null, a: [60], b: [90], difference: 30 },
        ...{ interval: [12, 48] as [number, number], ...(p === undefined ? {} : { p }) },
      },
    ],
  }))
  return sureDifferences({ conversations }).map(({ conversation }) => conversations.indexOf(conversation as never))
}

describe('the conversations listed as slower or faster', () => {
  it('are certain among all of them, though the interval of each excludes zero', () => {
    expect(listed(0.03)).toEqual([0])
    expect(listed(0.03, 0.03)).toEqual([])
    expect(listed(0.02, 0.04)).toEqual([0, 1])
    expect(listed(...Array.from({ length: 20 }, () => 0.01))).toEqual([])
    expect(listed(...Array.from({ length: 19 }, () => 0.5), 0.002)).toEqual([19])
  })
  it('have a chance, which older files do not state', () => {
    expect(listed(undefined)).toEqual([])
  })
})
