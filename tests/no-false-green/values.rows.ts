import { ran } from './play-row.ts'
import type { Act, Row } from './row.ts'

/** A suite of one turn, with additional lines at the top. */
const suite = (head: string, turns: string): string => `
suite: Desk
agent: desk
${head}
conversations:
  - name: talks
    turns:
${turns.replace(/^/gm, '      ')}`

const says = (text: string) => `- user: Hello\n  expect: { reply: { contains: ${text} } }`

const variableRows: Row[] = (
  [
    [
      'in every turn of a suite',
      suite('variables: { w: SECRET }\nevery turn: { reply: { not: { contains: "{{w}}" } } }', says('it')),
      {},
    ],
    [
      'in every turn of a conversation',
      suite('variables: { w: SECRET }', says('it')).replace(
        '    turns:',
        '    every turn: { reply: { not: { contains: "{{w}}" } } }\n    turns:',
      ),
      {},
    ],
    [
      'in every turn of the project',
      suite('variables: { w: SECRET }', says('it')),
      { everyTurn: 'reply: { not: { contains: "{{w}}" } }' },
    ],
    [
      'from the environment',
      suite('every turn: { reply: { not: { contains: "{{env.W}}" } } }', says('it')),
      { environment: { W: 'SECRET' } },
    ],
    [
      'through other variables',
      suite(
        'variables: { v: "{{w}}", w: "{{x}}", x: SECRET }\nevery turn: { reply: { not: { contains: "{{v}}" } } }',
        says('it'),
      ),
      {},
    ],
  ] as const
).flatMap(([name, text, more]): Row[] => [
  {
    about: 'variables',
    name: `${name}: broken`,
    suite: text,
    acts: [['it is SECRET']],
    verdict: 'failed',
    says: /SECRET/,
    ...more,
  },
  { about: 'variables', name: `${name}: sound`, suite: text, acts: [['it is not told']], verdict: 'passed', ...more },
])

const unknown: Row[] = [
  ['metadata', suite('metadata: { shop: "{{shopp}}" }\nvariables: { shop: Rome }', says('it'))],
  ['customer', suite('customer: { number: "{{shopp}}" }\nvariables: { shop: "1555" }', says('it'))],
  ['agent', suite('variables: { shop: desk }', says('it')).replace('agent: desk', 'agent: "{{shopp}}"')],
  ['agent version', suite('agent version: "{{shopp}}"\nvariables: { shop: "2" }', says('it'))],
  ['variables', suite('variables: { shop: Rome, other: "{{shopp}}" }', says('it'))],
  ['every turn', suite('variables: { shop: Rome }\nevery turn: { reply: { contains: "{{shopp}}" } }', says('it'))],
  ['a name', suite('variables: { shop: Rome }', says('it')).replace('name: talks', 'name: "talks in {{shopp}}"')],
].map(([name = '', text = '']) => ({
  about: 'variables',
  name: `an unknown name in ${name} is refused`,
  suite: text,
  acts: [['it']],
  verdict: 'broken',
  says: /\{\{shopp\}\}.*\n(.*\n)*.*did you mean \{\{shop\}\}/,
}))

const missing: Row[] = [
  {
    about: 'variables',
    name: 'a guardrail of the project with a name that a conversation does not have',
    suite: says('it'),
    everyTurn: 'reply: { not: { contains: "{{w}}" } }',
    acts: [['it']],
    verdict: 'broken',
    says: /project asks for \{\{w\}\}/,
  },
  {
    about: 'variables',
    name: 'a circle',
    suite: suite('variables: { a: "{{b}}", b: "{{c}}", c: "{{a}}" }', says('"{{a}}"')),
    acts: [['it']],
    verdict: 'broken',
    says: /circle: \{\{a\}\} -> \{\{b\}\} -> \{\{c\}\} -> \{\{a\}\}/,
  },
  {
    about: 'variables',
    name: 'a captured value in a guardrail',
    suite: suite('every turn: { reply: { contains: "{{k}}" } }', `${says('it')}\n  capture: { k: reply }`),
    acts: [['it']],
    verdict: 'broken',
    says: /captured is known in later turns/,
  },
  {
    about: 'variables',
    name: 'an agent of no name',
    suite: suite('variables: { a: "" }', says('it')).replace('agent: desk', 'agent: "{{a}}"'),
    acts: [['it']],
    verdict: 'broken',
    says: /no agent is named/,
  },
  {
    about: 'variables',
    name: 'a version that is none',
    suite: suite('agent version: "{{v}}"\nvariables: { v: newest }', says('it')),
    acts: [['it']],
    verdict: 'broken',
    says: /"newest", and that is no version/,
  },
  {
    about: 'variables',
    name: 'a member called at is filled in as well',
    suite: '- user: Hello\n  expect: { calls: [{ book: { with: { slot: { at: "{{env.SLOT}}" } } } }] }',
    environment: { SLOT: '9:00' },
    acts: [[...ran('book', { slot: { at: '9:00' } }), 'Done']],
    verdict: 'passed',
  },
]

