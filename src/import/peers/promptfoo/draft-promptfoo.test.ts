import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { conversationsOf, importFiles, onlySuite } from '../import.fixture.ts'

const prompt = `[
  { "role": "system", "content": {{ system | dump }} },
  {% for completion in _conversation %}
  { "role": "user", "content": "{{ completion.input }}" },
  { "role": "assistant", "content": "{{ completion.output }}" },
  {% endfor %}
  { "role": "user", "content": "{{ question }}" }
]`

describe('a prompt that repeats the conversation', () => {
  it('makes tests that go on from one another the turns of one conversation', () => {
    const draft = importFiles({
      'promptfooconfig.yaml': `description: Orders
prompts: [file://prompt.json]
providers: [openai:gpt-4o]
defaultTest:
  assert: [{ type: latency, threshold: 3000 }]
tests:
  - description: asks
    vars: { question: "Where is {{order}}?", order: 1042 }
    assert: [{ type: icontains, value: shipped }, { type: llm-rubric, value: is kind }]
    options: { storeOutputAs: place }
  - vars: { question: "Is it in {{place}}?" }
    assert:
      - { type: contains-any, value: ["yes", "no"] }
      - { type: not-regex, value: "sorr(y|ies)" }
`,
      'prompt.json': prompt,
    })
    expect(draft.refused).toEqual([])
    expect(onlySuite(draft)).toBe(`  - name: Orders
    turns:
      - user: Where is 1042?
        # test "asks"
        # changed (line 9) "llm-rubric": a model of your config judges it, met or not met, and its word is advice until it has a licence: tableread lint says what to sharpen
        expect: { reply: { contains: shipped, ignore case: true }, latency: 3000 ms, judge: is kind }
        capture: { place: reply }
      - user: "Is it in {{place}}?"
        expect:
          reply: { contains: { one of: ["yes", "no"] }, not: { matches: "/sorr(y|ies)/" } }
          latency: 3000 ms
`)
  })

  it('keeps talks apart by their conversationId', () => {
    const draft = importFiles({
      'a.yaml': `prompts: [file://prompt.json]
tests:
  - { vars: { question: one }, metadata: { conversationId: a }, assert: [{ type: contains, value: x }] }
  - { vars: { question: two }, metadata: { conversationId: b }, assert: [{ type: contains, value: x }] }
  - { vars: { question: three }, metadata: { conversationId: a }, assert: [{ type: contains, value: x }] }
`,
      'prompt.json': prompt,
    })
    const talks = conversationsOf(draft.suites[0]?.text ?? '')
    expect(talks.map(({ name, turns }) => [name.value, turns.map(({ user }) => user?.value)])).toEqual([
      ['a', ['one', 'three']],
      ['b', ['two']],
    ])
  })
})

describe('assertions of likeness', () => {
  it.each([
    ['similar', 'It was sent.', 'similar to: It was sent.'],
    ['similar:cosine', '[It was sent., It is sent.]', 'similar to: [It was sent., It is sent.]'],
    ['not-similar', 'I cannot help.', 'not: { similar to: I cannot help. }'],
    ['rouge-n', 'It was sent.', 'similar to: It was sent.'],
    ['levenshtein', 'It was sent.', 'similar to: It was sent.'],
  ])('become likeness by our own measure, and it is told: %s', (type, value, matcher) => {
    const draft = importFiles({
      'a.yaml': `prompts: ["{{q}}"]\ntests: [{ vars: { q: hi }, assert: [{ type: "${type}", value: ${value}, threshold: 0.8 }] }]\n`,
    })
    expect(onlySuite(draft)).toContain(`expect: { reply: { ${matcher} } }`)
    expect(draft.suites[0]?.notes.map(({ kind }) => kind)).toContain('changed')
  })
  it('are lost where there is nothing to be like', () => {
    const draft = importFiles({
      'a.yaml':
        'prompts: ["{{q}}"]\ntests: [{ vars: { q: hi }, assert: [{ type: similar, value: "?" }, { type: contains, value: x }] }]\n',
    })
    expect(draft.suites[0]?.notes.map(({ kind }) => kind)).toContain('lost')
  })
})

