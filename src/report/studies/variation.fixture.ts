import { resultOf, turnOf } from '../../compare/align/result.fixture.ts'
import type { Brittleness, ConversationVariation, VaryResult, VaryTally } from '../../compare/vary/vary-result.ts'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'

const none: VaryTally = { judged: 0, brittle: 0, unconfirmed: 0, errored: 0, unrun: 0, dropped: 0 }

/** A run that says yes to a cancellation, as written or as varied; without the call it fails. */
export function madeUpTalk(yes: string, cancels: boolean): ConversationResult {
  const entries = [said('user', 'Could you please cancel my order 1042?'), said('assistant', 'Shall I cancel it?', 100)]
  const call = [called('cancel_order', 'c1', { order_id: '1042' }), gave('cancel_order', 'c1', '{"ok":true}')]
  const answered = [
    said('user', yes),
    ...(cancels ? call : []),
    said('assistant', cancels ? 'Order 1042 is cancelled.' : 'How can I help?', 100),
  ]
  const at = { line: 14, column: 11, length: 12 }
  const missing: Outcome = {
    ...{ kind: 'call', verdict: 'failed', at, name: 'cancel_order' },
    ...{ closest: null, mismatches: [], made: [] },
  }
  return resultOf(
    [turnOf(0, entries), turnOf(1, answered, cancels ? {} : { verdict: 'failed', outcomes: [missing] })],
    {
      verdict: cancels ? 'passed' : 'failed',
      suite: 'Front desk',
      name: 'cancels an order',
      file: 'suite.yaml',
    },
  )
}

/** An edit that breaks an agent, with the pair of runs that shows it. */
export function madeUpBrittleness(more: Partial<Brittleness> = {}): Brittleness {
  return {
    id: 'suite.yaml:6 default',
    file: 'suite.yaml',
    suite: 'Front desk',
    conversation: 'cancels an order',
    version: 'default',
    variant: 'chat abbreviations 1',
    operator: 'chat abbreviations',
    family: 'abbreviations',
    edits: [
      {
        edit: { kind: 'replace', turn: 1, at: 5, was: 'please', now: 'pls' },
        line: 12,
        words: 'types "pls" for "please"',
      },
    ],
    foundWith: 4,
    shrunk: true,
    typed: {
      original: ['Could you please cancel my order 1042?', 'Yes, please go ahead.'],
      variant: ['Could you please cancel my order 1042?', 'Yes, pls go ahead.'],
    },
    difference: { kind: 'verdict', at: { line: 12, column: 9 }, what: 'cancel_order is not called' },
    line: 14,
    pairs: { pairs: 6, onlyOriginal: 6, onlyVariant: 0, p: 0.03125, adjusted: 0.029 },
    alike: ['chat abbreviations 2'],
    runs: { original: madeUpTalk('Yes, please go ahead.', true), variant: madeUpTalk('Yes, pls go ahead.', false) },
    ...more,
  }
}

function conversation(name: string, line: number, more: Partial<ConversationVariation>): ConversationVariation {
  return {
    id: `suite.yaml:${line} default`,
    file: 'suite.yaml',
    line,
    suite: 'Front desk',
    name,
    agent: 'front-desk',
    version: 'default',
    language: 'en',
    original: { runs: 3, judged: 3, passed: 3, differed: 0 },
    unjudged: null,
    ...none,
    ...more,
  }
}

/**
 * A result of varying: one edit that breaks, one seen but not confirmed, and conversations that could not be
 * judged for each reason.
 */
export function madeUpVariation(more: Partial<VaryResult> = {}): VaryResult {
  const total = { ...none, judged: 40, brittle: 1, unconfirmed: 1, dropped: 2 }
  const rate = { share: 0.025, interval: [0.000633, 0.131586] } as const
  const losses = [
    ['fails by itself', '1 of 3 runs of the conversation as it is written passed'],
    ['errored', 'busy'],
    ['unsafe', 'the agent front-desk can call cancel_order; declare it harmless, or give --allow-tools'],
    ['nothing to vary', 'no operator has anything to change in it'],
    ['not run', 'its share of 3 turns is too small for one variant'],
  ] as const
  return {
    kind: 'variation',
    schemaVersion: 1,
    tableread: '0',
    startedAt: '2026-11-20T09:03:00.000Z',
    ms: 1_234,
    target: 'local',
    seed: 'one',
    alpha: 0.05,
    turns: 321,
    paraphrasedBy: null,
    total,
    rate: { share: rate.share, interval: [...rate.interval] },
    families: [
      { family: 'case', ...none, judged: 36, rate: { share: 0, interval: [0, 0.0974] } },
      {
        family: 'abbreviations',
        ...none,
        judged: 4,
        brittle: 1,
        rate: { share: 0.25, interval: [0.0063, 0.8059] },
      },
      { family: 'emoji', ...none, unrun: 2, rate: null },
    ],
    conversations: [
      conversation('cancels an order', 6, { judged: 40, brittle: 1, unconfirmed: 1, dropped: 2 }),
      ...losses.map(([kind, reason], index) => conversation(`is ${kind}`, 20 + index, { unjudged: { kind, reason } })),
    ],
    brittle: [madeUpBrittleness()],
    unconfirmed: [
      {
        id: 'suite.yaml:6 default',
        file: 'suite.yaml',
        line: 6,
        conversation: 'cancels an order',
        variant: 'small letters 1',
        what: 'lookup_order is not called',
      },
    ],
    dropped: [{ id: 'suite.yaml:6 default', variant: 'fillers inside 2', reason: 'it negates something else' }],
    gate: { brittle: 0, verdict: 'shut', reason: '1 of 40 variants brittle, where 0 % may be' },
    simulated: 2,
    ...more,
  }
}
