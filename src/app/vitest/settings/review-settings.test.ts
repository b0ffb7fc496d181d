import { describe, expect, it } from 'vitest'
import { basePair, picturedPairs, settleReview } from './review-settings.ts'

describe('settleReview', () => {
  it('compares the snapshots that are kept, and asks for one of every conversation only when told to', () => {
    expect(settleReview({}, '/shop').snapshots).toEqual({ compared: 'all', missing: false })
    expect(settleReview({ snapshots: true }, '/shop').snapshots).toEqual({ compared: 'all', missing: true })
    expect(settleReview({ snapshots: 'calls' }, '/shop').snapshots).toEqual({ compared: 'calls', missing: true })
    expect(settleReview({ snapshots: false }, '/shop').snapshots).toBe(null)
  })

  it('writes a report only when told where', () => {
    expect(settleReview({}, '/shop').report).toBe(null)
    expect(settleReview({ report: 'out/report.html' }, '/shop').report).toMatch(/[\\/]shop[\\/]out[\\/]report\.html$/)
  })
})

describe('picturedPairs', () => {
  const all = (versions: string[]): string[] =>
    versions.flatMap((version) => picturedPairs(version, versions).map(({ a, b }) => `${a} ${b} at ${version}`))

  it('puts every version beside default, once, at the one that Vitest begins later', () => {
    expect(all(['default', 'draft'])).toEqual(['default draft at draft'])
    expect(all(['draft', 'default', '3'])).toEqual(['default draft at draft', 'default 3 at default'])
  })

  it('takes the first for the one that is trusted where default does not run', () => {
    expect(all(['draft', '3'])).toEqual(['draft 3 at draft'])
    expect(all(['draft'])).toEqual([])
    expect(basePair(['draft', '3'])).toEqual({ a: 'draft', b: '3' })
    expect(basePair(['draft', 'default'])).toEqual({ a: 'default', b: 'draft' })
  })
})
