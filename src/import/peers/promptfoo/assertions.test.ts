import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { importFiles } from '../import.fixture.ts'

/** The base types of promptfoo's schema (BaseAssertionTypesSchema, July 2026), and its special ones. */
const types =
  `answer-relevance bleu classifier contains contains-all contains-any contains-html contains-json contains-sql
contains-xml context-faithfulness context-recall context-relevance conversation-relevance cost equals factuality
finish-reason g-eval gleu guardrails icontains icontains-all icontains-any is-html is-json is-refusal is-sql
is-valid-function-call is-valid-openai-function-call is-valid-openai-tools-call is-xml javascript latency levenshtein
llm-rubric pi meteor model-graded-closedqa model-graded-factuality moderation perplexity perplexity-score python regex
rouge-n ruby similar similar:cosine similar:dot similar:euclidean starts-with tool-call-f1 skill-used
trajectory:goal-success trajectory:tool-args-match trajectory:step-count trajectory:tool-sequence trajectory:tool-used
trace-error-spans trace-span-count trace-span-duration search-rubric webhook word-count select-best human max-score
assert-set`.split(/\s+/)

const values: Readonly<Record<string, object>> = {
  latency: { threshold: 900 },
  'word-count': { value: { max: 9 } },
  'is-json': {},
  'contains-json': {},
  'trajectory:tool-sequence': { value: ['a', 'b'] },
  'trajectory:tool-args-match': { value: { name: 'a', args: { seats: 2 } } },
  'trajectory:step-count': { value: { type: 'tool', max: 3 } },
  'assert-set': { assert: [{ type: 'contains', value: 'x' }] },
}

const page = readFileSync(new URL('../../../../docs/import-peers.md', import.meta.url), 'utf8')
const rows = (page.split('### Every assertion')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(' | '))
const documented = new Map(
  rows.flatMap(([names = '', becomes = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, becomes.startsWith('lost')] as const),
  ),
)

it('has a row in the docs for every assertion, and for no other', () => {
  expect([...documented.keys()].sort()).toEqual([...types].sort())
})

it.each(types)('becomes of %s what the docs say', (type) => {
  const assertion = { type, ...(values[type] ?? { value: 'hello' }) }
  const tests = [{ vars: { q: 'hi' }, assert: [assertion] }]
  const { suites } = importFiles({ 'a.json': JSON.stringify({ prompts: ['{{q}}'], tests }) })
  const losses = suites[0]?.notes.filter(({ kind, what }) => kind === 'lost' && what.startsWith('{')) ?? []
  expect(losses.map(({ why }) => why).filter((why) => why === 'this assertion is not known')).toEqual([])
  expect([losses.length > 0, suites[0]?.skipped === 1]).toEqual(Array(2).fill(documented.get(type)))
})

it('becomes of the example of the docs the suite that stands beside it', () => {
  const [, config = ''] = /```yaml\n(# promptfooconfig\.yaml\n[\s\S]*?)```/.exec(page) ?? []
  const [, excerpt = ''] = /```yaml\n(# Imported from [\s\S]*?)```/.exec(page) ?? []
  const { suites } = importFiles({ 'promptfooconfig.yaml': config })
  const lines = (suites[0]?.text ?? '').split('\n')
  const cut = excerpt.split('\n').map((line, index) => {
    const whole = lines[index] ?? ''
    return line.endsWith('…') ? `${whole.slice(0, line.length - 1)}…` : whole
  })
  expect([cut.join('\n'), cut.length]).toEqual([excerpt, lines.length])
})

const callsOf = (...asserts: object[]): string => {
  const tests = [{ vars: { q: 'hi' }, assert: asserts }]
  const { suites } = importFiles({ 'a.json': JSON.stringify({ prompts: ['{{q}}'], tests }) })
  const text = suites[0]?.text ?? ''
  return /calls: (.*?)(?: \} \}| \})?\n$/.exec(text.slice(text.indexOf('turns:')))?.[1] ?? text
}

it.each([
  [{ type: 'trajectory:tool-used', value: ['a', 'b'] }, 'any order: [a, b]'],
  [{ type: 'trajectory:tool-used', value: { name: 'a', max: 0 } }, 'never: [a]'],
  [{ type: 'trajectory:tool-used', value: { name: 'a', min: 2, max: 3 } }, 'times: { at least: 2, at most: 3 }'],
  [{ type: 'not-trajectory:tool-used', value: ['a', 'b*'] }, 'never: [a, "b*"]'],
  [{ type: 'not-trajectory:tool-used', value: { name: 'a', min: 2 } }, 'times: { at most: 1 }'],
  [{ type: 'trajectory:tool-sequence', value: { mode: 'exact', steps: ['a', { name: 'b' }] } }, 'exactly: [a, b]'],
  [{ type: 'not-trajectory:tool-args-match', value: { name: 'a', args: { s: 2 }, mode: 'exact' } }, 'never:'],
  [{ type: 'trajectory:step-count', value: { type: 'tool', max: 0 } }, 'count: 0'],
])('says of calls what %j says', (assertion, call) => {
  expect(callsOf(assertion)).toContain(call)
})

it.each([
  ['is-json', 'changed'],
  ['not-is-json', 'changed'],
  ['contains-json', 'changed'],
  ['not-contains-json', 'lost'],
])('says that %s is %s, as JSON is sought in other places here', (type, kind) => {
  for (const value of [null, { type: 'object', required: ['a'] }]) {
    const tests = [{ vars: { q: 'hi' }, assert: [{ type, ...(value === null ? {} : { value }) }] }]
    const { suites } = importFiles({ 'a.json': JSON.stringify({ prompts: ['{{q}}'], tests }) })
    expect(suites[0]?.notes.filter(({ what }) => what.includes(type)).map((each) => each.kind)).toEqual([kind])
    expect(suites[0]?.text.includes('json: ')).toBe(kind === 'changed')
  }
})

