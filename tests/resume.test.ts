import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { runWarm } from './warm/run-warm.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-resume-'))
afterAll(() => rmSync(folder, { recursive: true }))

const mail = 'jane.doe@customer-mail.example'
const turn = (user: string, reply: string): string =>
  `turns: [{ user: ${user}, expect: { reply: { contains: ${reply} } } }]`
/** One conversation fails, one says something private, and one errors, so that the journal stays. */
const suite = `suite: S
agent: order-desk
metadata: { customer_name: Asha, tier: gold }
conversations:
  - { name: shaky, ${turn(`"Mail ${mail} about CASE-12345678"`, 'nothing like it')} }
  - { name: of no version, agent version: "77", ${turn('hello', 'x')} }
`
const entry = '- { suite: S, conversation: shaky, reason: ticket 7, until: 2999-01-01 }\n'
const over = entry.replace('2999', '2020')

beforeEach(() => {
  rmSync(join(folder, 'runs'), { recursive: true, force: true })
  writeFileSync(join(folder, 'suite.yaml'), suite)
  writeFileSync(join(folder, 'tableread.config.yaml'), 'suites: [suite.yaml]\njournal: runs\n')
})

const run = (...flags: string[]) =>
  runWarm(['run', 'suite.yaml', '--json', 'r.json', ...flags], {
    folder,
    env: { NO_COLOR: '1', TABLEREAD_JOURNAL: undefined },
  })
const verdicts = (): string[] =>
  JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')).conversations.map(
    (each: { verdict: string }) => each.verdict,
  )

describe('a run that goes on', () => {
  eachByTier(1)([
    ['an entry that was taken out', entry, '[]\n', 'failed'],
    ['an entry whose day is over', entry, over, 'failed'],
    ['an entry that came', over, entry, 'expected fail'],
    ['another reason', entry, entry.replace('ticket 7', 'ticket 8'), 'expected fail'],
  ])('judges anew what the quarantine says otherwise by now: %s', async (_, before, after, verdict) => {
    writeFileSync(join(folder, 'q.yaml'), before)
    expect((await run('--quarantine', 'q.yaml')).code).not.toBe(0)
    writeFileSync(join(folder, 'q.yaml'), after)
    const { err } = await run('--resume', ...(after === '[]\n' ? [] : ['--quarantine', 'q.yaml']))
    expect([err, verdicts()[0]]).toEqual([expect.stringContaining('1 of them changed since'), verdict])
  })

  it('takes what nothing changed', async () => {
    writeFileSync(join(folder, 'q.yaml'), entry)
    await run('--quarantine', 'q.yaml')
    const { err } = await run('--resume', '--quarantine', 'q.yaml')
    expect([err, verdicts()[0]]).toEqual([expect.stringContaining('1 of 2 conversations are taken'), 'expected fail'])
  })

  it.each([
    ['--show-private was given then and not now', ['--show-private'], ''],
    ['a pattern of redact came', [], "redact: ['/CASE-[0-9]+/']\n"],
  ])('tells nothing private of what it takes where %s', async (_, flags, config) => {
    await run(...flags)
    writeFileSync(join(folder, 'tableread.config.yaml'), `suites: [suite.yaml]\njournal: runs\n${config}`)
    const { out, err } = await run('--resume', '--html', 'r.html')
    expect(err).toContain('1 of 2 conversations are taken')
    const files = ['r.json', 'r.html'].map((name) => readFileSync(join(folder, name), 'utf8'))
    expect([out, err, ...files].join('')).not.toMatch(config === '' ? /jane\.doe/ : /jane\.doe|CASE-1234/)
  })
})

describe('a comparison that goes on', () => {
  const compareAsUsual = (...flags: string[]) =>
    runWarm(['compare', 'default', 'draft', 'suite.yaml', '--json', 'c.json', ...flags], {
      folder,
      env: { NO_COLOR: '1', TABLEREAD_JOURNAL: undefined },
    })
  const compare = (...flags: string[]) => compareAsUsual('--no-confirm', ...flags)
  const runsOf = (name: string) => {
    const { conversations } = JSON.parse(readFileSync(join(folder, 'c.json'), 'utf8'))
    return conversations.find((each: { name: string }) => each.name === name).runs
  }

  it('takes the runs of both sides that were judged, pair by pair, and only runs the rest', async () => {
    writeFileSync(join(folder, 'suite.yaml'), suite.replace('agent version: "77"', 'agent: nobody'))
    const first = await compare('--repeat', '2')
    expect(first.err).not.toContain('without a verdict') // its script has to be mended first
    const before = runsOf('shaky')
    const { err, code } = await compare('--repeat', '2', '--resume')
    expect(err).toContain('2 of 4 conversations are taken from it, with 2 further runs; the rest runs now')
    expect([code, runsOf('shaky')]).toEqual([first.code, before])
  })

  it('takes up a quick look, and the pairs of what it selected', async () => {
    writeFileSync(join(folder, 'suite.yaml'), suite.replace('agent version: "77"', 'agent: nobody'))
    const first = await compareAsUsual('--quick')
    const before = runsOf('shaky')
    expect(before.a).toHaveLength(4)
    const { err, code } = await compareAsUsual('--quick', '--resume')
    expect(err).toContain('2 of 4 conversations are taken from it, with 6 further runs; the rest runs now')
    expect([code, runsOf('shaky')]).toEqual([first.code, before])
  })

  it('is no run: neither goes on with what the other left', async () => {
    await run()
    const { err } = await compare('--resume')
    expect(err).toContain('there is no unfinished run to resume')
  })
})
