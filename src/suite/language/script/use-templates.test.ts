import { describe, expect, it } from 'vitest'
import { parseScript } from './parse.ts'

const shared = `templates:
  logs in:
    - user: I am {{who}}
      expect: { reply: { contains: "{{who}}" } }
  both:
    - use: logs in
      with: { who: "{{first}}" }
    - user: more {{first}}
`

function read(conversations: string, own = ''): string[] {
  const suite = `suite: S\nagent: a\ninclude: [shared.yaml]\n${own}conversations:\n${conversations}`
  const parsed = parseScript(suite, 's.yaml', (file) => ({ file, content: shared }))
  return parsed.ok
    ? parsed.script.conversations.flatMap(({ turns }) =>
        turns.map(
          ({ at, origin, user }) =>
            `${at.line} ${user?.value}${origin === undefined ? '' : ` ${origin.written} ${origin.used}`}`,
        ),
      )
    : parsed.problems.map(({ at, message }) => `${at.line}:${at.column} ${message}`)
}
const talk = (turns: string) => `  - name: x\n    turns:\n${turns}      - user: bye\n        expect: { reply: x }\n`

describe('templates', () => {
  it('stand in the middle, with their values, and know where they are from', () => {
    expect(read(talk('      - user: hi\n      - use: logs in\n        with: { who: Asha }\n'))).toEqual([
      '7 hi',
      '8 I am Asha shared.yaml:3:7 s.yaml:8:14',
      '10 bye',
    ])
  })

  it.each([
    ['""', 'is empty, so this would hold for every text'],
    ['" "', 'is empty, so this would hold for every text'],
    ['"{{none}}"', 'is empty, so this would hold for every text'],
    ['[a]', 'is a list, and is not looked for as one: write its items out'],
    ['{ z: 1 }', 'is a mapping, and is not looked for as one: take the member that is meant'],
  ])('say of a value such as %s that nothing can be expected of it', (value, why) => {
    const yaml = talk(`      - use: logs in\n        with: { who: ${value} }\n`)
    expect(read(yaml, 'variables: { none: "" }\n')).toEqual([`8:14 in the template "logs in", {{who}} ${why}`])
  })

  it('say of a value that is no number that it cannot be compared with, and take one that is filled in later', () => {
    const own = 'templates: { t: [{ user: a, expect: { reply: { length: { at least: "{{n}}" } } } }] }\n'
    const use = (value: string): string => talk(`      - use: t\n        with: { n: ${value} }\n`)
    expect(read(use('many'), own)).toEqual([
      expect.stringContaining('in the template "t", {{n}} is "many", and only a number can be compared with'),
    ])
    expect(read(use('3'), own)[0]).toMatch(/^\d+ a /)
  })

  it('take an empty value where it is only said', () => {
    const own = 'templates:\n  says:\n    - user: hi {{w}}\n'
    expect(read(talk('      - use: says\n        with: { w: "" }\n'), own)[0]).toMatch(/^\d+ hi /)
  })

  it('use each other', () => {
    expect(read(talk('      - use: both\n        with: { first: Asha }\n'))).toEqual([
      '7 I am Asha shared.yaml:3:7 s.yaml:7:14',
      '7 more Asha shared.yaml:8:7 s.yaml:7:14',
      '9 bye',
    ])
  })

  it.each([
    [
      'several at the start',
      '  - name: x\n    template: [a, b]\n    turns: [{ user: bye, expect: { reply: x } }]\n',
      ['5 one s.yaml:5:9 s.yaml:9:16', '6 two s.yaml:6:9 s.yaml:9:19', '10 bye'],
    ],
  ])('are %s', (_, conversations, turns) => {
    expect(read(conversations, 'templates:\n  a: [{ user: one }]\n  b: [{ user: two }]\n')).toEqual(turns)
  })

  it.each([
    [
      'a value that is missing',
      talk('      - use: logs in\n'),
      '7:14 nothing gives {{who}} a value before this, in the template "logs in" (shared.yaml:3:7) used at s.yaml:7:14',
    ],
    [
      'a value that is not used',
      talk('      - use: logs in\n        with: { who: a, whom: b }\n'),
      '7:14 the template "logs in" does not use {{whom}}',
    ],
    ['an unknown name', talk('      - use: log in\n'), '7:14 there is no template "log in"'],
    [
      'what stands beside',
      talk('      - use: logs in\n        expect: { reply: x }\n'),
      '7:9 the turns of a template stand for themselves',
    ],
    [
      'values without a template',
      talk('      - user: hi\n        with: { a: x }\n'),
      '7:9 with: gives a template its values, and here is none',
    ],
  ])('refuse %s', (_, conversations, problem) => {
    expect(read(conversations)).toEqual([expect.stringContaining(problem)])
  })

  it('refuse circles, and what grows too large', () => {
    expect(read(talk('      - use: a\n'), 'templates:\n  a: [{ use: b }]\n  b: [{ use: a }]\n')).toEqual([
      expect.stringContaining('templates use each other in a circle: a -> b -> a'),
    ])
    const ten = (name: string) => Array(10).fill(`{ use: ${name} }`).join(', ')
    const bomb = `templates:\n  a: [{ user: x }]\n${[...'bcdefgh'].map((name, index) => `  ${name}: [${ten([...'abcdefg'][index] ?? '')}]\n`).join('')}`
    expect(read(talk('      - use: h\n'), bomb)).toEqual([
      expect.stringContaining('the templates add up to more than 1000 turns'),
    ])
  })
})
