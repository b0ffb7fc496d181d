import type { Comparison } from '../../src/compare/comparison.ts'
import { comparisonVerdicts, type PassStatistics } from '../../src/compare/model/comparison-verdict.ts'
import type { ConversationComparison } from '../../src/compare/model/conversation-comparison.ts'
import type { FeatureEvidence } from '../../src/compare/model/feature-evidence.ts'
import type { TurnComparison } from '../../src/compare/model/turn-comparison.ts'
import { said } from '../../src/engine/transcript/entries.fixture.ts'
import type { TurnResult } from '../../src/engine/verdict/conversation-result.ts'
import type { Verdict } from '../../src/engine/verdict/verdict.ts'
import { hostile, longWord } from './hostile.ts'
import { alignedTurns, turnsOf } from './order-talk.ts'
import { countBy, coverage, result, runsOf, turn } from './results.ts'

const five = (verdict: Verdict): Verdict[] => Array.from({ length: 5 }, () => verdict)
const plain = (text: string): TurnResult[] => [
  turn(0, 'Where is my order?', [said('user', 'Where is my order?'), said('assistant', text, 500, 'order-desk')]),
]
const alike: TurnComparison[] = [
  {
    a: 0,
    b: 0,
    verdict: 'same',
    changes: [],
    rows: [
      { a: 0, b: 0, kind: 'same' },
      { a: 1, b: 1, kind: 'same' },
    ],
  },
]

function statistics(more: Partial<PassStatistics> = {}): PassStatistics {
  const even = {
    pairs: 5,
    bothPassed: 5,
    onlyA: 0,
    onlyB: 0,
    neitherPassed: 0,
    effect: 0,
    p: 1,
    adjusted: 1,
    breakRisk: null,
  }
  return { ...even, interval: [-0.43, 0.43], ...more }
}

/** A compared conversation; by default the same on both sides. */
export function compared(
  line: number,
  name: string,
  more: Partial<ConversationComparison> = {},
): ConversationComparison {
  const turns = plain('Your order 1042 has shipped and should be with you on Friday.')
  const times = (from: number): number[] => [0, 40, 95, 130, 210].map((step) => from + step)
  return {
    id: `suites/orders.yaml:${line}`,
    file: 'suites/orders.yaml',
    at: { line, column: 5, length: 4 },
    ...{
      suite: 'Order desk',
      name,
      agent: 'order-desk',
      tags: ['smoke'],
      verdict: 'same',
      certainty: null,
      excused: null,
    },
    reason: 'passed 5 of 5 on both, and nothing differs',
    runs: { a: runsOf('a', five('passed')), b: runsOf('b', five('passed')) },
    pass: statistics(),
    shown: {
      a: result(line, name, turns, { sessionId: 'sess-a-0' }),
      b: result(line, name, turns, { sessionId: 'sess-b-0', version: 'draft' }),
    },
    turns: alike,
    changes: [],
    latency: [
      {
        subject: 'turn',
        tool: null,
        turn: null,
        a: times(700),
        b: times(760),
        difference: 60,
        interval: [12, 108],
        p: 0.0001,
      },
      { subject: 'turn', tool: null, turn: 0, a: times(690), b: times(745), difference: 55, interval: null },
      {
        subject: 'tool',
        tool: 'lookup_order',
        turn: null,
        a: times(150),
        b: times(165),
        difference: 15,
        interval: [-20, 50],
      },
    ],
    ...more,
  }
}

