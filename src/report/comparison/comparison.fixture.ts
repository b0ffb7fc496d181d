import type { Comparison } from '../../compare/comparison.ts'
import { type ComparisonVerdict, comparisonVerdicts } from '../../compare/model/comparison-verdict.ts'
import type { ConversationComparison, RunSummary } from '../../compare/model/conversation-comparison.ts'
import type { FeatureEvidence } from '../../compare/model/feature-evidence.ts'
import { madeUpCoverage } from '../../engine/coverage/coverage.fixture.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { withCause } from '../../engine/verdict/cause.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'

const startedAt = '2026-11-20T09:03:00.000Z'

const causes = {
  failed: { kind: 'agent', why: 'turn 2: lookup_order was not called as expected' },
  errored: { kind: 'service', why: 'turn 2: the service refused the turn: 503 busy' },
} as const

/** Runs of one side: one for each verdict. */
function runsOf(side: string, verdicts: readonly Verdict[]): RunSummary[] {
  return verdicts.map((verdict, index) => ({
    verdict,
    reason: verdict === 'errored' ? 'the service refused the turn: 503 busy' : null,
    sessionId: verdict === 'errored' ? null : `s-${side}-${index + 1}`,
    startedAt,
    ms: 1_200 + index * 10,
    turn: verdict === 'passed' ? null : 1,
    ...(verdict === 'passed' ? {} : { cause: causes[verdict === 'errored' ? 'errored' : 'failed'] }),
  }))
}

/** The run to show, with two turns; the second has these entries. */
function shownRun(id: string, version: string, verdict: Verdict, entries: TranscriptEntry[]): ConversationResult {
  const at = { line: 26, column: 5, length: 4 }
  const first = [said('user', 'Where is my order 1042?'), said('assistant', 'It is on its way.', 40)]
  const turn = (index: number, user: string, slice: TranscriptEntry[]): ConversationResult['turns'][number] => ({
    index,
    at,
    user,
    verdict: verdict === 'failed' && index === 1 ? 'failed' : 'passed',
    turnMs: 600,
    outcomes:
      verdict === 'failed' && index === 1
        ? [{ kind: 'call', verdict: 'failed', at, name: 'lookup_order', closest: null, mismatches: [], made: [] }]
        : [],
    entries: slice,
    failure: null,
  })
  return withCause({
    id: `${id} ${version}`,
    file: 'suites/order-desk.yaml',
    at,
    suite: 'Order desk',
    name: 'cancels an order',
    agent: 'order-desk',
    version,
    tags: ['smoke'],
    verdict,
    reason: null,
    startedAt,
    ms: 1_200,
    sessionId: `s-${version}-1`,
    turns: [turn(0, 'Where is my order 1042?', first), turn(1, 'Please cancel it.', entries)],
    afterTurns: [],
    outcomes: [],
    failure: null,
    problems: [],
  })
}

/** One conversation of a comparison, `same` unless told otherwise. */
export function madeUpConversation(line: number, more: Partial<ConversationComparison> = {}): ConversationComparison {
  const passed: Verdict[] = ['passed', 'passed', 'passed', 'passed', 'passed']
  return {
    id: `suites/order-desk.yaml:${line}`,
    file: 'suites/order-desk.yaml',
    at: { line, column: 5, length: 4 },
    suite: 'Order desk',
    name: `conversation at ${line}`,
    agent: 'order-desk',
    tags: [],
    verdict: 'same',
    certainty: null,
    excused: null,
    reason: 'passed 5 of 5 on default, 5 of 5 on draft',
    runs: { a: runsOf('a', passed), b: runsOf('b', passed) },
    pass: {
      pairs: 5,
      bothPassed: 5,
      onlyA: 0,
      onlyB: 0,
      neitherPassed: 0,
      effect: 0,
      interval: [-0.43, 0.43],
      p: 1,
      adjusted: 1,
      breakRisk: null,
    },
    shown: { a: null, b: null },
    turns: [],
    changes: [],
    latency: [
      {
        subject: 'turn',
        tool: null,
        turn: null,
        a: [600, 610, 590],
        b: [640, 650, 645],
        difference: 40,
        interval: null,
      },
    ],
    ...more,
  }
}

