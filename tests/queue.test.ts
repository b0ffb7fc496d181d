// @module-tag stress
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RunResult } from '../src/engine/run-result.ts'
import { suite as mixedSuite } from './journal/killed-run.fixture.ts'
import { type EchoAgent, startEchoAgent } from './queue/echo-agent.mjs'
import { type Running, start } from './queue/processes.ts'
import { hasRedis, password, startRedis, type TestRedis } from './queue/redis-server.ts'

const all = mkdtempSync(join(tmpdir(), 'tableread-queue-'))
let redis: TestRedis
let agent: EchoAgent
let folder = ''
const running: Running[] = []

beforeAll(async () => {
  if (hasRedis) redis = await startRedis()
})
beforeEach(async () => {
  folder = mkdtempSync(join(all, 'each-'))
  agent = await startEchoAgent({ delayMs: 5 })
})
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  agent.close()
  redis?.ask('flushall')
})
afterAll(async () => {
  await redis?.stop()
  rmSync(all, { recursive: true, force: true })
})

const begin = (args: string[], env: Record<string, string> = {}): Running => {
  const one = start(args, folder, { TABLEREAD_QUEUE_URL: redis.url, ...env })
  running.push(one)
  return one
}
const worker = async (...args: string[]): Promise<Running> => {
  // A folder of its own, without any file of the project.
  const own = mkdtempSync(join(all, 'worker-'))
  const one = start(['work', '--lease', '2s', ...args], own, { TABLEREAD_QUEUE_URL: redis.url })
  running.push(one)
  await one.until(/works on the queue/)
  return one
}
const run = (...args: string[]): Running =>
  begin(['run', 'suite.yaml', '--target', agent.url, '-r', 'plain', '--json', 'r.json', ...args])
const result = (name = 'r.json'): RunResult => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RunResult
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A suite of that many conversations and turns. */
function suiteOf(conversations: number, turns: number, more = ''): string {
  const each = Array.from({ length: conversations }, (_, index) => {
    const lines = Array.from(
      { length: turns },
      (_, turn) => `      - { user: c${index} t${turn}, expect: { reply: { contains: c${index} t${turn} } } }`,
    )
    return `  - name: c${index}\n    turns:\n${lines.join('\n')}`
  })
  return `suite: S\nagent: desk\n${more}conversations:\n${each.join('\n')}\n`
}

const write = (text: string): void => writeFileSync(join(folder, 'suite.yaml'), text)

/** In no session was anything said twice or out of order. */
function expectNothingDoubled(): void {
  for (const messages of agent.sessions.values()) {
    const turns = messages.map((text) => Number(/t(\d+)$/.exec(text)?.[1]))
    expect(turns).toEqual(turns.map((_, index) => index))
    expect(new Set(messages.map((text) => text.split(' ')[0])).size).toBe(1)
  }
}

/** The parts of a result that do not depend on where the run was carried out: no times or session names. */
function comparable(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'), (key, value: unknown) =>
    ['startedAt', 'ms', 'turnMs', 'timestamp', 'sessionId', 'sent'].includes(key) ? undefined : value,
  )
}

const listKeys = (): string[] =>
  redis
    .ask('keys', '*')
    .split('\n')
    .filter((key) => /tableread:run|conversations-.*:\d{8}-/.test(key))

