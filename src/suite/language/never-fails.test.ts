import { describe, expect, it } from 'vitest'
import { readPiece } from '../../engine/expect/read-expectation.fixture.ts'
import { turnExpectation } from './expectations/turn-expectation.ts'
import { parseScript } from './script/parse.ts'

/** Expectations that hold for every turn, each with a similar one that can fail. */
const ofTurns: readonly (readonly [never: string, sound: string])[] = [
  ['latency: {}', 'latency: 3 s'],
  ['latency: { turn: {} }', 'latency: { turn: 3 s }'],
  ['latency: { tools: { a: {} } }', 'latency: { tools: { a: 3 s } }'],
  ['latency: { reply: ">= 0 ms" }', 'latency: { reply: "> 0 ms" }'],
  ['latency: { turn: { each: ">= 0 s" } }', 'latency: { turn: { each: ">= 1 ms" } }'],
  ['calls: { reference: [a] }', 'calls: { reference: [a], count: 1 }'],
  ['calls: { during: { reference: [a] } }', 'calls: { during: { reference: [a], never: b } }'],
  ['calls: { pre: { reference: [a] }, reference: [a] }', 'calls: { pre: { reference: [a] }, in order: [a] }'],
  ['calls: { count: { at least: 0 } }', 'calls: { count: { at least: 1 } }'],
  ['calls: { count: { more than: -1 } }', 'calls: { count: { more than: 0 } }'],
  ['calls: { count: { not: { less than: 0 } } }', 'calls: { count: { not: { less than: 1 } } }'],
  ['calls: { count: { any: [{ at most: 2 }, { more than: 2 }] } }', 'calls: { count: { any: [1, 3] } }'],
  ['calls: { count: { type: integer } }', 'calls: { count: 2 }'],
  ['calls: { count: { present: true } }', 'calls: { count: 0 }'],
  ['calls: { post: { count: ">= 0" } }', 'calls: { post: { count: ">= 1" } }'],
  ['calls: [{ a: { times: { at least: 0 } } }]', 'calls: [{ a: { times: 0 } }]'],
  ['calls: { any order: [{ a: { times: ">= 0" } }] }', 'calls: { any order: [{ a: { times: 2 } }] }'],
  ['reply: { messages: { not: { equals: [12] } } }', 'reply: { messages: { not: { equals: ["12"] } } }'],
  ['calls: [{ a: { with: {} } }]', 'calls: [{ a: { exactly: {} } }]'],
  ['calls: [{ a: { within: ">= 0 ms" } }]', 'calls: [{ a: { within: 1 s } }]'],
  ['calls: [{ a: { returns: { contains: "" } } }]', 'calls: [{ a: { returns: { contains: " " } } }]'],
  ['calls: [{ a: { returns: { length: { at least: 0 } } } }]', 'calls: [{ a: { returns: { length: 0 } } }]'],
  ['calls: [{ a: { returns: { schema: {} } } }]', 'calls: [{ a: { returns: { schema: { type: object } } } }]'],
  ['calls: { never: [{ a: { arguments: { length: { less than: 0 } } } }] }', 'calls: { never: [a] }'],
  ['reply: { length: { at least: 0 } }', 'reply: { length: { at least: 1 } }'],
  ['reply: { words: ">= 0" }', 'reply: { words: < 60 }'],
  ['reply: { not: { words: { less than: 0 } } }', 'reply: { not: { words: 0 } }'],
  ['reply: { sentences: { not: -1 } }', 'reply: { sentences: { not: 1 } }'],
  ['reply: { messages: { at least: 0 } }', 'reply: { messages: { at least: 1 } }'],
  ['reply: { messages: ">= 0" }', 'reply: { messages: "> 0" }'],
  ['reply: { content: { length: { at least: 0 } } }', 'reply: { content: { length: 2 } }'],
  ['reply: { matches: /.*/ }', 'reply: { matches: /a.+/ }'],
  ['reply: { matches: "/./s" }', 'reply: { matches: "/.{3}/s" }'],
  ['reply: { matches: "/\\\\S/" }', 'calls: [{ a: { with: { q: "/\\\\S/" } } }]'],
  ['reply: /.+/', 'reply: { agentName: /d.+/ }'],
  ['reply: { not: { matches: "/a^/" } }', 'reply: { not: { matches: "/^a/m" } }'],
  ['reply: { not: { matches: "/$x/" } }', 'reply: { not: { matches: "/x$/" } }'],
  ['reply: { not: { matches: "/[^\\\\s\\\\S]/" } }', 'reply: { not: { matches: "/[^\\\\s]x/" } }'],
  [
    'calls: { never: [{ a: { with: { q: "/\\\\b\\\\B/" } } }] }',
    'calls: { never: [{ a: { with: { q: "/\\\\bx\\\\B/" } } }] }',
  ],
  ['reply: { not: { matches: "/a\\\\bb/" } }', 'reply: { not: { matches: "/a\\\\b-b/" } }'],
  ['reply: { schema: { type: string, minLength: 0 } }', 'reply: { schema: { type: string, minLength: 1 } }'],
  ['reply: { schema: { not: false } }', 'reply: { schema: { not: { const: a } } }'],
  [
    'calls: [{ a: { returns: { schema: { anyOf: [true] } } } }]',
    'calls: [{ a: { returns: { schema: { minItems: 0, type: array } } } }]',
  ],
  [
    'calls: { never: [{ a: { returns: { schema: { not: {} } } } }] }',
    'calls: { never: [{ a: { returns: { schema: { not: { type: object } } } } }] }',
  ],
  [
    'calls: { never: [{ a: { returns: { schema: { type: string, minLength: 5, maxLength: 3 } } } }] }',
    'calls: { never: [{ a: { returns: { schema: { type: string, minLength: 3, maxLength: 5 } } } }] }',
  ],
  [
    'reply: { any: [{ matches: /a/ }, { not: { contains: a } }] }',
    'reply: { any: [{ matches: /a/ }, { not: { contains: b } }] }',
  ],
  [
    'reply: { any: [{ contains: a }, { any: [{ not: { contains: a } }, b] }] }',
    'reply: { any: [{ contains: a }, { any: [{ not: { contains: c } }, b] }] }',
  ],
  [
    'reply: { any: [{ any: [{ contains: a }, c] }, { any: [{ not: { contains: a } }, b] }] }',
    'reply: { any: [{ all: [{ contains: a }, { contains: c }] }, { all: [{ not: { contains: a } }, b] }] }',
  ],
  [
    'reply: { all: [{ contains: a }, { all: [{ not: { contains: a } }, { contains: b }] }] }',
    'reply: { all: [{ contains: a }, { any: [{ not: { contains: a } }, { contains: b }] }] }',
  ],
  [
    'reply: { none: [{ contains: a }, { not: { contains: a } }] }',
    'reply: { none: [{ contains: a }, { not: { contains: b } }] }',
  ],
  [
    'reply: { any: [{ contains: a }, { not: { contains: ab } }] }',
    'reply: { any: [{ contains: ab }, { not: { contains: a } }] }',
  ],
  ['reply: { starts with: ab, not: { contains: b } }', 'reply: { starts with: ab, not: { contains: c } }'],
  ['reply: { not: { all: [a, b] } }', 'reply: { not: { all: [a, { not: b }] } }'],
  ['reply: { equals: abc, not: { matches: "/^a/" } }', 'reply: { equals: abc, not: { matches: "/^b/" } }'],
  [
    'calls: { never: [{ a: { with: { n: { all: [{ more than: 5 }, { less than: 3 }] } } } }] }',
    'calls: { never: [{ a: { with: { n: { all: [{ more than: 3 }, { less than: 5 }] } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { more than: 5.2, less than: 5.1 } } } }] }',
    'calls: { never: [{ a: { with: { n: { more than: 5.1, less than: 5.2 } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { at least: 3, not: { more than: 1 } } } } }] }',
    'calls: { never: [{ a: { with: { n: { at least: -3, less than: 0 } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { all: [1, 2] } } } }] }',
    'calls: { never: [{ a: { with: { n: { any: [1, 2] } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { d: { before: 2026-01-01, after: 2027-01-01 } } } }] }',
    'calls: { never: [{ a: { with: { d: { after: 2026-01-01, before: 2027-01-01 } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { present: false, equals: 3 } } } }] }',
    'calls: { never: [{ a: { with: { n: { any: [{ present: false }, 3] } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { type: object, contains: x, matches: /x/ } } } }] }',
    'calls: { never: [{ a: { returns: { type: object, matches: /x/ } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: [{ type: text, each: x }] } } }] }',
    'calls: { never: [{ a: { with: { n: [{ type: list, each: x }] } } }] }',
  ],
  [
    'calls: { never: [{ a: { arguments: { type: list } } }] }',
    'calls: { never: [{ a: { arguments: { contains: /secret/ } } }] }',
  ],
  ['calls: { never: [{ a: { arguments: text } }] }', 'calls: { never: [{ a: { arguments: { q: text } } }] }'],
  ['calls: [{ a: { arguments: { type: object } } }]', 'calls: [{ a: { arguments: { length: 2 } } }]'],
  ['calls: { never: [{ a: { before: b, after: b } }] }', 'calls: { never: [{ a: { before: b, after: c } }] }'],
  [
    'calls: { never: [{ a: { with: { n: { all: [{ starts with: ab }, { starts with: ac }] } } } }] }',
    'calls: { never: [{ a: { with: { n: { all: [{ starts with: ab }, { starts with: abc }] } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { ends with: ab, not: { not: { ends with: cb } } } } } }] }',
    'calls: { never: [{ a: { with: { n: { ends with: ab, not: { not: { ends with: cab } } } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { each: { type: text }, length: 0 } } } }] }',
    'calls: { never: [{ a: { with: { n: { each: { type: text }, length: 1 } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { in any order: [a, b], length: 3 } } } }] }',
    'calls: { never: [{ a: { with: { n: { in any order: [a, b], length: 2 } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { empty: false, length: 0 } } } }] }',
    'calls: { never: [{ a: { with: { n: { empty: false, length: 1 } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { type: text, at least: 3 } } } }] }',
    'calls: { never: [{ a: { with: { n: { type: number, at least: 3 } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { json: { a: { type: text, more than: 3 } } } } } }] }',
    'calls: { never: [{ a: { with: { n: { json: { a: { type: text, words: 3 } } } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { equals: abc, length: { at least: 5 } } } } }] }',
    'calls: { never: [{ a: { with: { n: { equals: abc, length: { at least: 3 } } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { type: text, length: { at most: 3 }, contains: abcd } } } }] }',
    'calls: { never: [{ a: { with: { n: { length: { at most: 3 }, contains: abcd } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { length: { at most: 3 }, matches: /abcd/ } } } }] }',
    'calls: { never: [{ a: { with: { n: { length: { at most: 4 }, matches: /abcd/ } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { words: 0, ends with: hello } } } }] }',
    'calls: { never: [{ a: { with: { n: { words: 1, ends with: hello } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { after: now + 2 d, before: now + 1 d } } } }] }',
    'calls: { never: [{ a: { with: { n: { after: now + 1 d, before: now + 2 d } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { ignore case: true, equals: ABC, not: abc } } } }] }',
    'calls: { never: [{ a: { with: { n: { ignore case: true, equals: ABC, not: abd } } } }] }',
  ],
  [
    'calls: { never: [{ a: { with: { n: { equals: ABC, not: { equals: ABC } } } } }] }',
    'calls: { never: [{ a: { with: { n: { equals: ABC, not: { equals: abc } } } } }] }',
  ],
  ['reply: { content: { type: list } }', 'reply: { content: { each: { kind: text } } }'],
  ['outbox: { present: true }', 'outbox: { length: 1 }'],
  ['queue: { not: { type: text } }', 'queue: { empty: true }'],
  ['reply: { matches: /^/ }', 'reply: { matches: /^$/ }'],
  ['reply: { matches: /x*/ }', 'reply: { matches: "/^x*$/" }'],
  ['reply: { matches: /(?:)/ }', 'reply: { matches: "/^\\\\s*$/" }'],
  ['reply: { matches: "/a|/" }', 'reply: { matches: "/a|b/" }'],
  ['reply: { text: { matches: "/(x)?$/" } }', 'reply: { text: { matches: /x$/ } }'],
  ['reply: { contains: " ", ignore: spaces }', 'reply: { contains: " " }'],
  ['reply: { contains: "\\t", ignore spaces: true }', 'reply: { contains: "a\\t", ignore spaces: true }'],
  ['reply: { starts with: "\u3000", ignore: [width, spaces] }', 'reply: { starts with: "\u3000", ignore: width }'],
  ['reply: { ends with: "  ", ignore: [case, spaces] }', 'reply: { ends with: "  ", ignore: case }'],
  ['reply: { any: [a, { contains: " " }], ignore: spaces }', 'reply: { any: [a, { contains: b }], ignore: spaces }'],
  ['reply: { not: { contains: [a, " "] }, ignore: spaces }', 'reply: { not: { contains: a }, ignore: spaces }'],
  ['calls: [{ a: { returns: { k: { contains: " " }, n: { contains: " ", ignore: spaces } } } }]', 'calls: [a]'],
  ['calls: [{ a: { returns: { all: [{ k: { contains: " " } }], ignore: spaces } } }]', 'calls: [a]'],
  ['reply: { not: { at least: 3 } }', 'reply: { not: { words: { at least: 3 } } }'],
  ['reply: { not: { between: [1, 2] } }', 'reply: { not: { words: { between: [1, 2] } } }'],
  ['reply: { none: [a, { less than: 3 }] }', 'reply: { none: [a, b] }'],
  ['reply: { not: { type: list } }', 'reply: { not: { json: { type: list } } }'],
  ['reply: { not: { type: "null" } }', 'reply: { not: null }'],
  ['reply: { not: { each: x } }', 'reply: { not: { json: { each: x } } }'],
  ['reply: { not: { fields: { a: 1 } } }', 'reply: { not: { json: { fields: { a: 1 } } } }'],
  ['reply: { not: { exactly: { a: 1 } } }', 'reply: { not: { json: { exactly: { a: 1 } } } }'],
  ['reply: { not: { equals: [a] } }', 'reply: { not: { equals: "[a]" } }'],
  ['reply: { not: { equals: 3 } }', 'reply: { not: 3 }'],
  ['reply: { type: text }', 'reply: { present: true }'],
  ['reply: { contains: a, type: text }', 'reply: { contains: a, length: 1 }'],
  ['reply: { schema: { type: string } }', 'reply: { schema: { type: string, minLength: 3 } }'],
  ['reply: { schema: { minimum: 3 } }', 'reply: { schema: { enum: [a] } }'],
  ['reply: { not: { schema: { type: object } } }', 'reply: { not: { schema: { enum: [a] } } }'],
  ['reply: { length: { type: number } }', 'reply: { length: 3 }'],
  ['reply: { words: { present: true } }', 'reply: { words: 3 }'],
  ['reply: { words: { not: { contains: x } } }', 'reply: { words: { not: 3 } }'],
  ['reply: { agentName: { not: { type: list } } }', 'reply: { agentName: { not: a } }'],
  ['reply: { thinking: { not: { at least: 3 } } }', 'reply: { thinking: { not: a } }'],
  ['reply: { text: { type: text } }', 'reply: { text: a }'],
  [
    'reply: { any: [{ contains: b }, { none: [{ contains: b }] }] }',
    'reply: { any: [{ contains: b }, { none: [{ contains: c }] }] }',
  ],
  ['reply: { any: [{ not: { not: a } }, { not: a }] }', 'reply: { any: [{ not: { not: a } }, { not: b }] }'],
  ['reply: { any: [{ any: [a, b] }, { none: [b, a] }] }', 'reply: { any: [{ any: [a, b] }, { none: [b, c] }] }'],
  [
    'reply: { any: [{ contains: b, ignore: case }, { not: { contains: b }, ignore case: true }] }',
    'reply: { any: [{ contains: b, ignore: case }, { not: { contains: c }, ignore case: true }] }',
  ],
  [
    'reply: { any: [{ contains: b, ignore: case }, { not: { contains: b, ignore case: true } }] }',
    'reply: { any: [{ contains: b, ignore: case }, { not: { contains: b } }] }',
  ],
  [
    'reply: { any: [{ words: { at least: 3 } }, { words: { less than: 3 } }] }',
    'reply: { any: [{ words: { at least: 3 } }, { words: 1 }] }',
  ],
  [
    'reply: { all: [{ words: { at least: 3 } }, { words: { less than: 3 } }] }',
    'reply: { all: [{ words: { at least: 3 } }, { words: { less than: 4 } }] }',
  ],
  [
    'reply: { any: [a, { length: 0 }, { length: { more than: 0 } }] }',
    'reply: { any: [a, { length: 0 }, { sentences: { more than: 0 } }] }',
  ],
  ['reply: { reading level: { at least: 0 } }', 'reply: { reading level: { at least: 1 } }'],
  ['reply: { not: { reading level: { less than: 0 } } }', 'reply: { not: { reading level: { less than: 5.5 } } }'],
  [
    'reply: { any: [{ reading level: { at most: 5 } }, { reading level: { more than: 5 } }] }',
    'reply: { any: [{ reading level: { at most: 5 } }, { reading level: { more than: 5.5 } }] }',
  ],
  ['reply: { reading level: { present: true } }', 'reply: { reading level: 5 }'],
  ['reply: { similar to: { text: a, at least: 0 } }', 'reply: { similar to: { text: a, at least: 0.01 } }'],
  [
    'reply: { not: { similar to: { text: a, at least: 1.01 } } }',
    'reply: { not: { similar to: { text: a, at least: 1 } } }',
  ],
  ['reply: { not: { similar to: "?!" } }', 'reply: { not: { similar to: "why?!" } }'],
  [
    'reply: { any: [{ language: de }, { not: { language: de-AT } }] }',
    'reply: { any: [{ language: de }, { not: { language: nl } }] }',
  ],
  ['reply: { language: de, not: { language: de } }', 'reply: { language: de, not: { language: en } }'],
  [
    'reply: { any: [{ similar to: a }, { not: { similar to: { text: a } } }] }',
    'reply: { any: [{ similar to: a }, { not: { similar to: b } }] }',
  ],
  ['reply: { words: { language: de } }', 'reply: { language: de }'],
  ['reply: { agentName: { language: de } }', 'reply: { agentName: { similar to: desk } }'],
  ['error: { message: { matches: /.*/ } }', 'error: { message: { matches: /no/ } }'],
]
const ofSessions: readonly (readonly [never: string, sound: string])[] = [
  ['calls: { reference: [a] }', 'calls: { reference: [a], never: b }'],
  ['calls: { count: { at least: 0 } }', 'calls: { count: { at least: 1 } }'],
  ['duration: ">= 0"', 'duration: ">= 1"'],
  ['duration: { at least: 0 s }', 'duration: { at least: 1 s }'],
  ['retryAttemptNo: { at least: 0 }', 'retryAttemptNo: { at least: 1 }'],
  ['agent version: { not: { equals: 3 } }', 'agent version: { not: { equals: "3" } }'],
  ['status: { not: { language: en } }', 'status: { not: active }'],
  ['channel type: { any: [a, { reading level: 3 }] }', 'channel type: { any: [a, b] }'],
  ['status: { matches: /.*/ }', 'status: { matches: /.+/ }'],
  ['analysis: { score: { length: { at least: 0 } } }', 'analysis: { score: { length: 1 } }'],
  ['within: 2 s', 'within: 2 s, status: completed'],
]

