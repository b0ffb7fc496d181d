import { describe, expect, it } from 'vitest'
import { parseScript } from './parse.ts'

const head =
  'suite: S\nagent: desk\ntemplates:\n  greets:\n    - user: hello\n      expect: { reply: Hello! }\nconversations:\n'
const parse = (conversations: string) => parseScript(`${head}${conversations}`, 's.yaml')
const messages = (conversations: string) => {
  const parsed = parse(conversations)
  return parsed.ok ? [] : parsed.problems.map(({ at, message, hint }) => `${at.line}:${at.column} ${message}; ${hint}`)
}

describe('shorthands of a suite', () => {
  it('puts the turns of a template first', () => {
    const parsed = parse('  - { name: one, template: greets, turns: [{ user: bye }] }\n')
    const turns = parsed.ok ? parsed.script.conversations[0]?.turns : undefined
    expect(turns?.map(({ user, at }) => [user?.value, at.line])).toEqual([
      ['hello', 5],
      ['bye', 8],
    ])
  })
  it('knows no other template', () => {
    expect(messages('  - { name: one, template: greet, turns: [{ user: bye, expect: { reply: x } }] }\n')).toEqual([
      '8:28 there is no template "greet"; did you mean "greets"?',
    ])
  })
  it('makes a conversation of each row, with its values in the name and in the turns', () => {
    const parsed = parse(
      '  - name: tracks\n    parameters:\n      - { order: "1042", state: shipped }\n      - { order: 7, state: lost }\n    turns: [{ user: "where is {{order}}", expect: { reply: "{{state}}" } }]\n',
    )
    const all = parsed.ok ? parsed.script.conversations : []
    expect(all.map(({ name, row, variables }) => [name.value, row, variables?.values])).toEqual([
      ['tracks [order=1042, state=shipped]', 1, { order: '1042', state: 'shipped' }],
      ['tracks [order=7, state=lost]', 2, { order: 7, state: 'lost' }],
    ])
  })
  it('fills variables into names, in front of the row', () => {
    const parsed = parse(
      '  - name: "tracks {{order}} of {{shop}}"\n    variables: { shop: "{{city}} desk", city: Rome }\n    parameters: [{ order: 7.50 }]\n    turns: [{ user: hi, expect: { reply: x } }]\n',
    )
    expect(parsed.ok && parsed.script.conversations[0]?.name.value).toBe('tracks 7.50 of Rome desk [order=7.5]')
  })
  it.each([
    ['"in {{shopp}}"', 'nothing gives {{shopp}} a value for the name of a conversation; did you mean {{shop}}?'],
    ['"{{version}}"', 'a conversation has one name in every run, and {{version}} differs from run to run'],
    ['"{{here}}"', 'a conversation has one name in every run, and {{env.CITY}} differs from run to run'],
    ['"{{none}}"', 'the name is empty, since {{none}} is'],
  ])('refuses the name %s', (name, message) => {
    const variables = '    variables: { shop: Rome, here: "{{env.CITY}}", none: "" }\n'
    const problems = messages(`  - name: ${name}\n${variables}    turns: [{ user: hi, expect: { reply: x } }]\n`)
    expect(problems[0]).toContain(message)
  })
  it('refuses rows that do not give the same names, and names that no row gives', () => {
    const turns = '    turns: [{ user: "{{a}}", expect: { reply: x } }]\n'
    expect(messages(`  - name: t\n    parameters: [{ a: 1, b: 2 }, { a: 1 }]\n${turns}`)).toEqual([
      '9:36 row 2 of the parameters does not give "b"; give every row the same names',
    ])
    expect(messages(`  - name: t\n    parameters: [{ a: 1 }, { a: 2, c: 3 }]\n${turns}`)).toEqual([
      '9:30 row 2 of the parameters gives "c", which the first does not; give every row the same names',
    ])
    expect(messages(`  - name: t\n    parameters: [{ aa: 1 }]\n${turns}`)[0]).toContain(
      'nothing gives {{a}} a value before this',
    )
  })
  it('refuses rows that are alike, since their names would be', () => {
    expect(
      messages(
        '  - name: t\n    parameters: [{ a: 1 }, { a: 1 }]\n    turns: [{ user: "{{a}}", expect: { reply: x } }]\n',
      )[0],
    ).toContain('already has a conversation of this name')
  })
})
