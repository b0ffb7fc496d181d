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
    'desk.yaml':
      'agent: desk\nid: desk\npublished: 1\nversions:\n  1: { module: ./desk.mjs }\ndraft: { module: ./draft.mjs }\n',
    'desk.mjs': says('Hello!'),
    'draft.mjs': says('Hello there!'),
    's.yaml':
      'suite: S\nagent: desk\nconversations: [{ name: greets, turns: [{ user: hi, expect: { reply: { contains: Hello } } }] }]\n',
    'tableread.config.yaml': 'workspace: .\nversions: [default, draft]\n',
  })
  repository.commit()
})
afterEach(() => repository.remove())

const says = (words: string): string => `export default async () => '${words}'\n`
const compare = async (...args: string[]) => {
  const { code, err } = await runWarm(
    ['compare', ...args, 's.yaml', '--quick', '--allow-no-draft', '--json', 'r.json'],
    {
      folder: repository.folder,
      env: { NO_COLOR: '1', CI: undefined, TABLEREAD_HISTORY: 'kept/h.sqlite' },
    },
  )
  const { conversations } = JSON.parse(readFileSync(join(repository.folder, 'r.json'), 'utf8')) as Comparison
  return [code, conversations.map(({ verdict }) => verdict), err] as const
}

it('is compared with what a commit had published, although there is a draft', async () => {
  repository.write({ 'desk.mjs': says('What?') })
  // Beside the draft this is an improvement.
  expect((await compare('default', 'draft'))[1]).toEqual(['improved'])
  expect((await compare('HEAD', 'default')).slice(0, 2)).toEqual([1, ['regressed']])
  expect((await compare('HEAD', 'draft')).slice(0, 2)).toEqual([0, ['same']])
})

it('runs nothing where only the draft differs, or the suite expects what the draft says', async () => {
  repository.write({ 'draft.mjs': says('Goodbye.') })
  const s = readFileSync(join(repository.folder, 's.yaml'), 'utf8')
  repository.write({ 's.yaml': s.replace('contains: Hello', 'contains: Goodbye') })
  expect(await compare('HEAD', 'default')).toEqual([0, [], expect.stringContaining('so nothing runs')])
})

it('is asked for again by the name that reports give it, though HEAD has moved', async () => {
  repository.write({ 'desk.mjs': says('What?') })
  expect((await compare('HEAD', 'default'))[0]).toBe(1)
  const { sides } = JSON.parse(readFileSync(join(repository.folder, 'r.json'), 'utf8')) as Comparison
  expect(sides.a.version).toMatch(/^HEAD \([0-9a-f]{7}\)$/)
  repository.commit()
  expect((await compare('HEAD', 'default')).slice(0, 2)).toEqual([0, []])
  expect((await compare(sides.a.version, 'default')).slice(0, 2)).toEqual([1, ['regressed']])
  const env = { NO_COLOR: '1', CI: undefined }
  const run = await runWarm(['run', '-v', sides.a.version, 's.yaml'], { folder: repository.folder, env })
  expect([run.code, run.out]).toEqual([0, expect.stringContaining('1 passed of 1')])
  const bisect = ['bisect', 's.yaml', '--good', sides.a.version, '--bad', 'HEAD']
  expect((await runWarm(bisect, { folder: repository.folder, env })).code).not.toBe(2)
})
