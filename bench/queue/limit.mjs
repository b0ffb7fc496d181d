import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEchoAgent } from '../../tests/queue/echo-agent.mjs'
import { killAll, startTableread, startWorker } from './processes.mjs'
import { startRedis } from './redis.mjs'
import { writePassing } from './write-suites.mjs'

/** The service's limit per minute, and the second from which it applies. The workers are only told the first one. */
const limits = [
  { from: 0, rate: 1_800 },
  { from: 20, rate: 900 },
  { from: 50, rate: 1_500 },
  { from: 75, rate: 600 },
]

/**
 * Runs so many workers against a service whose limit changes three times: how much they sent above it, and
 * how much of it they used in each phase.
 */
export async function printLimit({ workers }, print) {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-limit-'))
  const [redis, agent] = await Promise.all([startRedis('everysec'), startEchoAgent()])
  const running = []
  agent.delayMs = 200
  writePassing(folder, 340, 5)
  try {
    const queue = `redis://127.0.0.1:${redis.port}/0`
    for (let at = 0; at < workers; at += 1) running.push(startWorker({ folder: tmpdir(), queue, concurrency: 4 }))
    const hands = await Promise.all(running.splice(0))
    running.push(...hands)
    const flags = ['--target', agent.url, '--rate', String(limits[0].rate), '-r', 'plain', '--json', 'r.json']
    agent.rate = limits[0].rate
    const run = startTableread(['run', '.', ...flags], { folder, queue })
    running.push(run)
    await run.until(/is on the queue/)
    const parts = await changeLimits(agent, run)
    await run.ended
    const { totals, conversations } = JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8'))
    print(`\n${workers} workers, a limit that changes three times; they were told the first\n`)
    print('| from | the service takes a minute | requests a minute | of the limit | refused (429) |')
    print('| ---: | ---: | ---: | ---: | ---: |')
    for (const { from, rate, heard, refused, seconds } of parts) {
      const pace = Math.round(((heard - refused) * 60) / seconds)
      print(`| ${from} s | ${rate} | ${pace} | ${Math.round((100 * pace) / rate)} % | ${refused} |`)
    }
    const share = (100 * agent.refused) / agent.heard
    // With a single machine, as here, a refused first turn cannot be looked up, so its outcome is unknown.
    const unknown = conversations.filter(({ turns: [first] }) => first.failure?.kind === 'unknown').length
    const others = conversations.length - totals.passed - unknown
    print(
      `\n${agent.heard} requests, ${agent.refused} refused: ${share.toFixed(2)} %; ${totals.passed} of ${conversations.length} passed, ` +
        `${unknown} whose first turn was refused are *unknown*`,
    )
    return others === 0 && share <= 1
  } finally {
    await killAll(running)
    agent.close()
    await redis.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Changes the limit as time goes on, and counts requests in each phase, until the run ends. */
async function changeLimits(agent, run) {
  const began = performance.now()
  const parts = []
  for (const [index, { from, rate }] of limits.entries()) {
    agent.rate = rate
    const { heard, refused } = agent
    const until = began + (limits[index + 1]?.from ?? Number.POSITIVE_INFINITY) * 1_000
    const start = performance.now()
    while (performance.now() < until && run.child.exitCode === null) await new Promise((done) => setTimeout(done, 50))
    const seconds = (performance.now() - start) / 1_000
    parts.push({ from, rate, heard: agent.heard - heard, refused: agent.refused - refused, seconds })
    if (run.child.exitCode !== null) break
  }
  return parts
}
