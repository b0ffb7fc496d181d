import { describe, expect, it } from 'vitest'
import { folderOf } from '../../agents/tools/tools.fixture.ts'
import { loadWorkspace } from '../load-workspace.ts'

const parameters = `{ type: object, required: [order], properties: {
  order: { type: object, required: [id], properties: {
    id: { type: string }, items: { type: string }, lines: { type: array, items: { $ref: "#/$defs/line" } } } },
  size: { enum: [s, m] }, count: { type: integer },
  by: { anyOf: [{ $ref: "#/$defs/person" }, { type: object, properties: { desk: { type: integer } }, additionalProperties: false }, { type: "null" }] },
  who: { $ref: "#/$defs/person" }, free: {} },
  $defs: { line: { type: object, required: [code], properties: { code: { type: string }, more: { type: integer } } },
    person: { type: object, properties: { name: { type: string }, boss: { $ref: "#/$defs/person" } }, additionalProperties: false } } }`

/** What is said of a case with these arguments, without the beginning that all have. */
function refusedBy(caseText: string): string[] {
  const loaded = loadWorkspace(
    folderOf({
      'workspace.yaml': 'workspace: w\nkeys: [key]\nagents: [desk.yaml]\n',
      'desk.yaml': `agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    tools:\n      book:\n        parameters: ${parameters.replace(/\n/g, '\n          ')}\n        cases: [{ with: ${caseText}, output: done }]\n`,
    }),
  )
  return loaded.ok ? [] : loaded.problems.map(({ message }) => message.replace('no call fits this case: ', ''))
}

describe('a case of a double', () => {
  it.each([
    '{ order: { items: two } }',
    '{ order: { other: 7, lines: [{ code: a, more: 1 }] }, free: { any: 1 } }',
    '{ by: { name: A } }',
    '{ by: { desk: 1 } }',
    '{ by: null, who: { boss: { boss: { name: B } } } }',
    '{ other: 1, size: s }',
    '{ free: { path: /orders/ } }',
  ])('may hold part of what the parameters allow: %s', (caseText) => {
    expect(refusedBy(caseText)).toEqual([])
  })
  it.each<[string, string[]]>([
    ['{ count: { above: 3 } }', ['its parameters want a value that must be integer as count, but here is {"above":3}']],
    ['{ order: { items: 7 } }', ['its parameters want a value that must be string as order.items, but here is 7']],
    ['{ order: 7 }', ['its parameters want a value that must be object as order, but here is 7']],
    [
      '{ order: { lines: [{ code: a }, { code: 7 }] } }',
      ['its parameters want a value that must be string as order.lines[1].code, but here is 7'],
    ],
    [
      '{ order: { lines: [{ more: 1 }] } }',
      [`its parameters want a value that must have required property 'code' as order.lines[0], but here is {"more":1}`],
    ],
    ['{ who: { boss: { nmae: B } } }', ['its parameters have no who.boss.nmae']],
    [String.raw`{ free: ['/A-\d/'] }`, [String.raw`"/A-\d/" looks like a pattern, and is taken literally here`]],
    ['{ Size: s }', ['its parameters have no Size']],
    ['{ order: { ID: "7" } }', ['its parameters have no order.ID']],
    [
      '{ who: { boss: { name: 7 } }, count: "3" }',
      [
        'its parameters want a value that must be string as who.boss.name, but here is 7',
        'its parameters want a value that must be integer as count, but here is "3"',
      ],
    ],
    ['{ by: { name: 7 } }', ['its parameters want a value that must be string as by.name, but here is 7']],
    [
      '{ size: l }',
      ['its parameters want a value that must be equal to one of the allowed values as size, but here is "l"'],
    ],
  ])('is refused where they rule it out: %s', (caseText, expected) => {
    expect(refusedBy(caseText)).toEqual(expected)
  })
})

it('is no pattern either what a rule compares with the state', () => {
  const rules = 'rules: [{ id: a, when: { state: { order: /A-1?/i } }, do: [{ say: Hi }] }]'
  const agent = `agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    ${rules}\n`
  const loaded = loadWorkspace(
    folderOf({ 'workspace.yaml': 'workspace: w\nkeys: [key]\nagents: [desk.yaml]\n', 'desk.yaml': agent }),
  )
  expect(loaded).toMatchObject({
    problems: [
      {
        at: { line: 6, column: 46 },
        message: '"/A-1?/i" looks like a pattern, and is taken literally here',
        hint: 'write the value as set: gives it',
      },
    ],
  })
})
