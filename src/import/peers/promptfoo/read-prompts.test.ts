import { expect, it } from 'vitest'
import { conversationsOf, importFiles, noteLines, refusedOf } from '../import.fixture.ts'

const turnsOf = (files: Record<string, string | Buffer>) => {
  const made = importFiles(files)
  const [suite] = made.suites
  const talks = suite === undefined ? [] : conversationsOf(suite.text)
  return { made, suite, users: talks.flatMap(({ turns }) => turns.map(({ user }) => user?.value)) }
}

const tests = 'tests: [{ vars: { tone: calm, ask: "Open?", none: x }, assert: [{ type: contains, value: nine }] }]\n'

it.each([
  ['a pattern of names', 'prompts: ["file://p*.txt"]\n', { 'p1.txt': 'Be {{tone}}. {{ask}}' }],
  ['a path alone', 'prompts: sub/p.txt\n', { 'sub/p.txt': 'Be {{tone}}. {{ask}}' }],
  ['the second of a text', 'prompts: [file://p.txt]\n', { 'p.txt': 'Be brief.\n---\nBe {{tone}}. {{ask}}' }],
  [
    'the second line of JSON lines',
    'prompts: [file://p.jsonl]\n',
    { 'p.jsonl': '["Be brief."]\n["{{tone}} {{ask}}"]' },
  ],
  ['the second of a list', 'prompts: ["Hello {{name}}", "Be {{tone}}. {{ask}}"]\n', {}],
])('takes the prompt that reads a variable of the test: %s', (_, prompts, files) => {
  expect(turnsOf({ 'a.yaml': prompts + tests, ...files }).users).toEqual(['Open?'])
})

it.each([
  ['file://p.py:make', 'code is not run'],
  ['file://p.js', 'code is not run'],
  ['exec:./p.rb', 'code is not run'],
  ['file://none*.txt', 'no file has such a name'],
  ['file://none.txt', 'the file cannot be read'],
])('says why it has no prompt: %s', (written, why) => {
  const { made } = turnsOf({ 'a.yaml': `prompts: ["${written}"]\n${tests}`, 'p.js': 'return "{{none}}"' })
  expect(noteLines(made)[0]).toContain(`1 changed ${written}: ${why}`)
})

const chat = (part: string) => `[{ "role": "user", "content": [{ "type": "text", "text": "{{ask}}" }, ${part}] }]`

it('attaches what a message has beside its text, where it is at a public link, and else skips the conversation', () => {
  const files = (link: string, part: string) => ({
    'a.yaml': `prompts: [file://p.json]\ntests: [{ vars: { ask: "What is it?", link: "${link}" }, assert: [{ type: contains, value: cat }] }]\n`,
    'p.json': chat(part),
    'cat.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]),
  })
  const image = '{ "type": "image_url", "image_url": { "url": "{{link}}" } }'
  const { suite, users } = turnsOf(files('https://example.com/cat.jpg', image))
  expect([suite?.skipped, users]).toEqual([0, ['What is it?']])
  expect(suite?.text).toContain('attachments: ["https://example.com/cat.jpg"]')
  for (const link of ['iVBORw0KGgo', 'file://cat.jpg']) {
    const { made, suite: skipped } = turnsOf(files(link, '{ "image": { "format": "jpeg", "bytes": "{{link}}" } }'))
    expect([skipped?.skipped, skipped?.text]).toEqual([
      1,
      expect.stringContaining('# lost (line 2) "{{link}}": attach'),
    ])
    expect(noteLines(made).join('\n').includes('the file is no text')).toBe(link.startsWith('file:'))
  }
})

it('says of a test that says nothing which variable is not read, and of a table what it is', () => {
  const made = importFiles({
    'a.yaml': 'prompts: ["{{image}}"]\ntests: [{ vars: { image: file://cat.png }, prompts: [a] }]\n',
    'b.yaml': 'prompts: ["{{q}}"]\ntracing: { enabled: true }\ndefaultTest: { threshold: 1 }\ntests: file://t.xlsx\n',
    't.xlsx': 'PK',
  })
  expect(refusedOf(made).slice(1)).toEqual([
    '2 "file://cat.png" is not read: the file cannot be read: import it together with this one',
    '2 nothing is said in this test, as "file://cat.png" is not read: the file cannot be read: import it together with this one',
    '4 "file://t.xlsx" is not read: spreadsheets are not read',
  ])
})

it.each([
  ['{{ order.lines[1].id }}', 'B7', []],
  ["{{ order['no'] }}", '1042', []],
  ['{{ vars.name | upper }}', 'Bo', ['the filter upper is not applied']],
  ['{{ order.none }}', '', ['nothing in the test gives it a value that a suite could say']],
])('fills in %s', (expression, filled, whys) => {
  const vars = { order: { no: 1042, lines: [{ id: 'A1' }, { id: 'B7' }] }, name: 'Bo', q: `Is it ${expression}?` }
  const config = { prompts: ['{{q}}'], tests: [{ vars, assert: [{ type: 'contains', value: 'x' }] }] }
  const { suite, users } = turnsOf({ 'a.json': JSON.stringify(config) })
  expect(users).toEqual([`Is it ${filled}?`])
  expect(suite?.notes.filter(({ kind }) => kind === 'lost').map(({ why }) => why)).toEqual(whys)
})

it('skips a conversation that takes up the answer of another one', () => {
  const { suite, users } = turnsOf({
    'a.yaml': `prompts: ["{{q}}"]
tests:
  - { vars: { q: A fruit? }, options: { storeOutputAs: fruit }, assert: [{ type: contains, value: a }] }
  - { vars: { q: "Why {{fruit}}?" }, assert: [{ type: contains, value: a }] }
`,
  })
  expect(users).toEqual(['A fruit?', 'Why TODO?'])
  expect(suite?.text).toContain('skip: "it takes up the answer of another test')
})

it('tells a test that checks nothing from one that lost its checks', () => {
  const { made } = turnsOf({
    'a.yaml':
      'prompts: ["{{q}}"]\ntests:\n  - { vars: { q: a } }\n  - { vars: { q: b }, assert: [{ type: llm-rubric }] }\n',
  })
  expect(noteLines(made).slice(1)).toEqual([
    '3 changed a: it checks nothing: fill in the TODO, and take out skip',
    '4 lost b: none of its checks can be expressed in a suite: fill in the TODO, and take out skip',
    '4 lost {"type":"llm-rubric"}: it has no value',
  ])
})

it('takes what a mischievous user wants from the variable that it names', () => {
  const provider = 'provider: { id: "promptfoo:redteam:mischievous-user", config: { injectVar: prompt } }'
  const { made } = turnsOf({
    'a.yaml': `prompts: ["{{prompt}}"]\ntests: [{ vars: { prompt: Wants it free }, ${provider} }]\n`,
  })
  expect(made.suites[0]?.text).toContain('wants: Wants it free')
})
