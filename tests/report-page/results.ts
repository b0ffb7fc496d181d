import { createContentCoverage } from '../../src/engine/coverage/content-coverage.ts'
import type { Coverage } from '../../src/engine/coverage/coverage.ts'
import { withCause } from '../../src/engine/verdict/cause.ts'
import type { ConversationResult, TurnResult } from '../../src/engine/verdict/conversation-result.ts'
import type { Verdict } from '../../src/engine/verdict/verdict.ts'
import type { TranscriptEntry } from '../../src/wire/api/transcript-entry.ts'

/** A turn: what the user said, and the entries of the answer. */
export function turn(
  index: number,
  user: string,
  entries: TranscriptEntry[],
  more: Partial<TurnResult> = {},
): TurnResult {
  const at = { line: 20 + index * 6, column: 9, length: user.length }
  return {
    index,
    at,
    user,
    verdict: 'passed',
    turnMs: 640 + index * 120,
    outcomes: [],
    entries,
    failure: null,
    ...more,
  }
}

/** A conversation of one run. */
export function result(
  line: number,
  name: string,
  turns: TurnResult[],
  more: Partial<ConversationResult> = {},
): ConversationResult {
  return withCause({
    id: `suites/orders.yaml:${line} default`,
    file: 'suites/orders.yaml',
    at: { line, column: 5, length: 4 },
    suite: 'Order desk',
    name,
    agent: 'order-desk',
    version: 'default',
    tags: ['smoke'],
    verdict: 'passed',
    reason: null,
    startedAt: '2026-11-20T09:00:00.000Z',
    ms: 1900,
    sessionId: `sess-${line}`,
    turns,
    afterTurns: [],
    outcomes: [],
    failure: null,
    problems: [],
    ...more,
  })
}

/** Coverage of one agent with one tool. */
export function coverage(version: string, errors: number): Coverage {
  const tally = (passed: number, failed: number) => ({ passed, failed, other: 0 })
  const content = createContentCoverage()
  content.text = tally(40, 6)
  content.button = tally(3, 0)
  return {
    agents: [
      {
        agent: 'order-desk',
        version,
        conversations: tally(20, 3),
        tools: [
          {
            name: 'lookup_order',
            phase: 'during',
            success: tally(31, 2),
            error: tally(0, errors),
            unanswered: tally(0, 0),
          },
          ...(errors > 0
            ? [
                {
                  name: 'cancel_order',
                  phase: 'during' as const,
                  success: tally(0, 5),
                  error: tally(0, 0),
                  unanswered: tally(0, 0),
                },
              ]
            : []),
        ],
        uncovered: errors > 0 ? null : { pre: ['load_customer'], during: [], post: [] },
        handoffs: [{ name: 'billing-desk', count: tally(2, 0) }],
        metadata: [{ name: 'customer_name', count: tally(20, 3) }],
        content,
      },
    ],
  }
}

/** The number of items with each verdict. */
export function countBy<T extends string>(all: readonly T[], each: readonly { verdict: T }[]): Record<T, number> {
  return Object.fromEntries(
    all.map((verdict) => [verdict, each.filter((one) => one.verdict === verdict).length]),
  ) as Record<T, number>
}

/** The attempts of a conversation, as runs. */
export function runsOf(
  side: 'a' | 'b',
  verdicts: readonly Verdict[],
): {
  verdict: Verdict
  reason: string | null
  sessionId: string
  startedAt: string
  ms: number
  turn: number | null
}[] {
  return verdicts.map((verdict, index) => ({
    verdict,
    reason: verdict === 'errored' ? 'no answer within 20000 ms' : null,
    sessionId: `sess-${side}-${index}`,
    startedAt: `2026-11-20T09:0${index % 10}:00.000Z`,
    ms: 1500 + index * 90,
    turn: verdict === 'passed' ? null : 1,
  }))
}
