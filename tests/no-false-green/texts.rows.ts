import { held, refused } from './held.ts'
import { ran } from './play-row.ts'
import type { Act, Row } from './row.ts'

const text = 'a number is its text where there is text'
const within = 'the texts of messages are texts'
const sentences = 'a sentence has a letter or a digit'
const ruledOut = 'what is no object, ruled out by its members'

const button = (label: string, payload: unknown = 'x'): Act => ({
  type: 'message',
  content: [
    { type: 'text', text: 'Hi' },
    { type: 'button', text: label, payload },
  ],
})

/** A suite whose variable is the number 19.90. */
const priced = (expected: string): string => `
suite: Desk
agent: desk
variables: { price: 19.90 }
conversations:
  - name: talks
    turns:
      - user: Hello
        expect: { ${expected} }`

const rowsFor = (expected: string, broken: Act, sound: Act): Row[] => [
  { about: text, name: `${expected} failed`, suite: priced(expected), acts: [[broken]], verdict: 'failed' },
  { about: text, name: `${expected} holds`, suite: priced(expected), acts: [[sound]], verdict: 'passed' },
]

/** An expectation of the stored session, whose version is the text 3. */
const stored = (expected: string, verdict: Row['verdict']): Row => ({
  about: text,
  name: `session: ${expected} ${verdict}`,
  suite: `
suite: Desk
agent: desk
variables: { three: 3 }
conversations:
  - name: talks
    turns:
      - user: Hello
    session: { ${expected}, within: 1 ms }`,
  session: { agentDetails: { name: 'desk', number: null, email: null, version: '3' } },
  verdict,
})

/** Numbers where the service has texts, and members of values that are not objects. */
export const rows: readonly Row[] = [
  ...held(text, 'reply: { messages: [12] }', ['13'], ['12']),
  ...held(text, 'reply: { messages: [{ not: 12 }] }', ['12'], ['13']),
  ...held(text, 'reply: { messages: [{ one of: [11, 12] }] }', ['13'], ['12']),
  ...held(text, 'reply: { messages: { each: { not: 12 } } }', ['13', '12'], ['13', '14']),
  ...held(text, 'reply: { messages: { not: [12, 13] } }', ['12', '13'], ['13', '12']),
  ...held(text, 'reply: { messages: { any: [[12], [13]] } }', ['14'], ['13']),
  ...held(text, 'reply: { messages: { contains: 12 } }', ['13', '14'], ['13', '12']),
  ...held(text, 'reply: { messages: { not: 2 } }', ['12', '13'], ['12']),
  ...rowsFor('reply: { messages: [{ one of: ["{{price}}"] }] }', '19.9', '19.90'),
  ...rowsFor('reply: { messages: { none: [{ contains: "{{price}}" }] } }', '19.90', '19.9'),
  ...held(text, 'reply: { button: 12 }', [button('13')], [button('12')]),
  ...held(text, 'reply: { button: { not: 12 } }', [button('12')], [button('13')]),
  ...held(text, 'reply: { button: { none: [true, 12] } }', [button('true')], [button('13')]),
  ...rowsFor('reply: { button: "{{price}}" }', button('19.9'), button('19.90')),
  ...rowsFor('reply: { button: { not: "{{price}}" } }', button('19.90'), button('19.9')),
  ...held(text, 'reply: { button: { payload: 12 } }', [button('12', '13')], [button('13', '12')]),
  ...held(text, 'reply: { button: { payload: { not: 12 } } }', [button('12', '12')], [button('12', '13')]),
  ...held(text, 'reply: { content: { not: { contains: { payload: 12 } } } }', [button('12', '12')], [button('12')]),
  ...held(text, 'reply: { button: { json: 12 } }', [button('"12"')], [button('12')]),
  ...refused(within, 'reply: { messages: [[Hello]] }', /expected text or a matcher/),
  ...refused(within, 'reply: { messages: [{ not: { at least: 3 } }] }', /no text can be that/),
  ...refused(within, 'reply: { messages: { each: { type: text } } }', /every text is that/),
  ...held(sentences, 'reply: { sentences: 1 }', ['👍'], ['Thanks! 👍']),
  ...held(sentences, 'reply: { sentences: { at least: 2 } }', ['… Sent.'], ['Done. Sent.']),
  ...held(
    sentences,
    'calls: [{ a: { returns: { none: [{ sentences: 1 }] } } }]',
    [...ran('a', {}, 'Sent.'), 'ok'],
    [...ran('a', {}, {}), 'ok'],
  ),
  ...[
    stored('agent version: 3', 'passed'),
    stored('agent version: { not: 3 }', 'failed'),
    stored('agent version: { none: [2, 3] }', 'failed'),
    stored('agent version: { not: "{{three}}" }', 'failed'),
    stored('agent version: { one of: [2, "{{three}}"] }', 'passed'),
    stored('agent version: 2', 'failed'),
    stored('agent version: null', 'failed'),
  ],
  ...held(
    ruledOut,
    'calls: { never: [{ a: { with: { note: { fields: { id: { not: 1 } } } } } }] }',
    [...ran('a'), 'ok'],
    [...ran('a', { note: { id: 1 } }), 'ok'],
  ),
  ...held(
    ruledOut,
    'calls: { never: [{ a: { with: { note: { id: { not: 1 } } } } }] }',
    [...ran('a', { note: 'sorry' }), 'ok'],
    [...ran('a', { note: { id: 1 } }), 'ok'],
  ),
  ...held(
    ruledOut,
    'calls: { never: [{ a: { with: { note: { exactly: { id: { not: 1 } } } } } }] }',
    [...ran('a', { note: { id: 2 } }), 'ok'],
    [...ran('a', { note: 'sorry' }), 'ok'],
  ),
  {
    about: ruledOut,
    name: 'no text is exactly no members',
    suite: stored('agent: { all: [{ not: { exactly: {} } }] }', 'passed').suite,
    verdict: 'passed',
  },
]
