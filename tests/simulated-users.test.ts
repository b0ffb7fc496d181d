import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRun } from './journal/killed-run.fixture.ts'
import { startEchoAgent } from './queue/echo-agent.mjs'
import { createProject, runVitest } from './vitest/run-vitest.ts'
import { runWarm } from './warm/run-warm.ts'

const suite = `suite: Cancelling
agent: order-desk
seeds: 6
metadata: { first_name: Asha }
conversations:
  - name: cancels the right order
    simulated user:
      wants: to cancel order {order}
      knows: { order: "2077" }
      opens with: [I want to cancel something I bought, "Hi, I no longer need my parcel"]
      answers:
        - { when: order number, says: "Please cancel order {order}", slips: wrong digit }
        - { when: /really|sure/i, says: "Yes" }
      done when: { calls: [{ cancel_order: { with: { order_id: "2077" } } }] }
    session: { calls: { in order: [lookup_order, cancel_order] } }
  - name: says hello
    turns: [{ user: hello, expect: { reply: { contains: order } } }]
`

interface Told {
  conversations: { id: string; verdict: string; simulated?: { seed: number }; turns: { user: string }[] }[]
  seeds?: { seeds: number; passed: number }[]
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-users-'))
  mkdirSync(join(folder, 'suites'))
  writeFileSync(join(folder, 'suites/c.yaml'), suite)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tableread = (args: string) =>
  runWarm(args.split(' '), { folder, env: { TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' } })

/** The talks and how they ended, without times and session ids. */
function said(file: string, from = folder): string {
  const { conversations, seeds } = JSON.parse(readFileSync(join(from, file), 'utf8')) as Told
  const lines = conversations.map(({ id, verdict, simulated, turns }) =>
    JSON.stringify([id, verdict, simulated, turns.map(({ user }) => user)]),
  )
  return [...lines.sort(), JSON.stringify(seeds)].join('\n')
}

describe('seeds of a simulated user', () => {
  it('say the same in a run, in shards that are merged, and in a replay without a service', async () => {
    expect((await tableread('run -v draft --json whole.json')).code).toBe(0)
    const whole = said('whole.json')
    expect(whole.match(/cancel order 2077/g)?.length).toBeGreaterThanOrEqual(6)
    expect(whole).toContain('"kind":"wrong digit","mended":2')
    await tableread('run -v draft --json again.json')
    expect(said('again.json')).toBe(whole)
    const parts = ['1/3', '2/3', '3/3'].map((part) => [part, `shard-${part[0]}.json`] as const)
    for (const [part, file] of parts) {
      const { code, err } = await tableread(`run -v draft --shard ${part} --json ${file}`)
      expect([code, err]).toEqual([0, ''])
      const { conversations } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Told
      expect(conversations.length).toBeGreaterThanOrEqual(2)
    }
    const merged = await tableread(`merge ${parts.map(([, file]) => file).join(' ')} --json merged.json`)
    expect([merged.code, said('merged.json')]).toEqual([0, whole])
    expect(merged.out).toContain('6 of 6 judged seeds passed')
    expect((await tableread('record -v draft --tapes tapes')).code).toBe(0)
    const replayed = await tableread('replay -v draft --tapes tapes --offline --json replay.json')
    expect([replayed.code, said('replay.json')]).toEqual([0, whole])
  })

  it('are compared seed by seed, and bisected and measured one by one', { tags: 'stress' }, async () => {
    const compared = await tableread('compare default draft suites/c.yaml:6 --seeds 3 --json cmp.json')
    const { conversations } = JSON.parse(readFileSync(join(folder, 'cmp.json'), 'utf8')) as {
      conversations: { runs: { a: { turns: { user: string }[] }; b: { turns: { user: string }[] } }[]; name: string }[]
    }
    expect([compared.code, conversations.map(({ name }) => name)]).toEqual([
      compared.code === 1 ? 1 : 0,
      [1, 2, 3].map((seed) => `cancels the right order ~${seed}`),
    ])
    const bisected = await tableread('bisect -g 1 -b 2 suites/c.yaml:6~1 --repeat 1 -r plain')
    expect(bisected.err + bisected.out).toContain('cancels the right order ~1')
    const teeth = await tableread('teeth -v draft suites/c.yaml:6 --seeds 2 --json teeth.json')
    const { survivors, total } = JSON.parse(readFileSync(join(folder, 'teeth.json'), 'utf8')) as {
      survivors: { what: string }[]
      total: { caught: number }
    }
    expect([teeth.code, total.caught > 20]).toEqual([0, true])
    expect(survivors.filter(({ what }) => what === 'cancel_order is not called')).toEqual([])
  })

  it('that are finished are taken from the journal of a run that was interrupted', { tags: 'stress' }, async () => {
    const agent = await startEchoAgent({ delayMs: 2, nameSession: (message) => `s ${message}` })
    try {
      const here = mkdtempSync(join(folder, 'resume-'))
      const text = suite.replace('done when: { calls: [{ cancel_order: { with: { order_id: "2077" } } }] }', goal)
      writeFileSync(join(here, 'suite.yaml'), text.replace('seeds: 6', 'seeds: 12').replace(/ {4}session: .*\n/, ''))
      agent.delayMs = 2
      await startRun(here, agent.url, ['--json', 'whole.json', '-c', '1', '--no-journal']).ended
      const { child, ended } = startRun(here, agent.url, ['--json', 'r.json', '-c', '1'])
      let messageCount = 0
      agent.onTurn = () => {
        messageCount += 1
        if (messageCount === 10) child.kill('SIGINT')
      }
      expect((await ended).code).toBe(130)
      const begun = agent.begun.length
      const resumed = await startRun(here, agent.url, ['--json', 'r.json', '-c', '1', '--resume']).ended
      expect(resumed.err).toMatch(/[45] of 13 conversations are taken/)
      expect(agent.begun.length - begun).toBeLessThanOrEqual(9)
      expect(said('r.json', here)).toBe(said('whole.json', here))
    } finally {
      agent.close()
    }
  })

  it('are each a test of Vitest, told on the line of the user', { tags: 'stress' }, async () => {
    const project = createProject({ 'suites/c.yaml': suite }, { versions: ['draft'], seeds: 3 })
    try {
      const { tests, code } = await runVitest(project, {})
      expect(tests.map(({ title, status }) => `${title} ${status}`).sort()).toEqual([
        ...[1, 2, 3].map((seed) => `cancels the right order ~${seed} passed`),
        'says hello passed',
      ])
      expect(code).toBe(0)
    } finally {
      project.remove()
    }
  })

  it('and made-up values are those of the seed that Vitest was given, as on the command line', {
    tags: 'stress',
  }, async () => {
    const yaml = `suite: S
agent: order-desk
conversations: [{ name: c, turns: [{ user: hello, expect: { reply: { contains: "word {{random.word}}." } } }] }]
`
    const wordIn = (text: string): string | undefined => /word (\w+)\./.exec(text)?.[1]
    const projects = [{ seed: 'one' }, { seed: 'two' }].map((options) =>
      createProject({ 'suites/c.yaml': yaml }, options),
    )
    try {
      const words: (string | undefined)[] = []
      for (const project of projects) words.push(wordIn((await runVitest(project, {})).output))
      const { out } = await runWarm(['run', 'suites', '--seed', 'two'], { folder: projects[1]?.folder ?? '' })
      expect(words[1]).toBe(wordIn(out))
      expect(words[1]).toMatch(/./)
      expect(words[0]).not.toBe(words[1])
    } finally {
      for (const project of projects) project.remove()
    }
  })
})

const goal =
  'gives up when: { reply: { contains: never } }\n      patience: 2 turns\n      done when: { calls: [nothing] }'
