import { describe, expect, it } from 'vitest'
import { readPiece } from '../../../engine/expect/read-expectation.fixture.ts'
import { sessionExpectation } from '../expectations/session-expectation.ts'
import { turnExpectation } from '../expectations/turn-expectation.ts'
import { formOf, writeTexts } from './text-or-pattern.ts'

describe('a scalar where texts are compared', () => {
  it.each([
    '/sorry/',
    '/sorry/i',
    '/a|b/ims',
    '/https?://x/i',
    '/lookup.*/',
    '/a\\/b/',
    '/{{code}}/',
    '/usr/bin/s',
    '//x/i',
    '/{{a}}/i',
    '/sorry/i\n', // a block of YAML
  ])('%s is a pattern', (text) => {
    expect(formOf(text)).toBe('pattern')
  })
  it.each([
    ...['/usr/bin', '/usr/bin/', '/api/v1/', '/order/status', '/', '//', '1/2/2026', 'https://a.b/c/', 'a/b/i'],
    ...['/orders/{{id}}/', '/home/user/dig', ' /x/', '/x/ ', '/sorry/ixy'],
  ])('%s is a text', (text) => {
    expect(formOf(text)).toBe('text')
  })
  it.each(['/sorry/g', '/sorry/gi', '/sorry/y', '/x/I', '/x/ii', '/x/dv', '(?i)sorry', '(?is)a|b'])(
    '%s has flags that are none here',
    (text) => {
      expect(formOf(text)).toBe('odd')
    },
  )
})

/** Every operator and place that compares texts, with a pattern where a text could stand. */
const compared: readonly string[] = [
  'reply: /sorry/i',
  'reply: "/sorry/i"',
  'reply: { one of: [a, /sorry/i] }',
  'reply: { any: [a, /sorry/i] }',
  'reply: { all: [/a/, /sorry/i] }',
  'reply: { none: [/sorry/i] }',
  'reply: { not: /sorry/i }',
  'reply: { contains: /sorry/i }',
  'reply: { contains: "/sorry/i" }',
  'reply: { contains: [a, "/sorry/i"] }',
  'reply: { contains: { one of: [/sorry/i, b] } }',
  'reply: { messages: /sorry/i }',
  'reply: { messages: [a, /sorry/i] }',
  'reply: { messages: { each: /sorry/i } }',
  'reply: { agentName: /sorry/i }',
  'reply: { thinking: /sorry/i }',
  'reply: { summary: /sorry/i }',
  'reply: { background: { not: /sorry/i } }',
  'reply: { text: /sorry/i }',
  'reply: { button: /sorry/i }',
  'reply: { button: { payload: /sorry/i } }',
  'reply: { image: { url: /sorry/i } }',
  'reply: { file: /sorry/i }',
  'reply: { content: [{ text: /sorry/i }] }',
  'reply: { json: { a: /sorry/i } }',
  'calls: [{ a: { with: { q: /sorry/i } } }]',
  'calls: [{ a: { with: { q: { exactly: { r: /sorry/i } } } } }]',
  'calls: [{ a: { exactly: { q: [/sorry/i] } } }]',
  'calls: [{ a: { arguments: { contains: /sorry/i } } }]',
  'calls: [{ a: { returns: /sorry/i } }]',
  'calls: { never: [{ a: { with: { fields: { q: /sorry/i } } } }] }',
  'error: /sorry/i',
  'error: { message: /sorry/i }',
  'outbox: [{ to: /sorry/i, text: "/sorry/i" }]',
  'queue: [{ customerNumber: /sorry/i }]',
  'attempts: [{ status: /sorry/i }]',
]

const sessionMembers: Readonly<Record<string, string>> = {
  status: '/sorry/i',
  agent: '/sorry/i',
  'agent version': '/sorry/i',
  'channel type': '{ not: /sorry/i }',
  analysis: '{ mood: /sorry/i }',
  variables: '{ name: [/sorry/i] }',
  recordingUrl: '/sorry/i',
  state: '{ a: { contains: /sorry/i } }',
}

