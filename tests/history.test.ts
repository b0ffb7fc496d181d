import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import type { Comparison } from '../src/compare/comparison.ts'
import { runWarm } from './warm/run-warm.ts'

const root = resolve(import.meta.dirname, '..')
const all = mkdtempSync(join(tmpdir(), 'tableread-history-cli-'))
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(all, 'each-'))
})
afterAll(() => rmSync(all, { recursive: true, force: true }))

interface Ended {
  code: number | null
  out: string
  err: string
}

function start(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const { FORCE_COLOR, TABLEREAD_HISTORY, ...rest } = process.env
  const options = { cwd: folder, env: { ...rest, NO_COLOR: '1', ...env } }
  return new Promise((ended) => {
    execFile(process.execPath, args, options, (error, out, err) =>
      ended({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}

const tableread = (...args: string[]): Promise<Ended> =>
  runWarm(args, { folder, env: { TABLEREAD_HISTORY: undefined, NO_COLOR: '1' } })
const run = (...args: string[]): Promise<Ended> => tableread('run', 'orders.yaml', '-r', 'plain', ...args)
const store = (): string => join(folder, '.tableread/history.sqlite')

function writeSuite(reply = 'shipped'): void {
  const turns = (expected: string) =>
    `turns: [{ user: Where is my order 1042?, expect: { reply: { contains: ${expected} } } }]`
  const head = 'suite: Orders\nagent: order-desk\nmetadata: { customer_name: Asha, tier: gold }\nconversations:\n'
  writeFileSync(
    join(folder, 'orders.yaml'),
    `${head}  - name: tracks\n    ${turns(reply)}\n  - name: hopes\n    ${turns('lost')}\n`,
  )
}

async function trends(...args: string[]) {
  const { out } = await tableread('history', '--json', ...args)
  return JSON.parse(out).trends
}

describe('plain runs', () => {
  const earlierOf = async (): Promise<(string | object | undefined)[][]> => {
    const { out } = await tableread(
      'compare',
      'default',
      'draft',
      'orders.yaml',
      '--repeat',
      '1',
      '--no-confirm',
      '--json',
    )
    const { conversations } = JSON.parse(out) as Comparison
    return conversations.map(({ name, earlier }) => [name, earlier]).toSorted()
  }
  it('are earlier runs of side a, where script and agent are the same', { tags: 'stress' }, async () => {
    writeSuite()
    for (const _ of [1, 2, 3]) await run()
    expect(await earlierOf()).toEqual([
      ['hopes', { runs: 3, failed: { 'turn 1: reply': 3 } }],
      ['tracks', { runs: 3, failed: {} }],
    ])
  })
  it('are none of another script, of another version, nor those that were repeated', { tags: 'stress' }, async () => {
    writeSuite()
    await run()
    await run('-v', 'draft')
    writeSuite('sent')
    const text = readFileSync(join(folder, 'orders.yaml'), 'utf8')
    writeFileSync(
      join(folder, 'orders.yaml'),
      text.replace('  - name: hopes\n', '  - name: hopes\n    repeat: { times: 2 }\n'),
    )
    await run()
    expect(await earlierOf()).toEqual([
      ['hopes', { runs: 1, failed: { 'turn 1: reply': 1 } }],
      ['tracks', { runs: 1, failed: { 'turn 1: reply': 1 } }],
    ])
  })
})

describe('edits of the agent', () => {
  it('are no flips: what comes and goes with them is said to, and what does so without is flaky', async () => {
    const putFile = (path: string, text: string): void => writeFileSync(join(folder, path), text)
    mkdirSync(join(folder, 'ws'))
    putFile('ws/workspace.yaml', 'workspace: W\nkeys: [k]\nagents: [desk.yaml]\n')
    putFile(
      's.yaml',
      'suite: S\nagent: desk\nconversations:\n  - { name: a, turns: [{ user: Hi, expect: { reply: hi } }] }\n',
    )
    const runWith = async (say: string): Promise<Ended> => {
      putFile(
        'ws/desk.yaml',
        `agent: desk\nid: desk\npublished: 1\nversions: { 1: { otherwise: [{ say: ${say} }] } }\n`,
      )
      return tableread('run', 's.yaml', '--workspace', 'ws')
    }
    for (const say of ['hi', 'no', 'hi', 'no', 'no']) await runWith(say)
    expect(await trends()).toMatchObject([
      {
        points: [false, true, true, true, false].map((agentChanged) => ({ agentChanged, scriptChanged: false })),
        flakiness: { flips: 0, chances: 1, flaky: false },
        failingSince: { runs: 2, changed: ['agent'] },
      },
    ])
    expect((await tableread('history', '--flaky')).out).toContain('none of 1 conversation is flaky')
    expect((await tableread('history')).out).toMatch(/ \.\/F\/\.\/FF\n[\s\S]*failing +since the agent changed, /)
  })
})

describe('tableread history --write-durations', () => {
  it('writes the median of each conversation, and prints nothing', async () => {
    writeSuite()
    for (const _ of [1, 2]) await run('-v', 'default', '-v', 'draft')
    expect(await tableread('history', '--write-durations', 'durations.json')).toEqual({ code: 0, out: '', err: '' })
    const { conversations } = JSON.parse(readFileSync(join(folder, 'durations.json'), 'utf8'))
    expect(conversations.map(({ name, version }: Record<string, string>) => `${name} ${version}`)).toEqual([
      'hopes default',
      'hopes draft',
      'tracks default',
      'tracks draft',
    ])
    expect((await run('--shard', '1/2', '--durations', 'durations.json')).err).toBe('')
  })
})

describe('tableread run', () => {
  it('keeps each run beside the suite, out of git', async () => {
    writeSuite()
    expect((await run()).code).toBe(1)
    expect(readFileSync(join(folder, '.tableread/.gitignore'), 'utf8')).toBe('*\n')
    writeSuite('gone')
    await run('-v', 'default', '-v', 'draft')
    const trendList = await trends()
    expect(trendList).toMatchObject([
      {
        name: 'tracks',
        version: 'default',
        target: 'local demo',
        points: [{ verdict: 'passed' }, { verdict: 'failed', scriptChanged: true, reason: 'turn 1: reply' }],
      },
      { name: 'tracks', version: 'draft', points: [{ verdict: 'failed' }] },
      {
        name: 'hopes',
        version: 'default',
        points: [{ verdict: 'failed' }, { verdict: 'failed', scriptChanged: false }],
      },
      { name: 'hopes', version: 'draft' },
    ])
    expect(trendList[0].points[0].sessionId).toMatch(/^[0-9a-f-]{36}$/)
  })
  it('keeps it where it is told to, or not at all', async () => {
    writeSuite()
    await run('--no-history')
    expect(readdirSync(folder)).toEqual(['orders.yaml'])
    await run('--history', 'by-flag.db')
    expect([existsSync(join(folder, 'by-flag.db')), existsSync(store())]).toEqual([true, false])
  })
  it('refuses a config that says something else', async () => {
    writeSuite()
    writeFileSync(join(folder, 'tableread.config.yaml'), 'history: true\n')
    expect(await run()).toMatchObject({ code: 2, err: expect.stringContaining('expected a path or false') })
  })
  it.each([
    [
      'damaged',
      () => writeFileSync(store(), 'x'.repeat(5_000)),
      'the history was damaged: .tableread/history.sqlite begins anew, the old one is history.sqlite.corrupt-1\n',
    ],
    ['a folder', () => mkdirSync(store()), 'the history keeps nothing of this run (.tableread/history.sqlite): '],
  ])('goes on with a store that is %s, and says so in one line', async (_, spoil, message) => {
    writeSuite()
    const before = await run('--no-history')
    mkdirSync(join(folder, '.tableread'))
    spoil()
    const after = await run()
    const steady = (text: string): string => text.replace(/\d+(\.\d+)? m?s|:\d{4,5}|[0-9a-f-]{36}/g, '')
    expect([after.code, steady(after.out)]).toEqual([before.code, steady(before.out)])
    expect(after.err.startsWith(message), after.err).toBe(true)
    expect(after.err.trim().split('\n')).toHaveLength(1)
  })
})

/** The conversations over several runs, as a report shows them: name, label, verdicts. */
function readStrips(file: string) {
  const html = readFileSync(join(folder, file), 'utf8')
  const [, lines = ''] = /<script type="application\/x-ndjson" id="conversations">([^<]*)</.exec(html) ?? []
  return lines.split('\n').flatMap((line) => {
    const { conversation, trends } = JSON.parse(line)
    return trends.map(({ label, points }: { label: string; points: unknown[][] }) => [
      ...[conversation.name, label],
      points.map(([, verdict]) => verdict).join(' '),
    ])
  })
}

describe('the HTML report', () => {
  it('has the runs before it, and its own as the newest, of a run and of a comparison', {
    tags: 'stress',
  }, async () => {
    writeSuite()
    expect((await run('--html', 'first.html')).err).toBe('')
    expect(readStrips('first.html')).toEqual([])
    await run('--html', 'second.html')
    expect(readStrips('second.html')).toEqual([
      ['hopes', 'default', 'failed failed'],
      ['tracks', 'default', 'passed passed'],
    ])
    await run('-v', 'draft', '--html', 'draft.html')
    expect(readStrips('draft.html')).toEqual([])
    await tableread('compare', 'default', 'draft', 'orders.yaml', '--html', 'both.html')
    const gates = (await trends('-t', 'tracks', '-v', 'draft')).flatMap((each: { points: { gate?: string }[] }) =>
      each.points.map(({ gate }) => gate),
    )
    expect(gates).toEqual([undefined, expect.stringMatching(/^(open|shut|not judged)$/)])
    expect(readStrips('both.html').sort()).toEqual([
      ['hopes', 'default', 'failed failed failed'],
      ['hopes', 'draft', 'failed failed'],
      ['tracks', 'default', 'passed passed passed'],
      ['tracks', 'draft', expect.stringMatching(/^(passed|failed) (passed|failed)$/)],
    ])
  })
  eachByTier(1)([
    ['switched off', ['--no-history'], () => undefined, /^$/],
    ['damaged', [], () => writeFileSync(store(), 'x'.repeat(5_000)), /^the history was damaged: .*\n$/],
    ['lost', [], () => rmSync(join(folder, '.tableread'), { recursive: true }), /^$/],
    [
      'a folder',
      [],
      () => {
        rmSync(store())
        mkdirSync(store())
      },
      /^the history keeps nothing of this run .*\n$/,
    ],
  ])('has none where the history is %s, and fails for nothing', async (_, flags, spoil, pattern) => {
    writeSuite()
    const before = await run()
    spoil()
    const after = await run('--html', 'report.html', ...flags)
    expect([after.code, after.err]).toEqual([before.code, expect.stringMatching(pattern)])
    expect(readStrips('report.html')).toEqual([])
  })
})

describe('many processes at once', () => {
  it('all land, also when the file is damaged to begin with', { tags: 'stress' }, async () => {
    mkdirSync(join(folder, '.tableread'))
    writeFileSync(store(), 'not a history '.repeat(400))
    const script = `
      const { appendHistory } = await import(${JSON.stringify(`${root}/dist/records/history/append-history.js`)})
      const row = { suite: 'S', agent: 'a', version: 'default', target: 't', id: 's.yaml:1 default', verdict: 'passed', reason: null, ms: 1, p95TurnMs: 1, sessionId: null, script: null, passed: 1, judged: 1 }
      const run = { kind: 'run', startedAt: new Date().toISOString(), ms: 1, tableread: '0', commit: null }
      const path = ${JSON.stringify(store())}
      for (let n = 0; n < 15; n += 1) {
        const kept = appendHistory(path, { ...run, conversations: [{ ...row, name: 'shared' }, { ...row, name: process.argv[1] }] }, { waitMs: 20000 })
        if (!kept.ok) console.log(JSON.stringify(kept))
      }`
    const ended = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((name) => start(['--input-type=module', '-e', script, `process ${name}`])),
    )
    expect(ended.map(({ out, err }) => out + err).join('')).toBe('')
    const trendList = await trends('--last', '200')
    expect(
      trendList.map(({ name, points }: { name: string; points: object[] }) => `${name} ${points.length}`).sort(),
    ).toEqual([1, 2, 3, 4, 5, 6].map((name) => `process ${name} 15`).concat('shared 90'))
    expect(readdirSync(join(folder, '.tableread')).filter((name) => name.includes('corrupt'))).toEqual([
      'history.sqlite.corrupt-1',
    ])
  })
})

describe('tableread history', () => {
  it('says how to begin where there is none', async () => {
    const { code, err } = await tableread('history')
    expect([code, err]).toEqual([2, expect.stringContaining('`tableread run` begins one')])
    expect(readdirSync(folder)).toEqual([])
  })
  it('shows a table, one conversation, and what it does not know', async () => {
    writeSuite()
    await run()
    await run()
    const table = await tableread('history')
    expect(table.code).toBe(0)
    expect(table.out).toMatch(
      /^ Orders\n {3}tracks +default +\.\. +2\/2 100 % +0\/1 .*ms\n {3}hopes +default +FF +0\/2 +0 % +0\/1 .*ms +failing since .* \(2 runs\)$/m,
    )
    expect(table.out).toContain('. passed  F failed; the newest run is on the right')
    const one = await tableread('history', 'orders.yaml:5')
    expect(one.out).toMatch(
      /^ Orders > tracks\n {3}orders.yaml:5, agent order-desk, version default, local demo\n {3}\.\.\n/,
    )
    expect(one.out).toMatch(/passed +2 of 2, the rate is 13 to 100 %/)
    expect((await tableread('history', 'orders.yaml:9')).out).toContain('Orders > hopes')
    expect(await tableread('history', '--flaky')).toMatchObject({
      code: 0,
      out: 'none of 2 conversations is flaky in the last 20 runs\n',
    })
    expect(await tableread('history', '-t', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('among them "tracks", "hopes"'),
    })
    expect(await tableread('history', '--last', '0')).toMatchObject({ code: 2 })
  })
})
