// @module-tag stress
import { describe, expect, it } from 'vitest'
import { connectQueue } from '../src/app/queue/connection.ts'
import { helloSuite, openQueue } from './queue/open-queue.ts'
import type { Running } from './queue/processes.ts'
import { hasRedis } from './queue/redis-server.ts'

const suite = (conversations: number, turns: number): string => helloSuite(conversations, turns, 'repeatable: false\n')

/** The exit code of a command once it has ended; one that waits for Redis never does, which the limit of the test finds. */
const ending = async ({ ended }: Running): Promise<number | null> => (await ended).code

const stays = /is still running/

describe.skipIf(!hasRedis)('where Redis does not answer', () => {
  const queue = openQueue()
  const run = (...args: string[]): Running =>
    queue.begin(['run', 'suite.yaml', '--target', queue.agent.url, '-r', 'plain', '--json', 'r.json', ...args])
  /** Lets Redis hang with its connections open, or kills it, while `work` goes on. */
  const without = async (how: 'hangs' | 'is gone', work: () => Promise<void>): Promise<void> => {
    if (how === 'hangs') queue.redis.hang()
    else await queue.redis.kill()
    try {
      await work()
    } finally {
      if (how === 'hangs') queue.redis.goOn()
      else await queue.redis.start()
    }
  }

  it.each(['hangs', 'is gone'] as const)('since it %s, a worker ends after SIGTERM', async (how) => {
    queue.write('suite.yaml', suite(6, 100)) // still under way when the second worker has started, however slowly
    queue.agent.delayMs = 2_000
    const busy = await queue.worker(['-c', '3'])
    run()
    await queue.turns(3)
    await queue.begin(['queue', 'pause']).ended
    const spare = await queue.worker()
    await without(how, async () => {
      for (const { child } of [busy, spare]) child.kill('SIGTERM')
      expect(await Promise.all([ending(busy), ending(spare)])).toEqual([0, 0])
    })
    expect(busy.said()).toMatch(/Redis is unreachable: [1-3] conversations? left to other workers\ncarried out/)
    expect(spare.said()).toContain('nothing is under way')
    expect(busy.said() + spare.said()).not.toMatch(stays)
  })

  it.each(['hangs', 'is gone'] as const)('since it %s, a run keeps to its time', async (how) => {
    queue.write('suite.yaml', suite(6, 4))
    queue.agent.delayMs = 300
    await queue.worker(['-c', '3'])
    const timed = run('--max-time', '6s')
    await queue.turns(4)
    await without(how, async () => {
      expect(await ending(timed)).toBe(3)
    })
    const { totals, conversations } = queue.result()
    expect([conversations.length, totals.errored > 0, totals['not reached'] > 0]).toEqual([6, true, true])
    expect(timed.said()).not.toMatch(stays)
  })

  it('a run that is interrupted leaves nothing behind that keeps its process', async () => {
    queue.write('suite.yaml', suite(6, 4))
    queue.agent.delayMs = 300
    await queue.worker(['-c', '3'])
    const stopped = run()
    await queue.turns(4)
    await without('is gone', async () => {
      stopped.child.kill('SIGINT')
      expect(await ending(stopped)).toBe(130)
    })
    expect(stopped.said()).not.toMatch(stays)
  })

  it('a connection that is closed under a conversation renews no locks any more', async () => {
    const connection = await connectQueue({ url: queue.redis.url, displayAddress: queue.redis.url })
    let take = (): void => {}
    const takeover = new Promise<void>((resolve) => {
      take = resolve
    })
    const endless = (): Promise<void> => {
      take()
      return new Promise(() => {})
    }
    const worker = connection.work(endless, { concurrency: 1, leaseMs: 1_000 })
    const { lockManager } = worker as unknown as { lockManager: { isRunning(): boolean } }
    void worker.run().catch(() => {})
    await connection.queue.add('any', { rank: 0, plan: '' })
    await takeover
    expect(lockManager.isRunning()).toBe(true)
    void worker.close() // waits for the conversation
    await connection.close()
    expect(lockManager.isRunning()).toBe(false)
  })

  it('since it refuses writes, a worker ends at once', async () => {
    queue.redis.ask('config', 'set', 'maxmemory', '1')
    try {
      const worker = queue.begin(['work'])
      expect((await worker.ended).code).toBe(2)
      expect(worker.said()).toMatch(/cannot be used: OOM/)
      expect(worker.said()).not.toMatch(stays)
    } finally {
      queue.redis.ask('config', 'set', 'maxmemory', '0')
    }
  })

  it('since it does not speak TLS, the message says so', async () => {
    const statusRun = queue.begin(['queue', 'status', '--queue', queue.redis.url.replace('redis:', 'rediss:')])
    expect((await statusRun.ended).code).toBe(2)
    expect(statusRun.said()).toMatch(/cannot be used: .*\n.*hint: its Redis may not speak TLS: try redis:\/\//)
  })
})

describe.skipIf(!hasRedis)('a Redis that is not only ours', () => {
  const queue = openQueue()

  it.each(['{not json', '{}', '[]', '{"seen":1}'])('may hold %s where notes are', async (text) => {
    for (const key of ['tableread:workers', 'tableread:runs']) queue.redis.ask('hset', key, 'bad', text)
    queue.write('suite.yaml', suite(2, 1))
    await queue.worker()
    const status = queue.begin(['queue', 'status'])
    expect((await status.ended).code).toBe(0)
    expect(status.said()).toMatch(/^no run is on the queue\nworker \S+ \d+: 0 of 8 running.*\n$/)
    const run = queue.begin(['run', 'suite.yaml', '--target', queue.agent.url, '-r', 'plain'])
    expect((await run.ended).code).toBe(0)
  })

  it('may hold something else under the names of the queue, which is told as what it is', async () => {
    queue.redis.ask('set', 'tableread:workers', 'no hash')
    const status = queue.begin(['queue', 'status'])
    expect((await status.ended).code).toBe(2)
    expect(status.said()).toMatch(/cannot be used: WRONGTYPE/)
  })

  it('is reported once if it drops keys when its memory is full', async () => {
    queue.redis.ask('config', 'set', 'maxmemory-policy', 'allkeys-lru')
    try {
      const worker = await queue.worker()
      expect(worker.said().match(/maxmemory-policy/g)?.length).toBe(2) // the sentence and its hint
      expect(worker.said()).toContain('drops keys when its memory is full (maxmemory-policy allkeys-lru)')
      expect(worker.said()).not.toContain('IMPORTANT')
    } finally {
      queue.redis.ask('config', 'set', 'maxmemory-policy', 'noeviction')
    }
  })
})