describe('assertions that a model decides', () => {
  const draftOf = (asserts: string) =>
    importFiles({
      'a.yaml': `prompts: ["{{q}}"]\ntests: [{ vars: { q: hi, thing: voucher }, assert: [${asserts}] }]\n`,
    })

  it.each([
    ['{ type: llm-rubric, value: "offers a {{thing}}" }', 'judge: offers a voucher'],
    [
      '{ type: not-llm-rubric, value: blames the customer }',
      'judge: { criterion: blames the customer, expect: not met }',
    ],
    ['{ type: model-graded-closedqa, value: asks back }', 'judge: asks back'],
    ['{ type: g-eval, value: [asks back, is brief] }', 'judge: [asks back, is brief]'],
    [
      '{ type: factuality, value: Lisbon lies in Portugal. }',
      'judge: "agrees with this statement: Lisbon lies in Portugal"',
    ],
    ['{ type: answer-relevance, threshold: 0.8 }', 'judge: answers what the customer asked'],
    [
      '{ type: conversation-relevance }',
      'judge: { criterion: fits what the customer said so far, looks at: conversation }',
    ],
    ['{ type: llm-rubric, value: is kind }, { type: llm-rubric, value: is kind }', 'judge: is kind'],
  ])('become criteria: %s', (asserts, line) => {
    expect(onlySuite(draftOf(asserts))).toContain(line)
    expect(onlySuite(draftOf(asserts))).not.toContain('skip:')
  })
  it('say what of them has no place: scores, and their own models', () => {
    const { suites } = draftOf('{ type: llm-rubric, value: is kind, threshold: 0.8, provider: "openai:gpt-5" }')
    expect(suites[0]?.notes.map(({ kind, what }) => `${kind} ${what}`).slice(1)).toEqual([
      'changed thing: voucher',
      'changed llm-rubric',
      'lost threshold: 0.8',
      'lost provider: openai:gpt-5',
    ])
  })
  it.each([
    '{ type: llm-rubric, value: "file://rubric.txt" }',
    '{ type: llm-rubric, value: "{{q2}}" }',
    '{ type: llm-rubric, value: 5 }',
    '{ type: llm-rubric }',
    '{ type: not-g-eval, value: [asks back, is brief] }',
    '{ type: context-recall, value: x }',
    '{ type: select-best, value: the best }',
  ])('are lost where no sentence is left, and the test does not pass for nothing: %s', (asserts) => {
    expect(onlySuite(draftOf(asserts))).toContain('skip:')
    expect(draftOf(asserts).suites[0]?.notes.map(({ kind }) => kind)).toContain('lost')
  })
})

