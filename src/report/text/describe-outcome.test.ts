import { expect, it } from 'vitest'
import { judgeTurn, ran } from '../../engine/expect/judge-turn.fixture.ts'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { called, said } from '../../engine/transcript/entries.fixture.ts'
import { describeOutcome } from './describe-outcome.ts'

const reply = said('assistant', 'Order 1042 is on its way.', 3_004)
const entries = [
  ...ran('find_user', {}, 'ok', { phase: 'pre' }),
  ...ran('get_order', { id: 'A-1', items: [{ sku: 'x' }] }, '{"status":"lost"}', { executionTimeMs: 12 }),
  reply,
]
const described = (yaml: string, scene = entries): string[] =>
  judgeTurn(yaml, scene)
    .filter(({ verdict }) => verdict !== 'passed')
    .map(describeOutcome)

it.each<[string, string[]]>([
  [
    'reply: { contains: shipped }',
    [
      'the reply is not as expected',
      '  expected  something that contains "shipped"',
      '  actual    "Order 1042 is on its way."',
    ],
  ],
  [
    'reply: { not: { contains: 1042 } }',
    [
      'the reply is what it must not be',
      '  expected  not something that contains "1042"',
      '  actual    "Order 1042 is on its way."',
    ],
  ],
  [
    'reply: { words: 2 }',
    ['the reply is not as expected', '  where     reply (words)', '  expected  2', '  actual    6'],
  ],
  ['reply: { agentName: human }', ['agentName is not as expected', '  expected  "human"', '  actual    "desk"']],
  ['reply: none', ['the reply is not as expected', '  expected  no reply', '  actual    "Order 1042 is on its way."']],
  ['reply: { button: Track }', ['the reply holds no button']],
  [
    'reply: { text: Hello }',
    ['no text of the reply is the expected one', '  text: expected "Hello", but here is "Order 1042 is on its way."'],
  ],
  [
    'calls: [get_ordr]',
    [
      'get_ordr was not called',
      '  calls made  find_user (pre), get_order',
      '  did you mean get_order, or does the agent mean get_ordr?',
    ],
  ],
  [
    'calls: [get_order, get_order]',
    ['get_order was called once, which is too few', '  calls made  find_user (pre), get_order'],
  ],
  [
    'calls: [get_order, find_user]',
    ['get_order was called, but not in the expected order', '  calls made  find_user (pre), get_order'],
  ],
  [
    'calls: [{ get_order: { with: { items: [{ sku: z }] }, phase: pre } }]',
    [
      'get_order was called, but with other arguments, and in another phase',
      '  arguments.items[0].sku: expected "z", but here is "x"',
      '  phase: expected pre, but here is "during"',
    ],
  ],
  [
    'calls: [{ get_order: { within: 5 ms } }]',
    ['get_order was called, but it took too long', '  executionTimeMs: expected at most 5 ms, but here is 12 ms'],
  ],
  [
    'calls: [{ get_order: { returns: { status: here } } }]',
    ['get_order was called, but it returned something else', '  output.status: expected "here", but here is "lost"'],
  ],
  [
    'calls: [{ get_order: { is_error: true } }]',
    ['get_order was called, but it did not fail', '  is_error: expected true, but here is false'],
  ],
  [
    'calls: [{ get_order: { before: find_user } }]',
    ['get_order was called, but at another point', '  order: expected before find_user, but here is "after find_user"'],
  ],
  [
    'calls: [{ get_order: { times: 2 } }]',
    ['the number of matching calls of get_order is 1', '  expected    2', '  calls made  find_user (pre), get_order'],
  ],
  [
    'calls: [{ get_order: { times: 1, before: find_user } }]',
    ['get_order was called, but at another point', '  order: expected before find_user, but here is "after find_user"'],
  ],
  [
    'calls: { count: { at most: 1 } }',
    ['the number of calls is 2', '  expected    at most 1', '  calls made  find_user (pre), get_order'],
  ],
  ['calls: { never: [find_user] }', ['find_user must never be called here', '  arguments  {}', '  phase      pre']],
  ['calls: { reference: [get_order], count: 2 }', ['get_order was called']],
  ['latency: { reply: 3 s }', ['the reply took 3004 ms', '  expected  at most 3 s']],
  ['latency: { reply: "<= 1 s" }', ['the reply took 3.0 s', '  expected  <= 1 s']],
  ['latency: { tool: < 12 ms }', ['get_order took 12 ms', '  expected  < 12 ms']],
  ['error: forbidden', ['the service should have refused this turn, but the agent answered']],
])('%s', (yaml, lines) => {
  expect(described(yaml)).toEqual([lines.join('\n')])
})

