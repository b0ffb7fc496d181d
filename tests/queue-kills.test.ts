import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { hasRedis } from './queue/redis-server.ts'

/** What was done to a run, and what of its report differs from that of one machine. */
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
  only?: RegExp
  tell?: (run: ChaosRun) => void
}

const bench = (file: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(resolve(import.meta.dirname, '../bench/queue', file)).href)
const runChaos = (await bench('chaos.mjs')).runChaos as (options: ChaosOptions) => Promise<ChaosRun[]>
const wrongsOf = (await bench('print-chaos.mjs')).wrongsOf as (run: ChaosRun) => string[]

describe.skipIf(!hasRedis)('a run on a queue', { timeout: 120_000 }, () => {
  it.each([
    ['all sorts of faults', /^(?!follower killed)/, 6, 3],
    ['a Redis that restarts and has lost its last second', /last second/, 2, 7],
  ])('is reported as on one machine, with %s', async (_, only, kills, seed) => {
    const runs = await runChaos({ kills, seed, workers: 3, perRun: 6, conversations: 40, only })
    const faults = runs.flatMap((run) => run.faults.map(({ kind }) => kind))
    for (const run of runs) expect(wrongsOf(run), `${faults.join(', ')}\n${run.said}`).toEqual([])
    expect(faults.length).toBeGreaterThanOrEqual(kills - 1)
  })
})

describe('the nights of docs/scale.md', () => {
  it('are shorter on a queue, refuse less than one request in a hundred, and do not end with a machine', async () => {
    const simulateNight = (await bench('simulate-night.mjs')).simulateNight as (night: Record<string, unknown>) => {
      done: number
      hours: number
      refused: number
      requests: number
    }
    const conversations = 3_000
    for (const limit of [1_200, 6_000]) {
      const night = { conversations, limit, seed: 1, lost: 2 }
      const shards = simulateNight({ ...night, queue: false, sized: 0.8 })
      const queue = simulateNight({ ...night, queue: true, sized: 1.5 })
      const ideal = queue.requests / limit / 60
      expect([shards.done, queue.done].map((done) => done >= conversations)).toEqual([true, true])
      expect(queue.hours).toBeLessThan(1.1 * ideal)
      expect(shards.hours).toBeGreaterThan(1.5 * ideal)
      expect(queue.refused / queue.requests).toBeLessThan(0.01)
    }
  })
})
