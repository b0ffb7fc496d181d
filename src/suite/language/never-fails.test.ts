import { describe, expect, it } from 'vitest'
import { readPiece } from '../../engine/expect/read-expectation.fixture.ts'
import { parseScript } from './parse.ts'
import { turnExpectation } from './turn-expectation.ts'

/** Expectations that hold for every turn, each with one beside it that can fail. */
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
  ['reply: { matches: /.*/ }', 'reply: { matches: /.+/ }'],
  ['reply: { matches: /^/ }', 'reply: { matches: /^$/ }'],
  ['reply: { matches: /x*/ }', 'reply: { matches: "/^x*$/" }'],
  ['reply: { matches: /(?:)/ }', 'reply: { matches: "/^\\\\s*$/" }'],
  ['reply: { matches: "/a|/" }', 'reply: { matches: "/a|b/" }'],
  ['reply: { text: { matches: "/(x)?$/" } }', 'reply: { text: { matches: /x$/ } }'],
  ['error: { message: { matches: /.*/ } }', 'error: { message: { matches: /no/ } }'],
]
const ofSessions: readonly (readonly [never: string, sound: string])[] = [
  ['calls: { reference: [a] }', 'calls: { reference: [a], never: b }'],
  ['calls: { count: { at least: 0 } }', 'calls: { count: { at least: 1 } }'],
  ['duration: ">= 0"', 'duration: ">= 1"'],
  ['duration: { at least: 0 s }', 'duration: { at least: 1 s }'],
  ['retryAttemptNo: { at least: 0 }', 'retryAttemptNo: { at least: 1 }'],
  ['status: { matches: /.*/ }', 'status: { matches: /.+/ }'],
  ['analysis: { score: { length: { at least: 0 } } }', 'analysis: { score: { length: 1 } }'],
  ['within: 2 s', 'within: 2 s, status: completed'],
]

const suite = (top: string, conversation: string, turn: string): string =>
  `suite: s\nagent: a\n${top}conversations:\n  - name: n\n${conversation}    turns:\n      - user: hi\n        expect: { calls: none }\n      - user: hi\n${turn}`

/** Every place where an expectation of a turn may stand. */
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