describe('a pattern', () => {
  it.each(compared)('is one in %s', (yaml) => {
    const read = JSON.stringify(readPiece(turnExpectation, yaml))
    expect(read).toContain('"source":"sorry","flags":"i"')
    expect(read).not.toContain('/sorry/i')
  })
  it.each(Object.keys(sessionMembers))('is one under session: %s', (key) => {
    const read = JSON.stringify(readPiece(sessionExpectation, `${key}: ${sessionMembers[key]}`))
    expect(read).toContain('"source":"sorry","flags":"i"')
  })
  it.each([
    ...['reply: { equals: /sorry/i }', 'calls: [{ a: { with: { q: { equals: { r: [/sorry/i] } } } } }]'],
    ...['reply: { starts with: /sorry/i }', 'reply: { ends with: /sorry/i }', 'reply: { similar to: /sorry/i }'],
    ...['reply: { similar to: { text: [a, /sorry/i] } }', 'reply: /sorry/g', 'reply: { contains: "/sorry/gi" }'],
    ...[
      'calls: [/sorry/i]',
      'calls: [{ /sorry/i: null }]',
      'calls: { never: /sor.*/ }',
      'calls: { never: [/sorry/i] }',
    ],
    ...['calls: { exactly: [/sorry/i] }', 'calls: { any order: [/sorry/i] }', 'calls: { post: { never: [/sorry/i] } }'],
    ...['calls: { reference: [/sorry/i], count: 1 }', 'calls: [{ a: { before: /sorry/i } }]'],
    ...['calls: [{ a: { after: [b, /sorry/i] } }]', 'latency: { tools: { /sorry/i: 3 s } }'],
    ...['calls: [{ a: { with: { /sorry/i: 1 } } }]', 'reply: { button: { /sorry/i: x } }'],
    ...['calls: [{ a: { returns: { schema: { pattern: /sorry/i } } } }]', 'reply: { schema: { enum: [/sorry/i] } }'],
  ])('is refused in %s', (yaml) => {
    expect(() => readPiece(turnExpectation, yaml)).toThrow(/bad-pattern|looks like a pattern|no flags of a pattern/)
  })
  it.each([
    ['reply: { starts with: /sorry/i }', 'matches: "/^sorry/i"', 'matches: "/^\\\\/sorry\\\\/i/"'],
    ['reply: { ends with: /a|b/ }', 'matches: "/(?:a|b)$/"', 'matches: "/\\\\/a\\\\|b\\\\/$/"'],
    ['reply: { equals: /sorry/i }', 'matches: "/sorry/i"', 'matches: "/^\\\\/sorry\\\\/i$/"'],
  ])('is refused in %s with the lines to write', (yaml, pattern, literal) => {
    const hint = `write ${pattern} for the pattern, ${literal} for that very text`
    expect(() => readPiece(turnExpectation, yaml)).toThrow(JSON.stringify(hint))
  })
})

describe('a text that looks like a pattern', () => {
  it('is written so that it is read as that text', () => {
    const matcher = writeTexts({
      contains: ['/a/i', 'b'],
      'one of': ['/a/i'],
      button: { payload: { equals: '/a.b/' } },
      'starts with': '/a/i',
      not: { contains: { 'one of': ['/a/'] } },
    })
    expect(matcher).toEqual({
      contains: ['/\\/a\\/i/', 'b'],
      'one of': [{ matches: '/^\\/a\\/i$/' }],
      button: { payload: { matches: ['/^\\/a\\.b\\/$/'] } },
      not: { contains: { 'one of': ['/\\/a\\//'] } },
      matches: ['/^\\/a\\/i/'],
    })
    expect(writeTexts({ matches: '/kept/', 'ends with': '/x/' })).toEqual({ matches: ['/kept/', '/\\/x\\/$/'] })
  })
})
