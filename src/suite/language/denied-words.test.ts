import { describe, expect, it } from 'vitest'
import { parseScript } from './script/parse.ts'

function problemOf(expected: string, more = ''): string {
  const text = `suite: S\nagent: desk\n${more}conversations:\n  - name: a\n    turns:\n      - user: hi\n        expect: ${expected}\n`
  const read = parseScript(text, 's.yaml')
  return read.ok ? 'sound' : read.problems.map(({ message, hint }) => `${message}; ${hint}`).join('\n')
}

/** What is denied by its key is answered with the denial, never with the opposite. */
describe('a denied key', () => {
  it.each([
    ['{ reply: { no image: true } }', 'write image: none, or image: { not: … }'],
    ['{ reply: { not button: Yes } }', 'write button: none, or button: { not: … }'],
    ['{ reply: { not agentName: desk } }', 'write agentName: { not: … }'],
    ['{ reply: { excludes: x } }', 'write not: { contains: … }'],
    ['{ not calls: [a] }', 'calls: { never: [tool_name] }'],
    ['{ not reply: x }', 'reply: { not: … }'],
    ...['not', 'not called', 'forbidden', 'disallow', 'not in order', 'without'].map((key) => [
      `{ calls: { ${key}: [a] } }`,
      'write never: and the calls that must not come',
    ]),
    ...['never', '0', 'no', 'None'].map((word) => [`{ calls: ${word} }`, 'write none, or [tool_name]']),
    ['{ calls: { never: [{ a: { with: { b: { not contains: x } } } }] } }', 'write not: { contains: … }'],
    ['{ calls: { never: [{ a: { returns: { b: { doesNotContain: x } } } }] } }', 'write not: { contains: … }'],
    ['{ calls: { never: [{ a: { with: { b: { neq: x } } } }] } }', 'did you mean "not"?'],
  ])('%s', (expected, hint) => {
    expect(problemOf(String(expected))).toContain(hint)
  })
})

describe('a word that is not none', () => {
  it.each(['"none"', 'None', 'NONE', 'null', '~'])('%s', (word) => {
    for (const part of ['image', 'button', 'thinking', 'summary', 'background'])
      expect(problemOf(`{ reply: { contains: a, ${part}: ${word} } }`)).toContain('write none')
    expect(problemOf(`{ reply: ${word} }`)).toContain('write none')
  })
  it('is none of messages', () => {
    for (const word of ['none', '"none"', 'None', 'null'])
      expect(problemOf(`{ reply: { messages: ${word} } }`)).toContain('write 0')
  })
})

/** A value is compared as a text, so that what it rules out would never be found. */
describe('a variable that the suite gives a pattern', () => {
  it.each([
    ['{ reply: { not: "{{w}}" } }', 'variables: { w: /sorry/i }\n'],
    ['{ reply: { not: { contains: "{{w}}" } } }', 'variables: { w: /sorry/i }\n'],
    ['{ reply: { none: ["{{w}}"] } }', 'variables: { w: "/sorry/i" }\n'],
    ['{ reply: { not: { matches: "{{w}}" } } }', 'variables: { w: /sorry/i }\n'],
    ['{ reply: { matches: [yes, "{{ w }}"] } }', 'variables: { w: /sorry/i }\n'],
    ['{ reply: { not: { starts with: "{{w}}" } } }', 'variables: { w: /sorry/i }\n'],
    ['{ calls: { never: [{ a: { with: { b: "{{w}}" } } }] } }', 'variables: { w: /sorry/i }\n'],
    ['{ reply: { not: "{{w}}" } }', 'variables: { v: /sorry/i, w: "{{v}}" }\n'],
    ['{ reply: { not: { matches: "/{{w}}/" } } }', 'variables: { w: "{{v}}", v: /sorry/i }\n'],
    ['{ reply: a }', 'variables: { w: /sorry/i }\nevery turn: { reply: { not: "{{w}}" } }\n'],
  ])('%s', (expected, more) => {
    expect(problemOf(expected, more)).toMatch(/\{\{w\}\} is \/sorry\/i, and a value is compared as a text/)
  })
  it.each(['{ reply: { matches: "/^{{w}}$/" } }', '{ reply: a }'])('is sound in %s', (expected) => {
    expect(problemOf(expected, 'variables: { w: /sorry/i }\n')).toBe('sound')
  })
})
