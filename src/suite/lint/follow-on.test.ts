import { describe, expect, it } from 'vitest'
import { namesInSchema } from './check-arguments.ts'
import { agentsWith, facts, lintScript, readSuite } from './lint-text.fixture.ts'

const parameters = { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] }
const needs = [{ name: 'order_id', oneOf: [] }]
const takes = new Map([
  [
    'find_order',
    { needs, named: namesInSchema(parameters), gives: new Map([['status', new Map()]]), parameters: [parameters] },
  ],
])
const desk = agentsWith({ 'desk default': facts({ during: ['find_order'] }, { takes }) })

const tell = (members: string): string[] =>
  lintScript(readSuite(`suite: S\nagent: desk\nconversations:\n  - name: one\n${members}`), desk).map(
    ({ at, message, hint }) => `${at.line}: ${message}; ${hint}`,
  )

const noTool = 'the configuration of "desk" (default) lists no function fnid_order; did you mean find_order?'
const noArgument = 'no argument of find_order is called ordr_id; did you mean order_id?'
const turn = (expectation: string, more = ''): string =>
  `    turns:\n      - user: hi\n        expect: ${expectation}\n${more}`

describe('a misspelt name is told once, without what follows from it', () => {
  it.each([
    ['what else is allowed', turn('{ calls: { only: [find_order], in order: [fnid_order] } }'), noTool],
    [
      'what is listed',
      turn('{ calls: [fnid_order] }', '        capture: { a: calls.find_order.output.status }\n'),
      noTool,
    ],
    ['what is exact', turn('{ calls: { exactly: [fnid_order], any order: [find_order] } }'), noTool],
    [
      'what the next turn requires',
      `${turn('{ calls: { exactly: [fnid_order] } }')}      - user: ho\n        requires: { calls: [find_order] }\n`,
      noTool,
    ],
    [
      'the same in other places',
      turn(
        '{ calls: [fnid_order], latency: { tools: { fnid_order: 1 s } } }',
        '        capture: { a: calls.fnid_order.output.status }\n',
      ),
      `${noTool} the same in line 8`,
    ],
    [
      'arguments of a history',
      `    history: [{ user: a }, { call: { find_order: { with: { ordr_id: "1" }, returns: x } } }, { agent: b }]\n${turn('{ reply: c }')}`,
      noArgument,
    ],
    [
      'what a user has to tell',
      '    simulated user: { wants: an order of 1042, knows: { customer: 1042 }, done when: { calls: [{ find_order: { with: { ordr_id: 1042 } } }] } }\n',
      noArgument,
    ],
  ])('%s', (_, members, problem) => {
    expect(tell(members).map((each) => each.replace(/^\d+: /, ''))).toEqual([problem])
  })
})