describe('tests of their own', () => {
  it('begin with the history that a variable holds', () => {
    const draft = importFiles({
      'a.yaml': `prompts: ["Help with: {{message}}"]
tests:
  - description: goes on
    vars:
      _conversation: [{ input: hello, output: hi there }, { input: my order, output: "which {{one}}?" }]
      message: "1042"
    assert: [{ type: equals, value: "It is {{message}}" }]
`,
    })
    expect(onlySuite(draft)).toBe(`  - name: goes on
    turns:
      - user: hello
        # the agent said "hi there"
      - user: my order
        # the agent said "which {{one}}?"
      - user: "1042"
        expect: { reply: { equals: It is 1042 } }
`)
  })

  it('come once for each value of a list, and for each row of a scenario', () => {
    const draft = importFiles({
      'a.yaml': `prompts: ["{{question}}"]
tests:
  - { vars: { question: [a1, a2] }, assert: [{ type: word-count, value: { min: 2, max: 9 } }] }
scenarios:
  - config: [{ vars: { place: Porto } }, { vars: { place: Faro } }]
    tests: [{ vars: { question: "to {{place}}" }, assert: [{ type: is-json, value: { type: object } }] }]
`,
    })
    expect(conversationsOf(draft.suites[0]?.text ?? '').map(({ turns }) => turns[0]?.user?.value)).toEqual([
      'a1',
      'a2',
      'to Porto',
      'to Faro',
    ])
    expect(draft.suites[0]?.text).toContain('words: { between: [2, 9] }')
    expect(draft.suites[0]?.text).toContain('json: { schema: { type: object } }')
  })

  it('turn an assertion round as a whole: "not all of these" is not "none of these"', () => {
    const draft = importFiles({
      'a.yaml': `prompts: ["{{q}}"]
tests:
  - { vars: { q: a }, assert: [{ type: not-contains-all, value: [x, w] }] }
  - { vars: { q: b }, assert: [{ type: not-icontains-all, value: [x, w] }] }
  - { vars: { q: c }, assert: [{ type: not-contains-any, value: [x, w] }] }
  - { vars: { q: d }, assert: [{ type: not-word-count, value: { min: 2, max: 9 } }] }
  - { vars: { q: e }, assert: [{ type: not-assert-set, assert: [{ type: contains, value: x }] }, { type: contains, value: z }] }
`,
    })
    const text = draft.suites[0]?.text ?? ''
    expect(text.replace(/\n +-? *(?=\S)/g, ' ').replace(/ignore case: true/g, 'IC')).toMatch(
      /not: \{ all: \[\{ contains: x \}, \{ contains: w \}\] \}.*all: \[\{ contains: x \}, \{ contains: w \}\], IC .*not: \{ contains: \[\{ one of: \[x, w\] \}\] \}.*not: \{ words: \{ between: \[2, 9\] \} \}.*negated as a whole/s,
    )
    expect(text).toContain('contains: z')
  })

  it('lose what needs code, models or other files, and never pass for nothing', () => {
    const draft = importFiles({
      'a.yaml': `prompts: ["{{q}}"]
tests:
  - vars: { q: hello }
    assert:
      - { type: javascript, value: output.length }
      - { type: regex, value: '(?<=a)b' }
      - { type: is-json, value: { type: nonsense } }
      - { type: contains, value: file://x.txt }
      - { type: future, value: 1 }
  - file://more.yaml
env: { API_KEY: sk-123 }
apiKey: sk-456
`,
    })
    const [suite] = draft.suites
    expect(suite?.notes.filter(({ kind }) => kind === 'lost').map(({ origin }) => origin.line)).toEqual([
      12, 10, 3, 5, 6, 7, 8, 9,
    ])
    expect(suite?.skipped).toBe(1)
    expect(JSON.stringify(draft)).not.toMatch(/sk-\d/)
  })
})

it('refuses a prompt without its configuration', () => {
  expect(importFiles({ 'prompt.json': prompt }).aside[0]?.message).toBe('this is a prompt, and no test of it')
})

