import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Comparison } from '../src/compare/comparison.ts'
import { makeRepository, type Repository } from '../src/service/workspace/repository.fixture.ts'
import { runWarm } from './warm/run-warm.ts'

let repository: Repository
beforeEach(() => {
  repository = makeRepository()
  repository.write({
    'workspace.yaml': 'workspace: shop\nkeys: [local-key]\nagents: [desk.yaml]\n',
    ...agent('desk', 'Hello!'),
    'desk-suite.yaml': suite('desk'),
    'tableread.config.yaml': 'workspace: .\nsuites: [desk-suite.yaml, till-suite.yaml]\n',
    'till-suite.yaml': suite('till').replace('hi,', 'hello,'),
  })
  repository.commit()
})
afterEach(() => repository.remove())

const agent = (name: string, words: string): Record<string, string> => ({
  [`${name}.yaml`]: `agent: ${name}\nid: ${name}\npublished: 1\nversions:\n  1: { module: ./${name}.mjs }\n`,
  [`${name}.mjs`]: `export default async () => '${words}'\n`,
})
const suite = (name: string): string => `suite: ${name}
agent: ${name}
conversations:
  - { name: ${name} greets, turns: [{ user: hi, expect: { reply: { contains: Hello } } }] }
  - { name: ${name} answers, turns: [{ user: hi, expect: { reply: { present: true } } }] }
`
/** A change that adds an agent, and what both say from then on. */
const change = (desk: string, till: string): void =>
  repository.write({
    'workspace.yaml': 'workspace: shop\nkeys: [local-key]\nagents: [desk.yaml, till.yaml]\n',
    ...agent('desk', desk),
    ...agent('till', till),
  })
const run = (...args: string[]) =>
  runWarm(args, {
    folder: repository.folder,
    env: { NO_COLOR: '1', CI: undefined, TABLEREAD_HISTORY: 'kept/h.sqlite' },
  })
const files = ['--json', 'r.json', '--markdown', 'm.md', '--junit', 'j.xml', '--html', 'h.html', '--ctrf', 'c.json']
const compare = (...args: string[]) => run('compare', 'HEAD', 'default', '--quick', '--allow-no-draft', ...args)
const read = (name: string): string => readFileSync(join(repository.folder, name), 'utf8')
const verdicts = (): string[] =>
  (JSON.parse(read('r.json')) as Comparison).conversations.map(({ name, verdict }) => `${name}: ${verdict}`)
const ruleOf = () => (JSON.parse(read('r.json')) as Comparison).gate.rules.find(({ name }) => name === 'one side')

it('compares all others where one agent is new, whose own conversations run by themselves', async () => {
  change('What?', 'Hello!')
  const { code, out, err } = await compare(...files)
  expect([code, err, verdicts()]).toEqual([
    1,
    expect.not.stringContaining('nothing to compare'),
    ['desk greets: regressed', 'desk answers: same'],
  ])
  expect(ruleOf()).toMatchObject({ verdict: 'held', seen: '2 conversations without another side, none failed' })
  expect(out).toMatch(
    /"till greets" \(the agent till at HEAD \(\w+\): .*it has no agent till; .*; on default it passed\)/,
  )
})

it('shuts the gate where the new agent breaks, in every format and in shards', async () => {
  change('Hello there!', 'What?')
  const isTold = (code: number | null): void => {
    expect([code, verdicts().sort()]).toEqual([1, ['desk answers: same', 'desk greets: same']])
    const seen = '2 conversations without another side, of which "till greets" (failed)'
    expect(ruleOf()).toMatchObject({ verdict: 'broken', seen })
    for (const file of ['m.md', 'j.xml', 'h.html', 'c.json']) expect(read(file)).toContain('on default it is failed')
    expect(read('j.xml')).toContain('failures="1"')
  }
  isTold((await compare(...files)).code)
  for (const part of ['1', '2']) await compare('--shard', `${part}/2`, '--json', `${part}.json`)
  isTold((await run('merge', '1.json', '2.json', ...files)).code)
})

it('tells in every format, of shards too, of conversations that the branch has no more', async () => {
  repository.write({ 'desk.mjs': "export default async () => 'Hello there!'\n" })
  const whole = 'desk-suite.yaml'
  repository.write({ [whole]: suite('desk').replace(/ {2}- \{ name: desk answers.*\n/, '') })
  const isTold = (code: number | null): void => {
    expect([code, read('m.md')]).toEqual([0, expect.stringMatching(/^.*\n## ⚠️ /)])
    for (const file of ['r.json', 'm.md', 'j.xml', 'h.html', 'c.json'])
      expect(read(file).replaceAll('\\"', '"')).toMatch(/1 conversation of HEAD.* is gone: (?:"|&quot;)desk answers/)
  }
  isTold((await compare(whole, ...files)).code)
  for (const part of ['1', '2']) await compare(whole, '--shard', `${part}/2`, '--json', `${part}.json`)
  isTold((await run('merge', '1.json', '2.json', ...files)).code)
})

it('is not settled where the new agent could not be judged', async () => {
  change('Hello there!', 'Hello!')
  repository.write({ 'till.mjs': 'export default async () => { throw new Error("no key") }\n' })
  expect((await compare(...files)).code).toBe(3)
  expect(ruleOf()?.verdict).toBe('not judged')
})

it('runs what is published where nothing else can be compared, or nothing else differs', async () => {
  change('Hello!', 'What?')
  const { code, err, out } = await compare()
  expect([code, err, out]).toEqual([
    1,
    expect.stringMatching(/^nothing to compare: nothing differs between HEAD/),
    expect.stringContaining('1 failed'),
  ])
  const alone = await compare('till-suite.yaml')
  expect([alone.code, alone.err]).toEqual([1, expect.stringContaining('it has no agent till')])
  expect((await run('compare', 'HEAD', 'default', 'till-suite.yaml')).code).toBe(2)
})