/** The conversation that broke, with everything that a report can show about one. */
export function madeUpBreak(): ConversationComparison {
  const id = 'suites/order-desk.yaml:26'
  const a = [
    said('user', 'Please cancel it.'),
    called('lookup_order', '1', { order_id: '1042' }),
    gave('lookup_order', '1', '{"state":"open"}'),
    called('cancel_order', '2', { order_id: '1042', reason: 'customer' }),
    gave('cancel_order', '2', '{"ok":true}'),
    said('assistant', 'Order 1042 is cancelled, and your money comes back.', 500),
  ]
  const b = [
    said('user', 'Please cancel it.'),
    called('cancel_order', '1', { order_id: '1042', reason: 'other' }),
    gave('cancel_order', '1', 'timed out', { is_error: true }),
    said('assistant', 'Order 1042 is cancelled, and **your** money <b>stays</b> here.', 900),
  ]
  return madeUpConversation(26, {
    name: 'cancels an order',
    tags: ['smoke'],
    verdict: 'regressed',
    certainty: 'hard break',
    reason: 'passed 5 of 5 on default, 0 of 5 on draft: the turn 2 calls no lookup_order',
    runs: {
      a: runsOf('a', ['passed', 'passed', 'passed', 'passed', 'passed']),
      b: runsOf('b', ['failed', 'failed', 'failed', 'failed', 'failed']),
    },
    pass: {
      pairs: 5,
      bothPassed: 0,
      onlyA: 5,
      onlyB: 0,
      neitherPassed: 0,
      effect: -1,
      interval: [-1, -0.48],
      p: 0.002,
      adjusted: 0.012,
      breakRisk: 1 / 1024,
    },
    shown: { a: shownRun(id, 'default', 'passed', a), b: shownRun(id, 'draft', 'failed', b) },
    turns: [
      { a: 0, b: 0, verdict: 'same', rows: [{ a: 0, b: 0, kind: 'same' }], changes: [] },
      {
        a: 1,
        b: 1,
        verdict: 'regressed',
        rows: [
          { a: 0, b: 0, kind: 'same' },
          { a: 1, b: null, kind: 'only a' },
          {
            a: 3,
            b: 1,
            kind: 'call',
            call: {
              arguments: [{ path: 'reason', a: 'customer', b: 'other' }],
              output: [{ path: '', a: { ok: true }, b: 'timed out' }],
              isError: [false, true],
            },
          },
          {
            a: 5,
            b: 3,
            kind: 'message',
            words: [
              { kind: 'same', text: 'Order 1042 is cancelled, and ' },
              { kind: 'removed', text: 'your' },
              { kind: 'added', text: '**your**' },
              { kind: 'same', text: ' money ' },
              { kind: 'removed', text: 'comes back.' },
              { kind: 'added', text: '<b>stays</b> here.' },
            ],
            items: [],
            agents: null,
          },
        ],
        changes: [{ level: 'calls', text: 'lookup_order is not called any more' }],
      },
    ],
    parts: {
      ...{ turn: 1, pairs: 4, of: 5 },
      first: [
        {
          ...{ level: 'arguments', tool: 'cancel_order', name: 'reason' },
          text: 'calls cancel_order with reason "other" instead of "customer"',
          ...{ pairs: 4, of: 5, a: 0, b: 4 },
        },
      ],
    },
    changes: [
      { level: 'calls', text: 'lookup_order is not called any more' },
      { level: 'arguments', text: 'cancel_order gets reason other instead of customer' },
    ],
    latency: [
      {
        subject: 'turn',
        tool: null,
        turn: null,
        a: [600, 605],
        b: [900, 950],
        difference: 320,
        interval: [250, 410],
        p: 0.0001,
      },
      {
        subject: 'tool',
        tool: 'cancel_order',
        turn: null,
        a: [10, 11],
        b: [12, 1_900],
        difference: null,
        interval: null,
      },
    ],
  })
}

/** A made-up comparison with every verdict: a hard break, a statistical one, an unconfirmed one, and so on. */
export function madeUpComparison(conversations: ConversationComparison[] = madeUpVerdicts()): Comparison {
  const totals = Object.fromEntries(
    comparisonVerdicts.map((verdict) => [verdict, conversations.filter((each) => each.verdict === verdict).length]),
  ) as Record<ComparisonVerdict, number>
  return {
    kind: 'comparison',
    schemaVersion: 1,
    tableread: '0.1.0',
    startedAt,
    ms: 65_000,
    sides: {
      a: { label: 'default', agent: null, version: 'default', target: 'local service (workspace demo)' },
      b: { label: 'draft', agent: null, version: 'draft', target: 'local service (workspace demo)' },
    },
    alpha: 0.05,
    calibration: false,
    noise: {
      pairs: 20,
      discordant: 1,
      conversations: ['suites/order-desk.yaml:40'],
      turnMs: [-12, 14],
      measuredAt: startedAt,
    },
    sentence:
      'Do not publish draft: 2 of 7 conversations got worse ("cancels an order", "tracks an order"); 1 improved.',
    totals,
    likely: {
      rate: 0.1,
      worse: ['suites/order-desk.yaml:72'],
      better: [],
      sentence:
        '"greets" passes less often on draft: none is certain by itself, but at most one in ten of those listed is there by chance.',
    },
    features: madeUpFeatures(conversations),
    passed: { a: { passed: 30, judged: 35 }, b: { passed: 21, judged: 35 } },
    turns: 140,
    gate: {
      verdict: 'shut',
      rules: [
        { name: 'hard breaks', verdict: 'broken', wanted: 'none', seen: '1: "cancels an order"' },
        { name: 'pass rate', verdict: 'held', wanted: 'at least 50 %', seen: '60 % (21 of 35)' },
        {
          name: 'latency.turn slower',
          verdict: 'not judged',
          wanted: 'at most 20 %',
          seen: '+7 %, too few to be sure',
        },
      ],
    },
    agents: [
      {
        agent: 'order-desk',
        a: 'version 3',
        b: 'draft',
        unseen: null,
        changes: [
          {
            path: 'prompts.system',
            kind: 'text',
            words: [
              { kind: 'same', text: 'Look the order up ' },
              { kind: 'removed', text: 'before you cancel it.' },
              { kind: 'added', text: 'when you must.' },
            ],
          },
          { path: 'functions.duringCall', kind: 'list', added: ['refund'], removed: ['lookup_order'] },
          { path: 'llmService.temperature', kind: 'value', a: '0.2', b: '0.9' },
        ],
      },
      { agent: 'airline-desk', a: null, b: null, unseen: 'the service shows no blueprint of version 2', changes: [] },
    ],
    coverage: { a: madeUpCoverage(), b: madeUpCoverage() },
    problems: [],
    conversations,
  }
}

