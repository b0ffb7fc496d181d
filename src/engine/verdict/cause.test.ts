import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type LawName, lawNames } from '../../base/law-name.ts'
import { type Layer, layers } from '../../wire/api/layer.ts'
import type { Failure, KnownFailure, UnknownReason } from '../../wire/client/failure.ts'
import type { Judgement } from '../expect/outcome/judgement.ts'
import type { Mismatch, Outcome } from '../expect/outcome/outcome.ts'
import type { ConversationRun, Stop } from '../run/conversation-run.ts'
import { said } from '../transcript/entries.fixture.ts'
import { type CauseEvidence, causeOf, erroredBy, withCause } from './cause.ts'
import { type CauseKind, causeKinds, countCauses, describeCauses } from './cause-kind.ts'
import type { ConversationResult, TurnResult } from './conversation-result.ts'
import { type Verdict, verdicts } from './verdict.ts'

const at = { line: 4, column: 9, length: 3 }
const mismatches: Mismatch[] = [{ at, path: 'reply', expected: 'order 1042', actual: 'order 7' }]
const miss = (path: string, doubt?: string): Mismatch[] => [
  { at, path, expected: 'during', ...(doubt === undefined ? {} : { doubt }) },
]

/** A table row: the evidence, who is to blame, and what the message says. */
type Row = [evidence: Partial<CauseEvidence>, kind: CauseKind | null, why?: RegExp]

const evidence = (fields: Partial<CauseEvidence>): CauseEvidence => ({
  ...{ verdict: 'errored', reason: null, turns: [], outcomes: [], failure: null, problems: [] },
  ...fields,
})
const turn = (index: number, fields: Partial<TurnResult> = {}): TurnResult => ({
  ...{ index, at, user: 'Hello', verdict: 'failed', turnMs: 20, outcomes: [], entries: [], failure: null },
  ...fields,
})
const run = (fields: Partial<ConversationRun>): NonNullable<CauseEvidence['run']> => ({
  ...{ stop: null, before: null, after: null, disturbed: null },
  ...fields,
})

type Kind = Outcome['kind']
type Verdicted = 'failed' | 'not judged'
const outcome = (verdict: Verdicted, detail: object): Outcome => ({ at, verdict, ...detail }) as Outcome
const failed = (detail: object, more: Partial<TurnResult> = {}): Partial<CauseEvidence> => ({
  verdict: 'failed',
  turns: [turn(0, { verdict: 'passed' }), turn(1, { outcomes: [outcome('failed', detail)], ...more })],
})
const open = (detail: object, more: Partial<TurnResult> = {}): Partial<CauseEvidence> => ({
  turns: [turn(0, { verdict: 'errored', outcomes: [outcome('not judged', detail)], ...more })],
})
const law = (name: LawName): object => ({ kind: 'law', finding: { law: name, message: `it breaks ${name}`, index: 0 } })
const judged = (judgement: Partial<Judgement>, verdict: Verdicted = 'not judged'): Outcome =>
  outcome(verdict, {
    ...{ kind: 'judge', criterion: 'is kind', expected: 'met', looksAt: 'turn', licence: { kind: 'not asked for' } },
    judgement: { says: 'unjudged', votes: [], why: null, ...judgement },
  })
const voided = (reason: string, more: { halted?: true } = {}): Partial<Judgement> => ({
  votes: [{ model: 'm', says: 'void', reason, quotations: [], ...more }],
  why: `the only vote is void: ${reason}`,
})
const limit = { sign: '<=', ms: 3_000, written: '3 s', at }
const timed = (more: object): object => ({ kind: 'latency', subject: 'turn', tool: null, limit, ms: null, ...more })
const quick = [said('user', 'Hello', 0), said('assistant', 'Hi', 400)]
const slow = [said('user', 'Hello', 0), said('assistant', 'Hi', 4_000)]

const reset: KnownFailure = { kind: 'unreachable', url: 'http://localhost', code: 'ECONNRESET' }
const refused = (status: number, more: Partial<Failure & { kind: 'refused' }> = {}): Failure & { kind: 'refused' } => ({
  ...{ kind: 'refused', status, responseCode: status, errorCode: null, message: 'no', requestId: null },
  ...more,
})
const noAnswer = (failure: Failure): Partial<CauseEvidence> => ({ turns: [turn(0, { verdict: 'errored', failure })] })
const call = { index: 0, name: 'issue_refund', phase: 'during', arguments: {} }
const unphased = { ...call, phase: null }