it('gives metadata what only the agent reads: on the suite what all share, and notes where it is read', () => {
  const { suites } = importFiles({
    'promptfooconfig.yaml': `prompts: ["You are the desk of {{shop}}, in {{lang}}. Customer: {{question}}"]
defaultTest: { vars: { shop: Blue Parcel, lang: English, seen: yes, apiKey: k-123, floor: 2, t: 12345678901234567890 } }
tests:
  - { vars: { question: "Open {{seen}}?" }, assert: [{ type: contains, value: nine }] }
  - { vars: { question: Your name?, lang: "{{seen}} {{none}}", tier: { a: "1" } }, assert: [{ type: contains, value: "{{shop}}" }] }
  - { vars: { question: Where?, shop: Red, seen: no }, assert: [{ type: contains, value: "{{seen}}" }] }
  - { vars: { question: Where to?, note: "password=hunter22", a-b: x }, assert: [{ type: contains, value: z }] }
`,
  })
  const [suite] = suites
  const read = (name: string) => `a prompt reads it as \${${name}}, an http: body as {{metadata.${name}}}`
  expect(suite?.notes.slice(-8).map(({ kind, what, why }) => [kind, what, why])).toEqual([
    ['changed', 'shop: Blue Parcel, shop: Red', expect.stringMatching(/^the prompt reads it: /)],
    ['changed', 'lang: English, lang: {{seen}} {{none}}', expect.stringContaining(read('lang'))],
    ['lost', 'apiKey: (hidden)', expect.stringContaining('{{env.NAME}}')],
    ['changed', 'floor: 2', expect.stringContaining(read('floor'))],
    ['changed', 't: 12345678901234567890', expect.stringMatching(/^nothing that is said or expected reads it: /)],
    ['changed', 'tier: {"a":"1"}', expect.anything()],
    ['lost', expect.not.stringContaining('hunter22'), expect.stringContaining('{{env.NAME}}')],
    ['lost', 'a-b: x', expect.stringContaining('letters, digits')],
  ])
  const text = suite?.text ?? ''
  expect(text).toContain('metadata: { floor: 2, t: "12345678901234567890" }\n\nconversations:')
  expect(conversationsOf(text).map(({ metadata }) => metadata)).toEqual([
    { shop: 'Blue Parcel', lang: 'English' },
    { shop: 'Blue Parcel', lang: '{{braces_1}}seen}} {{braces_1}}none}}', tier: { a: '1' } },
    { shop: 'Red', lang: 'English' },
    { shop: 'Blue Parcel', lang: 'English' },
  ])
  expect(text).not.toMatch(/k-123|hunter22/)
})

it.each([
  ['{{ _conversation }} {{q}}', 1],
  ['{{ _conversation | dump }} {{q}}', 1],
  ['{% if _conversation.length %}…{% endif %}{{q}}', 1],
  ['{% for each in _conversation %}{{ each.input }}{% endfor %}{{q}}', 1],
  ['{{ pre_conversation_context }} {{q}}', 2],
  ['{{ _conversations }} {{ x._conversation }} {{q}}', 2],
  ['Of _conversation: {{q}}', 2],
])(
  'tests go on from one another where the prompt reads what was said, and nothing named like it: %s',
  (prompt, count) => {
    const { suites } = importFiles({
      'a.yaml': `prompts: [${JSON.stringify(prompt)}]
tests:
  - { vars: { q: one }, assert: [{ type: contains, value: x }] }
  - { vars: { q: two }, assert: [{ type: contains, value: x }] }
`,
    })
    expect(conversationsOf(suites[0]?.text ?? '')).toHaveLength(count)
  },
)

it('changes metadata with the turn whose test changes it, and takes that of rows from their columns', () => {
  const { suites } = importFiles({
    'a.yaml': `prompts: ['[{"role": "system", "content": "{{tone}} {{_conversation}}"}, {"role": "user", "content": "Q: {{q}}"}]']
tests:
  - { vars: { q: one, tone: terse }, assert: [{ type: contains, value: x }] }
  - { vars: { q: two, tone: terse }, assert: [{ type: contains, value: x }] }
  - { vars: { q: three, tone: kind }, assert: [{ type: contains, value: x }] }
`,
    'b.yaml': 'prompts: ["Be {{tone}}: {{q}}"]\ntests: file://t.csv\n',
    't.csv': 'q,tone,__expected\none,terse,contains:x\ntwo,kind,contains:y\n',
  })
  const [talk, rows] = suites
  const turns = conversationsOf(talk?.text ?? '')[0]
  expect(turns?.metadata).toEqual({ tone: 'terse' })
  expect(turns?.turns.map(({ user, metadata }) => [user?.value, metadata])).toEqual([
    ['Q: one', undefined],
    ['Q: two', undefined],
    ['Q: three', { tone: 'kind' }],
  ])
  expect(rows?.text).toContain('metadata: { tone: "{{tone}}" }')
})

