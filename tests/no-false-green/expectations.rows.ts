import { callRows } from './expectations-calls.ts'
import { held } from './held.ts'
import { ran } from './play-row.ts'
import type { Row } from './row.ts'

const button = (text: string): Record<string, unknown> => ({
  type: 'message',
  content: [
    { type: 'text', text: 'Choose.' },
    { type: 'button', text, payload: 'x' },
  ],
})
const picture = (caption: string): Record<string, unknown> => ({
  type: 'message',
  content: [{ type: 'image', url: 'https://a.example/x.png', mimeType: 'image/png', caption }],
})
const file = (filename: string): Record<string, unknown> => ({
  type: 'message',
  content: [{ type: 'file', url: 'https://a.example/x.pdf', mimeType: 'application/pdf', filename }],
})

const missing = 'a negation takes something to say it of'
const each = 'a negation holds for each text alone'
const neither = 'not of a list is neither'

const session = (expected: string): string => `
  suite: Desk
  agent: desk
  conversations:
    - name: talks
      turns: [{ user: Hello }]
      session: { ${expected}, within: 1 ms }`

export const rows: readonly Row[] = [
  ...held(
    missing,
    'reply: { messages: [{ contains: hello }, { not: { contains: sorry } }] }',
    ['hello'],
    ['hello', 'bye'],
  ),
  ...held(missing, 'reply: { messages: [{ contains: hello }, { none: [sorry] }] }', ['hello'], ['hello', 'bye']),
  ...held(missing, 'reply: { content: [{ text: hello }, { not: { kind: image } }] }', ['hello'], ['hello', 'bye']),
  ...held(missing, 'reply: { content: [{ fields: { text: { not: sorry } } }] }', [picture('x')], ['hello']),
  ...held(
    missing,
    'calls: [{ refund: { with: { reason: { not: { contains: fraud } } } } }]',
    [...ran('refund', {}), 'ok'],
    [...ran('refund', { reason: 'late' }), 'ok'],
  ),
  ...held(
    missing,
    'calls: [{ refund: { exactly: { ids: [1, { not: 2 }] } } }]',
    [...ran('refund', { ids: [1] }), 'ok'],
    [...ran('refund', { ids: [1, 3] }), 'ok'],
  ),
  ...held(
    missing,
    'calls: [{ refund: { exactly: { id: { any: [{ not: 2 }, { present: false }] } } } }]',
    [...ran('refund', { id: 2 }), 'ok'],
    [...ran('refund', {}), 'ok'],
  ),
  ...held(
    missing,
    'calls: [{ refund: { with: { "items[0].id": { none: [2] } } } }]',
    [...ran('refund', { items: [] }), 'ok'],
    [...ran('refund', { items: [{ id: 1 }] }), 'ok'],
  ),
  ...held(
    missing,
    'calls: [{ refund: { returns: { status: { not: cancelled } } } }]',
    [...ran('refund', {}, {}), 'ok'],
    [...ran('refund', {}, { status: 'done' }), 'ok'],
  ),
  ...held(
    missing,
    'calls: [{ refund: { returns: [1, { not: 2 }] } }]',
    [...ran('refund', {}, [1]), 'ok'],
    [...ran('refund', {}, [1, 3]), 'ok'],
  ),
  ...held(
    missing,
    'calls: [{ refund: { returns: { contains: [{ id: 1, note: { not: { contains: x } } }] } } }]',
    [...ran('refund', {}, [{ id: 1 }]), 'ok'],
    [...ran('refund', {}, [{ id: 1, note: 'y' }]), 'ok'],
  ),
  ...held(
    missing,
    'calls: [{ refund: { returns: { each: { state: { all: [{ not: lost }] } } } } }]',
    [...ran('refund', {}, [{}]), 'ok'],
    [...ran('refund', {}, [{ state: 'here' }]), 'ok'],
  ),
  {
    about: missing,
    name: 'an output that never came is not "not cancelled"',
    suite: `- user: Hello
  expect: { calls: [{ refund: { returns: { not: { contains: cancelled } } } }] }`,
    acts: [[{ type: 'function_call', name: 'refund' }, 'ok']],
    verdict: 'failed',
    says: /refund was called, but/,
  },
  ...held(
    missing,
    'reply: { thinking: { not: { contains: secret } } }',
    [{ type: 'thinking', thinking: 'a secret' }, 'ok'],
    ['ok'],
  ),
  ...held(
    missing,
    'reply: { background: { not: { contains: secret } } }',
    [{ type: 'message', role: 'backgroundAgent', content: [{ type: 'text', text: 'a secret' }] }, 'ok'],
    ['ok'],
  ),
  {
    about: 'an analysis that is not there is not judged',
    name: 'not',
    suite: session('analysis: { not: { sentiment: negative } }'),
    verdict: 'errored',
    says: /no analysis yet/,
  },
  ...['{ none: [{ sentiment: negative }] }', '{ empty: true }', '{ present: true }', '{ type: "null" }', 'null'].map(
    (matcher): Row => ({
      about: 'an analysis that is not there is not judged',
      name: matcher,
      suite: session(`analysis: ${matcher}`),
      verdict: 'errored',
    }),
  ),
  {
    about: 'an analysis that is not there is not judged',
    name: 'one that is there is',
    suite: session('analysis: { not: { sentiment: negative } }'),
    session: { analysis: { sentiment: 'positive' } },
    verdict: 'passed',
  },
  {
    about: 'an analysis that is not there is not judged',
    name: 'one that is there and wrong fails',
    suite: session('analysis: { not: { sentiment: negative } }'),
    session: { analysis: { sentiment: 'negative' } },
    verdict: 'failed',
  },
  ...held(
    each,
    'reply: { any: [{ not: { matches: /^No/ } }, { contains: maybe }] }',
    ['Yes.', 'No.'],
    ['Yes.', 'Not… maybe.'],
  ),
  ...held(each, 'reply: { all: [{ any: [{ none: [{ starts with: "No" }] }] }] }', ['Yes.', 'No.'], ['Yes.']),
  ...held(each, 'reply: { any: [{ not: { equals: NOPE } }], ignore case: true }', ['Yes', 'nope'], ['Yes', 'yes']),
  ...held(each, 'reply: { messages: { not: { equals: "No" } } }', ['Yes', 'No'], ['Yes', 'Yes']),
  ...held(each, 'reply: { messages: { any: [{ not: { matches: /^No/ } }] } }', ['Yes', 'No'], ['Yes', 'Yes']),
  ...held(each, 'reply: { messages: { not: { contains: sorry } } }', ['Yes', 'I am sorry.'], ['Yes', 'Yes']),
  ...held(
    each,
    'reply: { agentName: { any: [{ not: billing }] } }',
    [{ type: 'message', agentName: 'billing', content: [{ type: 'text', text: 'x' }] }, 'y'],
    ['x', 'y'],
  ),
  ...held(
    each,
    'reply: { thinking: { any: [{ not: { starts with: secret } }] } }',
    [{ type: 'thinking', thinking: 'a' }, { type: 'thinking', thinking: 'secret' }, 'ok'],
    [{ type: 'thinking', thinking: 'a' }, 'ok'],
  ),
  ...held(each, 'reply: { not: { contains: refund } }', [button('Get a refund')], [button('Track')]),
  ...held(each, 'reply: { none: [{ contains: refund }] }', [picture('your refund')], [picture('your parcel')]),
  ...held(each, 'reply: { not: { matches: /refund/ } }', [file('refund.pdf')], [file('invoice.pdf')]),
  ...held(neither, 'reply: { not: { contains: [sorry, refund] } }', ['A refund.'], ['Hello.']),
  ...held(neither, 'reply: { not: { matches: [/sorry/, /refund/] } }', ['A refund.'], ['Hello.']),
  ...held(neither, 'reply: { not: { contains: [SORRY, REFUND], ignore case: true } }', ['A refund.'], ['Hello.']),
  ...held(neither, 'reply: { none: [{ contains: [sorry, refund] }] }', ['A refund.'], ['Hello.']),
  ...held(
    neither,
    'reply: { not: { any: [{ contains: [sorry, refund] }] } }',
    ['I am sorry: no refund.'],
    ['A refund.'],
  ),
  ...held(
    neither,
    'calls: [{ note: { with: { text: { not: { contains: [sorry, refund] } } } } }]',
    [...ran('note', { text: 'a refund' }), 'ok'],
    [...ran('note', { text: 'fine' }), 'ok'],
  ),
  ...held(
    neither,
    'reply: { not: { all: [{ contains: sorry }, { contains: refund }] } }',
    ['Sorry, sorry refund'],
    ['A refund.'],
  ),
  {
    about: neither,
    name: 'several operators under one not are refused',
    suite: `
      - user: Hello
        expect: { reply: { not: { contains: sorry, starts with: Dear } } }`,
    verdict: 'broken',
    says: /none: .*not: \{ all: \[/,
  },
  {
    about: neither,
    name: 'several operators under one not are refused in JSON too',
    suite: `
      - user: Hello
        expect: { calls: [{ note: { with: { n: { not: { at least: 1, at most: 3 } } } } }] }`,
    verdict: 'broken',
    says: /none: \[/,
  },
  ...callRows,
]