const suite = (top: string, conversation: string, turn: string): string =>
  `suite: s\nagent: a\n${top}conversations:\n  - name: n\n${conversation}    turns:\n      - user: hi\n        expect: { calls: none }\n      - user: hi\n${turn}`

/** Every place for a turn's expectation. */
const places: Readonly<Record<string, (expected: string) => string>> = {
  expect: (each) => suite('', '', `        expect: { ${each} }\n`),
  requires: (each) => suite('', '', `        requires: { ${each} }\n`),
  'every turn of a suite': (each) => suite(`every turn: { ${each} }\n`, '', ''),
  'every turn of a conversation': (each) => suite('', `    every turn: { ${each} }\n`, ''),
  'a template': (each) =>
    suite(`templates:\n  t:\n    - user: hi\n      expect: { ${each} }\n`, '    template: t\n', ''),
}

const codesOf = (text: string): string[] => {
  const parsed = parseScript(text, 's.yaml')
  return parsed.ok ? [] : parsed.problems.map(({ code }) => code)
}

describe.each(Object.entries(places))('what could never fail is refused under %s', (_, place) => {
  it.each(ofTurns.filter(([never]) => !never.startsWith('error')))('%s', (never, sound) => {
    expect(codesOf(place(never))).not.toEqual([])
    expect(codesOf(place(sound))).toEqual([])
  })
})