/**
 * Ways for a value to be empty, each with the head of a suite, the first turn, the agent's part in it, and
 * parameter rows.
 */
const empties: [string, { head?: string; first?: string; acts?: Act[]; rows?: string }][] = [
  ['an empty variable', { head: 'variables: { k: "" }' }],
  ['a blank variable', { head: 'variables: { k: " \\u200b" }' }],
  ['a variable of nothing', { head: 'variables: { k: null }' }],
  ['a parameter', { rows: '    parameters: [{ k: "" }]\n' }],
  [
    'a captured text',
    { first: '- user: Hi\n  capture: { k: calls.f.output.id }\n', acts: [...ran('f', {}, { id: '' }), 'Hi'] },
  ],
  [
    'a captured null',
    { first: '- user: Hi\n  capture: { k: calls.f.output.id }\n', acts: [...ran('f', {}, { id: null }), 'Hi'] },
  ],
]
const hollow: [string, string][] = [
  ['contains', 'reply: { contains: "{{k}}" }'],
  ['a part of contains', 'reply: { contains: [shipped, "order {{k}}"] }'],
  ['starts with', 'reply: { starts with: "{{k}}" }'],
  ['ends with', 'reply: { ends with: "{{k}}" }'],
  ['matches', 'reply: { matches: "/x?{{k}}/" }'],
  ['one of', 'reply: { one of: [no, { contains: "{{k}}" }] }'],
  ['a negation', 'reply: { not: "{{k}}" }'],
  ['a negation of contains', 'reply: { none: [{ contains: "{{k}}" }] }'],
  ['at least', 'calls: { count: { at least: "{{k}}" } }'],
  ['a count', 'reply: { words: { between: ["{{k}}", 9] } }'],
  ['a call never made', 'calls: { never: [{ refund: { with: { id: "{{k}}" } } }] }'],
  ['a call counted to none', 'calls: [{ refund: { with: { id: "{{k}}" }, times: 0 } }]'],
  ['a date', 'calls: [{ look: { with: { day: { after: "{{k}}" } } } }]'],
]
const emptyRows: Row[] = empties.flatMap(([from, { head = '', first = '', acts, rows = '' }]) =>
  hollow.map(
    ([where, expectation]): Row => ({
      about: 'empty values',
      name: `${from} in ${where}`,
      suite: suite(head, `${first}- user: Where is it?\n  expect: { ${expectation} }`).replace(
        '    turns:',
        `${rows}    turns:`,
      ),
      acts: [...(acts === undefined ? [] : [acts]), [...ran('look', { day: '2026-02-01' }), 'It was shipped']],
      verdict: 'errored',
      says: /not judged: .*\{\{k\}\}/,
    }),
  ),
)

