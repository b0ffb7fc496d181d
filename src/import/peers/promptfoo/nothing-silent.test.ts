import { expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { importFiles, noteLines, refusedOf } from '../import.fixture.ts'

const config: JsonObject = {
  description: 'Desk',
  prompts: [
    { raw: 'Desk of {{shop}}: {% if vip %}{{question | upper}}{% endif %}', config: { temperature: 0 } },
    'file://also*.txt',
    '[{"role": "user", "content": "{{question}}"}, {"role": "assistant", "content": "Sure"}, {"role": "tool", "content": "{}"}]',
  ],
  providers: [
    'echo',
    { id: 'https://shop.example/a', delay: 5, transform: 'output.a', prompts: ['first'], inputs: { a: 'b' } },
    { 'openai:gpt-5': { config: { temperature: 0 }, delay: 7 } },
  ],
  tags: { area: 'billing' },
  metadata: { owner: 'Mia' },
  tracing: { enabled: true },
  templates: { polite: { type: 'icontains', value: 'please' } },
  defaultTest: {
    vars: { shop: 'Blue' },
    assert: [{ type: 'not-contains', value: 'sorry', weight: 0.5 }],
    metadata: { team: 'a' },
    description: 'all',
    tests: ['x'],
    options: { provider: 'openai:gpt-5', transform: 'output.text' },
    threshold: 0.7,
  },
  tests: [
    {
      description: 'asks',
      vars: { question: 'Where is {{order.id}}?', order: { id: 1042 } },
      assert: [
        { type: 'contains', value: 'Friday', metric: 'when', weight: 3 },
        { type: 'not-equals', value: '' },
        { type: 'latency', threshold: 900, metric: 'speed' },
        { type: 'is-json', value: '{"type": "object"}', reason: 'it is read by a program' },
        { type: 'llm-rubric', value: 'is kind', threshold: 0.8, rubricPrompt: 'Judge it.', config: { window: 2 } },
        { type: 'trajectory:tool-used', value: 'find_order', metric: 'tools' },
        { type: 'assert-set', metric: 'all', assert: [{ type: 'regex', value: 'o+', provider: 'x' }] },
        { $ref: '#/templates/polite' },
        { $ref: '#/templates/none' },
        { type: 'javascript', value: 'file://check.js' },
      ],
      prompts: ['first'],
      options: { runSerially: true, factuality: { agree: 1 } },
    },
  ],
  scenarios: [
    {
      threshold: 0.5,
      config: [{ vars: { place: 'Porto' }, options: { transformVars: 'vars' } }],
      tests: [
        { vars: { question: 'To {{place}}' }, providerOutput: 'Yes', assert: [{ type: 'contains', value: 'a' }] },
      ],
    },
  ],
}

/** The suite and what is told of it; the file is one line, so that no line changes with what is taken away. */
function importOf(root: JsonValue): string {
  const made = importFiles({ 'a.json': JSON.stringify(root), 'also.txt': 'Be brief.\n---\n{{question}}' }, 'promptfoo')
  return JSON.stringify([made.suites.map(({ text }) => text), noteLines(made), refusedOf(made)])
}

/** Where each member and item below a value stands. */
function pathsIn(value: JsonValue): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => [[key], ...pathsIn(each).map((rest) => [key, ...rest])])
}

function without(value: JsonValue, [key = '', ...rest]: readonly string[]): JsonValue {
  if (Array.isArray(value))
    return value.flatMap((each, index) =>
      String(index) !== key ? [each] : rest.length > 0 ? [without(each, rest)] : [],
    )
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, each]): [string, JsonValue][] =>
    name !== key ? [[name, each]] : rest.length > 0 ? [[name, without(each, rest)]] : [],
  )
  return Object.fromEntries(entries)
}

const whole = importOf(config)
/** What of the agents is told: which they are is said by --agent. */
const ofAgents = /^providers \d+ (?:openai:gpt-5 )?(?:delay|transform|prompts|inputs)/

it.each(
  pathsIn(config)
    .filter((path) => path[0] !== 'providers' || ofAgents.test(path.join(' ')))
    .map((path) => [path.join(' '), path] as const),
)('is another suite, or tells something else, without %s', (_, path) => {
  expect(importOf(without(config, path))).not.toBe(whole)
})