describe('what could never fail is refused', () => {
  it.each(ofTurns)('under every turn of a project: %s', (never, sound) => {
    expect(() => readPiece(turnExpectation, never)).toThrow()
    expect(() => readPiece(turnExpectation, sound)).not.toThrow()
  })
  it.each(ofSessions)('under session: %s', (never, sound) => {
    expect(codesOf(suite('', `    session: { ${never} }\n`, ''))).not.toEqual([])
    expect(codesOf(suite('', `    session: { ${sound} }\n`, ''))).toEqual([])
  })
})

describe('a limit on the time of a turn that its time limit reaches first is refused', () => {
  const timed = (top: string, own: string, limit: string): string =>
    `suite: s\nagent: a\n${top}conversations:\n  - name: n\n    turns:\n      - user: hi\n${own}        expect: { latency: ${limit} }\n`
  it.each([
    ['time limit: 5 s\n', '', '10 s', '5 s'],
    ['', '        time limit: 5 s\n', '{ turn: { each: 6 s } }', '{ turn: { each: 4 s } }'],
    ['time limit: 1 min\n', '        time limit: 5 s\n', '< 10 s', '"> 10 s"'],
    ['time limit: 5 s\n', '', '10 s', '{ reply: 10 s, tool: 1 min }'],
    ['time limit: 5 s\nevery turn: { latency: 6 s }\n', '', '1 s', '1 s'],
  ])('%s%s%s', (top, own, never, sound) => {
    expect(codesOf(timed(top, own, never))).toEqual(['wrong-value'])
    expect(codesOf(timed(top.replace(/every.*\n/, ''), own, sound))).toEqual([])
  })
})
