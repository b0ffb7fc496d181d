import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { formatProblem } from '../yaml/format-problem.ts'
import { parseScript } from './script/parse.ts'

/** Files beside the suite. */
const beside: Record<string, string> = {
  'rows.csv': 'order,total\n1042,3\n',
  'empty.csv': 'order,total\n',
  'short.csv': 'order,total\n1042\n',
  'quotes.csv': 'order\n"1042\n',
  'twice.csv': 'order,order\n1,2\n',
  'rows.json': '[{ "order": 1 }, 3]',
  'rows.jsonl': '{ "order": 1 }\n{ order: 2 }\n',
}

/** What people write wrongly of each word: misspelt, of another type, of an impossible value, empty. */
const words: Record<string, string[]> = {
  'capture of a part': [
    'capturs: { t: reply }',
    'capture: { t: { reply: T-1 } }',
    'capture: { t: { reply: 3 } }',
    'capture: { t: { reply: /(T-1/ } }',
    'capture: { t: { reply: /T/, messages: /T/ } }',
    'capture: { t: { repley: /T-1/ } }',
    'capture: { t: { reply: { button: /T/ } } }',
    'capture: { t: [reply] }',
    'capture: { t: }',
    'capture: { t: {} }',
    'capture: { t: "button.playload" }',
    'capture: { t: { reply: "/(?<today>T)/" } }',
    'capture: { t: { reply: "/(?<x>T)/" }, s: { reply: "/(?<x>S)/" } }',
    'capture: { x: agentName, s: { reply: "/(?<x>S)/" } }',
    'capture : { x: agentName } # alone',
  ],
  'texts with a comma': [
    'expect: { reply: { contains: Booking, B-17 } }',
    'expect: { reply: { text: { contains: Booking, B-17 } } }',
    'expect: { reply: hello, 9 to 18 }',
    'expect: { reply: hello, latencyy: 3 s }',
    'send: { message: From Monday to Friday, 9 to 18 }',
  ],
  dates: [
    'context: "{{todya}}"',
    'context: "{{today + 3 dayz}}"',
    'context: "{{today + d}}"',
    'context: "{{today + 1.5 d}}"',
    'context: "{{next mondya}}"',
    'context: "{{today in Berlin}}"',
    'context: "{{today | YYYY}}"',
    'context: "{{today | }}"',
    'context: "{{today + 9999999 d}}"',
    'expect: { calls: [{ book: { with: { day: { after: tomorow } } } }] }',
    'expect: { calls: [{ book: { with: { day: { after: 2026-02-30 } } } }] }',
    'expect: { calls: [{ book: { with: { day: { before: "" } } } }] }',
    'expect: { calls: [{ book: { with: { day: { before: [today] } } } }] }',
    'expect: { calls: [{ book: { returns: { when: { on: next thurday } } } }] }',
    'expect: { calls: [{ book: { returns: { when: { not: { on: 29.02.2024 } } } } }] }',
    'expect: { calls: [{ book: { returns: { when: { on: 2023-02-29 } } } }] }',
  ],
  only: [
    'expect: { calls: { onyl: [find] } }',
    'expect: { calls: { only: { find: 1 } } }',
    'expect: { calls: { only: { find: 1, cancel: { with: { id: 1 } } } } }',
    'expect:\n          calls:\n            only:\n              find: { times: 1 }',
    'expect: { calls: [{ find: { after: { cancel: 1 } } }] }',
    'expect: { calls: { only: [] } }',
    'expect: { calls: { only: [""] } }',
    'expect: { calls: { only: ["*"] } }',
    'expect: { calls: { only: [{ find: { with: { id: 1 } } }] } }',
    'expect: { calls: { only: [/find/] } }',
  ],
  'in any order': [
    'expect: { calls: [{ find: { with: { ids: { in any ordr: [1] } } } }] }',
    'expect: { calls: [{ find: { with: { ids: { in any order: 1 } } } }] }',
    'expect: { reply: { in any order: [a, b] } }',
  ],
  check: [
    'expect: { chek: ./checks.ts }',
    'expect: { check: ./checks.txt#isPolite }',
    'expect: { check: "./checks.ts#" }',
    'expect: { check: "" }',
    'expect: { check: [] }',
    'expect: { check: { file: checks.ts } }',
    'expect: { check: { file: ./checks/own.ts, export: isPolite } }',
    'expect: { check: { isPolite: true } }',
    'expect: { check: [{ file: checks.ts }] }',
    'expect:\n          check:\n            file: checks.ts',
    'expect: { check: "{{which}}" }',
  ],
  use: [
    'uses: greet',
    'use: gret',
    'use: ""',
    'use: [greet]',
    'use: greet\n        with: { nobody: Asha }',
    'use: greet\n        with: Asha',
    'use: greet\n        expect: { reply: x }',
  ].map((each) => `\n      - ${each}`),
  ignore: [
    'ignor: reply',
    'ignore: replies',
    'ignore: /T-(/',
    'ignore: []',
    'ignore: ""',
    'ignore: calls.find',
    'ignore: { calls: find }',
    'ignore: /{{ticket}}/',
    'ignore: /^.+$/',
    'ignore: [/T-/, /./]',
  ].map((each) => `snapshots: { ${each} }`),
  parameters: [
    'form: rows.csv',
    'from: none.csv',
    'from: rows.txt',
    'from: ""',
    'from: [rows.csv]',
    'from: empty.csv',
    'from: short.csv',
    'from: quotes.csv',
    'from: twice.csv',
    'from: rows.json',
    'from: rows.jsonl',
    'from: rows.csv, rows: 0',
    'from: rows.csv, rows: 7',
    'from: rows.csv, row: 1',
    'from: rows.csv, schema: { properties: { total: { type: numbr } } }',
    'from: rows.csv, schema: { properties: { totel: { type: number } } }',
  ].map((each) => `parameters: { ${each} }`),
  alone: ['alon: true', 'alone: "yes"', 'alone: [true]', 'alone:'],
}

