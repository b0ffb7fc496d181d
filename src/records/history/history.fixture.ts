import type { HistoryRow, HistoryRun } from './run-record.ts'

/** One kept conversation. */
export function row(over: Partial<HistoryRow> = {}): HistoryRow {
  return {
    suite: 'Order desk',
    name: 'tracks an order',
    agent: 'order-desk',
    version: 'default',
    target: 'local demo',
    id: 'suites/orders.yaml:4 default',
    verdict: 'passed',
    reason: null,
    ms: 20,
    p95TurnMs: 9,
    sessionId: 'session-1',
    script: 'aaaa',
    passed: over.verdict === undefined || over.verdict === 'passed' ? 1 : 0,
    judged: 1,
    ...over,
  }
}

/** One run, on the given minute of a day. */
export function runAt(minute: number, ...conversations: HistoryRow[]): HistoryRun {
  const startedAt = new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString()
  return { kind: 'run', startedAt, ms: 40, tableread: '0.1.0', commit: null, conversations }
}
