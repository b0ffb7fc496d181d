import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEchoAgent } from '../../tests/queue/echo-agent.mjs'
import { killAll, startTableread, startWorker } from './processes.mjs'
import { startRedis } from './redis.mjs'
import { writePassing } from './write-suites.mjs'

const [workers, each, turns, delayMs] = [4, 8, 5, 200]
const seconds = (ms) => (ms / 1_000).toFixed(1)

/**
 * Conversations of five turns of 200 ms on four workers, eight at once on each, compared with the time for
 * the waiting alone; and the same on this machine alone with the same total concurrency, in alternation.
 */
export async function printIdeal({ conversations, rounds, sync }, print) {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-ideal-'))
  const [redis, agent] = await Promise.all([startRedis(sync), startEchoAgent()])
  agent.delayMs = delayMs
  writePassing(folder, conversations, turns)
  const queue = `redis://127.0.0.1:${redis.port}/0`
  const hands = await Promise.all(
    Array.from({ length: workers }, () => startWorker({ folder: tmpdir(), queue, concurrency: each })),
  )
  /** The time of the run according to its report, which excludes the start of its process. */
  const time = async (...more) => {
    const run = startTableread(['run', '.', '--target', agent.url, '-r', 'plain', '--json', 'r.json', ...more], {
      folder,
      queue: more.includes('-c') ? '' : queue,
    })
    const { code } = await run.ended
    if (code !== 0) throw new Error(`it ended with ${code}:\n${run.said()}`)
    return JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')).ms
  }
  try {
    const ideal = (conversations * turns * delayMs) / (workers * each)
    print(`\n${conversations} conversations of ${turns} turns of ${delayMs} ms, ${workers * each} at once\n`)
    print(
      `| round | ideal | one machine | / ideal | ${workers} workers | / ideal | queue / one machine | a conversation |`,
    )
    print('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
    const ratios = []
    const empty = await memoryOf(redis)
    for (let round = 1; round <= rounds; round += 1) {
      const first = round % 2 === 1
      const before = first ? await time('-c', String(workers * each)) : null
      const queued = await time()
      const alone = before ?? (await time('-c', String(workers * each)))
      ratios.push(queued / ideal)
      const cells = [`${seconds(ideal)} s`, `${seconds(alone)} s`, (alone / ideal).toFixed(2), `${seconds(queued)} s`]
      const over = `${((queued - alone) / conversations).toFixed(2)} ms`
      print(`| ${[round, ...cells, (queued / ideal).toFixed(2), (queued / alone).toFixed(2), over].join(' | ')} |`)
    }
    const held = (await memoryOf(redis)) - empty
    print(
      `\nRedis held at most ${(held / 1e6).toFixed(1)} MB more than empty: ${(held / 1e3 / conversations).toFixed(1)} kB a conversation`,
    )
    return Math.min(...ratios) <= 1.15
  } finally {
    await killAll(hands)
    agent.close()
    await redis.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The peak memory of a Redis, in bytes. */
async function memoryOf(redis) {
  return Number(/used_memory_peak:(\d+)/.exec(await redis.ask('info', 'memory'))[1])
}
