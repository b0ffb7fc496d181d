import { describe, expect, it } from 'vitest'
import { isForIncluding } from './include-files.ts'
import { parseScript } from './parse.ts'

const suite = (include: string, more = '') =>
  `suite: S\nagent: a\ninclude: ${include}\n${more}conversations:\n  - { name: n, turns: [{ user: "{{order}}", expect: { reply: x } }] }\n`
const parse = (text: string, files: Record<string, string>) =>
  parseScript(text, 'suites/s.yaml', (path) => {
    const content = files[path]
    return content === undefined ? null : { file: `suites/${path}`, content }
  })

describe('included files', () => {
  it('give variables and metadata; later ones come before earlier ones, the suite before all', () => {
    const files = {
      'one.yaml': 'variables: { order: "1", shared: one }\nmetadata: { tier: gold }\n',
      'two.yaml': 'variables: { shared: two, own: two }\n',
    }
    const parsed = parse(suite('[one.yaml, two.yaml]', 'variables: { own: suite }\n'), files)
    expect(parsed.ok && [parsed.script.variables?.values, parsed.script.metadata]).toEqual([
      { order: '1', shared: 'two', own: 'suite' },
      { tier: 'gold' },
    ])
  })
  it('are named where they are missing', () => {
    const parsed = parse(suite('[gone.yaml]', 'variables: { order: "1" }\n'), {})
    expect(parsed.ok || parsed.problems).toMatchObject([
      { code: 'unreadable', file: 'suites/s.yaml', at: { line: 3, column: 11 } },
    ])
  })
  it('have problems of their own, at their own places', () => {
    const parsed = parse(suite('[one.yaml]', 'variables: { order: "1" }\n'), { 'one.yaml': 'variabels: {}\n' })
    expect(parsed.ok || parsed.problems).toMatchObject([
      { code: 'unknown-key', file: 'suites/one.yaml', at: { line: 1 }, hint: 'did you mean "variables"?' },
    ])
  })
})

describe('a file for including', () => {
  it.each([
    ['variables: { a: "1" }\n', true],
    ['# shared\nmetadata:\n  name: Asha\nvariables:\n  a: x\n', true],
    ['suite: S\nvariables: { a: "1" }\n', false],
    ['variables: { a: "1" }\nconversatons: []\n', false],
    ['variables: { a: "1"\n', false],
    ['', false],
    ['- variables: 1\n', false],
  ])('%j: %s', (content, is) => {
    expect(isForIncluding(content)).toBe(is)
  })
})
