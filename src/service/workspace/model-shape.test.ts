import { describe, expect, it } from 'vitest'
import type { Problem } from '../../suite/yaml/problem.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import type { Shape } from '../../suite/yaml/shape.ts'
import { checkModel, modelShape, modelsShape, readModels } from './model-shape.ts'

function read<T>(content: string, shape: Shape<T>): { value: T | undefined; problems: Problem[] } {
  const problems: Problem[] = []
  const yaml = readYaml(content, 'workspace.yaml', '')
  if (!yaml.ok) expect.fail(JSON.stringify(yaml.problems))
  return { value: shape.read(yaml.root, { file: 'workspace.yaml', problems }), problems }
}

const told = (problems: readonly Problem[]) => problems.map(({ at, message, hint }) => [at.line, message, hint])

describe('a model', () => {
  it('is a name, or a name with settings', () => {
    expect(read('openai/gpt-5-mini', modelShape).value?.settings).toEqual({ use: 'openai/gpt-5-mini' })
    const whole = `use: gateway/qwen3
base url: http://127.0.0.1:11434/v1
key: GATEWAY_KEY
headers: { x-team: desk, authorization: "Bearer {{env.TEAM_KEY}}" }
temperature: 0.2
seed: 7
max output tokens: 800
images: true
options: { reasoningEffort: low }
price: { input: 0.25, output: 2 }
`
    expect(read(whole, modelShape).value).toEqual({
      use: { value: 'gateway/qwen3', at: { line: 1, column: 6, length: 13 } },
      settings: {
        use: 'gateway/qwen3',
        baseUrl: 'http://127.0.0.1:11434/v1',
        key: 'GATEWAY_KEY',
        headers: { 'x-team': 'desk', authorization: 'Bearer {{env.TEAM_KEY}}' },
        temperature: 0.2,
        seed: 7,
        maxOutputTokens: 800,
        images: true,
        options: { reasoningEffort: 'low' },
        price: { input: 0.25, output: 2 },
      },
    })
  })

  it.each([
    [
      'use: a/b\nkey: sk-proj-abc123',
      2,
      'key is the name of an environment variable, in capitals',
      'a key itself never stands',
    ],
    [
      'use: a/b\nkey: gsk_abcdef0123456789',
      2,
      'key is the name of an environment variable, in capitals',
      'write key: OPENAI_API_KEY',
    ],
    [
      'use: a/b\nheaders:\n  x-api-key: abc',
      3,
      'the header x-api-key takes its value from the environment',
      '{{env.NAME}}',
    ],
    ['use: a/b\nbase url: 127.0.0.1:80', 2, 'base url is an address of http or https', 'http://127.0.0.1:11434/v1'],
    ['use: a/b\ntemperature: -1', 2, 'expected a number that is not negative, but here is number -1', 'in digits'],
    ['use: a/b\nprice: { input: 1 }', 2, 'a price needs the key "output"', 'add output'],
    ['use: a/b\nmax tokens: 4', 2, 'a model has no key "max tokens"', 'max output tokens'],
    ['temperature: 1', 1, 'a model needs the key "use"', 'add use: provider/model'],
  ])('%j is told with its place, and without a key that stands there', (content, line, message, hint) => {
    const { value, problems } = read(content, modelShape)
    expect(value).toBeUndefined()
    expect(told(problems)).toEqual([[line, message, expect.stringContaining(hint)]])
  })
})

it('models of a workspace and of a version are looked for when it is read', () => {
  const { value = [] } = read(
    `small: { use: openai/gpt-5-mini }
gateway: { use: openai-compatible, base url: "http://127.0.0.1:11434/v1", key: GATEWAY_KEY }
bare: { use: openai-compatible/qwen3 }
odd: opnai/gpt-5
`,
    modelsShape,
  )
  const problems: Problem[] = []
  const reading = { file: 'workspace.yaml', problems }
  const entries = readModels(value, reading)
  expect(Object.keys(entries)).toEqual(['small', 'gateway', 'bare', 'odd'])
  for (const use of ['small', 'gateway/qwen3', 'anthropic/claude', 'gatewy/qwen3', 'gateway'])
    checkModel({ use: { value: use, at: { line: 9, column: 1, length: 1 } }, settings: { use } }, entries, reading)
  expect(told(problems)).toEqual([
    [3, 'the model bare needs a base url', expect.stringContaining('add base url')],
    [4, 'there is no provider "opnai" for the model "opnai/gpt-5"', expect.stringContaining('did you mean "openai"')],
    [
      9,
      'there is no provider "gatewy" for the model "gatewy/qwen3"',
      expect.stringContaining('did you mean "gateway"'),
    ],
    [9, 'the entry gateway of models names a provider, but no model', expect.stringContaining('write gateway/MODEL')],
  ])
})
