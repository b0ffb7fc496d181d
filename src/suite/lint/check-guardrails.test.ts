import { expect, it } from 'vitest'
import type { JsonObject } from '../../base/json/json.ts'
import { planScript } from '../plan/plan.ts'
import { namesInSchema } from './check-arguments.ts'
import { checkToolsAfter } from './check-tools.ts'
import { agentsWith, facts, readSuite } from './lint-text.fixture.ts'
import { reach } from './reach.ts'

/** The facts of a version with these tools, each with its arguments. */
function version(tools: Record<string, JsonObject>) {
  const takes = Object.entries(tools).map(
    ([name, properties]) => [name, { needs: [], named: namesInSchema({ properties }), gives: null }] as const,
  )
  return facts({ during: Object.keys(tools) }, { takes: new Map(takes) })
}

const to = { properties: { iban: {} } }
const agents = agentsWith({
  'desk default': version({ find: {}, refund: {}, pay: { n: {}, express: {}, to } }),
  'desk draft': version({ find: {}, issue_credit: {}, pay: { n: {}, fast: {}, to: { properties: { account: {} } } } }),
})

function told(expected: string, call: [tool: string, args?: JsonObject], settings = '', of = 'draft'): string[] {
  const yaml = `suite: S\nagent: desk\n${settings}conversations: [{ name: a, turns: [{ user: hi, expect: { calls: ${expected} } }] }]`
  const [plan] = planScript(readSuite(yaml), {
    ...{ versions: [of], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true },
  })
  if (plan === undefined) throw new Error('no plan')
  const calls = [{ name: call[0], arguments: call[1] ?? {} }]
  const { errors, warnings } = checkToolsAfter(plan, reach(agents, 'desk', [of]), calls, agents.tools())
  return [...errors, ...warnings].flatMap(({ code, message }) => (code === 'stale-guardrail' ? [message] : []))
}

const gone = (what: string, instead: string) =>
  `"desk" has ${what} as it is published alone; this version calls ${instead}, of which nothing here speaks`

it.each([
  ['{ never: [refund] }', 'issue_credit'],
  ['{ never: ["ref*"] }', 'issue_credit'],
  ['{ during: { never: [refund] } }', 'issue_credit'],
  ['[{ refund: { times: 0 } }]', 'issue_credit'],
  ['{ never: [{ refund: { with: { order: 1 } } }] }', 'issue_credit'],
  ['{ never: [{ find: { before: refund } }] }', 'issue_credit'],
])('a guardrail of what a draft has under a far name, %s, is told where it calls %s', (expected, call) => {
  const tool = expected.includes('ref*') ? 'ref*' : 'refund'
  expect(told(expected, [call])).toEqual([gone(`the tool ${tool}`, 'issue_credit')])
})

it.each<[string, JsonObject, ...string[]]>([
  ['{ never: [{ pay: { with: { express: true } } }] }', { n: 1, fast: true }, 'express', 'fast'],
  ['{ never: [{ pay: { with: { express: { not: false } } } }] }', { fast: true }, 'express', 'fast'],
  ['{ never: [{ pay: { with: { to: { iban: X } } } }] }', { to: { account: 'X' } }, 'to.iban', 'to.account'],
])('the same of an argument: %s', (expected, args, argument = '', instead = '') => {
  expect(told(expected, ['pay', args])).toEqual([gone(`the argument ${argument} of pay`, instead)])
})

it('is told of a guardrail of every turn', () => {
  expect(told('[issue_x]', ['issue_credit'], 'every turn: { calls: { never: [refund] } }\n')).toHaveLength(1)
})

it.each<[string, string, string, JsonObject?]>([
  ['what it calls is forbidden too', '{ never: [refund, issue_credit] }', 'issue_credit'],
  ['what it calls is expected', '{ any order: [issue_credit], never: [refund] }', 'issue_credit'],
  ['nothing new is called', '{ never: [refund] }', 'find'],
  ['the tool is called as it was', '{ never: [refund] }', 'refund'],
  ['the tool is there still', '{ never: [find] }', 'issue_credit'],
  ['nobody ever had it', '{ never: [wipe_all] }', 'issue_credit'],
  ['it is expected, and fails', '[refund]', 'issue_credit'],
  ['no new argument comes', '{ never: [{ pay: { with: { express: true } } }] }', 'pay', { n: 1 }],
  [
    'it is named too',
    '{ never: [{ pay: { with: { express: 1 } } }, { pay: { with: { fast: 1 } } }] }',
    'pay',
    { fast: 1 },
  ],
])('is not told where %s', (_, expected, tool, args) => {
  expect(told(expected, [tool, args ?? {}])).toEqual([])
})

it('is not told of the published version', () => {
  expect(told('{ never: [refund] }', ['issue_credit'], '', 'default')).toEqual([])
})
