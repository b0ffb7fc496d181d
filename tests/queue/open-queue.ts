import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { QueueStatus } from '../../src/app/queue/page/status.ts'
import type { RunResult } from '../../src/engine/run-result.ts'
import { type EchoAgent, startEchoAgent } from './echo-agent.mjs'
import { type Running, start } from './processes.ts'
import { hasRedis, startRedis, type TestRedis } from './redis-server.ts'

/** A queue with its Redis, plus an agent and a folder for each test. */
export interface TestQueue {
  redis: TestRedis
  agent: EchoAgent
  folder: string
  write(name: string, text: string): void
  /** Starts a command in the test's folder or another one; it is stopped at the end of the test, if not before. */
  begin(args: readonly string[], env?: Record<string, string>, where?: string): Running
  /** Starts a worker in a folder without any file of the project. */
  worker(args?: readonly string[], env?: Record<string, string>): Promise<Running>
  /** Starts a command that puts a run on the queue, and waits until the run has its name. */
  enqueue(args: readonly string[]): Promise<{ run: Running; name: string }>
  /** Resolves once the agent has heard so many turns. */
  turns(number: number): Promise<void>
  /** A result file in the test's folder. */
  result(name?: string): RunResult
  status(): Promise<QueueStatus>
}

/** A suite of conversations that say hello in every turn, and expect to hear it. */
export function helloSuite(conversations: number, turns: number, more = ''): string {
  const turnText = Array.from({ length: turns }, () => '{ user: hello, expect: { reply: { contains: hello } } }').join(
    ', ',
  )
  const each = Array.from({ length: conversations }, (_, index) => `  - { name: c${index}, turns: [${turnText}] }`)
  return `suite: S\nagent: desk\n${more}conversations:\n${each.join('\n')}\n`
}

/** Opens a queue for the tests of a file. */
export function openQueue(env: Record<string, string> = {}): TestQueue {
  const all = mkdtempSync(join(tmpdir(), 'tableread-queue-'))
  const running: Running[] = []
  const queue: TestQueue = {
    ...({} as Pick<TestQueue, 'redis' | 'agent'>),
    folder: all,
    write: (name, text) => writeFileSync(join(queue.folder, name), text),
    begin(args, more = env, where = queue.folder) {
      const one = start(args, where, { TABLEREAD_HISTORY: 'off', TABLEREAD_QUEUE_URL: queue.redis.url, ...more })
      running.push(one)
      return one
    },
    async worker(args = [], more = env) {
      const own = mkdtempSync(join(all, 'worker-'))
      const one = queue.begin(['work', '--lease', '2s', ...args], more, own)
      await one.until(/works on the queue/)
      return one
    },
    async enqueue(args) {
      const run = queue.begin(args)
      const [, name = ''] = await run.until(/run (\S+) is on the queue/)
      return { run, name }
    },
    turns: (number) =>
      new Promise((resolve) => {
        queue.agent.onTurn = (so) => so === number && resolve()
      }),
    result: (name = 'r.json') => JSON.parse(readFileSync(join(queue.folder, name), 'utf8')) as RunResult,
    async status() {
      const statusRun = queue.begin(['queue', 'status', '--json'])
      await statusRun.ended
      return JSON.parse(statusRun.said()) as QueueStatus
    },
  }
  beforeAll(async () => {
    if (hasRedis) queue.redis = await startRedis()
  })
  beforeEach(async () => {
    queue.folder = mkdtempSync(join(all, 'each-'))
    queue.agent = await startEchoAgent({ delayMs: 5 })
  })
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill('SIGKILL')
      await ended
    }
    queue.agent.close()
    queue.redis?.ask('flushall')
  })
  afterAll(async () => {
    await queue.redis?.stop()
    rmSync(all, { recursive: true, force: true })
  })
  return queue
}
