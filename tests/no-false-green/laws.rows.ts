import { ran } from './play-row.ts'
import type { Act, Row } from './row.ts'
import { hi, hiTwice, messageOf, talk, withData } from './talk-parts.ts'

const timed = (text: string, timestamp: string): Act => ({
  type: 'message',
  content: [{ type: 'text', text }],
  timestamp,
})
const file = (filename: string): object => ({ type: 'file', mimeType: 'a/b', url: 'https://x.test/y', filename })

const leaks = 'placeholders and blank messages'
const replies: Row[] = [
  ...(
    [
      [
        'the payload of a button',
        messageOf({ type: 'text', text: 'Pick' }, { type: 'button', text: 'Yes', payload: 'pay_${id}' }),
      ],
      ['the name of a file', messageOf({ type: 'text', text: 'Here' }, file('invoice-{{order}}.pdf'))],
      ['a caption', messageOf({ type: 'image', mimeType: 'a/b', url: 'https://x.test/y', caption: 'For ${name}' })],
      ['two lines', 'Dear ${customer\nname}, hello'],
      ['two lines with braces', 'Dear {{customer\n  name}}, hello'],
      ['two text items', messageOf({ type: 'text', text: 'Dear ${customer' }, { type: 'text', text: 'name}' })],
    ] as [string, Act][]
  ).map(
    ([name, act]): Row => ({
      about: leaks,
      name: `a placeholder in ${name}`,
      suite: hi,
      acts: [[act]],
      verdict: 'failed',
      says: /leaks the placeholder/,
    }),
  ),
  {
    about: leaks,
    name: 'braces that are none',
    suite: hi,
    acts: [
      [
        messageOf(
          { type: 'text', text: `Use {} or { a: 1 } or ${'${'}${'x'.repeat(61)}}` },
          { type: 'button', text: 'Yes', payload: '{"a":{"b":1}}' },
        ),
      ],
    ],
    verdict: 'passed',
  },
  ...['\u200b', '\ufeff \u00ad', '\u2800', '\u3164', '\u200d\ufe0f', ''].map((text): Row => {
    const name = [...text].map((each) => `U+${each.codePointAt(0)?.toString(16)}`).join(' ')
    return {
      about: leaks,
      name: `a message of ${name}`,
      suite: hi,
      acts: [[text]],
      verdict: 'failed',
      says: /empty message/,
    }
  }),
  {
    about: leaks,
    name: 'a message of a button that shows nothing',
    suite: hi,
    acts: [[messageOf({ type: 'button', text: '\u200b', payload: '' })]],
    verdict: 'failed',
    says: /empty message/,
  },
  { about: leaks, name: 'an emoji with a joiner', suite: hi, acts: [['\u{1f469}\u200d\u{1f4bb}']], verdict: 'passed' },
]

const times = 'times that go back'
const early = '2025-12-31T23:00:00.000Z'
const clocks: Row[] = [
  {
    about: times,
    name: 'from one turn to the next',
    suite: hiTwice,
    acts: [['One'], [timed('Two', early)]],
    wire: (body, turn) => (turn === 1 ? body.replaceAll(/2026-01-01T00:00/g, '2025-12-31T23:00') : body),
    verdict: 'failed',
    says: /entry 1 of turn 2 is \d+ ms earlier than the end of turn 1/,
  },
  {
    about: times,
    name: 'from what comes before to the first turn',
    suite: talk('before: [{ user: Hi }]', hi),
    wire: (body, turn) => (turn === 1 ? body.replaceAll(/2026-01-01T00:00/g, '2025-12-31T23:00') : body),
    verdict: 'failed',
    says: /entry 1 of turn 1 is \d+ ms earlier than the end of the turn of line 5/,
  },
  {
    about: times,
    name: 'from the last turn to what comes after',
    suite: talk('after: [{ user: Hi }]', hi),
    wire: (body, turn) => (turn === 1 ? body.replaceAll(/2026-01-01T00:00/g, '2025-12-31T23:00') : body),
    verdict: 'failed',
    says: /entry 1 of the turn of line 5 is/,
  },
  { about: times, name: 'that do not go back', suite: hiTwice, acts: [['One'], ['Two']], verdict: 'passed' },
  {
    about: times,
    name: 'a relaxed law',
    suite: talk('laws: { time order: its clock jumps, slices add up: no }', hiTwice),
    wire: (body, turn) => (turn === 1 ? body.replaceAll(/2026-01-01T00:00/g, '2025-12-31T23:00') : body),
    verdict: 'passed',
  },
]