it('refuses what is missing or cut off with its line, and keeps what is whole', () => {
  const files = ['b.jsonl', 'c.csv', 'd.csv', 'e.yaml', 'f.json', 'missing.csv', 'none-*.csv']
  const made = importFiles({
    'promptfooconfig.yaml': `prompts: ["{{q}}"]\ntests:\n${files.map((each) => `  - file://${each}\n`).join('')}`,
    'b.jsonl': '{"vars":{"q":"one"},"assert":[{"type":"contains","value":"x"}]}\n{"vars":{"q":"l2"}\n',
    'c.csv': 'q,__expected\nx,y\n"cut off,Friday\n',
    'd.csv': 'q,q,__expected\na,two,c\n',
    'e.yaml': '- vars: { q: y\n',
    'f.json': '[{"vars":{"q":"j"}',
  })
  expect(made.refused.map(({ origin }) => `${origin.file}:${origin.line}`)).toEqual([
    'e.yaml:1',
    'f.json:1',
    'b.jsonl:2',
    'c.csv:3',
    'd.csv:1',
    'promptfooconfig.yaml:8',
    'promptfooconfig.yaml:9',
  ])
  expect(made.refused[4]?.message).toBe('two columns are named "q"')
  const text = made.suites[0]?.text ?? ''
  expect([text.includes('user: one'), text.includes('user: two')]).toEqual([true, true])
})

it('keeps a row whose text looks like a pattern, beside the others of its table', () => {
  const rows = ['a,contains:Friday', 'b,contains:/api/i', 'c,contains:/a+/', 'd,"equals:(?i)foo"', 'e,contains:x']
  const made = importFiles({
    'promptfooconfig.yaml': 'prompts: ["{{q}}"]\ntests: file://t.csv\n',
    't.csv': `q,__expected\n${rows.join('\n')}\n`,
  })
  expect(made.refused).toEqual([])
  expect([made.suites[0]?.conversations, made.suites[0]?.skipped]).toEqual([4, 0])
  expect(made.suites[0]?.text).toContain('contains: "/\\\\/api\\\\/i/"')
})

it('reads tests in other files and tables, and what they refer to', () => {
  const { suites, refused, aside } = importFiles({
    'promptfooconfig.yaml': 'prompts: ["{{q}}"]\ntests: [file://tests/*.yaml, file://t.csv, file://gen.py]\n',
    'tests/a.yaml': '- vars: { q: one }\n  assert: [{ type: llm-rubric, value: file://../rubric.txt }]\n',
    'rubric.txt': 'is kind\n',
    't.csv': 'q,__expected,__description\n"two, please","icontains: yes",named\nthree,not-contains: no,\n',
  })
  const text = suites[0]?.text ?? ''
  expect(text).toContain('judge: is kind')
  expect(text).toContain('name: named')
  expect(text).toContain('- user: two, please')
  expect(text).toContain('not: { contains: "no" }')
  expect(text).toContain('gen.py')
  expect([refused, aside]).toEqual([[], []])
})

it.each([
  [
    'on the test',
    'tests: [{ provider: { id: "promptfoo:simulated-user", config: { maxTurns: 5, instructions: "I want {{x}}" } }, vars: { x: tea } }]',
  ],
  [
    'on defaultTest',
    'defaultTest: { provider: { id: "promptfoo:simulated-user", config: { maxTurns: 5 } } }\ntests: [{ vars: { instructions: I want tea } }]',
  ],
  [
    'among providers',
    'providers: [{ id: "promptfoo:simulated-user", config: { maxTurns: 5 } }]\ntests: [{ vars: { instructions: I want tea } }]',
  ],
])('makes a simulated user a simulated user: %s', (_, rest) => {
  const text = importFiles({ 'a.yaml': `prompts: [You are an agent.]\n${rest}\n` }).suites[0]?.text ?? ''
  expect(text).toContain('wants: I want tea')
  expect(text).toContain('5 turns')
  expect(text).not.toContain('user: You are')
})

it('begins with the messages that came before a simulated user, and is done when its tools were called', () => {
  const text =
    importFiles({
      'a.yaml': `prompts: [You are an agent.]
tests:
  - provider: { id: "promptfoo:simulated-user", config: { instructions: tea, initialMessages: [{ role: user, content: hello }, { role: assistant, content: hi }] } }
    assert: [{ type: trajectory:tool-used, value: order }, { type: not-contains, value: sorry }, { type: llm-rubric, value: is kind }]
`,
    }).suites[0]?.text ?? ''
  expect(text).toContain('- user: hello')
  expect(text).toContain('# the agent said "hi"')
  expect(text).toMatch(/done when: \{ calls: \{ any order: \[order\] \} \}/)
  expect(text).toMatch(/every turn: \{ reply: \{ not: \{ contains: sorry \} \} \}/)
  expect(text).toMatch(/looks at: conversation/)
})

it('names a red-team configuration, and leaves files that nobody named aside', () => {
  const redteam = 'targets: [x]\nredteam: { plugins: [pii] }\n'
  expect(importFiles({ 'a.yaml': redteam }).aside[0]?.message).toMatch(/red-team configuration/)
  const draft = importFiles({
    'promptfooconfig.yaml':
      'prompts: ["{{q}}"]\ntests: [{ vars: { q: hi }, assert: [{ type: contains, value: x }] }]\n',
    'grader.txt': 'be strict\n',
    'notes.yaml': '# nothing yet\n',
  })
  expect(draft.refused).toEqual([])
  expect(draft.aside.map(({ origin }) => origin.file)).toEqual(['grader.txt', 'notes.yaml'])
})
