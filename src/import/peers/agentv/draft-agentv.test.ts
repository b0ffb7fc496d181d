import { describe, expect, it } from 'vitest'
import { conversationsOf, importFiles, onlySuite } from '../import.fixture.ts'

const file = (cases: string, more = ''): Record<string, string> => ({ 'greet.eval.yaml': `${more}tests:\n${cases}` })
const graders = (items: string): Record<string, string> =>
  file(`  - id: one\n    input: Hello\n    criteria: greets back\n    assertions:\n${items}`)

describe('cases of AgentV', () => {
  it('become conversations whose last turn is judged', () => {
    const made = importFiles(
      file(
        `  - id: greets
    input:
      - { role: system, content: You are kind. }
      - { role: user, content: Hi }
      - { role: assistant, content: What can I do? }
      - { role: user, content: [{ type: text, value: Where is it? }, { type: file, value: a.md }] }
    criteria: |-
      says where
      the parcel is
    rubrics:
      - names a day
      - { id: kind, outcome: is kind, weight: 2, required: false }
    expected_output: It comes on Monday.
`,
        'name: Parcels\ntarget: llm\n',
      ),
    )
    expect(made.refused).toEqual([])
    expect(made.suites.map(({ peer }) => peer)).toEqual(['agentv'])
    const [talk] = conversationsOf(made.suites[0]?.text ?? '')
    expect(talk?.turns.map(({ user }) => user?.value)).toEqual(['Hi', 'Where is it?'])
    expect(talk?.turns.at(-1)?.expect?.judge?.map(({ criterion }) => criterion)).toEqual([
      'says where the parcel is',
      'names a day',
      'is kind',
    ])
    const notes = made.suites[0]?.notes.map(({ kind, what }) => `${kind} ${what}`) ?? []
    expect(notes).toEqual(
      expect.arrayContaining(['changed target', 'changed system', 'lost weight: 2', 'changed required: false']),
    )
    expect(notes.some((note) => note.startsWith('lost') && note.includes('a.md'))).toBe(true)
    const text = onlySuite(made)
    expect(text).toContain('the agent said')
    expect(text).toContain('It comes on Monday.')
  })

  it.each([
    [
      'the form of today',
      {
        'a.yaml':
          'name: A\nprompts: ["{{ input }}"]\ntests:\n  - { id: one, vars: { input: Hi }, assert: [greets back] }\n',
      },
    ],
    [
      'an older one',
      {
        'a.yaml':
          'evalcases:\n  - id: one\n    expected_outcome: greets back\n    input_messages: [{ role: user, content: Hi }]\n    execution: { evaluators: [{ name: x, type: code_judge, script: x.py }] }\n',
      },
    ],
  ])('are known by themselves in %s', (_, files) => {
    const made = importFiles(files)
    const [talk] = conversationsOf(made.suites[0]?.text ?? '')
    expect(talk?.turns[0]?.user?.value).toBe('Hi')
    expect(talk?.turns[0]?.expect?.judge).toMatchObject([{ criterion: 'greets back', expect: 'met' }])
  })

  it('have what the file asks for of all, unless they say otherwise', () => {
    const made = importFiles(
      file(
        '  - { id: one, input: Hi, criteria: greets back }\n  - { id: two, input: Ho, criteria: greets back, execution: { skip_defaults: true } }\n',
        'assertions: [{ type: contains, value: Hello }]\n',
      ),
    )
    const talks = conversationsOf(made.suites[0]?.text ?? '')
    expect(talks.map(({ turns }) => turns[0]?.expect?.reply !== undefined)).toEqual([true, false])
  })
})

describe('graders of AgentV', () => {
  it.each([
    ['{ type: contains, value: Hello }', 'reply: { contains: Hello }'],
    ['{ type: icontains_any, value: [a, b] }', 'contains: { one of: [a, b] }, ignore case: true'],
    ['{ type: ends-with, value: regards }', 'ends with: regards'],
    ['{ type: regex, value: "[a-z]+@x", flags: i }', 'matches: "/[a-z]+@x/i"'],
    ['{ type: contains, value: Rival, negate: true }', 'not: { contains: Rival }'],
    ['{ type: is-json }', 'json: { present: true }'],
    ['{ type: rubrics, criteria: [is short] }', 'judge: [greets back, is short]'],
    ['{ type: llm_judge, value: is rude, negate: true }', 'expect: not met'],
    [
      '{ type: composite, assertions: [{ type: llm-grader, criteria: is short }], aggregator: { type: weighted_average } }',
      'is short',
    ],
    [
      '{ type: tool_trajectory, mode: in_order, expected: [{ tool: find }, { tool: send, args: any }] }',
      'calls: [find, send]',
    ],
    ['{ type: tool_trajectory, mode: any_order, minimums: { find: 2 } }', 'calls: [find, find]'],
  ])('%s is %s', (grader, written) => {
    expect(onlySuite(importFiles(graders(`      - ${grader}\n`)))).toContain(written)
  })

  it.each([
    ['{ type: code-grader, command: [node, x.js] }', 'code is not run'],
    ['{ type: llm-grader, prompt: ../prompts/x.md }', 'in a prompt of its own'],
    ['{ type: cost, max: 1 }', 'what an answer cost is not known'],
    ['{ type: tool-trajectory, negate: true, expected: [{ tool: x }] }', 'calls: { never'],
    ['{ type: nonsense }', 'this assertion is not known'],
    ['{ type: rubrics, criteria: [7] }', 'sentence'],
  ])('%s is lost, and it is told', (grader, why) => {
    const made = importFiles(graders(`      - ${grader}\n`))
    expect(
      made.suites[0]?.notes
        .filter(({ kind }) => kind === 'lost')
        .map((note) => note.why)
        .join(),
    ).toContain(why)
  })

  it('that are all lost leave a conversation that does not pass', () => {
    const made = importFiles(file('  - { id: one, input: Hi, assertions: [{ type: code-grader, command: [x] }] }\n'))
    expect(conversationsOf(made.suites[0]?.text ?? '')[0]?.skip?.value).toContain('asserts nothing yet')
  })
})

it.each([
  ['no cases', { 'a.yaml': 'evalcases: []\n' }, 'this file has no cases'],
  ['a case without words', { 'a.yaml': 'evalcases: [{ id: one, criteria: x }]\n' }, 'nothing is said in this case'],
  ['a case of another file', { 'a.yaml': 'evalcases: [file://x.yaml]\n' }, 'this case is in another file'],
])('a file with %s is refused', (_, files, message) => {
  expect(importFiles(files).refused.map((each) => each.message)).toEqual([message])
})