/** One of each verdict, and a transcript full of hostile text. */
export function everyVerdict(): ConversationComparison[] {
  const said5 = hostile.concat(longWord)
  const hostileTurns = said5.map((text, index) =>
    turn(index, text, [
      said('user', text),
      said(
        'assistant',
        [
          { type: 'text', text },
          { type: 'file', mimeType: 'text/html', url: text.slice(0, 200), filename: text.slice(0, 200) },
        ],
        300,
        'order-desk',
      ),
    ]),
  )
  return [
    compared(4, 'tracks an order'),
    compared(18, 'asks before it cancels an order', {
      verdict: 'regressed',
      certainty: 'hard break',
      reason: 'passed 5 of 5 on default, 0 of 5 on draft',
      tags: ['smoke', 'cancel'],
      runs: { a: runsOf('a', five('passed')), b: runsOf('b', five('failed')) },
      pass: statistics({
        bothPassed: 0,
        onlyA: 5,
        effect: -1,
        interval: [-1, -0.48],
        p: 0.0625,
        adjusted: 0.3125,
        breakRisk: 4 ** -5,
      }),
      shown: {
        a: result(18, 'asks before it cancels an order', turnsOf('a'), { sessionId: 'sess-a-0' }),
        b: result(18, 'asks before it cancels an order', turnsOf('b'), {
          sessionId: 'sess-b-0',
          version: 'draft',
          verdict: 'failed',
        }),
      },
      turns: alignedTurns,
      changes: [
        { level: 'calls', text: 'cancel_order is called before the customer agreed' },
        { level: 'outputs', text: 'lookup_order gives another items[0].price' },
        { level: 'handoff', text: 'billing-desk answers instead of order-desk' },
      ],
    }),
    compared(40, 'explains the refund policy', {
      verdict: 'changed',
      reason: 'as many pass, but the reply differs',
      tags: [],
      changes: [{ level: 'reply', text: 'the reply no longer names the day of delivery' }],
    }),
    compared(52, 'finds an order by e-mail', {
      verdict: 'improved',
      certainty: 'unconfirmed',
      reason: 'passed 0 of 2 on default, 2 of 2 on draft',
      shown: {
        a: result(52, 'finds', [...plain('No.'), turn(1, 'And now?', [], { verdict: 'not reached', turnMs: null })]),
        b: result(52, 'finds', [
          ...plain('Yes.'),
          turn(1, 'And now?', [said('user', 'And now?'), said('assistant', 'Found it.', 400, 'order-desk')]),
        ]),
      },
      turns: [
        ...alike,
        {
          ...{ a: 1, b: 1, verdict: 'not comparable', changes: [] },
          rows: [
            { a: null, b: 0, kind: 'only b' },
            { a: null, b: 1, kind: 'only b' },
          ],
        },
      ],
      runs: { a: runsOf('a', ['failed', 'failed']), b: runsOf('b', ['passed', 'passed']) },
    }),
    compared(66, 'upsells politely', {
      verdict: 'flaky',
      reason: 'passed 3 of 5 on default, 4 of 5 on draft',
      runs: {
        a: runsOf('a', ['passed', 'failed', 'passed', 'failed', 'passed']),
        b: runsOf('b', ['passed', 'passed', 'failed', 'passed', 'passed']),
      },
    }),
    compared(80, 'speaks of opening hours', {
      verdict: 'not comparable',
      reason: 'no run of draft could be judged: no answer within 20000 ms',
      runs: { a: runsOf('a', five('passed')), b: runsOf('b', five('errored')) },
      pass: null,
      turns: [],
      latency: [],
      shown: { a: result(80, 'speaks of opening hours', plain('We are open from nine to five.')), b: null },
    }),
    compared(94, `keeps ${hostile[0]} as text`, {
      suite: 'Hostile & co',
      agent: 'airline-desk',
      verdict: 'changed',
      tags: ['hostile'],
      reason: hostile[3] ?? '',
      shown: { a: result(94, 'hostile', hostileTurns), b: result(94, 'hostile', hostileTurns) },
      turns: hostileTurns.map((_, index) => ({
        ...{ a: index, b: index, verdict: 'changed', changes: [] },
        rows: [
          { a: 0, b: 0, kind: 'same' },
          {
            a: 1,
            b: 1,
            kind: 'message',
            words: [
              { kind: 'same', text: 'was ' },
              { kind: 'added', text: said5[index] ?? '' },
            ],
            items: [{ a: null, b: said5[index]?.slice(0, 300) ?? '' }],
            agents: null,
          },
        ],
      })),
    }),
  ]
}

