// @module-tag stress
import { describe, expect, it } from 'vitest'
import { helloSuite, openQueue } from './queue/open-queue.ts'
import type { Running } from './queue/processes.ts'
import { hasRedis } from './queue/redis-server.ts'

describe.skipIf(!hasRedis)('runs that share a queue', () => {
  const queue = openQueue()
  const run = async (...args: string[]): Promise<Running> =>
    (await queue.enqueue(['run', 'suite.yaml', '--target', queue.agent.url, '-r', 'plain', ...args])).run
  const rate = async (): Promise<number | null> => (await queue.status()).limits[0]?.rate ?? null
  const limitTo = async (to: string): Promise<void> => {
    await queue.begin(['queue', 'limit', '--rate', to, '--target', queue.agent.url]).ended
  }
  const lose = async (): Promise<void> => {
    await queue.redis.restart('lost')
  }

  it('keep to the smallest limit that any of them asks for, while it is there', async () => {
    queue.write('suite.yaml', helloSuite(3, 1))
    await run('--rate', '600')
    const strict = await run('--rate', '60')
    await run('--rate', '900')
    await run()
    expect(await rate()).toBe(60)
    await lose()
    await expect.poll(rate, { timeout: 60_000, interval: 200 }).toBe(60)
    await limitTo('30')
    expect(await rate()).toBe(30)
    await limitTo('0')
    expect(await rate()).toBe(60)
    strict.child.kill('SIGINT')
    await strict.ended
    expect(await rate()).toBe(600)
  })

  it('keep a limit whose process was killed, since its conversations go on', async () => {
    queue.write('suite.yaml', helloSuite(3, 1))
    const killed = await run('--rate', '60')
    const other = await run('--rate', '600')
    killed.child.kill('SIGKILL')
    await killed.ended
    other.child.kill('SIGINT')
    await other.ended
    expect(await rate()).toBe(60)
  })

  it('tell after Redis lost everything what was done and came of it', async () => {
    queue.write('suite.yaml', helloSuite(12, 3))
    queue.agent.delayMs = 100
    await queue.worker(['-c', '2'])
    await run()
    await queue.turns(14)
    queue.agent.delayMs = 3_000
    await lose()
    const readProgress = async (): Promise<unknown> => {
      const [own] = (await queue.status()).runs
      return own === undefined || own.done < 4 ? null : [own.total, own.done - (own.verdicts.passed ?? 0)]
    }
    await expect.poll(readProgress, { timeout: 60_000, interval: 200 }).toEqual([12, 0])
  })

  it('say which workers there are that cannot carry them out, and why', async () => {
    queue.write('suite.yaml', helloSuite(1, 1))
    await queue.worker([], { TABLEREAD_API_KEY: 'another-key' })
    const one = await run()
    await one.until(/leaves conversations to others: .* another key than this worker has/)
  })
})
