import { ran } from './play-row.ts'
import type { Row } from './row.ts'

/** Ways to expect that a tool's output does not contain `secret`. */
const forbidden = [
  'calls: [{ t: { returns: { not: { contains: secret } } } }]',
  'calls: [{ t: { returns: { none: [{ contains: [secret, token] }] } } }]',
  'calls: [{ t: { returns: { all: [{ not: { contains: secret } }] } } }]',
  'calls: [{ t: { returns: { not: { contains: SECRET }, ignore: case } } }]',
  'calls: [{ t: { returns: { not: { matches: /secret/ } } } }]',
  'calls: { never: [{ t: { returns: { contains: secret } } }] }',
  'calls: { never: [{ t: { returns: { contains: { one of: [token, secret] } } } }] }',
  'calls: [{ t: { returns: { contains: secret }, times: 0 } }]',
]

/** Outputs that contain it, in one reading or another. */
const telling = ['["secret x"]', '["secret"]', '[{"k":"secret x"}]', '{"k":"secret x"}', 'secret x', '["\\u0073ecret"]']

const output = (expected: string, text: string, verdict: Row['verdict']): Row => ({
  about: 'an output is a list and a text',
  name: `${expected} of ${text}`,
  suite: `
      - user: Hi
        expect: { ${expected} }`,
  acts: [[...ran('t', {}, text), 'Done.']],
  verdict,
})

const reply = (expected: string, text: string, verdict: Row['verdict'], says?: RegExp): Row => ({
  about: 'a part of a text is looked for',
  name: `${expected} of ${text}`,
  suite: `
      - user: Hi
        expect: { reply: ${expected} }`,
  acts: [[text]],
  verdict,
  ...(says === undefined ? {} : { says }),
})

const absent = (args: object, verdict: Row['verdict']): Row => ({
  about: 'a member that must not be there',
  name: `spelt not: { present: true }, of ${JSON.stringify(args)}`,
  suite: `
      - user: Hi
        expect: { calls: [{ t: { with: { a: { not: { present: true } } } } }] }`,
  acts: [[...ran('t', args), 'Done.']],
  verdict,
})

/** Replies that show `{"a":1}` or that nobody can be sure of, as JSON. */
const texts = [
  '{"a":1,"a":2}',
  'See:\n```json\n{"a":1,"a":2}\n```',
  'x ```json\n{"a":2}\n``` ```json\n{"a":1}\n``` ',
  '~~~json\n{"a":1}\n~~~',
  '```\n{"a":1}',
]

/** Conditions on values that can be read in several ways. */
export const rows: readonly Row[] = [
  ...texts.map((text) => reply('{ not: { json: { a: 1 } } }', text, 'failed')),
  reply(
    '{ json: { a: 2 } }',
    texts[0] ?? '',
    'failed',
    /JSON that says one thing, but the member a appears twice in it/,
  ),
  reply('{ json: { a: 1 } }', texts[2] ?? '', 'passed'),
  reply('{ not: { json: { a: 1 } } }', 'See:\n```json\n{"a":2}\n```', 'passed'),
  ...forbidden.flatMap((expected) => telling.map((text) => output(expected, text, 'failed'))),
  ...forbidden
    .filter((expected) => !expected.includes('times'))
    .map((expected) => output(`${expected.replace('calls: {', 'calls: { in order: [t],')}`, '["public"]', 'passed')),
  ...[
    '{ not: { contains: sorry } }',
    '{ not: sorry }',
    '{ none: [{ contains: sorry }] }',
    '{ all: [a, { not: b }] }',
  ].map((part) => reply(`{ contains: ${part} }`, 'I am sorry', 'broken', /not: \{ contains: … \}/)),
  ...['{ words: 3 }', '{ json: { a: 1 } }', '{ length: 1 }'].map((part) =>
    reply(`{ not: { contains: ${part} } }`, 'I am sorry', 'broken', /a part of a text is looked for/),
  ),
  reply('{ not: { contains: { contains: sorry } } }', 'I am sorry', 'failed'),
  reply('{ not: { contains: { one of: [sorry, afraid] } } }', 'I am sorry', 'failed'),
  reply('{ not: { contains: sorry } }', 'Fine', 'passed'),
  absent({ a: 1 }, 'failed'),
  absent({ b: 1 }, 'passed'),
]
