import { ran } from './play-row.ts'
import type { Row } from './row.ts'

const fence = (json: string) => `\`\`\`json\n${json}\n\`\`\``
const twoBlocks = `${fence('{"b":2}')}\nor\n${fence('{"a":1}')}`
const withButton = {
  type: 'message',
  role: 'assistant',
  content: [
    { type: 'text', text: 'Hi' },
    { type: 'button', text: 'Refund', payload: 'x' },
  ],
}
const guarded = (guardrail: string, turn: string) => `
suite: Desk
agent: desk
conversations:
  - name: talks
    every turn: ${guardrail}
    turns:
      - ${turn}
`
const asks = (expect: string): string => `
  - user: Hi
    expect: ${expect}`
const withArguments = (expected: string): string => asks(`{ calls: [{ f: { exactly: ${expected} } }] }`)
const vacuous = { tools: '{ latency: { tools: { no_such_tool: 1 s } } }', reply: '{ latency: { reply: 1 s } }' }

/** What the language page once left open and now specifies. */
export const rows: readonly Row[] = [
  ...[
    '{ o: { any: [{ a: 1 }, { a: 2 }] } }',
    '{ o: { all: [{ a: 1 }] } }',
    '{ o: { all: [{ a: 1 }], type: object } }',
  ].map(
    (expected): Row => ({
      about: 'exactly below an operator',
      name: expected,
      suite: withArguments(expected),
      acts: [[...ran('f', { o: { a: 1, b: 2 } }), 'Done.']],
      verdict: 'failed',
      says: /arguments\.o/,
    }),
  ),
  {
    about: 'exactly below an operator',
    name: 'each item of a list is closed',
    suite: withArguments('{ l: { each: { id: { type: integer } } } }'),
    acts: [[...ran('f', { l: [{ id: 1 }, { id: 2, more: true }] }), 'Done.']],
    verdict: 'failed',
    says: /arguments\.l\[1\]\.more/,
  },
  {
    about: 'exactly below an operator',
    name: 'the members of all mappings together are those that may be there',
    suite: withArguments('{ o: { all: [{ a: 1 }, { b: { more than: 1 } }] } }'),
    acts: [[...ran('f', { o: { a: 1, b: 2 } }), 'Done.']],
    verdict: 'passed',
  },
  {
    about: 'exactly below an operator',
    name: 'a negation rules out no less',
    suite: withArguments('{ o: { not: { a: 1 } } }'),
    acts: [[...ran('f', { o: { a: 1, b: 2 } }), 'Done.']],
    verdict: 'failed',
    says: /arguments\.o/,
  },
  ...['[{ not: { contains: Refund } }]', '{ each: { not: { contains: Refund } } }', '{ each: { none: [Refund] } }'].map(
    (messages): Row => ({
      about: 'a negation in one message looks at its buttons',
      name: messages,
      suite: asks(`{ reply: { messages: ${messages} } }`),
      acts: [[withButton]],
      verdict: 'failed',
      says: /button/,
    }),
  ),
  {
    about: 'a negation in one message looks at its buttons',
    name: 'what is expected stays with the text',
    suite: asks('{ reply: { messages: [Hi] } }'),
    acts: [[withButton]],
    verdict: 'passed',
  },
  {
    about: 'each block of JSON counts',
    name: 'one that must not be is found behind another',
    suite: asks('{ reply: { not: { json: { a: 1 } } } }'),
    acts: [[twoBlocks]],
    verdict: 'failed',
    says: /not JSON text/,
  },
  {
    about: 'each block of JSON counts',
    name: 'one that must be, too',
    suite: asks('{ reply: { json: { a: 1 } } }'),
    acts: [[twoBlocks]],
    verdict: 'passed',
  },
  {
    about: 'guardrails about what never happened',
    name: 'a budget of a tool that nobody calls is no pass alone',
    suite: guarded(vacuous.tools, 'user: Hi'),
    verdict: 'errored',
    says: /nothing happened/,
  },
  {
    about: 'guardrails about what never happened',
    name: 'nor a limit on replies where the agent spoke first',
    suite: guarded(vacuous.reply, 'agent starts: true'),
    verdict: 'errored',
    says: /nothing happened/,
  },
  {
    about: 'guardrails about what never happened',
    name: 'beside what is judged they say nothing',
    suite: guarded(vacuous.reply, 'agent starts: true\n        expect: { reply: Hello }'),
    verdict: 'passed',
  },
  ...['\uFFFF', '\uD800', '\u0001'].map(
    (text): Row => ({
      about: 'messages that show nothing',
      name: `U+${text.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
      suite: asks('{ calls: none }'),
      acts: [[text]],
      verdict: 'failed',
      says: /empty message/,
    }),
  ),
  ...['version', 'random.email', 'env.SHOP'].map(
    (name): Row => ({
      about: 'names that always have a value',
      name: `a capture as ${name}`,
      suite: `
        - user: Hi
          capture: { ${name}: reply }
        - user: Bye
          expect: { reply: "{{${name}}}" }`,
      environment: { SHOP: 'x' },
      verdict: 'broken',
      says: /always has a value/,
    }),
  ),
  {
    about: 'schemas that are sound',
    name: 'a member may be required of which nothing else is said',
    suite: asks('{ calls: [{ f: { arguments: { schema: { type: object, required: [id] } } } }] }'),
    acts: [[...ran('f', { id: 1 }), 'Done.']],
    verdict: 'passed',
  },
  {
    about: 'schemas that are sound',
    name: 'and has to be there',
    suite: asks('{ calls: [{ f: { arguments: { schema: { type: object, required: [id] } } } }] }'),
    acts: [[...ran('f', { other: 1 }), 'Done.']],
    verdict: 'failed',
    says: /id/,
  },
]
