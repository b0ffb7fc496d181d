// @module-tag stress
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunResult } from '../src/engine/run-result.ts'
import { type EchoAgent, startEchoAgent } from './queue/echo-agent.mjs'
import { type Running, start } from './queue/processes.ts'
import { hasRedis } from './queue/redis-server.ts'

/** The faults injected into a run, and how its report differs from that of a single machine. */
interface ChaosRun {
  faults: { kind: string; at: number }[]
  said: string
}

interface ChaosOptions {
  kills: number
  seed: number
  workers: number
  perRun?: number
  conversations?: number
}

interface BenchRedis {
  port: number
  ask(...words: string[]): Promise<string>
  restart(data: string, how?: { until?: Promise<unknown> }): Promise<void>
  stop(): Promise<void>
}

const bench = (file: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(resolve(import.meta.dirname, '../bench/queue', file)).href)
const runChaos = (await bench('chaos.mjs')).runChaos as (options: ChaosOptions) => Promise<ChaosRun[]>
const wrongsOf = (await bench('print-chaos.mjs')).wrongsOf as (run: ChaosRun) => string[]
const startRedis = (await bench('redis.mjs')).startRedis as () => Promise<BenchRedis>

describe.skipIf(!hasRedis)('a run on a queue', () => {
  it('is reported as on one machine, with faults of all sorts', async () => {
    const kills = 6
    const runs = await runChaos({ kills, seed: 3, workers: 3, perRun: kills, conversations: 40 })
    const faults = runs.flatMap((run) => run.faults.map(({ kind }) => kind))
    for (const run of runs) expect(wrongsOf(run), `${faults.join(', ')}\n${run.said}`).toEqual([])
    expect(faults.length).toBeGreaterThanOrEqual(kills - 1)
  })
})

describe.skipIf(!hasRedis)('a conversation of a queue', () => {
  const all = mkdtempSync(join(tmpdir(), 'tableread-kills-'))
  const running: Running[] = []
  let [redis, agent, folder]: [BenchRedis, EchoAgent, string] = [] as never

  beforeEach(async () => {
    folder = mkdtempSync(join(all, 'each-'))
    ;[redis, agent] = await Promise.all([startRedis(), startEchoAgent({ delayMs: 5 })])
    agent.delayMs = 700
  })
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill('SIGKILL')
      await ended
    }
    agent.close()
    await redis.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const begin = async (args: string[], words: RegExp): Promise<Running> => {
    const one = start(args, folder, { TABLEREAD_QUEUE_URL: `redis://127.0.0.1:${redis.port}/0` })
    running.push(one)
    await one.until(words)
    return one
  }
  /** A queued conversation whose worker is suspended until `goOn`. */
  const queued = async (key: string, many: number): Promise<{ run: Running; goOn: () => Promise<void> }> => {
    const turns = Array.from({ length: many }, (_, turn) => turn)
      .map((turn) => `      - { user: t${turn}, expect: { reply: { contains: t${turn} } } }\n`)
      .join('')
    const suite = `suite: S\nagent: desk\n${key}conversations:\n  - name: c\n    turns:\n${turns}`
    writeFileSync(join(folder, 'suite.yaml'), suite)
    const { child } = await begin(['work', '--lease', '2s'], /works on the queue/)
    child.kill('SIGSTOP')
    const run = await begin(
      ['run', 'suite.yaml', '--target', agent.url, '-r', 'plain', '--json', 'r.json'],
      /is on the queue/,
    )
    await expect.poll(() => redis.ask('keys', 'tableread:*:prioritized')).not.toBe('')
    const sent = new Promise<void>((resolve) => {
      agent.onTurn = () => resolve()
    })
    const goOn = (): Promise<void> => {
      child.kill('SIGCONT')
      return sent
    }
    return { run, goOn }
  }
  const conversation = (): RunResult['conversations'][number] => {
    const { conversations } = JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')) as RunResult
    expect(conversations.length).toBe(1)
    return conversations[0] as RunResult['conversations'][number]
  }

  it('does not begin again where Redis has forgotten that a turn of it left', async () => {
    const { run, goOn } = await queued('repeatable: false\n', 3)
    const sleep = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, ms))
    // The process that knows of the turn is suspended, while the worker asks for the conversation again.
    const silent = goOn()
      .then(() => sleep(200))
      .then(() => run.child.kill('SIGSTOP'))
    await redis.restart('last second lost', { until: silent })
    await sleep(6_000)
    expect(agent.sessions.size).toBe(1)
    run.child.kill('SIGCONT')
    expect((await run.ended).code).toBe(3)
    const { verdict, cause } = conversation()
    expect([verdict, cause?.kind, agent.sessions.size]).toEqual(['errored', 'worker', 1])
  })

  it('counts once, and whole, where the queue has lost its lock', async () => {
    const { run, goOn } = await queued('', 8) // takes longer than the queue needs to hand it to another worker
    await goOn()
    const lock = await redis.ask('keys', 'tableread:*:lock')
    expect(lock).toMatch(/:lock$/)
    await redis.ask('del', lock)
    expect((await run.ended).code).toBe(0)
    expect(conversation().verdict).toBe('passed')
    expect(agent.sessions.size).toBe(1)
  })
})