const values: Row[] = [
  {
    about: 'empty values',
    name: 'an environment that is set to nothing',
    suite: says('"{{env.EXPECTED}}"'),
    environment: { EXPECTED: ' ' },
    acts: [['it']],
    verdict: 'broken',
    says: /gives \{\{env\.EXPECTED\}\} no value/,
  },
  {
    about: 'empty values',
    name: 'what equals an empty value is compared',
    suite:
      '- user: Hi\n  capture: { k: calls.f.output.id }\n- user: Hi\n  expect: { calls: [{ g: { with: { id: "{{k}}" } } }] }',
    acts: [
      [...ran('f', {}, { id: '' }), 'Hi'],
      [...ran('g', { id: '' }), 'Hi'],
    ],
    verdict: 'passed',
  },
  {
    about: 'empty values',
    name: 'a message that is empty is not sent',
    suite: '- user: Hi\n  capture: { k: calls.f.output.id }\n- user: "{{k}}"\n  expect: { reply: { contains: it } }',
    acts: [[...ran('f', {}, { id: '' }), 'Hi'], ['it']],
    verdict: 'errored',
    says: /the message \{\{k\}\} is empty, and was not sent/,
  },
  {
    about: 'empty values',
    name: 'a time to wait that is none',
    suite: '- user: Hi\n  capture: { k: reply }\n- wait: "{{k}}"\n- user: Hi\n  expect: { reply: it }',
    acts: [['soon'], ['it']],
    verdict: 'errored',
    says: /"soon" is no time/,
  },
  {
    about: 'empty values',
    name: 'what a turn requires of the one before',
    suite: suite(
      'variables: { k: "" }',
      '- user: Hi\n- user: Hi\n  requires: { reply: { contains: "{{k}}" } }\n  expect: { reply: it }',
    ),
    acts: [['it'], ['it']],
    verdict: 'errored',
    says: /\{\{k\}\} is empty/,
  },
  {
    about: 'empty values',
    name: 'the stored session',
    suite: suite('variables: { k: "" }', '- user: Hi').replace(/$/, '\n    session: { status: { not: "{{k}}" } }'),
    verdict: 'errored',
    says: /session|status/,
  },
  {
    about: 'values that are no numbers',
    name: 'a word where a number is wanted',
    suite:
      '- user: Hi\n  capture: { k: reply }\n- user: Hi\n  expect: { reply: { not: { words: { more than: "{{k}}" } } } }',
    acts: [['many'], ['it']],
    verdict: 'errored',
    says: /"many", and only a number/,
  },
  {
    about: 'values that are no numbers',
    name: 'digits are a number',
    suite:
      '- user: Hi\n  capture: { k: reply }\n- user: Hi\n  expect: { reply: { words: "{{k}}" }, calls: { count: { less than: "{{k}}" } } }',
    acts: [['2'], ['it is']],
    verdict: 'passed',
  },
  {
    about: 'patterns',
    name: 'a captured pattern is a literal',
    suite: '- user: Hi\n  capture: { k: calls.f.output.id }\n- user: Hi\n  expect: { reply: { matches: "/^{{k}}$/" } }',
    acts: [[...ran('f', {}, { id: '.*' }), 'Hi'], ['anything']],
    verdict: 'failed',
  },
  {
    about: 'patterns',
    name: 'a literal of marks is found',
    suite:
      '- user: Hi\n  capture: { k: calls.f.output.id }\n- user: Hi\n  expect: { reply: { matches: ["/^a {{k}}+$/", "/[{{k}}]$/"] } }',
    acts: [[...ran('f', {}, { id: '(.*)[a-z]/\\d{2}|^$' }), 'Hi'], ['a (.*)[a-z]/\\d{2}|^$(.*)[a-z]/\\d{2}|^$']],
    verdict: 'passed',
  },
  {
    about: 'patterns',
    name: 'a range of characters is none',
    suite: suite('variables: { k: a-z }', '- user: Hi\n  expect: { reply: { matches: "/^[{{k}}]+$/" } }'),
    acts: [['hello']],
    verdict: 'failed',
  },
]

const price = (rows: string): string =>
  suite('', says('"costs {{price}}"')).replace('    turns:', `    ${rows}\n    turns:`)
