import { describe, expect, it } from 'vitest'
import { comparedTimes, formatDifference } from './latency.ts'

describe('comparedTimes', () => {
  it('names turns from 1, tools by name, and has a row a side', () => {
    const times = { a: [1], b: [2], difference: 1, interval: null }
    const groups = comparedTimes(
      [
        { subject: 'turn', tool: null, turn: null, ...times },
        { subject: 'turn', tool: null, turn: 0, ...times },
        { subject: 'reply', tool: null, turn: 1, ...times },
        { subject: 'tool', tool: 'lookup', turn: null, ...times },
        { subject: 'tool', tool: 'lookup', turn: 2, ...times },
      ],
      ['default', 'draft'],
    )
    expect(groups.map(({ subject }) => subject)).toEqual([
      'all turns',
      'turn 1',
      'reply, turn 2',
      'lookup',
      'lookup, turn 3',
    ])
    expect(groups[0]?.rows).toEqual([
      { label: 'default', times: [1] },
      { label: 'draft', times: [2] },
    ])
  })
})

it.each([
  [-0.3, '0 ms'],
  [0.3, '0 ms'],
  [0, '0 ms'],
  [120, '+120 ms'],
  [-1_204, '−1.20 s'],
])('a difference of %d ms is %j', (ms, text) => {
  expect(formatDifference(ms)).toBe(text)
})
