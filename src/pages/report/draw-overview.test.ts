import { describe, expect, it } from 'vitest'
import { createContentCoverage } from '../../engine/coverage/content-coverage.ts'
import { coverageLines } from './draw-overview.ts'

const tally = (passed: number, failed = 0) => ({ passed, failed, other: 0 })

describe('coverageLines', () => {
  it('has a line for each way a call ended, for what was never called, and for each kind that was seen', () => {
    const content = { ...createContentCoverage(), text: tally(4, 1) }
    const tools = [{ name: 'lookup', phase: null, success: tally(2), error: tally(0, 1), unanswered: tally(0) }]
    const agent = { agent: 'desk', version: 'default', conversations: tally(3), handoffs: [], content, tools }
    const metadata = [{ name: 'tier', count: tally(3) }]
    const lines = coverageLines({ ...agent, metadata, uncovered: { pre: ['load'], during: [], post: [] } })
    expect(
      lines.map(({ section, name, detail, tally: { passed, failed } }) => [section, name, detail, passed, failed]),
    ).toEqual([
      ['tool', 'lookup', 'no phase', 2, 0],
      ['tool', 'lookup', 'no phase, error', 0, 1],
      ['tool', 'load', 'pre, never called', 0, 0],
      ['metadata', 'tier', '', 3, 0],
      ['content', 'text', '', 4, 1],
    ])
  })
})
