import { describe, expect, it } from 'vitest'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Recovered } from '../../wire/client/recovered.ts'
import { formatConversation } from '../terminal/terminal-reporter.ts'
import { describeRecovery } from './describe-recovery.ts'
import { createPaint } from './paint.ts'

const fetched: Recovered = {
  how: 'fetched',
  breaks: [{ kind: 'timed out', limitMs: 2_000 }],
  sendings: 1,
  looks: 2,
  ms: 2_100,
}
const reset = { kind: 'unreachable', url: 'http://localhost', code: 'ECONNRESET' } as const
const again: Recovered = { how: 'sent again', breaks: [reset, reset], sendings: 3, looks: 9, ms: 900 }

describe('a recovered turn', () => {
  it('is told in one line, each break once', () => {
    expect(describeRecovery(fetched)).toBe(
      'recovered: its answer was lost and found in the stored session (no answer within 2000 ms)',
    )
    expect(describeRecovery(again)).toBe(
      'recovered: it was not taken at first, and sent 3 times (the connection to http://localhost broke before the answer was whole (ECONNRESET))',
    )
  })
  it('shows in the line of its conversation, also where that passed', () => {
    const turns = [
      { index: 0, turnMs: 1 },
      { index: 1, turnMs: 1, recovered: fetched },
    ]
    const result = { verdict: 'passed', name: 'n', turns, ms: 5, at: { line: 1 }, reason: null }
    expect(formatConversation(result as unknown as ConversationResult, false, createPaint(false))).toContain(
      '2 turns  5 ms  turn 2 recovered: its answer was lost and found in the session',
    )
  })
})
