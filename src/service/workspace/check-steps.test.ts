import { describe, expect, it } from 'vitest'
import { folderOf } from '../agents/tools/tools.fixture.ts'
import { loadWorkspace } from './load-workspace.ts'

/** The problems of an agent with the tool get_quote and these rules, as YAML in flow style. */
function problemsOf(rules: string): string[] {
  const loaded = loadWorkspace(
    folderOf({
      'workspace.yaml': 'workspace: w\nkeys: [key]\nagents: [desk.yaml]\n',
      'desk.yaml': `agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    functions: { during: [get_quote], pre: [load] }\n    tools: { get_quote: { output: { price: 80, for: { car: [x] } } }, load: { output: { x: 1 } } }\n    rules:\n${rules}`,
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
    ['[{ call: get_qote }, { say: "hi" }]', ['the agent has no tool get_qote; did you mean get_quote?']],
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
    ['[{ say: "{ordr}" }]', [expect.stringMatching(/nothing gives \{ordr\}.*did you mean \{order\}/)]],
  ])('are refused: %s', (steps, expected) => {
    expect(problemsOf(`      - { id: a, when: /(?<order>\\d+)/, do: ${steps} }\n`)).toEqual(expected)
  })
})
