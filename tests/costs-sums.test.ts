// @module-tag stress
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, runVitest } from './vitest/run-vitest.ts'
import { runWarm } from './warm/run-warm.ts'

const turn = (word: string) => `{ user: ${word}, expect: { reply: You said ${word} } }`
const files = {
  'workspace.yaml':
    'workspace: shop\nkeys: [local-key]\nagents: [desk.yaml]\nmodels: { small: { use: openai/gpt-5-mini, price: { input: 0.25, output: 2 } } }\n',
  'desk.yaml': 'agent: desk\nid: desk\npublished: 1\nversions: { 1: { module: ./agent.mjs } }\n',
  'agent.mjs':
    "export default async function* ({ message }) {\n  yield { usage: { model: 'small', inputTokens: 1000, outputTokens: 500 } }\n  yield 'You said ' + message\n}\n",
  's.yaml': `suite: S
agent: desk
conversations:
  - { name: a, repeat: { times: 3, pass: 3 }, turns: [${turn('x')}, ${turn('y')}] }
  - { name: b, turns: [${turn('x')}] }
  - { name: c, turns: [${turn('x')}] }
`,
}

/** The usage of that many turns: 1,000 input and 500 output tokens each. */
const turns = (count: number) => [
  { model: 'small', inputTokens: count * 1_000, outputTokens: count * 500, cost: count * 0.00125 },
]

describe('what models took', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tableread-sums-'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs a command that writes JSON; returns the usage of the run and of its conversations. */
  async function usageOf(...args: string[]) {
    await runWarm([...args, '--json', 'out.json'], { folder, env: { NO_COLOR: '1', HTTPS_PROXY: '' } })
    const { usage, conversations } = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) as {
      usage?: unknown
      conversations: { usage?: unknown }[]
    }
    return { usage, each: conversations.map((one) => one.usage) }
  }
  const run = (...args: string[]) => usageOf('run', 's.yaml', '--workspace', '.', '-c', '1', '--no-history', ...args)
  const whole = { usage: turns(8), each: [turns(6), turns(1), turns(1)] }

  it('of repeats is that of all attempts', async () => {
    expect(await run()).toMatchObject(whole)
  })

  it('of shards is that of the whole once they are merged', async () => {
    const parts: unknown[] = []
    for (const shard of ['1/2', '2/2']) {
      parts.push((await run('--shard', shard)).usage)
      writeFileSync(join(folder, `${shard[0]}.json`), readFileSync(join(folder, 'out.json')))
    }
    expect(parts).toEqual([turns(6), turns(2)])
    expect(await usageOf('merge', '1.json', '2.json')).toMatchObject(whole)
  })
})

describe('budgets of what models take', () => {
  it.each([
    ['tokens', 'max tokens spent: 2000', /token budget of 2000 spent/],
    ['cost', 'max cost: 0.002', /cost budget of 0\.002 spent/],
  ])('of %s hold for all workers of Vitest together', async (_, budget, reason) => {
    const one = (index: number) =>
      `suite: S${index}\nagent: desk\nconversations:\n${[0, 1, 2, 3].map((each) => `  - { name: c${each}, turns: [${turn('x')}] }\n`).join('')}`
    const suites = Object.fromEntries([1, 2, 3, 4].map((index) => [`suites/s${index}.yaml`, one(index)]))
    const project = createProject({
      ...files,
      ...suites,
      'tableread.config.yaml': `workspace: .\nsuites: suites\n${budget}\n`,
    })
    try {
      const { tests: all } = await runVitest(project, {}, ['--maxWorkers=2'])
      const passed = all.filter(({ status }) => status === 'passed').length
      // two turns spend the budget; a worker starts the four conversations of a file together, and those
      // already running go on
      expect(passed).toBeGreaterThanOrEqual(2)
      expect(passed).toBeLessThanOrEqual(8)
      expect(all).toHaveLength(16)
      expect(JSON.stringify(all)).toMatch(reason)
    } finally {
      project.remove()
    }
  })
})