const negative = 'negative times'
const slow = (ms: number | null): Act[] => [...ran('lookup', {}, {}, { executionTimeMs: ms }), 'Done']
const relaxed = (expect: string): string => talk('laws: { time order: odd clock }', `- { user: Hi, expect: ${expect} }`)
const negatives: Row[] = [
  {
    about: negative,
    name: 'an executionTimeMs',
    suite: '- { user: Hi, expect: { calls: [lookup] } }',
    acts: [slow(-5)],
    verdict: 'failed',
    says: /says that it took -5 ms/,
  },
  ...[
    '{ calls: [{ lookup: { within: 1 s } }] }',
    '{ latency: { tool: 1 s } }',
    '{ latency: { tools: { lookup: 1 s } } }',
    '{ calls: [{ lookup: { within: 1 s, times: 1 } }] }',
  ].flatMap((expect): Row[] => [
    { about: negative, name: `${expect} of -5 ms`, suite: relaxed(expect), acts: [slow(-5)], verdict: 'errored' },
    { about: negative, name: `${expect} of 5 ms`, suite: relaxed(expect), acts: [slow(5)], verdict: 'passed' },
  ]),
  {
    about: negative,
    name: 'a guardrail on p95',
    suite: talk('laws: { time order: odd clock }\nevery turn: { latency: { tool: { p95: 1 s } } }', '- { user: Hi }'),
    acts: [slow(-5)],
    verdict: 'errored',
  },
  {
    about: negative,
    name: 'a reply that comes before its question',
    suite: talk(
      'laws: { time order: odd clock, slices add up: x }',
      '- { user: Hi, expect: { latency: { reply: 2 s } } }',
    ),
    acts: [[timed('Hello', early)]],
    verdict: 'errored',
    says: /the time of the reply is not known/,
  },
  {
    about: negative,
    name: 'the duration of a session',
    suite: talk('session: { duration: < 2 min, within: 0 ms }', '- { user: Hi }'),
    session: { duration: -5 },
    verdict: 'errored',
    says: /the duration of the stored session is negative/,
  },
  {
    about: negative,
    name: 'a duration that is none',
    suite: talk('session: { duration: < 2 min, within: 0 ms }', '- { user: Hi }'),
    session: { duration: 5 },
    verdict: 'passed',
  },
]

const identity = 'whose session it is'
const sessions: Row[] = [
  {
    about: identity,
    name: 'an answer of another session',
    suite: hiTwice,
    wire: withData(1, (data) => Object.assign(data, { sessionId: 'other' })),
    verdict: 'failed',
    says: /sent to the session session-1, but the answer is of the session other/,
  },
  {
    about: identity,
    name: 'an answer of another session, after the turns',
    suite: talk('after: [{ user: Bye }]', hi),
    wire: withData(1, (data) => Object.assign(data, { sessionId: 'other' })),
    verdict: 'failed',
    says: /the answer is of the session other/,
  },
  {
    about: identity,
    name: 'a stored session of another id',
    suite: hi,
    session: { sessionId: 'other' },
    verdict: 'failed',
    says: /session-1 was asked for, but the stored one is other/,
  },
  {
    about: identity,
    name: 'a stored session of another agent',
    suite: hi,
    session: { agentDetails: { name: 'stranger', number: null, email: null, version: null } },
    verdict: 'failed',
    says: /of the agent stranger, who never spoke in it, instead of desk/,
  },
  {
    about: identity,
    name: 'a stored session of an agent that it handed over to',
    suite: hi,
    acts: [['One moment', { type: 'message', agentName: 'human', content: [{ type: 'text', text: 'I am here' }] }]],
    session: { agentDetails: { name: 'human', number: null, email: null, version: null } },
    verdict: 'passed',
  },
  {
    about: identity,
    name: 'a stored session of the agent that a step names',
    suite: talk(
      'session: { status: active, within: 0 ms }',
      '- send: { agentName: outreach, communicationChannel: Web, customerNumber: x }',
    ),
    session: { agentDetails: { name: 'outreach', number: null, email: null, version: null } },
    verdict: 'passed',
  },
  {
    about: identity,
    name: 'a stored session of an agent that no step names',
    suite: talk(
      'session: { status: active, within: 0 ms }',
      '- send: { agentName: outreach, communicationChannel: Web, customerNumber: x }',
    ),
    session: { agentDetails: { name: 'stranger', number: null, email: null, version: null } },
    verdict: 'failed',
    says: /instead of desk or outreach/,
  },
  {
    about: identity,
    name: 'relaxed with a reason',
    suite: talk('laws: { same session: a proxy renames them, slices add up: x }', hiTwice),
    session: { sessionId: 'other' },
    verdict: 'passed',
  },
]

/** What the transcript laws find in replies, times and ids. */
export const rows: readonly Row[] = [...replies, ...clocks, ...negatives, ...sessions]
