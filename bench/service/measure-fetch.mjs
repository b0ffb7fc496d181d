import { join } from 'node:path'
import { percentile } from './percentile.mjs'
import { filledService } from './servers.mjs'
import { startServer } from './start-server.mjs'
import { turnsPerSession } from './work.mjs'

const few = 10
const entries = turnsPerSession * 4

/**
 * The time of a session fetch, with few and with many sessions in the store, for both stores; in
 * milliseconds. A first round warms everything up and is discarded.
 */
export async function measureFetch({ client, folder, workspace, size, onRound }) {
  const contenders = []
  for (const kind of ['memory', '--data']) {
    for (const sessions of [few, size.stored]) {
      const ids = join(folder, `ids-${contenders.length}.json`)
      const data = kind === 'memory' ? undefined : join(folder, `fetch-${sessions}.db`)
      const server = await startServer(filledService(workspace, { sessions, ids, data }))
      contenders.push({ name: `${kind}, ${sessions.toLocaleString('en')} sessions`, server, ids, runs: [] })
    }
  }
  const targets = contenders.map(({ server, ids }) => ({ url: server.url, ids }))
  for (let round = 0; round <= size.rounds; round += 1) {
    const { times } = await client.ask({ kind: 'fetch', targets, fetches: size.fetches, entries })
    if (round > 0) for (const [index, { runs }] of contenders.entries()) runs.push(percentilesOf(times[index]))
    onRound(round)
  }
  for (const { server } of contenders) await server.stop()
  return { runs: new Map(contenders.map(({ name, runs }) => [name, runs])), fetches: size.fetches }
}

function percentilesOf(times) {
  return { p50: percentile(times, 50), p95: percentile(times, 95), p99: percentile(times, 99) }
}
