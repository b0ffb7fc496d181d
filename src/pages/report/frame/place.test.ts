import { describe, expect, it } from 'vitest'
import { placeHash, readReportPlace, wholeList } from './place.ts'

describe('a place in the address', () => {
  it('comes back from its hash', () => {
    const place = {
      open: ['suites/a b.yaml:18#2', 'x=y&z:1'],
      verdicts: ['regressed', 'not comparable'],
      text: 'refund & 100%',
      tag: 'smoke',
      suite: 'Order desk',
      version: '3',
      agent: 'order-desk',
      decision: 'undecided',
      judged: 'not met',
      cause: 'simulated user',
      trend: 'flaky',
      order: 'cost',
      group: 'cause',
    }
    expect(readReportPlace(placeHash(place))).toEqual(place)
  })

  it('is empty for the whole list', () => {
    expect(placeHash(wholeList)).toBe('')
    expect(readReportPlace('')).toEqual(wholeList)
  })

  it('reads a bare id, escaped or not', () => {
    expect(readReportPlace('#suites/orders.yaml:18').open).toEqual(['suites/orders.yaml:18'])
    expect(readReportPlace('#suites/my%20orders.yaml:18').open).toEqual(['suites/my orders.yaml:18'])
    expect(readReportPlace('#100%.yaml:1').open).toEqual(['100%.yaml:1'])
  })
})