it('tells each call apart that is too many', () => {
  expect(described('calls: none').map((text) => text.split('\n', 1)[0])).toEqual([
    'no tool should be called, but find_user was',
    'no tool should be called, but get_order was',
  ])
  expect(described('calls: { exactly: [find_user] }')[0]).toBe(
    'get_order was called in addition to the listed calls\n  arguments  {"id":"A-1","items":[{"sku":"x"}]}\n  phase      during',
  )
})

it('says that a call gave no output', () => {
  expect(described('calls: [{ a: { is_error: true } }]', [called('a', '1')])).toEqual([
    'a was called, but it gave no output\n  is_error: expected true, but here is nothing',
  ])
})

it('says what was not judged, and why', () => {
  const untimed = ran('a', {}, 'ok', { executionTimeMs: null })
  expect(described('calls: [{ a: { within: 5 ms } }]', untimed)).toEqual([
    'a was called, but the service did not say how long it took\n  expected  at most 5 ms',
  ])
  expect(described('latency: { tool: 5 ms }', untimed)).toEqual(['the time of a is not known, so it was not judged'])
  expect(described('latency: { tool: 5 ms }', [reply])).toEqual([
    'no tool was called, so there is no tool time to judge',
  ])
})

it('keeps long texts short', () => {
  const [text = ''] = described('reply: Hello', [said('assistant', 'Hello '.repeat(500))])
  expect(text.length).toBeLessThan(400)
})

it('tells a law by its finding', () => {
  const finding = { law: 'no open call' as const, message: 'a (1) has no output', index: 0 }
  const outcome: Outcome = { kind: 'law', verdict: 'failed', at: { line: 1, column: 1, length: 1 }, finding }
  expect(describeOutcome(outcome).split('\n')).toEqual([
    'a (1) has no output',
    '  the law "no open call" holds in every conversation, unless the suite says laws: { no open call: why it may be broken }',
  ])
})

it('tells of what could not be read how to relax it', () => {
  const finding = { law: 'known entries' as const, message: 'an entry cannot be read', index: 0 }
  const outcome: Outcome = { kind: 'law', verdict: 'not judged', at: { line: 1, column: 1, length: 1 }, finding }
  expect(describeOutcome(outcome)).toMatch(
    /^an entry cannot be read\n {2}it may be what was ruled out.*add laws: \{ known entries: why \} to the suite/,
  )
})

it('names ignore case where capitals alone keep a condition from holding, of a reply and of what has a path', () => {
  const hint = 'it differs only in capitals: ignore case: true makes them count alike'
  const at = { line: 1, column: 1, length: 1 }
  const miss = { at, path: 'reply', expected: '"Friday"', actual: 'friday', differsOnlyIn: 'case' as const }
  const outcome = { kind: 'reply', verdict: 'failed', at, subject: 'reply', mismatches: [miss] } as const
  expect(describeOutcome({ ...outcome, mismatches: [miss] })).toMatch(new RegExp(`\\n {2}hint {6}${hint}$`))
  expect(describeOutcome({ ...outcome, kind: 'session', subject: 'tags', mismatches: [miss] })).toContain(
    `\n  hint: ${hint}`,
  )
})