it.each([
  ['a chat in JSON', '[{"role": "user", "content": "Q: {{question}}"}]', 'Q: Open?'],
  [
    'one with quotes in it',
    '[{"role": "system", "content": "say \\"{{x}}\\": {{x}}"}, {"role": "user", "content": "Q: {{question}}"}]',
    'Q: Open?',
  ],
  [
    'a bare variable',
    '[{"role": "system", "content": {{x | dump}}}, {"role": "user", "content": {{question | dump}} }]',
    'Open?',
  ],
  ['YAML', "- role: system\n  content: I'm {{x}}\n- role: user\n  content: 'Q: {{question}}'\n", 'Q: Open?'],
  ['YAML, bare', '- role: system\n  content: {{x}}\n- role: user\n  content: {{question}}\n', 'Open?'],
  ['a block of YAML', '- role: system\n  content: x\n- role: user\n  content: |\n    Q: {{question}}\n', 'Q: Open?'],
])('reads messages whose text has a colon before a variable: %s', (_, chat, message) => {
  const draft = importFiles({
    'a.yaml':
      'prompts: [file://chat.json]\ntests: [{ vars: { question: "Open?", x: y }, assert: [{ type: contains, value: z }] }]\n',
    'chat.json': chat,
  })
  expect(conversationsOf(draft.suites[0]?.text ?? '')[0]?.turns.map(({ user }) => user?.value)).toEqual([message])
})

it('tells the cells of a row that the first row does not name', () => {
  const { suites } = importFiles({
    'a.yaml': 'prompts: ["{{q}}"]\ntests: file://t.csv\n',
    't.csv': 'q,__expected\nHi,contains-any: a,b\nYo,contains: x, \n',
  })
  expect(suites[0]?.text.match(/lost .*/g)).toEqual([
    'lost (t.csv line 2) "cells without a name": the row has more cells than the first one names: a text with a comma stands in quotes',
  ])
})

it.each([
  [`'"1,000", "2,000"'`, '[{ one of: ["1,000", "2,000"] }]'],
  [`'"say ""hi""", b'`, `[{ one of: ['say "hi"', b] }]`],
  ['"{{banned}}"', '[{ one of: [secret, internal] }]'],
  ['"{{banned}}, x"', '[{ one of: [secret, internal, x] }]'],
  ['["secret, internal"]', '["secret, internal"]'],
])('splits a text of values as promptfoo does, after variables and outside of quotes: %s', (value, contains) => {
  const { suites } = importFiles({
    'a.yaml': `prompts: ["{{q}}"]
tests:
  - vars: { q: hi, banned: "secret, internal" }
    assert: [{ type: not-contains-any, value: ${value} }]
`,
  })
  const { conversations } = parse(suites[0]?.text ?? '')
  expect(conversations[0].turns[0].expect.reply.not).toEqual(parse(`contains: ${contains}`))
})

it('makes no row of a cell that is a list of values for an assertion', () => {
  const { suites } = importFiles({
    'a.yaml': `prompts: ["{{q}}"]
defaultTest: { assert: [{ type: not-icontains-any, value: "{{w}}" }] }
tests: file://t.csv
`,
    't.csv': 'q,w\none,"secret, internal"\ntwo,"a, b"\n',
  })
  const { conversations } = parse(suites[0]?.text ?? '')
  const replies = conversations.map(({ turns }: { turns: { expect: { reply: unknown } }[] }) => turns[0]?.expect.reply)
  expect(replies).toEqual([
    { not: { contains: [{ 'one of': ['secret', 'internal'] }], 'ignore case': true } },
    { not: { contains: [{ 'one of': ['a', 'b'] }], 'ignore case': true } },
  ])
})