/** Features that differ: a cause, and what may follow from it. */
function makeFeatures(): FeatureEvidence {
  return {
    sentence:
      'draft calls cancel_order with consent "no" instead of "yes" in 2 of 8 conversations; 1 difference may follow from it; nothing else is beyond chance.',
    ...{ pairs: 38, conversations: 8, tested: 11 },
    listed: [
      {
        ...{ level: 'arguments', tool: 'cancel_order', name: 'consent', value: '"no"' },
        text: 'calls cancel_order with consent "no" instead of "yes"',
        conversations: ['suites/orders.yaml:18', 'suites/orders.yaml:66'],
        ...{ turn: 1, pairs: 20, a: 0, b: 9, interval: [0.19, 0.63], p: 0.004, adjusted: 0.012 },
      },
      {
        ...{ level: 'latency', tool: 'cancel_order', value: null },
        text: 'takes 1.1 s longer for a call of cancel_order',
        conversations: ['suites/orders.yaml:18'],
        ...{ turn: null, pairs: 20, a: 212, b: 1_310, interval: [900, 1_400], p: 0.0001, adjusted: 0.0005, after: 0 },
      },
    ],
  }
}

/** A comparison of default and draft with these conversations. */
export function makeComparison(
  compared: ConversationComparison[] = everyVerdict(),
  more: Partial<Comparison> = {},
): Comparison {
  const conversations = compared.map((each): ConversationComparison => {
    if (['same', 'not comparable'].includes(each.verdict)) return each
    return { ...each, review: { id: `of-${each.at.line}`, group: `all-${each.at.line}`, decision: 'undecided' } }
  })
  return {
    kind: 'comparison',
    schemaVersion: 1,
    tableread: '0.1.0',
    startedAt: '2026-11-20T09:00:00.000Z',
    ms: 184_000,
    sides: {
      a: { label: 'default', agent: null, version: 'default', target: 'https://agents.example' },
      b: { label: 'draft', agent: null, version: 'draft', target: 'https://agents.example' },
    },
    alpha: 0.05,
    calibration: false,
    noise: {
      pairs: 60,
      discordant: 3,
      conversations: ['suites/orders.yaml:66'],
      turnMs: [-80, 95],
      measuredAt: '2026-11-19T08:00:00.000Z',
    },
    sentence: 'The draft is not safe to publish: one conversation that always passed on default now always fails.',
    totals: countBy(comparisonVerdicts, conversations),
    features: makeFeatures(),
    passed: { a: { passed: 28, judged: 32 }, b: { passed: 21, judged: 27 } },
    turns: 128,
    gate: {
      verdict: 'shut',
      rules: [
        { name: 'hard breaks', verdict: 'broken', wanted: 'none', seen: '1: asks before it cancels an order' },
        { name: 'pass rate', verdict: 'held', wanted: 'at least 70 %', seen: '78 %' },
        { name: 'latency.turn p95', verdict: 'held', wanted: 'at most 20 % above default', seen: '7 % above' },
        { name: 'coverage', verdict: 'not judged', wanted: 'must not fall', seen: 'no baseline' },
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
              { kind: 'same', text: 'You are the order desk. Be brief and kind. ' },
              { kind: 'removed', text: 'Always ask before you cancel an order.' },
              { kind: 'added', text: 'Cancel orders when the customer wants it.' },
              { kind: 'same', text: ' Never speak of prices that a tool did not give you.' },
            ],
          },
          { path: 'functions.duringCall', kind: 'list', added: ['cancel_order'], removed: ['ask_consent'] },
          { path: 'llmService.temperature', kind: 'value', a: '0.2', b: '0.7' },
        ],
      },
      { agent: 'airline-desk', a: null, b: null, unseen: 'the service shows no blueprint of it', changes: [] },
    ],
    coverage: { a: coverage('default', 0), b: coverage('draft', 4) },
    problems: [
      {
        code: 'unknown-key',
        file: 'suites/broken.yaml',
        at: { line: 3, column: 5, length: 6 },
        message: 'unknown key "expct"',
        hint: 'did you mean "expect"?',
      },
    ],
    conversations,
    ...more,
  }
}
