import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { sessionExpectation } from '../../suite/language/expectations/session-expectation.ts'
import { said } from '../transcript/entries.fixture.ts'
import { judgeTurn, ran, verdicts } from './judge-turn.fixture.ts'
import { readPiece } from './read-expectation.fixture.ts'
import { evaluateSession, type SessionFacts } from './session.ts'

/** The verdicts where an agent says a text in one place; the matcher on it is written as in a suite. */
type Place = (matcher: string, text: string) => string[]

const session: Place = (matcher, text) => {
  const expected = readPiece(
    sessionExpectation,
    `{ analysis: { note: ${matcher} }, variables: { note: ${matcher} }, state: { note: ${matcher} } }`,
  )
  const member: JsonValue = { note: text }
  const members = { analysis: member, variables: member, state: member } as unknown as SessionFacts['members']
  return evaluateSession(expected, { members, calls: [] }).map(({ verdict }) => verdict)
}
const refused = (message: string) => ({ refusal: { status: 400, errorCode: null, message } })

const places: [string, Place][] = [
  ['a reply', (matcher, text) => verdicts(`reply: ${matcher}`, [said('assistant', text)])],
  [
    'one of two messages',
    (matcher, text) => verdicts(`reply: ${matcher}`, [said('assistant', 'Ok'), said('assistant', text)]),
  ],
  ['messages', (matcher, text) => verdicts(`reply: { messages: ${matcher} }`, [said('assistant', text)])],
  ['a listed message', (matcher, text) => verdicts(`reply: { messages: [${matcher}] }`, [said('assistant', text)])],
  ['each message', (matcher, text) => verdicts(`reply: { messages: { each: ${matcher} } }`, [said('assistant', text)])],
  ['the content', (matcher, text) => verdicts(`reply: { content: [{ text: ${matcher} }] }`, [said('assistant', text)])],
  ['a text item', (matcher, text) => verdicts(`reply: { text: ${matcher} }`, [said('assistant', text)])],
  [
    'thinking',
    (matcher, text) => verdicts(`reply: { thinking: ${matcher} }`, [{ type: 'thinking', thinking: text } as never]),
  ],
  [
    'arguments',
    (matcher, text) => verdicts(`calls: [{ a: { with: { note: ${matcher} } } }]`, ran('a', { note: text })),
  ],
  [
    'all arguments',
    (matcher, text) => verdicts(`calls: [{ a: { exactly: { note: ${matcher} } } }]`, ran('a', { note: text })),
  ],
  ['an output', (matcher, text) => verdicts(`calls: [{ a: { returns: ${matcher} } }]`, ran('a', {}, text))],
  [
    'a member of an output',
    (matcher, text) =>
      verdicts(`calls: [{ a: { returns: { note: ${matcher} } } }]`, ran('a', {}, JSON.stringify({ note: text }))),
  ],
  [
    'a list in an output',
    (matcher, text) =>
      verdicts(`calls: [{ a: { returns: { each: ${matcher} } } }]`, ran('a', {}, JSON.stringify([text]))),
  ],
  [
    'a call in any order',
    (matcher, text) =>
      verdicts(`calls: { any order: [{ a: { with: { note: ${matcher} } } }] }`, ran('a', { note: text })),
  ],
  ['a refusal', (matcher, text) => verdicts(`error: { message: ${matcher} }`, [], refused(text))],
  ['the outbox', (matcher, text) => verdicts(`outbox: [{ text: ${matcher} }]`, [], { local: { outbox: [{ text }] } })],
  ['the stored session', session],
]

const texts = [
  '{"a":1,"a":2}',
  '[{"a":1,"\\u0061":1}]',
  'See:\n```json\n{"a":1,"a":2}\n```',
  'See ~~~\n{"b":{"a":1,"a":2}}\n~~~',
  `${'['.repeat(501)}${']'.repeat(501)}`,
]

const conditions = [
  '{ json: { a: 1 } }',
  '{ json: { a: 2 } }',
  '{ not: { json: { a: 1 } } }',
  '{ not: { json: { b: { a: 1 } } } }',
  '{ not: { json: { type: object } } }',
  '{ none: [{ json: { a: 3 } }, Hello] }',
  '{ not: { not: { json: { a: 1 } } } }',
  '{ not: { any: [Hello, { json: { a: 3 } }] } }',
  '{ not: { all: [{ present: true }, { json: { a: 3 } }] } }',
  '{ any: [{ json: { a: 1 } }, { not: { json: { b: 1 } } }] }',
  '{ all: [{ present: true }, { not: { json: { b: 1 } } }] }',
  '{ json: { schema: { type: object } } }',
  '{ not: { json: { schema: { type: object, required: [b] } } } }',
  '{ json: { not: { a: 1 } } }',
]

describe('JSON that nobody can be sure of', () => {
  describe.each(places)('in %s', (_, judge) => {
    it.each(conditions)('is neither what is expected nor anything else: %s', (matcher) => {
      for (const text of texts) expect(new Set(judge(matcher, text)), text).toEqual(new Set(['failed']))
    })
    it('leaves the JSON that can be judged to be judged', () => {
      expect(new Set(judge('{ not: { json: { a: 1 } } }', '{"a":2}'))).toEqual(new Set(['passed']))
      expect(new Set(judge('{ json: { a: 2 } }', '```\n{"a":1,"a":2}\n```\n```\n{"a":2}\n```'))).toEqual(
        new Set(['passed']),
      )
      expect(new Set(judge('{ any: [{ json: 1 }, { matches: /x/ }] }', 'x\n```\n{"a":1,"a":2}\n```'))).toEqual(
        new Set(['passed']),
      )
    })
  })

  it.each([
    ['never: [{ a: { with: { note: %s } } }]'],
    ['never: [{ a: { exactly: { note: %s } } }]'],
    ['never: [{ a: { returns: %s } }]'],
    ['any order: [{ a: { with: { note: %s }, times: 0 } }]'],
    ['any order: [{ a: { returns: %s, times: 1 } }]'],
    ['during: { never: [{ a: { with: { note: %s } } }] }'],
  ])('is neither ruled out nor counted by %s', (calls) => {
    for (const matcher of conditions)
      for (const text of texts)
        expect(verdicts(`calls: { ${calls.replace('%s', matcher)} }`, ran('a', { note: text }, text)), matcher).toEqual(
          ['not judged'],
        )
  })

  it('is explained', () => {
    const text = 'See:\n```json\n{"b":[{"a":1,"a":2}]}\n```'
    const twice = 'JSON that says one thing, but the member b[0].a appears twice in it'
    const at = expect.anything()
    expect(judgeTurn('reply: { not: { json: { a: 1 } } }', [said('assistant', text)])).toEqual([
      {
        kind: 'reply',
        verdict: 'failed',
        at,
        subject: 'reply',
        mismatches: [{ at, path: 'reply', expected: twice, actual: text }],
      },
    ])
    expect(
      judgeTurn('calls: [{ a: { with: { note: { not: { json: 1 } } } } }]', ran('a', { note: text })),
    ).toMatchObject([{ mismatches: [{ at, path: 'arguments.note', expected: twice, actual: text }] }])
  })
})
