import { describe, expect, it } from 'vitest'
import { settleReview } from './review-settings.ts'

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