/** A conversation with what was written wrongly, at the place of its word. */
function suiteWith(line: string): string {
  const [none, expected] = ['', '        expect: { reply: x }\n']
  const ofConversation = /^(?:snapshots|parameters|alone?)\b/.test(line)
  return `suite: S
agent: desk
variables: { ticket: T-1, which: a }
templates:
  greet: [{ user: "hi {{name}}", expect: { reply: hello } }]
conversations:
  - name: asks
${ofConversation ? `    ${line}\n` : ''}    turns:
      - user: hi
${ofConversation ? '' : `        ${line.trimStart() === line ? line : `expect: { reply: x }${line}`}\n${/^(?:context|capture):/.test(line) ? expected : none}`}`
}

const cases = Object.entries(words).flatMap(([word, each]) => each.map((line) => [word, line] as const))

function problemsOf(line: string): string[] {
  const text = suiteWith(line)
  const parsed = parseScript(text, 's.yaml', (file) => {
    const content = beside[file]
    return content === undefined ? null : { file, content }
  })
  if (parsed.ok) return []
  return parsed.problems.map((problem) =>
    formatProblem(problem, problem.file === 's.yaml' ? text : beside[problem.file]),
  )
}

it.each(cases)('%s: %s is refused with its place, an excerpt and how to mend it', (_, line) => {
  const problems = problemsOf(line)
  expect(problems).not.toEqual([])
  for (const problem of problems) expect(problem).toMatch(/:\d+:\d+: [\s\S]*\^[\s\S]*hint: /)
})

const golden = join(import.meta.dirname, 'bad-words.out')

it('reads as it did', () => {
  const texts = cases.map(([word, line]) => `# ${word}: ${line.trim()}\n${problemsOf(line).join('\n')}\n`)
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(golden, texts.join('\n'))
  expect(texts.join('\n')).toBe(readFileSync(golden, 'utf8'))
})
