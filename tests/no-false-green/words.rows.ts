import { held, refused } from './held.ts'
import { ran } from './play-row.ts'
import type { Row } from './row.ts'

const doubt = 'what nobody can tell is no pass'
const [german, english, short] = ['Ihre Bestellung ist unterwegs.', 'Your order is on its way to you.', 'Okay']
const mixed = `Ihre Bestellung ist unterwegs und kommt morgen an. ${english}`

/** A turn that cannot be judged, because the answer leaves an expectation in doubt. */
const unjudged = (name: string, expected: string, acts: Row['acts']): Row => ({
  about: doubt,
  name,
  suite: `- user: hi\n  expect: { ${expected} }`,
  ...(acts === undefined ? {} : { acts }),
  verdict: 'errored',
})

const turned = [
  '{ not: { language: de } }',
  '{ none: [{ language: de }, { contains: x }] }',
  '{ any: [x, { language: de }] }',
]

/** Conditions on the wording of a text, which a wrong answer must not pass. */
export const rows: readonly Row[] = [
  ...held('the language of a reply', 'reply: { language: de }', [english], [german]),
  ...held('the language of a reply', 'reply: { language: de }', [mixed], [german]),
  ...held('the language of a reply', 'reply: { not: { language: en } }', [german, english], [german]),
  ...held('the language of a reply', 'reply: { not: { language: en } }', [mixed], [german]),
  ...held('the language of a reply', 'reply: { messages: { each: { language: de } } }', [german, english], [german]),
  ...held(
    'the language of an argument',
    'calls: { never: [{ note: { with: { text: { language: en } } } }] }',
    [...ran('note', { text: english }), 'ok'],
    [...ran('note', { text: german }), 'ok'],
  ),
  ...held(
    'the language that an object names',
    'calls: { never: [{ set: { arguments: { language: en } } }] }',
    [...ran('set', { language: 'en' }), 'ok'],
    [...ran('set', { language: 'de' }), 'ok'],
  ),
  ...held(
    'the language that an object names',
    'calls: [{ set: { returns: { not: { language: [en, fr] } } } }]',
    [...ran('set', {}, '{"language":"fr"}'), 'ok'],
    [...ran('set', {}, '{"language":"de"}'), 'ok'],
  ),
  ...held(
    'likeness',
    'reply: { similar to: "Your order 1042 was sent." }',
    ['Your order 1024 was sent.'],
    ['Your order 1042 was sent.'],
  ),
  ...held(
    'likeness',
    'reply: { not: { similar to: "I cannot help you." } }',
    ['Well.', 'I can not help you.'],
    ['Well.'],
  ),
  ...turned.map((reply) => unjudged(`a short reply, ${reply}`, `reply: ${reply}`, [[short]])),
  unjudged('a short reply', 'reply: { language: de }', [[short]]),
  unjudged('a short message beside a German one', 'reply: { not: { language: en } }', [[german, short]]),
  unjudged('a short reply has no grade', 'reply: { reading level: { at most: 20 } }', [[english]]),
  unjudged('a short argument', 'calls: [{ note: { with: { text: { language: de } } } }]', [
    [...ran('note', { text: short }), 'ok'],
  ]),
  unjudged(
    'a short argument that may be ruled out',
    'calls: { never: [{ note: { with: { text: { language: de } } } }] }',
    [[...ran('note', { text: short }), 'ok']],
  ),
  unjudged(
    'a short argument that may count',
    'calls: { in order: [{ note: { with: { text: { language: de } }, times: 1 } }] }',
    [[...ran('note', { text: short }), 'ok']],
  ),
  unjudged('a short output', 'calls: [{ note: { returns: { language: de } } }]', [[...ran('note', {}, short), 'ok']]),
  {
    about: doubt,
    name: 'but what certainly fails does',
    suite: '- user: hi\n  expect: { reply: { language: de, contains: x } }',
    acts: [[short]],
    verdict: 'failed',
  },
  ...refused(doubt, 'reply: { language: german }', /did you mean de/),
  ...refused(doubt, 'reply: { language: jp }', /did you mean ja/),
  ...refused(doubt, 'reply: { language: deu }', /did you mean de/),
  ...refused(doubt, 'reply: { language: { not: de } }', /ISO 639-1/),
]
