import { madeUpCoverage } from '../engine/coverage/coverage.fixture.ts'
import { countVerdicts, type RunResult } from '../engine/run-result.ts'
import { called, gave, said } from '../engine/transcript/entries.fixture.ts'
import { withCause } from '../engine/verdict/cause.ts'
import type { ConversationResult, TurnResult } from '../engine/verdict/conversation-result.ts'
import { type Verdict, verdicts } from '../engine/verdict/verdict.ts'
import { suitesOfDocument } from './junit/document-suites.ts'
import { writeJunit } from './junit/write-junit.ts'
import { runDocument } from './studies/run.ts'
import type { TextOf } from './text/reporter.ts'

const at = { line: 14, column: 9, length: 5 }
const startedAt = '2026-11-20T09:03:00.000Z'

function turn(index: number, more: Partial<TurnResult> = {}): TurnResult {
  return {
    index,
    at,
    user: index === 0 ? 'Where is my order 1042?' : 'Please cancel it.',
    verdict: 'passed',
    turnMs: 600,
    outcomes: [],
    entries: [
      said('user', 'Where is my order 1042?'),
      called('lookup_order', '1', { order_id: '1042' }),
      gave('lookup_order', '1', '{"state":"open"}'),
      said('assistant', 'It is on its way.', 40),
    ],
    failure: null,
    ...more,
  }
}

const unsafe = 'the agent order-desk can call cancel_order; declare it harmless, or give --allow-tools'

const turnsOf: Partial<Record<Verdict, TurnResult[]>> = {
  failed: [
    turn(0),
    turn(1, {
      verdict: 'failed',
      outcomes: [
        { kind: 'call', verdict: 'failed', at, name: 'cancel_order', closest: null, mismatches: [], made: [] },
        {
          kind: 'latency',
          verdict: 'passed',
          at,
          subject: 'turn',
          tool: null,
          limit: { sign: '<=', ms: 3000, written: '3 s', at },
          ms: 600,
        },
      ],
      sent: {
        method: 'POST',
        url: 'http://127.0.0.1:4010/api/chat-agent/trigger',
        keyHeaders: ['x-api-key'],
        body: '{}',
      },
    }),
  ],
  errored: [
    turn(0, {
      verdict: 'errored',
      entries: [],
      failure: {
        kind: 'refused',
        status: 503,
        responseCode: 503,
        errorCode: 'agentBusy',
        message: 'try again',
        requestId: 'r-1',
      },
    }),
    turn(1, { verdict: 'not reached', turnMs: null, entries: [] }),
  ],
  unsafe: [
    turn(0, { verdict: 'unsafe', turnMs: null, entries: [], failure: { kind: 'blocked', reason: unsafe } }),
    turn(1, { verdict: 'not reached', turnMs: null, entries: [] }),
  ],
  'not reached': [turn(0, { verdict: 'not reached', turnMs: null, entries: [] })],
}

/** A conversation with this verdict. */
export function madeUpResult(
  verdict: Verdict,
  line: number,
  more: Partial<ConversationResult> = {},
): ConversationResult {
  const ran = verdict !== 'not reached' && verdict !== 'skipped' && verdict !== 'broken' && verdict !== 'unsafe'
  const problem = {
    code: 'unknown-variable',
    file: 'suites/order-desk.yaml',
    at,
    message: 'the environment gives {{env.KEY}} no value',
  } as const
  const result = {
    id: `suites/order-desk.yaml:${line} draft`,
    file: 'suites/order-desk.yaml',
    at: { ...at, line },
    suite: 'Order desk',
    name: `a conversation that is ${verdict}`,
    agent: 'order-desk',
    version: 'draft',
    tags: ['smoke'],
    verdict,
    reason:
      {
        unsafe,
        skipped: 'the tool is gone',
        flaky: '2 of 5 attempts passed, 4 of 5 must',
        'expected fail': 'known since May',
      }[verdict as string] ?? null,
    startedAt,
    ms: 1_234,
    sessionId: ran ? `s-${line}` : null,
    turns: verdict === 'skipped' || verdict === 'broken' ? [] : (turnsOf[verdict] ?? [turn(0), turn(1)]),
    afterTurns: [],
    outcomes: [],
    failure: null,
    problems: verdict === 'broken' ? [problem] : [],
    ...(verdict === 'flaky'
      ? {
          attempts: {
            times: 5,
            pass: 4,
            passed: 2,
            failed: 3,
            unjudged: 0,
            interval: [0.12, 0.77],
            inARow: 0.01,
          } as const,
        }
      : {}),
    ...more,
  } as ConversationResult
  return withCause(result)
}

/** A run with a conversation of every verdict, and a broken file. */
export function madeUpRun(
  conversations: ConversationResult[] = verdicts.map((verdict, index) => madeUpResult(verdict, 10 * (index + 1))),
): RunResult {
  return {
    schemaVersion: 1,
    tableread: '0.1.0',
    startedAt,
    ms: 4_321,
    target: 'local service (workspace demo)',
    versions: ['draft'],
    totals: countVerdicts(conversations),
    turns: 12,
    problems: [
      {
        code: 'unknown-key',
        file: 'suites/broken.yaml',
        at: { line: 2, column: 1, length: 4 },
        message: 'a suite has no key "agnt"',
        hint: 'did you mean "agent"?',
      },
    ],
    coverage: madeUpCoverage(),
    conversations,
  }
}

/** A run as JUnit XML, with texts of suites for excerpts. */
export function junitOfRun(run: RunResult, textOf: TextOf): string {
  return writeJunit(suitesOfDocument(runDocument(run, textOf)), run.ms)
}
