import { describe, expect, it } from 'vitest'
import { folderOf } from '../agents/tools/tools.fixture.ts'
import { loadWorkspace } from './load-workspace.ts'

/** The problems of an agent with the tool get_quote and these rules, as YAML in flow style. */
function problemsOf(rules: string): string[] {
  const loaded = loadWorkspace(
    folderOf({
      'workspace.yaml': 'workspace: w\nkeys: [key]\nagents: [desk.yaml]\n',
      'desk.yaml': `agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    functions: { during: [get_quote], pre: [load] }\n    hands off to: [billing]\n    tools: { get_quote: { output: { price: 80, for: { car: [x] } } }, load: { output: { x: 1 } } }\n    rules:\n${rules}`,
    }),
  )
  return loaded.ok ? [] : loaded.problems.map(({ message, hint }) => `${message}; ${hint}`)
}

describe('the steps of an agent file', () => {
  it('name tools and values that there are', () => {
    const sound =
      '      - { id: a, when: /(?<order>\\d+)/, set: { last: "{order}", price: "{get_quote.price}" }, do: [{ call: get_quote }, { say: "{get_quote.price} {get_quote.for.car.0} {order} {load.x} {message} {free} ${name}" }] }\n'
    expect(problemsOf(sound)).toEqual([])
  })
  it.each([
    ['[{ call: get_qote }, { say: "{get_quote.price}" }]', ['the agent has no tool get_qote; did you mean get_quote?']],
    [
      '[{ call: refund }, { say: "hi" }]',
      [expect.stringMatching(/no tool refund; write it under tools: and functions:/)],
    ],
    [
      '[{ say: "{get_quote.price}" }]',
      ['nothing gives {get_quote.price} a value before this; call the tool in a step before'],
    ],
    [
      '[{ call: get_quote }, { say: "{get_quote.prize} {load.y}" }]',
      [
        'no output of get_quote gives {get_quote.prize} a value; did you mean {get_quote.price}?',
        'no output of load gives {load.y} a value; load has x',
      ],
    ],
    [
      '[{ call: get_quote, with: { of: "{load.x.deep}" } }, { say: "{get_quote.for.bicycle}" }]',
      [
        'no output of load gives {load.x.deep} a value; load.x has no members',
        'no output of get_quote gives {get_quote.for.bicycle} a value; get_quote.for has car',
      ],
    ],
    [
      '[{ call: get_quote }], set: { price: "{get_quote.prize}" }',
      ['no output of get_quote gives {get_quote.prize} a value; did you mean {get_quote.price}?'],
    ],
    ['[{ hand off: biling }]', ['the agent does not hand off to biling; did you mean billing?']],
    ['[{ hand off: billing }, { hand off: Grace }]', []],
    ['[{ say: "{ordr}" }]', [expect.stringMatching(/nothing gives \{ordr\}.*did you mean \{order\}/)]],
  ])('are refused: %s', (steps, expected) => {
    expect(problemsOf(`      - { id: a, when: /(?<order>\\d+)/, do: ${steps} }\n`)).toEqual(expected)
  })
})

describe('the arguments of a tool', () => {
  const schema =
    '{ type: object, properties: { order_id: { type: string }, to: { type: object, properties: { street: {} } } } }'
  const problemsIn = (version: string, parameters = schema): string[] =>
    problemsWith(
      `functions: { during: [look] }\n    tools: { look: { parameters: ${parameters}, output: { Price: 80 } } }`,
      version,
    )
  const problemsWith = (look: string, version: string): string[] => {
    const loaded = loadWorkspace(
      folderOf({
        'workspace.yaml': 'workspace: w\nkeys: [key]\nagents: [desk.yaml]\n',
        'desk.yaml': `agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    ${look}\n    ${version}\n`,
      }),
    )
    return loaded.ok
      ? []
      : loaded.problems.map(({ at, message, hint }) => `${at.line}:${at.column} ${message}; ${hint}`)
  }
  const odd = 'have no Order_id; did you mean order_id? it differs only in upper and lower case'
  const call = (parameter: string): string => `{ call: look, with: { ${parameter}: x } }`

  it.each([
    'rules: [{ id: a, when: hi, do: [{ call: look, with: { Order_id: x } }] }]',
    'otherwise: [{ call: look, with: { Order_id: x } }]',
    'on silence: [{ call: look, with: { Order_id: x } }]',
    'before: [{ call: look, with: { Order_id: x } }]',
    'after: [{ call: look, with: { Order_id: x } }]',
  ])('are refused in the wrong case, once, wherever a step names them: %s', (version) => {
    const at = `8:${version.indexOf('Order_id') + 5}`
    expect(problemsIn(version)).toEqual([`${at} the parameters of look ${odd}`])
  })
  it.each<[string, string, string[]]>([
    ['order_id', 'ordr_id', ['8:39 the cases of look have no ordr_id; did you mean order_id?']],
    ['order_id: { nr: 1 }, day', 'order_id: { nr: 1 }, dya', [expect.stringContaining('of look have no dya')]],
    ['order_id', 'express', []],
    ['order: 1, orders', 'order: 1, orders', []],
  ])('are those of its cases where it states none: %s, not %s', (inCase, inStep, expected) => {
    const tool = `functions: { during: [look] }\n    tools: { look: { cases: [{ with: { ${inCase}: 1 }, output: x }] } }`
    expect(problemsWith(tool, `otherwise: [{ call: look, with: { ${inStep}: 1 } }]`)).toEqual(expected)
  })
  it('are those of its calls, too, for a case that no call would fit', () => {
    const cases = '[{ with: { order_id: 1 }, output: x }, { with: { oder_id: 2, express: 1 }, output: z }]'
    const tool = `functions: { during: [look] }\n    tools: { look: { cases: ${cases} } }`
    expect(problemsWith(tool, `otherwise: [${call('order_id')}]`)).toEqual([
      expect.stringMatching(/^7:\d+ the calls of look have no oder_id; did you mean order_id\?$/),
    ])
    expect(problemsWith(tool, `otherwise: [${call('order_id')}, ${call('oder_id')}]`)).toEqual([])
  })
  it('are refused of an agent that thinks, too, as is a member of an output', () => {
    const thinking = 'webhook: { url: "http://127.0.0.1:1/" }\n    '
    expect(problemsIn(`${thinking}before: [${call('Order_id')}]`)).toEqual([expect.stringContaining(odd)])
    expect(problemsIn(`${thinking}before: [${call('order_id')}, { say: "{look.price}" }]`)).toEqual([
      expect.stringMatching(/no output of look gives \{look\.price\} a value; did you mean \{look\.Price\}/),
    ])
  })
  it('are refused inside of another, and where they are required', () => {
    expect(problemsIn('otherwise: [{ call: look, with: { to: { Street: x } } }]')).toEqual([
      expect.stringContaining('have no to.Street; did you mean to.street?'),
    ])
    const required = '{ type: object, properties: { order_id: {} }, required: [Order_id] }'
    expect(problemsIn('otherwise: [{ say: hi }]', required)).toEqual([
      expect.stringContaining('the parameters require Order_id and have none; did you mean order_id?'),
    ])
  })
  it('may have names that resemble none, where the schema leaves that open', () => {
    expect(problemsIn(`otherwise: [${call('note')}]`)).toEqual([])
    const open = '{ type: object, properties: { order_id: {} }, additionalProperties: { type: string } }'
    expect(problemsIn(`otherwise: [${call('Order_id')}]`, open)).toEqual([])
    expect(problemsIn('otherwise: [{ call: look, with: { Order_id: x, order_id: z } }]')).toEqual([])
  })
})
