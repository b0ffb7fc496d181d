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
  it('that init would make beside one with nearly its name is refused, unless it is there or has a name of its own', async () => {
    const refused = await tableread('init --yes --ci none apps/shpo', folder)
    expect([refused.code, refused.err]).toEqual([
      2,
      'there is no folder apps/shpo\n   hint: did you mean apps/shop? for a new one, make it first: mkdir apps/shpo\n',
    ])
    expect(existsSync(join(folder, 'apps/shpo'))).toBe(false)
    mkdirSync(join(folder, 'apps/shpo'))
    expect((await tableread('init --yes --ci none apps/shpo', folder)).err).toBe('')
    expect((await tableread('init --yes --ci none apps/shop-eu', folder)).err).toBe(
      'apps/shop-eu is a new folder: did you mean apps/shop?\n',
    )
  })
})

describe('a version that no agent has', () => {
  const usual = 'the agent my-desk has no version 3; its versions are 1, draft'
  const verbs =
    'run -v 3|run -v 1 -v 3|compare default 3 suites|compare 3 draft|lint -v 3|vary -v 3|teeth -v 3|prove -v 3|bisect -g 1 -b 3|attack attacks.yaml -v 3|chat -v 3'
  it.each(verbs.split('|'))('is one problem that names those that are there, and nothing is sent: %s', async (line) => {
    writeFileSync(
      join(shop, 'attacks.yaml'),
      'attacks: desk\nagent: my-desk\ngoals: [{ goal: a refund, wish: a refund, harm: { leaks: [on its way] } }]\n',
    )
    const { code, err, out } = await tableread(line)
    expect([code, err, out]).toEqual([2, `${usual}\n`, ''])
  })
  it('is named for each end of a bisection', async () => {
    expect((await tableread('bisect -g 3 -b 7')).err).toBe(`${usual}\n${usual.replace('3', '7')}\n`)
  })
  it('is told as what is not known where nothing is run', async () => {
    expect((await tableread('suggest -v 3')).out).toContain(`my-desk: ${usual}`)
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
