import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Comparison } from '../src/compare/comparison.ts'
import { makeRepository, type Repository } from '../src/service/workspace/repository.fixture.ts'
import { runWarm } from './warm/run-warm.ts'

let repository: Repository
beforeEach(() => {
  repository = makeRepository()
  repository.write(monorepo)
  for (const [link, to] of [
    ['node_modules/@shop/words', '../../packages/words'],
    ['node_modules/desk', '../apps/desk'],
    ['packages/words/node_modules/marks', '../../marks'],
  ] as const) {
    mkdirSync(join(repository.folder, link, '..'), { recursive: true })
    symlinkSync(to, join(repository.folder, link), 'junction')
  }
  repository.commit()
})
afterEach(() => repository.remove())

const packageOf = (name: string, main: string): string => JSON.stringify({ name, type: 'module', exports: main })

/** An agent whose words are in a package of the same repository, which has its mark from another. */
const monorepo = {
  '.gitignore': 'node_modules\ndist\n',
  'package.json': '{ "workspaces": ["apps/*", "packages/*"] }\n',
  'package-lock.json': '{ "lockfileVersion": 3 }\n',
  'node_modules/outside/package.json': packageOf('outside', './index.js'),
  'node_modules/outside/index.js': 'export const end = ""\n',
  'packages/marks/package.json': packageOf('marks', './index.js'),
  'packages/marks/index.js': 'export const mark = "!"\n',
  'packages/words/package.json': packageOf('@shop/words', './index.js'),
  'packages/words/index.js':
    'import { mark } from "marks"\nimport { end } from "outside"\nexport const greet = () => "Hello" + mark + end\n',
  'apps/desk/package.json': packageOf('desk', './desk.js'),
  'apps/desk/workspace.yaml': 'workspace: shop\nkeys: [local-key]\nagents: [desk.yaml]\n',
  'apps/desk/desk.yaml': 'agent: desk\nid: desk\npublished: 1\nversions:\n  1: { module: ./desk.js }\n',
  'apps/desk/desk.js': 'import { greet } from "@shop/words"\nexport default async () => greet()\n',
  'apps/desk/s.yaml': `suite: S
agent: desk
conversations:
  - { name: greets, turns: [{ user: hi, expect: { reply: { contains: Hello! } } }] }
  - { name: answers, turns: [{ user: hi, expect: { reply: { present: true } } }] }
`,
}

const files = ['--json', 'r.json', '--markdown', 'm.md', '--junit', 'j.xml', '--html', 'h.html']
const play = (verb: string, ...args: string[]) =>
  runWarm([verb, ...args, '--workspace', '.'], {
    folder: join(repository.folder, 'apps/desk'),
    env: { NO_COLOR: '1', CI: undefined, TABLEREAD_API_KEY: 'some-key', TABLEREAD_HISTORY: 'kept/h.sqlite' },
  })
const compare = async (...args: string[]) => {
  const { code, out, err } = await play('compare', 'HEAD', 'default', 's.yaml', '--quick', ...args, ...files)
  if (code === 2) throw new Error(err)
  const comparison = JSON.parse(read('r.json')) as Comparison
  return { code, out, err, comparison }
}
const read = (name: string): string => readFileSync(join(repository.folder, 'apps/desk', name), 'utf8')
const ruleOf = ({ gate }: Comparison) => gate.rules.find(({ name }) => name === 'packages')

describe('packages of the repository that are linked', () => {
  it('are those of the commit, also where a package needs another', async () => {
    const agent = { 'apps/desk/desk.js': `${monorepo['apps/desk/desk.js']}// otherwise\n` }
    for (const broken of [
      { 'packages/words/index.js': 'export const greet = () => "What?"\n' },
      { 'packages/marks/index.js': 'export const mark = "?"\n' },
    ]) {
      repository.write({ ...agent, ...broken })
      const { code, comparison } = await compare('--allow-no-draft')
      expect([code, comparison.conversations.map(({ name, verdict }) => `${name}: ${verdict}`)]).toEqual([
        1,
        ['greets: regressed', 'answers: same'],
      ])
      expect(ruleOf(comparison)).toBeUndefined()
      repository.git('checkout', '--quiet', '.')
    }
  })

  it('differ although no file of the agent does, and one that it does not name is nothing to it', async () => {
    repository.write({ 'packages/marks/index.js': 'export const mark = "?"\n' })
    expect((await compare('--allow-no-draft')).comparison.conversations[0]?.verdict).toBe('regressed')
    repository.git('checkout', '--quiet', '.')
    repository.write({ 'apps/desk/s.yaml': `${monorepo['apps/desk/s.yaml']}# later\n` })
    expect((await compare('--allow-no-draft')).err).toContain('nothing differs between HEAD')
  })

  it('are found by bisect', async () => {
    repository.write({ 'packages/marks/index.js': 'export const mark = "?"\n' })
    const culprit = repository.commit()
    repository.write({ 'apps/desk/desk.js': `${monorepo['apps/desk/desk.js']}// otherwise\n` })
    repository.commit()
    const { code, out, err } = await play('bisect', 's.yaml', '--good', 'HEAD~2', '--bad', 'HEAD', '--json')
    expect(err).toBe('')
    const { conversations } = JSON.parse(out) as { conversations: { suspects?: { commit: string }[] }[] }
    expect([code, conversations[0]?.suspects?.map(({ commit }) => commit)]).toEqual([0, [culprit]])
  })
})

describe('packages of now on both sides', () => {
  const told = 'both sides ran with what is installed now, and what breaks there fails on both'

  it('are told in every format: a lock file that differs', async () => {
    const agent = { 'apps/desk/desk.js': `${monorepo['apps/desk/desk.js']}// otherwise\n` }
    repository.write({ ...agent, 'package-lock.json': '{ "lockfileVersion": 3, "packages": {} }\n' })
    const { code, out, comparison } = await compare('--allow-no-draft')
    expect([code, out]).toEqual([0, expect.stringContaining(`package-lock.json: ${told}`)])
    expect(ruleOf(comparison)).toMatchObject({ verdict: 'held', seen: `package-lock.json: ${told}` })
    for (const file of ['m.md', 'h.html']) expect(read(file)).toContain(told)
    repository.git('checkout', '--quiet', 'apps/desk')
    expect((await compare('--allow-no-draft')).err).toContain(', besides packages (package-lock.json), which both')
  })

  it('are told: a package of the repository that is built, and those that it needs', async () => {
    repository.write({
      'packages/words/package.json': packageOf('@shop/words', './dist/index.js').replace(
        '}',
        ',"dependencies":{"marks":"*"}}',
      ),
      'packages/words/dist/index.js': monorepo['packages/words/index.js'],
    })
    repository.commit()
    repository.write({
      'packages/marks/index.js': 'export const mark = "?"\n',
      'apps/desk/desk.js': `${monorepo['apps/desk/desk.js']}// otherwise\n`,
    })
    const { comparison } = await compare('--allow-no-draft')
    expect(ruleOf(comparison)?.seen).toBe(`packages/marks: ${told}`)
  })
})
