import type { RunResult } from '../../src/engine/run-result.ts'
import { verdicts } from '../../src/engine/verdict/verdict.ts'
import { turnsOf } from './order-talk.ts'
import { countBy, coverage, result, turn } from './results.ts'

/** A plain run: one failed, one unjudged, one repeated, one with a broken script, and one passed. */
export function makeRun(): RunResult {
  const passed = turnsOf('a')
  const conversations = [
    result(4, 'tracks an order', passed),
    result(18, 'asks before it cancels an order', turnsOf('b'), { verdict: 'failed' }),
    result(
      40,
      'waits for a slow agent',
      [
        turn(0, 'Are you there?', [], {
          verdict: 'errored',
          failure: { kind: 'timed out', limitMs: 20_000 },
          sent: {
            method: 'POST',
            url: 'https://agents.example/api/chat-agent/trigger',
            keyHeaders: ['x-api-key'],
            body: '{"message":"Are you there?"}',
          },
        }),
      ],
      { verdict: 'errored' },
    ),
    result(52, 'upsells politely', passed, {
      verdict: 'flaky',
      attempts: { times: 5, pass: 4, passed: 3, failed: 2, unjudged: 0, interval: [0.23, 0.88], inARow: 0.08 },
    }),
    result(66, 'asks for a table', [], {
      verdict: 'broken',
      problems: [
        {
          code: 'unknown-variable',
          file: 'suites/orders.yaml',
          at: { line: 67, column: 9, length: 4 },
          message: 'no variable "tabel"',
          hint: 'did you mean "table"?',
        },
      ],
    }),
  ]
  return {
    schemaVersion: 1,
    tableread: '0.1.0',
    startedAt: '2026-11-20T10:00:00.000Z',
    ms: 9_400,
    target: 'https://agents.example',
    versions: ['default'],
    totals: countBy(verdicts, conversations),
    turns: 7,
    problems: [],
    coverage: coverage('default', 0),
    conversations,
  }
}