it.each(['/EUROS/i', '(?i)euros'])('tells that a pattern with flags is another one here: %s', (value) => {
  const { suites } = importFiles({
    'a.yaml': `prompts: ["{{q}}"]\ntests: [{ vars: { q: hi }, assert: [{ type: regex, value: "${value}" }] }]\n`,
  })
  expect(suites[0]?.text).toMatch(/# changed .*slashes and flags are those of a pattern here/)
})

describe('a test of which only what it inherits is left', () => {
  const own = 'assert: [{ type: javascript, value: output.length > 3 }]'
  const defaults = 'defaultTest: { assert: [{ type: latency, threshold: 3000 }, { type: contains, value: x }] }'
  const suiteOf = (lines: string, files: Record<string, string> = {}) =>
    importFiles({ 'a.yaml': `prompts: ["{{q}}"]\n${lines}\n`, ...files }).suites[0]
  const test = (asserts: string) => `tests: [{ vars: { q: hi }, ${asserts} }]`
  const ofScenario = (config: string, asserts: string) =>
    `scenarios: [{ config: [{ vars: { q: hi }, ${config} }], tests: [{ description: one, ${asserts} }] }]`

  it.each([
    ['a test', `${defaults}\n${test(own)}`],
    [
      'all assertions of several',
      `${defaults}\n${test('assert: [{ type: python, value: a }, { type: cost, threshold: 1 }]')}`,
    ],
    [
      'a set with a threshold',
      `${defaults}\n${test('assert: [{ type: assert-set, threshold: 0.5, assert: [{ type: contains, value: a }] }]')}`,
    ],
    ['a set of what is lost', `${defaults}\n${test(`assert: [{ type: assert-set, ${own} }]`)}`],
    ['a file that is missing', `${defaults}\n${test('assert: [file://gone.yaml]')}`],
    ['a test of a scenario', `${defaults}\n${ofScenario('metadata: {}', own)}`],
    ['a test beside its scenario', ofScenario('assert: [{ type: contains, value: x }]', own)],
    ['a scenario', `${defaults}\n${ofScenario(own, 'metadata: {}')}`],
    ['a criterion without a sentence', `${defaults}\n${test('assert: [{ type: factuality, value: "" }]')}`],
    ['calls without a tool', `${defaults}\n${test('assert: [{ type: "trajectory:tool-used", value: {} }]')}`],
  ])('is skipped: %s', (_, lines) => {
    const suite = suiteOf(lines)
    expect([suite?.skipped, suite?.text]).toEqual([1, expect.stringContaining('skip: "it asserts nothing yet: ')])
  })

  it('is skipped as a row of a table, with others as by itself', () => {
    for (const rows of ['hi,fn: a', 'hi,fn: a\nho,fn: a']) {
      const suite = suiteOf(`${defaults}\ntests: file://t.csv`, { 't.csv': `q,__expected\n${rows}\n` })
      expect([suite?.conversations, suite?.skipped]).toEqual([suite?.conversations, suite?.conversations])
    }
  })

  it.each([
    ['nothing of its own', `${defaults}\n${test('assert: []')}`],
    ['no assert at all', `${defaults}\n${test('metadata: {}')}`],
    ['what is in its scenario', `${defaults}\n${ofScenario('assert: [{ type: contains, value: y }]', 'metadata: {}')}`],
    [
      'one of two of its own',
      `${defaults}\n${test('assert: [{ type: python, value: a }, { type: contains, value: x }]')}`,
    ],
    ['the same as the defaults', `${defaults}\n${test('assert: [{ type: contains, value: x }]')}`],
    [
      'a part of a set',
      `${defaults}\n${test('assert: [{ type: assert-set, assert: [{ type: cost }, { type: contains, value: a }] }]')}`,
    ],
  ])('is judged where it has %s', (_, lines) => {
    const suite = suiteOf(lines)
    expect([suite?.conversations, suite?.skipped]).toEqual([1, 0])
  })
})

it('reads an assertion on calls in a cell', () => {
  const config = 'prompts: ["{{q}}"]\ntests: file://t.csv\n'
  const { suites } = importFiles({ 'a.yaml': config, 't.csv': 'q,__expected\nhi,trajectory:tool-used:lookup\n' })
  expect(suites[0]?.text).toContain('calls: { any order: [lookup] }')
})
