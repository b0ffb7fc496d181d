import { describe, expect, it } from 'vitest'
import { sessionExpectation } from '../../suite/language/expectations/session-expectation.ts'
import { jsonOperators } from '../../suite/language/matchers/read-matcher.ts'
import type { ContentItem } from '../../wire/api/transcript-entry.ts'
import { said } from '../transcript/entries.fixture.ts'
import { judgeTurn, ran, verdicts } from './judge-turn.fixture.ts'
import type { TurnFacts } from './outcome/outcome.ts'
import { readPiece } from './read-expectation.fixture.ts'
import { evaluateSession, type SessionFacts } from './session.ts'

/** What a reader takes for "full refund". */
const disguises = [
  ...[
    'full\u00a0refund',
    'full\u202frefund',
    'full\nrefund',
    'full **refund**',
    'full re\u200bfund',
    'full re\u00adfund',
  ],
  ...['full <b>refund</b>', 'full&nbsp;refund', '[full refund](https://a.example)', '<p>full</p><p>refund</p>'],
]

/** Conditions on "full refund" of which each holds for the text itself. */
const onText = [
  'full refund',
  ...['equals: full refund', 'contains: refund', 'contains: [full refund, refund]', 'matches: /^full refund$/'],
  ...['starts with: full ref', 'ends with: l refund', 'contains: { one of: [lost, full refund] }'],
  ...['contains: { matches: /full refund/ }', '{ equals: FULL REFUND, ignore: case }', 'one of: [lost, full refund]'],
  ...['any: [lost, { contains: full refund }]', 'all: [full refund, { contains: full refund }]'],
  ...['none: [gone]', 'not: { not: full refund }', '{ any: [{ contains: FULL REFUND }], ignore: case }'],
].map((each) => (/^(?:\{|full)/.test(each) ? each : `{ ${each} }`))

type Entries = Parameters<typeof verdicts>[1]
type Scene = { entries?: Entries } & Partial<TurnFacts>
const url = 'https://a.example/f'
const timestamp = '2026-01-01T00:00:00Z'
const shows = (...items: ContentItem[]): Scene => ({ entries: [said('assistant', items)] })

/** Each place that holds a text for people: a condition on it, and a turn with the text. */
const places: Record<string, [(condition: string) => string, (text: string) => Scene]> = {
  reply: [(is) => `reply: ${is}`, (text) => ({ entries: [said('assistant', text)] })],
  messages: [(is) => `reply: { messages: [${is}] }`, (text) => ({ entries: [said('assistant', text)] })],
  'each message': [(is) => `reply: { messages: { each: ${is} } }`, (text) => ({ entries: [said('assistant', text)] })],
  'messages in any order': [
    (is) => `reply: { messages: { in any order: [Hello, ${is}] } }`,
    (text) => ({ entries: [said('assistant', text), said('assistant', 'Hello')] }),
  ],
  text: [(is) => `reply: { text: ${is} }`, (text) => shows({ type: 'text', text })],
  button: [(is) => `reply: { button: ${is} }`, (text) => shows({ type: 'button', text, payload: 'x' })],
  'the text of a button': [
    (is) => `reply: { button: { text: ${is}, payload: x } }`,
    (text) => shows({ type: 'button', text, payload: 'x' }),
  ],
  caption: [(is) => `reply: { image: ${is} }`, (caption) => shows({ type: 'image', url, caption, mimeType: 'a/b' })],
  'caption of a video': [
    (is) => `reply: { video: { caption: ${is} } }`,
    (caption) => shows({ type: 'video', url, caption, mimeType: 'a/b' }),
  ],
  filename: [
    (is) => `reply: { file: { filename: ${is} } }`,
    (filename) => shows({ type: 'file', url, filename, mimeType: 'a/b' }),
  ],
  content: [
    (is) => `reply: { content: [{ kind: button, text: ${is} }] }`,
    (text) => shows({ type: 'button', text, payload: 'x' }),
  ],
  thinking: [
    (is) => `reply: { thinking: ${is} }`,
    (thinking) => ({ entries: [{ type: 'thinking', thinking, timestamp }] }),
  ],
  summary: [(is) => `reply: { summary: ${is} }`, (summary) => ({ entries: [{ type: 'summary', summary, timestamp }] })],
  background: [(is) => `reply: { background: ${is} }`, (text) => ({ entries: [said('backgroundAgent', text)] })],
  outbox: [(is) => `outbox: [{ text: ${is} }]`, (text) => ({ local: { outbox: [{ text, to: '1' }] } })],
}

/** Each place in JSON, for programs: the same. */
const inJson: typeof places = {
  argument: [(is) => `calls: [{ a: { with: { q: ${is} } } }]`, (q) => ({ entries: ran('a', { q }) })],
  'all arguments': [(is) => `calls: [{ a: { exactly: { q: ${is} } } }]`, (q) => ({ entries: ran('a', { q }) })],
  'an item of an argument': [
    (is) => `calls: [{ a: { with: { q: [${is}] } } }]`,
    (q) => ({ entries: ran('a', { q: [q] }) }),
  ],
  output: [
    (is) => `calls: [{ a: { returns: { q: ${is} } } }]`,
    (q) => ({ entries: ran('a', {}, JSON.stringify({ q })) }),
  ],
  'text of an output': [(is) => `calls: [{ a: { returns: ${is} } }]`, (text) => ({ entries: ran('a', {}, text) })],
  payload: [
    (is) => `reply: { button: { payload: ${is} } }`,
    (payload) => shows({ type: 'button', text: 'x', payload }),
  ],
  'payload in content': [
    (is) => `reply: { content: [{ payload: ${is} }] }`,
    (payload) => shows({ type: 'button', text: 'x', payload }),
  ],
  'JSON in a reply': [
    (is) => `reply: { json: { q: ${is} } }`,
    (q) => ({ entries: [said('assistant', JSON.stringify({ q }))] }),
  ],
  addressee: [(is) => `outbox: [{ to: ${is} }]`, (to) => ({ local: { outbox: [{ to }] } })],
  attempts: [(is) => `attempts: [{ note: ${is} }]`, (note) => ({ local: { attempts: [{ note }] } })],
  error: [(is) => `error: { message: ${is} }`, (message) => ({ refusal: { status: 400, errorCode: null, message } })],
  agentName: [(is) => `reply: { agentName: ${is} }`, (name) => ({ entries: [said('assistant', 'x', 0, name)] })],
}

const judge = ([yaml, scene]: [string, Scene]): string => {
  const { entries = [], ...facts } = scene
  return [...new Set(verdicts(yaml, entries, facts))].join()
}

describe('what people read', () => {
  describe.each(Object.entries(places))('in %s', (_, [expect_, scene]) => {
    it.each(onText)('is held against the text as sent and as a reader sees it: %s', (condition) => {
      for (const text of ['full refund', ...disguises]) {
        expect([text, judge([expect_(condition), scene(text)])]).toEqual([text, 'passed'])
        expect([text, judge([expect_(`{ not: ${condition} }`), scene(text)])]).toEqual([text, 'failed'])
        expect([text, judge([expect_(`{ none: [lost, ${condition}] }`), scene(text)])]).toEqual([text, 'failed'])
      }
    })
  })
  it('is several paragraphs where there are several messages', () => {
    const entries = [said('assistant', 'Not **sorry**'), said('assistant', 'full\u00a0refund')]
    expect(verdicts('reply: { not: { matches: /sorry.*refund/ } }', entries)).toEqual(['passed'])
    expect(verdicts('reply: { matches: /sorry\\nfull refund$/ }', entries)).toEqual(['passed'])
    expect(
      verdicts('reply: { thinking: { not: { contains: a b } } }', [
        { type: 'thinking', thinking: '*a*', timestamp },
        { type: 'thinking', thinking: 'b', timestamp },
      ]),
    ).toEqual(['passed'])
  })
})

/** The same where not even a part of it stands there as it is. */
const broken = ['re\u200bfund', 're\u00adfund', 're**fund**', 're<i>fund</i>', 're&shy;fund'].map(
  (each) => `full\u00a0${each}`,
)

describe('JSON', () => {
  describe.each(Object.entries(inJson))('in %s', (_, [expect_, scene]) => {
    it.each(onText.filter((each) => !/none|not/.test(each)))(
      'is expected as it was sent, and ruled out as both: %s',
      (condition) => {
        expect(judge([expect_(condition), scene('full refund')])).toBe('passed')
        for (const text of broken) {
          expect([text, judge([expect_(condition), scene(text)])]).toEqual([text, 'failed'])
          expect([text, judge([expect_(`{ not: ${condition} }`), scene(text)])]).toEqual([text, 'failed'])
          expect([text, judge([expect_(`{ not: { not: ${condition} } }`), scene(text)])]).toEqual([text, 'failed'])
        }
      },
    )
  })
  it.each(disguises)('is ruled out in calls and in the stored session: %j', (text) => {
    expect(
      verdicts('calls: { never: [{ a: { with: { q: { contains: full refund } } } }] }', ran('a', { q: text })),
    ).toEqual(['failed'])
    expect(
      verdicts(
        'calls: { never: [{ a: { returns: { contains: full refund } } }] }',
        ran('a', {}, JSON.stringify([text])),
      ),
    ).toEqual(['failed'])
    expect(
      verdicts('calls: { never: [{ a: { with: { q: { equals: [full refund] } } } }] }', ran('a', { q: [text] })),
    ).toEqual(['failed'])
    expect(
      verdicts('calls: [{ a: { with: { q: { contains: full refund } }, times: 0 } }]', ran('a', { q: text })),
    ).toEqual([text.includes('[full refund]') ? 'failed' : 'not judged'])
    const facts = { members: { analysis: { note: text } }, calls: [] } as unknown as SessionFacts
    const judged = (yaml: string): string[] =>
      evaluateSession(readPiece(sessionExpectation, yaml), facts).map(({ verdict }) => verdict)
    expect(judged('analysis: { note: { not: { contains: full refund } } }')).toEqual(['failed'])
  })
})

describe('marks themselves', () => {
  it.each([
    ['contains: "**"', 'full **refund**'],
    ['contains: "<b>"', 'full <b>refund</b>'],
    ['matches: /\\*\\*/', 'full **refund**'],
    ['contains: "\\u00a0"', 'full\u00a0refund'],
    ['matches: /\\u00a0/', 'full\u00a0refund'],
    ['contains: "&nbsp;"', 'full&nbsp;refund'],
    ['contains: "\\u200b"', 're\u200bfund'],
    ['contains: "’"', 'can’t'],
    ['matches: "/[‘’]/"', 'can’t'],
    ['contains: "…"', 'wait…'],
    ['contains: "#"', '# full refund'],
    ['contains: "https:"', '[full refund](https://a.example)'],
  ])('are ruled out as they are: %s', (condition, text) => {
    expect(verdicts(`reply: { not: { ${condition} } }`, [said('assistant', text)])).toEqual(['failed'])
    expect(verdicts(`reply: { not: { ${condition} } }`, [said('assistant', "full refund can't, wait...")])).toEqual([
      'passed',
    ])
  })
  it.each([
    ['can’t', "can't"],
    ["can't", 'can’t'],
    ['"re\\u2011open"', 're-open'],
    ['"full\\u00a0refund"', 'full  refund'],
    ['{ matches: /can’t/ }', "can't"],
  ])('do not matter in what is expected: %s', (condition, text) => {
    expect(verdicts(`reply: { not: ${condition} }`, [said('assistant', text)])).toEqual(['failed'])
    expect(verdicts(`reply: ${condition}`, [said('assistant', text)])).toEqual(['passed'])
  })
})

/** Whether each operator sees a text as its reader does; the others see it as it was sent, or only combine conditions. */
const seesReader: Readonly<Record<string, boolean>> = {
  ...{ equals: true, contains: true, matches: true, 'starts with': true, 'ends with': true },
  ...{ exactly: true, 'one of': true, any: true, all: true, none: true, not: true, 'in any order': true, each: true },
  ...{ fields: true, json: false, schema: false, type: false, present: false, empty: false },
  ...{ length: false, words: false, sentences: false, 'reading level': false, language: false, 'similar to': false },
  ...{ 'at least': false, 'at most': false, 'more than': false, 'less than': false, between: false },
  ...{ before: false, after: false, ignore: false, 'ignore case': false, 'ignore spaces': false },
}

it('is decided for every operator', () => {
  expect(Object.keys(seesReader).sort()).toEqual([...Object.keys(jsonOperators()), 'language'].sort())
})

it.each([
  ['length: 14', 'full re**fund*'.slice(0, 14)],
  ['words: 3', 'full re**fund**'],
  ['json: { a: 1 }', '{"a":\n1}'],
  ['schema: { type: string, maxLength: 3 }', '*a*'],
  ['empty: false', '**'],
])('sees the text as it was sent: %s', (condition, text) => {
  expect(verdicts(`reply: { ${condition} }`, [said('assistant', text)])).toEqual(['passed'])
})

it('says of a miss that only a reader sees it', () => {
  const miss = (yaml: string, text: string): string | undefined => {
    const [outcome] = judgeTurn(yaml, [said('assistant', [{ type: 'button', text, payload: text }])])
    return outcome !== undefined && 'mismatches' in outcome ? outcome.mismatches[0]?.expected : undefined
  }
  const mismatch = 'not something that contains "full refund", as a reader sees it'
  for (const yaml of [
    'reply: { not: { contains: full refund } }',
    'reply: { none: [{ contains: full refund }] }',
    'reply: { button: { not: { contains: full refund } } }',
    'reply: { content: [{ payload: { not: { contains: full refund } } }] }',
  ]) {
    expect(miss(yaml, 'full **refund**')).toBe(mismatch)
    expect(miss(yaml, 'full refund')).toBe('not something that contains "full refund"')
  }
})
