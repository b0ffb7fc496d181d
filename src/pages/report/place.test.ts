import { describe, expect, it } from 'vitest'
import { hashOf, readPlace, wholeList } from './place.ts'

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
    expect(readPlace(hashOf(place))).toEqual(place)
  })

  it('is empty for the whole list', () => {
    expect(hashOf(wholeList)).toBe('')
    expect(readPlace('')).toEqual(wholeList)
  })

  it('reads a bare id, escaped or not', () => {
    expect(readPlace('#suites/orders.yaml:18').open).toEqual(['suites/orders.yaml:18'])
    expect(readPlace('#suites/my%20orders.yaml:18').open).toEqual(['suites/my orders.yaml:18'])
    expect(readPlace('#100%.yaml:1').open).toEqual(['100%.yaml:1'])
  })
})
