import { expect, it } from 'vitest'
import { importFiles, noteLines } from '../import.fixture.ts'

const made = (prompt: string, vars: string, more: Record<string, string> = {}): [text: string, notes: string] => {
  const tests = vars.startsWith('file:')
    ? `tests: ${vars}`
    : `tests: [{ vars: ${vars}, assert: [{ type: contains, value: x }] }]`
  const result = importFiles({
    'a.yaml': `prompts: [${JSON.stringify(prompt)}]\nproviders: [echo]\n${tests}\n`,
    ...more,
  })
  return [result.suites[0]?.text ?? '', JSON.stringify(noteLines(result))]
}

it.each([
  ['{{ q | upper }}', '{ q: hi }', 'user: hi', 'the filter upper'],
  ['{% if vip %}Dear VIP{% endif %} {{q}}', '{ q: hi }', 'user: hi', '{% if vip %}'],
  ['{{q}}', '{ q: "{% if vip %}Hi{% endif %}" }', 'user: Hi', '{% if vip %}'],
  ['{{q}}', '{ q: "{{ name | title }}", name: mia }', 'user: mia', '{{ name | title }}'],
])('a template that does more than fill in is told: %s with %s', (prompt, vars, said, what) => {
  const [text, notes] = made(prompt, vars)
  expect(text).toContain(said)
  expect(notes).toContain(what)
  expect(text).not.toContain('user: "{%')
})

it('what stands as it is, is said as it is, and comments are not', () => {
  const [text] = made('{{q}}', '{ q: "{# why #}Write {% raw %}{{x}}{% endraw %}" }')
  expect(text).toContain('Write {{braces_1}}x}}')
})

it.each([
  ['assistant', 'the agent itself answers'],
  ['tool', 'the agent itself answers'],
])('what comes after the user in a chat is told: %s', (role, why) => {
  const [, notes] = made(`[{"role":"user","content":"{{q}}"},{"role":"${role}","content":"afterwards"}]`, '{ q: hi }')
  expect(notes).toContain(`${role}: afterwards`)
  expect(notes).toContain(why)
})

it.each([
  [`[{"role":"tool","content":"aside"},{"role":"user","content":"{{q}}"}]`, '{ q: hi }'],
  ['{{q}}', '{ q: hi, messages: [{ role: tool, content: aside }] }'],
])('what neither the user nor the agent said before is told: %s', (prompt, vars) => {
  expect(made(prompt, vars)[1]).toContain('earlier turns have what the user and the agent said')
})

it.each([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
])('a table may have a %s between its cells', (_, sign) => {
  const table = [
    ['q', '__expected'],
    ['hello', 'contains: x'],
    ['bye', 'contains: y'],
  ]
    .map((row) => row.join(sign))
    .join('\n')
  const [text] = made('{{q}}', 'file://t.csv', { 't.csv': table })
  expect(text).toMatch(/user: "\{\{q\}\}"\n +expect: \{ reply: \{ contains: "\{\{__expected\}\}"/)
})
