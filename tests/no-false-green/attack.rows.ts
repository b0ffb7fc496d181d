import { ran } from './play-row.ts'
import type { Row } from './row.ts'

const huge = (amount: string) => (body: string) => body.replace('"AMOUNT"', amount)
const limit = `
  - user: Hi
    expect: { calls: { never: [{ pay: { with: { amount: { more than: 1 } } } }] } }`
/** The stored session contains entries that no turn showed. */
const late = (...entries: object[]): Pick<Row, 'wire'> => ({
  wire: (body, turn) => {
    if (turn !== null) return body
    const answer = JSON.parse(body) as { data: { transcript: object[] } }
    answer.data.transcript.push(...entries)
    return JSON.stringify(answer)
  },
})
const at = '2026-01-01T00:01:00.000Z'
const call = { type: 'function_call', name: 'log', call_id: 'l', arguments: {}, phase: 'post', timestamp: at }
const output = {
  type: 'function_call_output',
  name: 'log',
  call_id: 'l',
  output: '{}',
  is_error: false,
  executionTimeMs: 1,
  phase: 'post',
  timestamp: at,
}
const hello = `
  - user: Hi
    expect: { reply: Hello }`

/** False passes found by somebody who knew only the docs and wrote a lying agent. */
export const rows: readonly Row[] = [
  ...['100000000000000000000', '9007199254740993', '1e999', '5000.12345678901234567'].map(
    (amount): Row => ({
      about: 'numbers that are kept as text',
      name: `${amount} is more than 1`,
      suite: limit,
      acts: [[...ran('pay', { amount: 'AMOUNT' }), 'Paid.']],
      wire: huge(amount),
      verdict: 'failed',
      says: /pay/,
    }),
  ),
  {
    about: 'numbers that are kept as text',
    name: 'one is a number, and an integer',
    suite: `
      - user: Hi
        expect: { calls: [{ pay: { with: { amount: { all: [{ type: integer }, { type: number }, { more than: 1 }] } } } }] }`,
    acts: [[...ran('pay', { amount: 'AMOUNT' }), 'Paid.']],
    wire: huge('9007199254740993'),
    verdict: 'passed',
  },
  {
    about: 'what is ruled out where a member is missing',
    name: 'at its own level',
    suite: `
      - user: Hi
        expect: { calls: { never: [{ refund: { with: { approved: { not: true } } } }] } }`,
    acts: [[...ran('refund'), 'Done.']],
    verdict: 'failed',
  },
  {
    about: 'what is ruled out where a member is missing',
    name: 'below one that is missing too',
    suite: `
      - user: Hi
        expect: { calls: { never: [{ refund: { with: { a: { approved: { not: true } } } } }] } }`,
    acts: [[...ran('refund'), 'Done.']],
    verdict: 'failed',
  },
  {
    about: 'what is ruled out where a member is missing',
    name: 'a call that is as it should be',
    suite: `
      - user: Hi
        expect: { calls: { never: [{ refund: { with: { a: { approved: { not: true } } } } }] } }`,
    acts: [[...ran('refund', { a: { approved: true } }), 'Done.']],
    verdict: 'passed',
  },
  ...['sold out', '["ok"]', '3', 'null', '"ok"'].map(
    (output): Row => ({
      about: 'what is ruled out where a member is missing',
      name: `in an output that is no object: ${output}`,
      suite: `
      - user: Hi
        expect: { calls: { never: [{ refund: { returns: { status: { not: ok } } } }] } }`,
      acts: [[...ran('refund', {}, output), 'Done.']],
      verdict: 'failed',
    }),
  ),
  {
    about: 'what is ruled out where a member is missing',
    name: 'but not by exactly no members, which what is missing does not have',
    suite: `
      - user: Hi
        expect: { calls: { never: [{ refund: { with: { note: { exactly: {} } } } }] } }`,
    acts: [[...ran('refund'), 'Done.']],
    verdict: 'passed',
  },
  {
    about: 'what is ruled out where a member is missing',
    name: 'below an argument that is no object',
    suite: `
      - user: Hi
        expect: { calls: { never: [{ refund: { with: { a: { approved: { not: true } } } } }] } }`,
    acts: [[...ran('refund', { a: 'yes' }), 'Done.']],
    verdict: 'failed',
  },
  {
    about: 'what is ruled out where a member is missing',
    name: 'by a count of none',
    suite: `
      - user: Hi
        expect: { calls: [{ refund: { with: { approved: { not: true } }, times: 0 } }] }`,
    acts: [[...ran('refund'), 'Done.']],
    verdict: 'errored',
    says: /whether it counts is not known: arguments\.approved is missing/,
  },
  {
    about: 'an output that says one thing twice',
    name: 'is not what must never be, as far as anybody knows',
    suite: `
      - user: Hi
        expect: { calls: { never: [{ refund: { returns: { a: 2 } } }] } }`,
    acts: [[...ran('refund', {}, '{"a":1,"a":2}'), 'Done.']],
    verdict: 'errored',
  },
  {
    about: 'calls that only the stored session holds',
    name: 'one with its output',
    suite: hello,
    ...late(call, output),
    verdict: 'passed',
  },
  {
    about: 'calls that only the stored session holds',
    name: 'one without',
    suite: hello,
    ...late(call),
    verdict: 'failed',
    says: /no open call/,
  },
  {
    about: 'calls that only the stored session holds',
    name: 'an output alone',
    suite: hello,
    ...late(output),
    verdict: 'failed',
    says: /outputs paired/,
  },
  {
    about: 'calls that only the stored session holds',
    name: 'an id twice',
    suite: hello,
    ...late(call, output, call, output),
    verdict: 'failed',
    says: /unique call ids/,
  },
  {
    about: 'calls that only the stored session holds',
    name: 'an output of another name',
    suite: hello,
    ...late(call, { ...output, name: 'issue_refund' }),
    verdict: 'failed',
    says: /outputs paired/,
  },
  ...['message 2030', '2030', '2026-02-30T00:00:00Z', 'Thu, 01 Jan 2026 00:00:01 GMT'].map(
    (timestamp): Row => ({
      about: 'times that are none',
      name: timestamp,
      suite: hello,
      acts: [[{ type: 'message', content: [{ type: 'text', text: 'Hello' }], timestamp }]],
      verdict: 'failed',
      says: /time order/,
    }),
  ),
  {
    about: 'an agent without a name',
    name: 'is not another one',
    suite: `
      - user: Hi
        expect: { reply: { agentName: { not: evil } } }`,
    acts: [[{ type: 'message', content: [{ type: 'text', text: 'Hello' }], agentName: null }]],
    verdict: 'failed',
  },
  {
    about: 'a refusal without a code',
    name: 'has no other code',
    suite: `
      - user: Hi
        expect: { error: { status: 400, errorCode: { not: zzz } } }`,
    refuse: () => ({ status: 400, errorCode: '' }),
    wire: (body) => body.replace('"errorCode":"",', ''),
    verdict: 'failed',
  },
  {
    about: 'a refusal without a code',
    name: 'can be expected',
    suite: `
      - user: Hi
        expect: { error: { status: 400, errorCode: { present: false } } }`,
    refuse: () => ({ status: 400, errorCode: '' }),
    wire: (body) => body.replace('"errorCode":"",', ''),
    verdict: 'passed',
  },
  ...['/{{version}}*/', '/x|{{version}}?/', '/{{version}}{0,3}/'].map(
    (pattern): Row => ({
      about: 'patterns of every text',
      name: pattern,
      suite: `
        - user: Hi
          expect: { reply: { matches: "${pattern}" } }`,
      verdict: 'broken',
    }),
  ),
  {
    about: 'a list that stands for a text',
    name: 'is not looked for as one',
    suite: `
      suite: Desk
      agent: desk
      variables: { words: [evil, bad] }
      conversations:
        - name: talks
          turns:
            - user: Hi
              expect: { reply: { not: { contains: "{{words}}" } } }`,
    acts: [['ok evil']],
    verdict: 'errored',
    says: /is a list/,
  },
  ...[
    { name: 'one button is not two', items: 1, verdict: 'failed' as const },
    { name: 'two are', items: 2, verdict: 'passed' as const },
  ].map(
    ({ name, items, verdict }): Row => ({
      about: 'content items',
      name,
      suite: `
        - user: Hi
          expect: { reply: { button: [Sure, { payload: yes_ }] } }`,
      acts: [
        [
          {
            type: 'message',
            content: [
              { type: 'text', text: 'So?' },
              ...Array(items).fill({ type: 'button', text: 'Sure', payload: 'yes_' }),
            ],
          },
        ],
      ],
      verdict,
    }),
  ),
  {
    about: 'content items',
    name: 'a negation is about all of them',
    suite: `
      - user: Hi
        expect: { reply: { button: { not: { payload: refund } } } }`,
    acts: [
      [
        {
          type: 'message',
          content: [
            { type: 'text', text: 'So?' },
            { type: 'button', text: 'A', payload: 'a' },
            { type: 'button', text: 'B', payload: 'refund' },
          ],
        },
      ],
    ],
    verdict: 'failed',
  },
]