const numbers: Row[] = [
  {
    about: 'numbers',
    name: 'a parameter as it was written',
    suite: price('parameters: [{ price: 19.90 }]'),
    acts: [['it costs 19.95']],
    verdict: 'failed',
    says: /19\.90/,
  },
  {
    about: 'numbers',
    name: 'a parameter as it was written, sound',
    suite: price('parameters: [{ price: 19.90 }]'),
    acts: [['it costs 19.90']],
    verdict: 'passed',
  },
  {
    about: 'numbers',
    name: 'a variable as it was written',
    suite: price('variables: { p: 19.90, price: "{{p}}" }'),
    acts: [['it costs 19.9']],
    verdict: 'failed',
    says: /19\.90/,
  },
  {
    about: 'numbers',
    name: 'a variable alone in JSON is the number',
    suite: suite(
      'variables: { price: 19.90 }',
      '- user: Hi\n  expect: { calls: [{ pay: { with: { sum: "{{price}}" } } }] }',
    ),
    acts: [[...ran('pay', { sum: 19.9 }), 'Hi']],
    verdict: 'passed',
  },
  ...[
    ['9007199254740993', '9007199254740992', 'failed'],
    ['9007199254740993', '9007199254740993', 'passed'],
    ['9007199254740992', '9007199254740992', 'passed'],
  ].flatMap(([wantedId = '', givenId = '', verdict = '']): Row[] => [
    {
      about: 'numbers',
      name: `the id ${wantedId} for ${givenId} in arguments`,
      suite: `- user: Hi\n  expect: { calls: [{ find: { with: { id: "${wantedId}" } } }] }`,
      acts: [[...ran('find', { id: 'ID' }), 'Hi']],
      wire: (body) => body.replaceAll('"ID"', givenId),
      verdict: verdict as Row['verdict'],
    },
    {
      about: 'numbers',
      name: `the id ${wantedId} for ${givenId} in an output`,
      suite: `- user: Hi\n  expect: { calls: [{ find: { returns: { id: "${wantedId}" } } }] }`,
      acts: [[...ran('find', {}, `{"id":${givenId}}`), 'Hi']],
      verdict: verdict as Row['verdict'],
    },
    {
      about: 'numbers',
      name: `the captured id ${wantedId} for ${givenId}`,
      suite: '- user: Hi\n  capture: { k: calls.find.output.id }\n- user: Hi\n  expect: { reply: "{{k}}" }',
      acts: [[...ran('find', {}, `{"id":${wantedId}}`), 'Hi'], [givenId]],
      verdict: verdict as Row['verdict'],
    },
    {
      about: 'numbers',
      name: `the id ${wantedId} for ${givenId} in a reply of JSON`,
      suite: `- user: Hi\n  expect: { reply: { json: { id: "${wantedId}" } } }`,
      acts: [[`{"id":${givenId}}`]],
      verdict: verdict as Row['verdict'],
    },
  ]),
  ...[
    'with: { id: 9007199254740993 }',
    'with: { sum: 0.12345678901234567 }',
    'with: { id: { at least: 9007199254740993 } }',
    'times: "< 9007199254740993"',
  ].map(
    (details): Row => ({
      about: 'numbers',
      name: `refused: ${details}`,
      suite: `- user: Hi\n  expect: { calls: [{ find: { ${details} } }] }`,
      acts: [[...ran('find', { id: 9007199254740992, sum: 0.12345678901234568 }), 'Hi']],
      verdict: 'broken',
      says: /is read as the number/,
    }),
  ),
]

const cut: Row[] = [
  ['a condition', '- user: Hi\n  expect:\n    reply:\n      contains: order #1042'],
  ['a message', '- user: order #1042\n  expect: { reply: { contains: order } }'],
  [
    'a value that is all cut off',
    '- user: Hi\n  expect:\n    reply: { contains: order }\n    calls:\n      - find:\n          with:\n            id: #1042',
  ],
  ['a condition in braces', '- user: Hi\n  expect:\n    reply: { contains: order #1042 }'],
].map(([name = '', text = '']) => ({
  about: 'texts that are cut off',
  name,
  suite: text,
  acts: [[...ran('find', { id: null }), 'your order']],
  verdict: 'broken',
  says: /write ".*#1042"/,
}))

/** Values that leave nothing to judge, and texts that are not what they seem. */
export const rows: readonly Row[] = [
  ...variableRows,
  ...unknown,
  ...missing,
  ...emptyRows,
  ...values,
  ...numbers,
  ...cut,
  {
    about: 'texts that are cut off',
    name: 'quotes and comments are sound',
    suite: '- user: "order #1042" # a note\n  expect: { reply: { contains: "#1042" } } #note',
    acts: [['your order #1042']],
    verdict: 'passed',
  },
]
