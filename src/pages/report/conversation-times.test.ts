import { describe, expect, it } from 'vitest'
import { comparedTimes } from './conversation-times.ts'

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
