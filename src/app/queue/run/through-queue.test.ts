import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { QueueAddress } from '../address.ts'
import type { QueueRun } from './queue-run.ts'
import { throughQueue } from './through-queue.ts'

const queue = vi.hoisted(() => ({
  settings: { workers: () => new Promise<never>(() => {}), concurrency: 3 },
  loss: new Promise<void>(() => {}),
  isOurs: true,
  closed: 0,
  async close() {
    queue.closed += 1
    return queue.isOurs
  },
}))
vi.mock('./queue-run.ts', () => ({ openQueueRun: async () => queue }))

const address: QueueAddress = { url: 'redis://h', displayAddress: 'redis://h' }
const run = {} as QueueRun

describe('a run through a queue', () => {
  beforeEach(() => Object.assign(queue, { closed: 0, isOurs: true, loss: new Promise<void>(() => {}) }))

  it('is performed by workers, and taken off the queue afterwards', async () => {
    const result = await throughQueue(address, {}, run, async (workers) => ({ lanes: workers?.concurrency }))
    expect([result, queue.closed]).toEqual([{ lanes: 3 }, 1])
  })

  it('is taken off the queue if performing it fails', async () => {
    const fail = async (): Promise<object> => {
      throw new Error('no model')
    }
    await expect(throughQueue(address, {}, run, fail)).rejects.toThrow('no model')
    expect(queue.closed).toBe(1)
  })

  it('has no result once another process took it up, even if it never ends here', async () => {
    Object.assign(queue, { loss: Promise.resolve(), isOurs: false })
    expect(await throughQueue(address, {}, run, () => new Promise<object>(() => {}))).toBe(null)
    expect(queue.closed).toBe(1)
  })

  it('has no result either if that turned out only at the end', async () => {
    queue.isOurs = false
    expect(await throughQueue(address, {}, run, async () => ({}))).toBe(null)
  })

  it('is performed here without a queue', async () => {
    expect(await throughQueue(null, {}, run, async (workers) => ({ workers }))).toEqual({ workers: null })
    expect(queue.closed).toBe(0)
  })
})