/** What changed: a cause in two conversations, a consequence of it, and a time. */
function madeUpFeatures(conversations: readonly ConversationComparison[]): FeatureEvidence {
  const ids = conversations.slice(0, 2).map(({ id }) => id)
  return {
    sentence:
      'draft calls cancel_order with reason "other" more often (17 of 25 runs instead of 1) in 2 of 7 conversations; takes 310 ms longer for turn 2; 1 difference may follow from these; nothing else is beyond chance.',
    pairs: 31,
    conversations: 7,
    tested: 9,
    listed: [
      {
        ...{ level: 'arguments', tool: 'cancel_order', name: 'reason', value: '"other"' },
        text: 'calls cancel_order with reason "other" more often',
        often: 'more',
        ...{ conversations: ids, turn: 1, pairs: 25, a: 1, b: 17 },
        ...{ interval: [0.38, 0.79], p: 0.00003, adjusted: 0.0005 },
      },
      {
        ...{ level: 'outputs', tool: 'cancel_order', name: ' ends in an error', value: 'yes' },
        text: 'gets errors of cancel_order more often',
        often: 'more',
        ...{ conversations: ids, turn: 1, pairs: 25, a: 0, b: 11 },
        ...{ interval: [0.2, 0.61], p: 0.00098, adjusted: 0.0155, after: 0 },
      },
      {
        ...{ level: 'latency', name: 'turn', value: null },
        text: 'takes 310 ms longer for turn 2',
        ...{ conversations: conversations.map(({ id }) => id), turn: 1, pairs: 31, a: 602, b: 913 },
        ...{ interval: [240, 390], p: 0.00001, adjusted: 0.0005 },
      },
    ],
  }
}

function madeUpVerdicts(): ConversationComparison[] {
  const pass = madeUpConversation(1).pass
  const rates = (onlyA: number, onlyB: number, effect: number): ConversationComparison['pass'] =>
    pass && { ...pass, bothPassed: 5 - onlyA - onlyB, onlyA, onlyB, effect, p: 0.5, adjusted: 1 }
  return [
    madeUpBreak(),
    madeUpConversation(51, {
      name: 'tracks an order',
      verdict: 'regressed',
      certainty: 'statistical',
      reason: 'passed 20 of 20 on default, 11 of 20 on draft',
      pass: pass && {
        ...pass,
        pairs: 20,
        bothPassed: 11,
        onlyA: 9,
        effect: -0.45,
        interval: [-0.66, -0.2],
        p: 0.0039,
        adjusted: 0.023,
      },
    }),
    madeUpConversation(60, {
      name: 'asks for a refund',
      verdict: 'not comparable',
      reason: 'draft could not be judged: the service refused the turn: 503 busy',
      runs: { a: runsOf('a', ['passed']), b: runsOf('b', ['errored']) },
      pass: null,
    }),
    madeUpConversation(72, {
      name: 'greets',
      verdict: 'flaky',
      reason: 'passed 4 of 5 on default, 3 of 5 on draft',
      pass: rates(2, 1, -0.2),
    }),
    madeUpConversation(80, {
      name: 'says where the parcel is',
      verdict: 'changed',
      certainty: 'unconfirmed',
      excused: 'quarantined: the carrier is being changed',
      reason: 'passed 1 of 1 on default, 0 of 1 on draft',
      pass: rates(1, 0, -1),
      changes: [{ level: 'reply', text: 'the reply of turn 1 says 3 days instead of 2 days' }],
    }),
    madeUpConversation(90, {
      name: 'hands over to billing',
      verdict: 'improved',
      certainty: 'statistical',
      reason: 'passed 1 of 5 on default, 5 of 5 on draft',
      pass: pass && { ...pass, bothPassed: 1, onlyB: 4, effect: 0.8, interval: [0.06, 0.98], p: 0.008, adjusted: 0.04 },
    }),
    madeUpConversation(99),
  ]
}
