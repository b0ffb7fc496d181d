import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CliRun } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-near-misses-'))
const shop = join(folder, 'apps/shop')
const agent = join(shop, 'workspace/agents/my-desk.yaml')
const env = { NO_COLOR: '1', CI: '', TABLEREAD_API_KEY: undefined, TABLEREAD_TARGET: undefined }
const tableread = (line: string, where = shop): Promise<CliRun> => runWarm(line.split(' '), { folder: where, env })

beforeAll(async () => {
  mkdirSync(join(folder, '.git'))
  for (const name of ['shop', 'desk']) await tableread(`init --yes --ci none apps/${name}`, folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What people do who have just begun, and what is told to them then. */
describe('a folder', () => {
  it('above projects is none, and says where they are', async () => {
    expect((await tableread('run', folder)).err).toContain(
      'a project is in apps/desk: cd apps/desk, and the same command again; other projects are apps/shop',
    )
    expect((await tableread('run suits', folder)).err).not.toContain('project')
  })
  it('above projects gets no decisions of a review, which no project would read', async () => {
    await tableread('compare default draft --quick --json ../../result.json')
    const decide = 'review result.json --approve aaflndfb --why meant'
    const refused = await tableread(decide, folder)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('a project is in apps/desk: cd apps/desk')])
    expect(existsSync(join(folder, 'reviews.yaml'))).toBe(false)
    expect((await tableread(`${decide} --config apps/shop/tableread.config.yaml`, folder)).code).toBe(0)
    expect(existsSync(join(shop, 'reviews.yaml'))).toBe(true)
    rmSync(join(shop, 'reviews.yaml'))
  })
  it('that init makes beside one with nearly its name is told', async () => {
    expect((await tableread('init --yes --ci none apps/shpo', folder)).err).toBe(
      'apps/shpo is a new folder: did you mean apps/shop?\n',
    )
    expect((await tableread('init --yes --ci none apps/shpo', folder)).err).toBe('')
  })
})

describe('a draft', () => {
  it('that has a number and is not published is told where there is no draft to compare', async () => {
    const text = readFileSync(agent, 'utf8')
    const [versions = '', draft = ''] = text.split(/^# The draft[^\n]*\ndraft:\n/m)
    writeFileSync(agent, `${versions}  2:\n${draft.replace(/^(?=.)/gm, '  ')}`)
    expect((await tableread('compare')).err).toContain(
      'hint: its version 2 is not published: "npx tableread compare default 2" compares it, published: 2 in its file publishes it',
    )
    writeFileSync(agent, text)
  })
})

it('suggest --write says why it wrote nothing', async () => {
  const text = readFileSync(agent, 'utf8')
  writeFileSync(agent, text.replaceAll(/prompt: .*/g, 'prompt: Always be kind.'))
  await tableread('suggest --write first.yaml')
  const { out } = await tableread('suggest suites first.yaml --write more.yaml')
  expect(out).toContain('Always be kind.: no conversation tries it for certain: write one by hand')
  expect(out).toContain('more.yaml was not written: there is nothing to draft in it')
  writeFileSync(agent, text)
})