describe.skipIf(!hasRedis)('a run on a queue', () => {
  it('is reported as one of a single machine, and leaves nothing behind', async () => {
    write(mixedSuite)
    const alone = start(
      ['run', 'suite.yaml', '--target', agent.url, '-r', 'plain', '--json', 'alone.json', '--junit', 'alone.xml'],
      folder,
      {},
    )
    const ended = await alone.ended
    await Promise.all([worker(), worker(), worker('-c', '2')])
    const queued = run('--junit', 'r.xml')
    expect(await queued.ended).toEqual(ended)
    expect(comparable('r.json')).toEqual(comparable('alone.json'))
    const junit = (name: string): string =>
      readFileSync(join(folder, name), 'utf8').replace(/ (time|timestamp)="[^"]*"|s\d+\b/g, '')
    expect(junit('r.xml')).toBe(junit('alone.xml'))
    expect(listKeys()).toEqual([])
  })

  it('loses and doubles nothing when workers are killed', async () => {
    write(suiteOf(30, 4))
    agent.delayMs = 40
    const workers = await Promise.all([worker(), worker(), worker(), worker()])
    agent.onTurn = (turns) => {
      if (turns === 20) workers[0]?.child.kill('SIGKILL')
      if (turns === 50) workers[1]?.child.kill('SIGKILL')
    }
    const { code } = await run().ended
    expect([code, result().totals.passed, result().conversations.length]).toEqual([0, 30, 30])
    expectNothingDoubled()
  })

  it('says "worker lost" where a conversation may not begin again, and runs again what had said nothing', async () => {
    write(suiteOf(12, 3, 'repeatable: false\n'))
    agent.delayMs = 60
    const first = await worker('-c', '3')
    const queued = run()
    await new Promise<void>((resolve) => {
      agent.onTurn = (turns) => turns === 4 && resolve()
    })
    first.child.kill('SIGKILL')
    await worker()
    const { code } = await queued.ended
    const { totals, conversations } = result()
    expect(code).toBe(3)
    expect(totals.passed + totals.errored).toBe(12)
    expect(totals.errored).toBeGreaterThan(0)
    expect(totals.errored).toBeLessThanOrEqual(3)
    for (const { verdict, cause, reason } of conversations)
      if (verdict === 'errored')
        expect([cause?.kind, reason]).toEqual(['worker', expect.stringContaining('worker lost')])
    expect(agent.sessions.size).toBe(12)
    expectNothingDoubled()
  })

  it('takes nothing from a worker that was stopped for longer than its lease', async () => {
    write(suiteOf(8, 4))
    agent.delayMs = 80
    const first = await worker('-c', '4')
    const queued = run()
    await new Promise<void>((resolve) => {
      agent.onTurn = (turns) => turns === 6 && resolve()
    })
    first.child.kill('SIGSTOP')
    await worker('-c', '4')
    await sleep(6_000)
    const sessions = new Map([...agent.sessions].map(([id, messages]) => [id, messages.length]))
    first.child.kill('SIGCONT')
    const { code } = await queued.ended
    await sleep(500)
    expect([code, result().totals.passed]).toEqual([0, 8])
    expectNothingDoubled()
    expect(sessions.size).toBe(agent.sessions.size) // the suspended worker began nothing after it came back
  })

  it.each(['kept', 'lost'] as const)('survives a Redis that restarts, its data %s', async (data) => {
    write(suiteOf(30, 4))
    agent.delayMs = 50
    await Promise.all([worker('-c', '4'), worker('-c', '4')])
    const queued = run()
    await new Promise<void>((resolve) => {
      agent.onTurn = (turns) => turns === 30 && resolve()
    })
    await redis.restart(data)
    const { code } = await queued.ended
    expect([code, result().totals.passed, result().conversations.length]).toEqual([0, 30, 30])
    if (data === 'lost') expect(queued.said()).toContain('the queue lost what it held')
    expectNothingDoubled()
    expect(listKeys()).toEqual([])
  })

  it('is cancelled by Ctrl-C, reports what ran and leaves nothing under way', async () => {
    write(suiteOf(40, 4))
    agent.delayMs = 100
    await worker('-c', '4')
    const queued = run()
    await new Promise<void>((resolve) => {
      agent.onTurn = (turns) => turns === 20 && resolve()
    })
    queued.child.kill('SIGINT')
    const { code } = await queued.ended
    const { totals, conversations } = result()
    expect([code, conversations.length]).toEqual([130, 40])
    expect([totals.passed > 0, totals['not reached'] > 30]).toEqual([true, true])
    const { heard } = agent
    await sleep(1_000)
    expect([agent.heard, listKeys()]).toEqual([heard, []])
  })

  it('can be taken up after its process was killed', async () => {
    write(suiteOf(30, 4))
    agent.delayMs = 50
    await worker('-c', '4')
    const killed = run('--no-journal')
    const [, name = ''] = await killed.until(/run (\S+) is on the queue/)
    await new Promise<void>((resolve) => {
      agent.onTurn = (turns) => turns === 40 && resolve()
    })
    killed.child.kill('SIGKILL')
    await killed.ended
    const { code } = await run('--follow', name).ended
    expect([code, result().totals.passed]).toEqual([0, 30])
    expect(agent.sessions.size).toBe(30)
    expectNothingDoubled()
  })

  it('ends a worker after what is under way, and tells what it did', async () => {
    write(suiteOf(12, 4))
    agent.delayMs = 60
    const first = await worker('-c', '3')
    const queued = run()
    await new Promise<void>((resolve) => {
      agent.onTurn = (turns) => turns === 5 && resolve()
    })
    first.child.kill('SIGTERM')
    expect((await first.ended).code).toBe(0)
    expect(first.said()).toMatch(/3 conversations under way: takes nothing more\ncarried out [3-6] conversations/)
    await worker()
    expect([(await queued.ended).code, result().totals.passed, agent.sessions.size]).toEqual([0, 12, 12])
  })

  it.each([
    ['compare', ['compare', 'default', '1', 'suite.yaml', '--repeat', '2', '--no-confirm']],
    ['compare --quick', ['compare', 'default', '1', 'suite.yaml', '--quick']],
    ['vary', ['vary', 'suite.yaml', '--variants', '6']],
  ])('carries out %s as well', async (_, args) => {
    write(suiteOf(4, 2, 'laws: { version answers: the agent of the test has one version }\n'))
    await Promise.all([worker(), worker()])
    const all = [...args, '--target', agent.url, '--json']
    const alone = start([...all, 'alone.json'], folder, {})
    const { code } = await alone.ended
    const sessionCount = agent.sessions.size
    const queued = begin([...all, 'r.json'])
    expect([(await queued.ended).code, agent.sessions.size]).toEqual([code, 2 * sessionCount])
    const verdicts = (name: string): unknown => {
      const { gate, conversations } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
      return [gate, conversations.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict])]
    }
    expect(verdicts('r.json')).toEqual(verdicts('alone.json'))
    expect(listKeys()).toEqual([])
  })

  it('takes turns between runs, and takes what is urgent first', async () => {
    write(suiteOf(30, 1))
    agent.delayMs = 40
    const started = (name: string, ...args: string[]): Running => {
      const text = readFileSync(join(folder, 'suite.yaml'), 'utf8').replaceAll(/(c\d+) t0/g, `${name}$1 t0`)
      writeFileSync(join(folder, `${name}.yaml`), text)
      return begin(['run', `${name}.yaml`, '--target', agent.url, '-r', 'plain', ...args])
    }
    expect((await begin(['queue', 'pause']).ended).code).toBe(0)
    const runs: Running[] = []
    for (const [name, ...args] of [['a'], ['b'], ['u', '--priority', 'high'], ['l', '--priority', 'low']]) {
      const one = started(name ?? '', ...args)
      await one.until(/is on the queue/)
      await sleep(300)
      runs.push(one)
    }
    await worker('-c', '2')
    await begin(['queue', 'resume']).ended
    for (const each of runs) expect((await each.ended).code).toBe(0)
    const order = [...agent.sessions.values()].map(([text = '']) => text.slice(0, 1))
    expect(order.slice(0, 28)).toEqual(Array(28).fill('u'))
    expect(order.slice(-28)).toEqual(Array(28).fill('l'))
    const between = order.slice(32, 88)
    for (const name of ['a', 'b']) {
      const share = between.slice(0, 28).filter((each) => each === name).length
      expect(share).toBeGreaterThan(10) // neither waits for the other to finish
    }
  })

  it('leaves values of the environment at home, and asks each worker for its own', async () => {
    write(
      `suite: S\nagent: desk\nconversations:\n  - name: "of {{env.SHOP}}"
    turns: [{ user: "hello {{env.SHOP}}", expect: { reply: { contains: "{{env.SHOP}}" } } }]\n`.replace(
        'of {{env.SHOP}}',
        'asks',
      ),
    )
    const without = await worker()
    const queued = begin(['run', 'suite.yaml', '--target', agent.url, '-r', 'plain', '--json', 'r.json'], {
      SHOP: 'a-shop-of-the-test',
    })
    await without.until(/this worker has no value for SHOP/)
    for (const key of redis.ask('keys', '*').split('\n'))
      expect(redis.ask('dump', key)).not.toContain('a-shop-of-the-test')
    const own = mkdtempSync(join(all, 'worker-'))
    running.push(start(['work'], own, { TABLEREAD_QUEUE_URL: redis.url, SHOP: 'a-shop-of-the-test' }))
    expect([(await queued.ended).code, result().totals.passed]).toEqual([0, 1])
  })

  it.each([
    [
      ['run', 'suite.yaml', '--workspace', resolve(import.meta.dirname, '../fixtures/workspace')],
      /a workspace is not sent over the queue/,
    ],
    [
      ['run', 'suite.yaml', '--tape', 'record', '--queue', 'redis://127.0.0.1:1'],
      /--tape cannot be combined with --queue/,
    ],
    [['run', 'suite.yaml', '--follow', 'nobody'], /no run nobody is on the queue/],
    [['run', 'suite.yaml', '--follow', ''], /the value of --follow is empty/],
    [['run', 'suite.yaml', '--rate', 'many'], /--rate many is not a whole number/],
    [
      ['compare', 'default', 'draft', 'suite.yaml', '--b-target', 'http://127.0.0.1:9'],
      /cannot be combined with two services/,
    ],
    [['work', '--lease', '10ms'], /shorter than a second/],
    [['work', '--lease', '90min'], /longer than an hour/],
    [
      ['work', '--queue', 'redis://'],
      /hint: write redis:\/\/host:6379\/0, or .* right after the slashes, as :PASSWORD@/,
    ],
    [['queue', 'limit'], /no limit is named/],
    [['queue', 'limit', '--rate', '5'], /applies to a service/],
  ])('refuses %j', async (args, words) => {
    write(suiteOf(1, 1))
    const refused = begin(args)
    expect([(await refused.ended).code, refused.said()]).toEqual([2, expect.stringMatching(words)])
    expect(listKeys()).toEqual([])
  })

  it('holds one limit over all workers', async () => {
    write(suiteOf(20, 2))
    Object.assign(agent, { rate: 1_200, burst: 8 })
    await Promise.all([worker(), worker(), worker(), worker()])
    // Half of the agent's rate: on a busy machine, requests that were sent evenly arrive in bunches.
    const { code } = await run('--rate', '600').ended
    expect([code, result().totals.passed]).toEqual([0, 20])
    expect(agent.refused).toBeLessThanOrEqual(1)
  })

  it('shows its password and its key nowhere, and says what is wrong with a queue', async () => {
    write(suiteOf(3, 1))
    const hand = await worker()
    const queued = run('--html', 'r.html')
    await queued.ended
    const status = begin(['queue', 'status', '--json'])
    await status.ended
    for (const verb of ['queue status', 'queue pause', 'queue resume', 'queue limit']) {
      const verbRun = begin([...verb.split(' '), ...(verb === 'queue limit' ? ['--at-once', '0'] : [])])
      expect([verb, (await verbRun.ended).code]).toEqual([verb, 0])
      expect(verbRun.said()).not.toMatch(/a-password-of-the-test|a-key-of-the-test/)
    }
    const files = ['r.json', 'r.html'].map((name) => readFileSync(join(folder, name), 'utf8'))
    const texts = [hand.said(), queued.said(), status.said(), ...files]
    for (const text of texts) expect(text).not.toMatch(/a-password-of-the-test|a-key-of-the-test/)
    expect(texts.join('')).not.toContain(password)
    const wrong = begin(['queue', 'status', '--queue', `redis://:another-password@127.0.0.1:${redis.port}`])
    expect((await wrong.ended).code).toBe(2)
    expect(wrong.said()).toContain('WRONGPASS')
    const nobody = begin(['queue', 'status', '--queue', 'redis://127.0.0.1:1'])
    expect((await nobody.ended).code).toBe(2)
    expect(nobody.said()).toContain('cannot be used')
    const none = begin(['work', '--queue', 'http://:some-password@host'])
    expect((await none.ended).code).toBe(2)
    expect(none.said()).not.toContain('some-password')
  })

  it('is left alone by a worker with another key, which says so', async () => {
    write(suiteOf(2, 1))
    const own = join(folder, 'other')
    mkdirSync(own)
    const other = start(['work'], own, { TABLEREAD_QUEUE_URL: redis.url, TABLEREAD_API_KEY: 'another-key' })
    running.push(other)
    const queued = run()
    await other.until(/with another key than this worker has/)
    const status = async (): Promise<string> => {
      const statusRun = begin(['queue', 'status'])
      await statusRun.ended
      return statusRun.said()
    }
    const pattern =
      /worker .*: 0 of \d+ running, 0 done .*; leaves conversations to others: run \S+ was put on the queue with another key/
    await expect.poll(status).toMatch(pattern)
    await worker()
    expect([(await queued.ended).code, result().totals.passed]).toEqual([0, 2])
    await expect.poll(status).not.toMatch(/leaves conversations/)
  })

  it('says that tapes are recorded without the queue of the environment', async () => {
    write(suiteOf(1, 1))
    const taped = run('--tape', 'record')
    await taped.ended
    expect([agent.sessions.size, taped.said()]).toEqual([1, expect.stringContaining('TABLEREAD_QUEUE_URL is ignored')])
    expect(listKeys()).toEqual([])
  })

  it('waits while the queue is paused', async () => {
    write(suiteOf(3, 1))
    await worker()
    expect((await begin(['queue', 'pause']).ended).code).toBe(0)
    const queued = run()
    await queued.until(/is on the queue/)
    await sleep(1_000)
    expect(agent.sessions.size).toBe(0)
    const status = begin(['queue', 'status'])
    await status.ended
    expect(status.said()).toMatch(/paused: nothing new starts[\s\S]*0 of 3 done, 0 running, 3 waiting/)
    await begin(['queue', 'resume']).ended
    expect((await queued.ended).code).toBe(0)
  })
})