const ofVerdicts = {
  passed: [[{}, null]],
  skipped: [[{ reason: 'later' }, null]],
  'expected fail': [[failed({ kind: 'reply', subject: 'reply', mismatches }), null]],
  failed: [[{ reason: 'the talk diverged before turn 2' }, 'agent', /diverged/]],
  flaky: [[failed({ kind: 'reply', subject: 'reply', mismatches }), 'agent', /^turn 2: the reply is not as expected$/]],
  errored: [[{ reason: 'there was no turn' }, 'script', /no turn/]],
  broken: [
    [
      { problems: [{ code: 'unknown-agent', file: 's', at, message: 'the service has no agent "x"' }] },
      'script',
      /no agent/,
    ],
    [{}, 'script'],
  ],
  'not reached': [
    [{ reason: 'turn budget of 5: none is left' }, 'budget', /^turn budget of 5/],
    [{ reason: 'interrupted at turn 2' }, 'budget', /^interrupted/],
    [{}, 'budget', /before it could begin/],
  ],
  unsafe: [[{ reason: 'it could reach a real person' }, 'script', /real person/]],
} satisfies Record<Verdict, Row[]>

const ofFailures = {
  refused: [
    [noAnswer(refused(500)), 'service', /^turn 1: the service refused the turn: 500/],
    [noAnswer(refused(503)), 'service'],
    [noAnswer(refused(200, { responseCode: 500 })), 'service'],
    [noAnswer(refused(302, { responseCode: null })), 'service'],
    [noAnswer(refused(429)), 'service'],
    [noAnswer(refused(408)), 'service'],
    [noAnswer(refused(404, { errorCode: 'sessionNotFound' })), 'service'],
    [noAnswer(refused(507, { errorCode: 'localStorageFailed' })), 'service'],
    [noAnswer(refused(401, { errorCode: 'apiKeyInvalid' })), 'script', /apiKeyInvalid/],
    [noAnswer(refused(403, { errorCode: 'forbidden' })), 'script'],
    [noAnswer(refused(422, { errorCode: 'validationError' })), 'script'],
    [noAnswer(refused(200, { responseCode: 400, errorCode: 'internalError' })), 'service'],
    [noAnswer(refused(200, { responseCode: 400 })), 'script'],
    [noAnswer(refused(409, { errorCode: 'localReplayExhausted' })), 'script'],
    [noAnswer(refused(409, { errorCode: 'localSessionFinished' })), 'script'],
    [noAnswer(refused(502, { errorCode: 'localAgentErrored' })), 'service'],
  ],
  unreachable: [
    [noAnswer(reset), 'network', /^turn 1: the connection to http:\/\/localhost broke/],
    ...[
      'ECONNREFUSED',
      'ENOTFOUND',
      'UND_ERR_SOCKET',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'ERR_SSL_WRONG_VERSION_NUMBER',
    ].map((code): Row => [noAnswer({ ...reset, code }), 'network']),
    [noAnswer({ ...reset, code: 'HPE_INVALID_CONSTANT' }), 'service', /breaks the rules of HTTP/],
    [noAnswer({ ...reset, code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' }), 'service'],
  ],
  'timed out': [
    [noAnswer({ kind: 'timed out', limitMs: 300 }), 'service', /no answer within 300 ms/],
    [
      { ...noAnswer({ kind: 'timed out', limitMs: 300 }), timeLimitFrom: '--time-limit' },
      'budget',
      /no answer within 300 ms, the limit that --time-limit sets$/,
    ],
    [noAnswer({ kind: 'timed out', limitMs: 300, unconnected: true }), 'network', /no connection within 300 ms/],
  ],
  aborted: [[noAnswer({ kind: 'aborted' }), 'budget', /interrupted/]],
  garbled: [[noAnswer({ kind: 'garbled', url: 'u', status: 200, contentType: 'text/html', excerpt: '<' }), 'service']],
  misshapen: [[noAnswer({ kind: 'misshapen', status: 200, violations: [], requestId: null }), 'service']],
  oversized: [[noAnswer({ kind: 'oversized', limit: '16 MB' }), 'service']],
  blocked: [[noAnswer({ kind: 'blocked', reason: 'unsafe' }), 'script']],
  unrecorded: [[noAnswer({ kind: 'unrecorded', reason: 'the tape holds no such request' }), 'script']],
  'held back': [[noAnswer({ kind: 'held back', reason: 'everybody is to wait 60 s' }), 'service']],
  unsendable: [[noAnswer({ kind: 'unsendable', violations: [] }), 'script']],
  unknown: [
    [noAnswer({ kind: 'unknown', why: 'unanswered', cause: reset, looks: 1 }), 'network', /not known what became/],
    [noAnswer({ kind: 'unknown', why: 'held back', cause: refused(429), looks: 1 }), 'service'],
    [
      {
        turns: [turn(0, { verdict: 'passed' }), turn(1, { outcomes: [outcome('not judged', law('known entries'))] })],
        failure: { kind: 'unknown', why: 'twice', cause: reset, looks: 2 },
        doubtFrom: 0,
      },
      'network',
      /^it is not known/,
    ],
  ],
  'not taken': [
    [noAnswer({ kind: 'not taken', cause: refused(429), sendings: 2, looks: 1 }), 'service', /did not take/],
  ],
} satisfies Record<Failure['kind'], Row[]>

const ofUnknown = {
  'no session': 'network',
  'held back': 'network',
  unreadable: 'network',
  behind: 'network',
  'not taken': 'network',
  unanswered: 'network',
  twice: 'network',
  'sent again': 'network',
  stored: 'service',
  more: 'network',
  beside: 'network',
  'other words': 'service',
} satisfies Record<UnknownReason, CauseKind>

const ofLayers = {
  agent: 'agent',
  service: 'service',
  network: 'network',
  script: 'script',
  worker: 'worker',
} satisfies Record<Layer, CauseKind>

const ofLaws = {
  'known entries': 'service',
  'same session': 'service',
  'time order': 'service',
  'message echoed': 'service',
  'outputs paired': 'service',
  'unique call ids': 'service',
  'no open call': 'service',
  'phases agree': 'service',
  'phases follow blueprint': 'agent',
  'tools declared': 'agent',
  'agent answers': 'agent',
  'no empty message': 'agent',
  'no placeholder': 'agent',
  grounded: 'agent',
  'slices add up': 'service',
  'version answers': 'service',
} satisfies Record<LawName, CauseKind>

const goal = (ended: 'gave up' | 'out of patience', why: string | null = null) =>
  ({ kind: 'goal', wants: 'a refund', ended, why, turns: 8, patience: 8 }) as const

const ofFailed = {
  reply: [
    [failed({ kind: 'reply', subject: 'reply', mismatches }), 'agent', /^turn 2: the reply is not as expected$/],
    [failed({ kind: 'reply', subject: 'agentName', mismatches }), 'agent', /agentName/],
  ],
  item: [
    [failed({ kind: 'item', item: 'button', seen: 0, mismatches }), 'agent', /holds no button/],
    [failed({ kind: 'item', item: 'button', seen: 2, mismatches }), 'agent', /the button is not as expected/],
  ],
  call: [
    [
      failed({ kind: 'call', name: 'lookup_order', closest: null, mismatches: [], made: [] }),
      'agent',
      /lookup_order was not called/,
    ],
    [failed({ kind: 'call', name: 'issue_refund', closest: call, mismatches, made: [call] }), 'agent', /differently/],
    [
      failed({ kind: 'call', name: call.name, closest: null, mismatches: [], made: [unphased], inPhase: 'during' }),
      'service',
      /which phase/,
    ],
    [
      failed({ kind: 'call', name: 'x', closest: null, mismatches: [], made: [unphased], inPhase: 'during' }),
      'agent',
      /x was not called/,
    ],
    [
      failed({ kind: 'call', name: call.name, closest: unphased, mismatches: miss('phase'), made: [unphased] }),
      'service',
      /which phase/,
    ],
  ],
  'unexpected call': [[failed({ kind: 'unexpected call', rule: 'never', call }), 'agent', /issue_refund was called/]],
  'call count': [
    [failed({ kind: 'call count', name: null, mismatches, made: [] }), 'agent', /the number of calls is not/],
    [failed({ kind: 'call count', name: 'x', mismatches, made: [] }), 'agent', /the number of calls of x/],
  ],
  latency: [
    [failed(timed({ ms: 4_000 }), { entries: slow }), 'agent', /the time of the turn is not at most 3 s$/],
    [failed(timed({ ms: 4_000 }), { entries: quick }), 'service', /by the transcript/],
    [failed(timed({ ms: 4_000, subject: 'tool', tool: 'x' }), { entries: quick }), 'agent', /the time of x/],
    [failed(timed({ ms: 4_000, over: { statistic: 'p95', samples: 5 } }), { entries: quick }), 'agent'],
  ],
  error: [
    [failed({ kind: 'error', answered: true, mismatches: [] }), 'service', /should have refused/],
    [failed({ kind: 'error', answered: false, mismatches }, { failure: refused(422) }), 'service', /differently/],
    [failed({ kind: 'error', answered: false, mismatches }, { failure: refused(502, { layer: 'agent' }) }), 'agent'],
  ],
  law: lawNames.map((name): Row => [failed(law(name)), ofLaws[name], new RegExp(`^turn 2: .*\\(law "${name}"\\)$`)]),
  session: [
    [
      { verdict: 'failed', outcomes: [outcome('failed', { kind: 'session', subject: 'status', mismatches })] },
      'agent',
      /^status of the stored session/,
    ],
    ...['agent version', 'channel type', 'retryAttemptNo', 'recordingUrl'].map(
      (subject): Row => [
        { verdict: 'failed', outcomes: [outcome('failed', { kind: 'session', subject, mismatches })] },
        'service',
      ],
    ),
  ],
  local: [[failed({ kind: 'local', subject: 'outbox', mismatches }), 'agent', /outbox/]],
  goal: [
    [{ verdict: 'failed', outcomes: [outcome('failed', goal('out of patience'))] }, 'agent', /out of patience/],
    [{ verdict: 'failed', outcomes: [outcome('failed', goal('gave up', 'it repeats itself'))] }, 'agent', /repeats/],
  ],
  value: [[failed({ kind: 'value', subject: 'reply', reason: '{{x}} is empty' }), 'script']],
  judge: [[{ verdict: 'failed', outcomes: [judged({ says: 'not met' }, 'failed')] }, 'agent', /with a licence/]],
  check: [
    [
      {
        verdict: 'failed',
        outcomes: [outcome('failed', { kind: 'check', check: './c.ts#x', message: 'rude', given: {} })],
      },
      'agent',
      /c\.ts#x does not hold: rude/,
    ],
  ],
  capture: [
    [
      { verdict: 'failed', outcomes: [outcome('failed', { kind: 'capture', reason: 'calls has no "x"', hint: 'y' })] },
      'agent',
      /calls has no "x"/,
    ],
  ],
} satisfies Record<Kind, Row[]>

const ofOpen = {
  reply: [[open({ kind: 'reply', subject: 'reply', mismatches }), 'script']],
  item: [[open({ kind: 'item', item: 'text', seen: 1, mismatches }), 'script']],
  call: [
    [open({ kind: 'call', name: 'x', closest: call, mismatches: miss('phase'), made: [] }), 'service', /which phase/],
    [
      open({ kind: 'call', name: 'x', closest: call, mismatches: miss('executionTimeMs'), made: [] }),
      'service',
      /how long/,
    ],
    [
      open({ kind: 'call', name: 'x', closest: call, mismatches: miss('arguments.note', 'too short'), made: [] }),
      'script',
      /too short/,
    ],
    [
      open({ kind: 'call', name: 'x', closest: call, mismatches: miss('arguments.id'), made: [] }),
      'agent',
      /arguments.id/,
    ],
  ],
  'unexpected call': [
    [open({ kind: 'unexpected call', rule: 'never', call: { ...call, phase: null } }), 'service', /which phase/],
    [open({ kind: 'unexpected call', rule: 'never', call }), 'script'],
  ],
  'call count': [[open({ kind: 'call count', name: null, mismatches: miss('phase'), made: [] }), 'service']],
  latency: [
    [
      open(timed({}), { recovered: { how: 'fetched', breaks: [reset], sendings: 1, looks: 2, ms: 20 } }),
      'network',
      /the time of the turn is not known: the connection/,
    ],
    [open(timed({})), 'service'],
    [open(timed({ subject: 'tool', tool: 'x' })), 'agent', /x was not called/],
    [open(timed({ subject: 'tool', tool: 'x', index: 2 })), 'service', /the time of x is not known/],
    [open(timed({ subject: 'reply' })), 'agent', /did not reply/],
    [open(timed({ subject: 'reply' }), { entries: quick }), 'service'],
    [open(timed({ over: { statistic: 'p95', samples: 0 } })), 'service'],
  ],
  error: [[open({ kind: 'error', answered: false, mismatches }), 'script']],
  law: [[open(law('known entries')), 'service']],
  session: [
    [
      { outcomes: [outcome('not judged', { kind: 'session', subject: 'analysis', mismatches: [] })] },
      'service',
      /no analysis/,
    ],
    [
      {
        outcomes: [
          outcome('not judged', { kind: 'session', subject: 'duration', mismatches: [], reason: 'it is negative' }),
        ],
      },
      'service',
    ],
    [
      {
        outcomes: [outcome('not judged', { kind: 'session', subject: 'status', mismatches: [], reason: 'no session' })],
      },
      'script',
    ],
  ],
  local: [[open({ kind: 'local', subject: 'outbox', mismatches: [] }), 'script', /local service alone/]],
  value: [
    [open({ kind: 'value', subject: 'reply', reason: '{{city}} is empty, so that this would hold' }), 'script', /city/],
    [
      {
        ...open({ kind: 'value', subject: 'reply', reason: '{{city}} is empty, so that this would hold' }),
        captured: ['city'],
      },
      'agent',
      /city/,
    ],
  ],
  goal: [[{ outcomes: [outcome('not judged', goal('out of patience'))] }, 'service', /could not be read/]],
  judge: [
    [{ outcomes: [judged({ says: 'cannot tell' })] }, 'judge', /cannot tell/],
    [{ outcomes: [judged({ why: 'no finding has more than half of the 3 votes' })] }, 'judge', /more than half/],
    [{ outcomes: [judged(voided('its quotation is not there'))] }, 'judge', /void/],
    [{ outcomes: [judged({ why: 'no judge model is configured' })] }, 'judge'],
    [
      { outcomes: [judged(voided('budget of 5 questions to judges spent', { halted: true }))] },
      'budget',
      /budget of 5/,
    ],
    [{ outcomes: [judged(voided('nobody knows why', { halted: true }))] }, 'budget', /nobody knows why/],
    [{ outcomes: [judged(voided('budget of words spent, it says'))] }, 'judge', /budget of words/],
    [{ outcomes: [judged({ why: '{{x}} is empty, so the criterion says something else' })] }, 'script'],
    [{ outcomes: [judged({ why: '{{x}} is empty, so the criterion says something else' })], captured: ['x'] }, 'agent'],
  ],
  check: [
    [
      { outcomes: [outcome('not judged', { kind: 'check', check: 'x', message: 'it threw', given: {} })] },
      'script',
      /threw/,
    ],
  ],
  capture: [[{ outcomes: [outcome('not judged', { kind: 'capture', reason: 'r', hint: 'h' })] }, 'agent']],
} satisfies Record<Kind, Row[]>

const stopped = (stop: object, more: Partial<CauseEvidence> = {}): Partial<CauseEvidence> => ({
  reason: 'why it ended',
  run: run({ stop: { index: 1, ...stop } as Stop }),
  ...more,
})
const ofStops = {
  'simulated user': [
    [
      stopped({ kind: 'simulated user', law: 'no fact outside the card', why: '"Noah Kim" is not on its card' }),
      'simulated user',
      /^turn 2: no fact outside the card: "Noah Kim"/,
    ],
  ],
  judged: [[stopped({ kind: 'judged' }, failed({ kind: 'reply', subject: 'reply', mismatches })), 'agent']],
  diverged: [
    [stopped({ kind: 'diverged' }, failed({ kind: 'reply', subject: 'reply', mismatches })), 'agent'],
    [stopped({ kind: 'diverged' }, open({ kind: 'value', subject: 'reply', reason: 'nobody can tell' })), 'script'],
  ],
  unanswered: [[stopped({ kind: 'unanswered' }, noAnswer(reset)), 'network']],
  uncaptured: [
    [stopped({ kind: 'uncaptured', at, reason: 'no "x" to capture', hint: 'h' }), 'agent', /^turn 2: no "x"/],
  ],
  unfilled: [
    [stopped({ kind: 'unfilled', at, reason: 'the message {{word}} is empty' }), 'script', /^turn 2: the message/],
    [stopped({ kind: 'unfilled', at, reason: 'the message {{word}} is empty' }, { captured: ['word'] }), 'agent'],
  ],
  interrupted: [[stopped({ kind: 'interrupted' }), 'budget']],
  halted: [[stopped({ kind: 'halted', reason: 'time budget of 3 s spent' }), 'budget', /time budget/]],
  unable: [[stopped({ kind: 'unable', reason: 'it is too deep' }), 'script', /too deep/]],
  unprepared: [
    [
      {
        reason: 'a step before the first turn failed',
        run: run({
          stop: { kind: 'unprepared', index: 0, reason: 'r' },
          before: {
            turns: [
              {
                ...{ kind: 'unanswered', index: 0, asked: null, turn: { at, user: null } },
                answer: { ok: false, failure: reset, timeMs: 1 },
              },
            ],
            stop: { kind: 'unanswered', index: 0 },
            trouble: 'line 4: broken',
          },
        }),
      },
      'network',
      /^before the first turn, line 4: the connection/,
    ],
    [
      {
        run: run({
          before: {
            turns: [],
            stop: { kind: 'uncaptured', index: 1, at, reason: 'no "x"', hint: '' },
            trouble: 'no "x"',
          },
        }),
      },
      'agent',
      /^before the first turn, no "x"/,
    ],
    [
      {
        run: run({
          after: { turns: [], stop: { kind: 'unfilled', index: 1, at, reason: 'it is empty' }, trouble: 'it is empty' },
        }),
      },
      'script',
      /^after the last turn, it is empty/,
    ],
  ],
  'no history': [
    [
      {
        verdict: 'errored',
        run: run({ stop: { kind: 'no history', index: 0, reason: 'default called other tools' } }),
      },
      'script',
      /^its history: default called/,
    ],
  ],
} satisfies Record<Stop['kind'], Row[]>

const unsound = outcome('failed', law('outputs paired'))
const unread = outcome('not judged', law('known entries'))
const wrong = outcome('failed', { kind: 'reply', subject: 'reply', mismatches })
const doubtful = outcome('not judged', { kind: 'value', subject: 'reply', reason: 'nobody can tell' })
const inOrder: [what: string, ...Row][] = [
  [
    'a transcript that cannot be believed before what is expected of it',
    { verdict: 'failed', turns: [turn(0, { outcomes: [wrong, unsound] })] },
    'service',
  ],
  [
    'an entry that cannot be read before what is expected of it',
    { verdict: 'failed', turns: [turn(0, { outcomes: [wrong, unread] })] },
    'service',
  ],
  [
    'the first turn before a later one',
    { verdict: 'failed', turns: [turn(0, { outcomes: [wrong] }), turn(1, { outcomes: [unsound] })] },
    'agent',
  ],
  [
    'a turn before the session',
    { verdict: 'failed', turns: [turn(0, { outcomes: [wrong] })], outcomes: [unsound] },
    'agent',
  ],
  ...(['same session', 'version answers'] as const).map((name): [string, ...Row] => [
    `that somebody else answered (${name}) before anything that was said`,
    { verdict: 'failed', turns: [turn(0, { outcomes: [wrong] })], outcomes: [outcome('failed', law(name))] },
    'service',
  ]),
  [
    'what failed before what could not be judged',
    { verdict: 'failed', turns: [turn(0, { outcomes: [doubtful] }), turn(1, { outcomes: [wrong] })] },
    'agent',
  ],
  [
    'no failure in a turn that is in doubt',
    {
      turns: [turn(0, { outcomes: [wrong] })],
      failure: { kind: 'unknown', why: 'twice', cause: reset, looks: 1 },
      doubtFrom: 0,
    },
    'network',
  ],
  [
    'a failure before the doubt',
    { verdict: 'failed', turns: [turn(0, { outcomes: [wrong] }), turn(1, { outcomes: [unsound] })], doubtFrom: 1 },
    'agent',
  ],
  [
    'no answer before what could not be judged of it',
    { turns: [turn(0, { verdict: 'errored', failure: reset, outcomes: [doubtful] })] },
    'network',
  ],
  [
    'judges last of all',
    {
      turns: [
        turn(0, { outcomes: [judged({ says: 'cannot tell' })] }),
        turn(1, { verdict: 'errored', failure: refused(500) }),
      ],
    },
    'service',
  ],
  [
    'a clock that another run moved before everything',
    { run: run({ disturbed: 'another run moved the clock' }), turns: [turn(0, { outcomes: [unsound] })] },
    'script',
  ],
  [
    'the stored session after the turns',
    { turns: [turn(0, { outcomes: [doubtful] })], failure: refused(500) },
    'script',
  ],
  [
    'a stored session that nobody can read',
    { turns: [turn(0, { verdict: 'passed' })], failure: refused(500) },
    'service',
    /^the stored session could not be read: /,
  ],
]

function hold(rows: readonly Row[], verdict?: Verdict): void {
  for (const [fields, kind, why] of rows) {
    const cause = causeOf(evidence(verdict === undefined ? fields : { ...fields, verdict }))
    expect(cause?.kind ?? null, JSON.stringify(fields)).toBe(kind)
    if (cause === null) continue
    expect(cause.why).toMatch(why ?? /\S/)
    expect(cause.why).not.toContain('\n')
  }
}

describe('the cause of a conversation', () => {
  it.each(verdicts)('is told for the verdict %s', (verdict) => hold(ofVerdicts[verdict], verdict))
  it.each(Object.keys(ofFailures) as Failure['kind'][])('is told for no answer: %s', (kind) => hold(ofFailures[kind]))
  it.each(Object.keys(ofFailed) as Kind[])('is told for a broken expectation: %s', (kind) => hold(ofFailed[kind]))
  it.each(Object.keys(ofOpen) as Kind[])('is told for what is not judged: %s', (kind) => hold(ofOpen[kind]))
  it.each(Object.keys(ofStops) as Stop['kind'][])('is told for an early end: %s', (kind) => hold(ofStops[kind]))
  it.each(Object.entries(ofUnknown))('is told for an unknown turn: %s', (why, kind) =>
    hold([[noAnswer({ kind: 'unknown', why: why as UnknownReason, cause: reset, looks: 1 }), kind]]),
  )
  it.each(layers)('is the layer in which an agent of the local service came to nothing: %s', (layer) =>
    hold([[noAnswer(refused(502, { errorCode: 'localAgentErrored', layer })), ofLayers[layer]]]),
  )
  it.each(inOrder)('puts %s', (_, ...row) => hold([row]))
})

describe('withCause', () => {
  const result = evidence({ verdict: 'failed', turns: [turn(0, { outcomes: [wrong] })] }) as ConversationResult
  it('adds one where there is none', () => expect(withCause(result).cause?.kind).toBe('agent'))
  it('keeps what is known better', () => {
    const scriptResult = { ...result, cause: { kind: 'script', why: 'so it was' } } as const
    expect(withCause(scriptResult)).toBe(scriptResult)
  })
  it('takes it from what needs none', () => {
    expect(withCause({ ...result, verdict: 'expected fail', cause: { kind: 'agent', why: '' } })).not.toHaveProperty(
      'cause',
    )
    const passed = { ...result, verdict: 'passed' } as const
    expect(withCause(passed)).toBe(passed)
  })
  it('is of the layer that made it errored', () =>
    expect(erroredBy('judge', result, 'advice alone')).toMatchObject({
      verdict: 'errored',
      cause: { kind: 'judge', why: 'advice alone' },
    }))
})

it('causes are counted, the most frequent first', () => {
  expect(countCauses(['agent', undefined, 'network', 'agent'])).toEqual([
    ['agent', 2],
    ['network', 1],
  ])
  expect([describeCauses(['judge', 'agent', 'agent']), describeCauses([undefined])]).toEqual(['2 agent, 1 judge', null])
  expect(new Set(causeKinds).size).toBe(8)
})

describe('docs/causes.md', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/causes.md'), 'utf8')
  it('has each law under its cause', () => {
    const rows = page.split('\n').filter((line) => /^\| `known entries`|^\| `agent answers`/.test(line))
    const causes = rows.flatMap((row) => {
      const [, laws = '', cause = ''] = row.split('|')
      return [...laws.matchAll(/`([^`]+)`/g)].map(([, law = '']) => [law, cause.replaceAll('`', '').trim()])
    })
    expect(Object.fromEntries(causes)).toEqual(ofLaws)
  })
  it('has each cause with who mends it, and their order', () => {
    const kinds = [...page.matchAll(/^\| `([^`]+)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, kind]) => kind)
    expect(new Set(kinds)).toEqual(new Set(causeKinds))
    expect(page).toContain(causeKinds.map((kind) => `\`${kind}\``).join(', '))
  })
})
