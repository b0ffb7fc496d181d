import { join } from 'node:path'
import { openSqliteStore } from '../../dist/service/store/sqlite/sqlite-store.js'
import { memoryOf } from '../process-tree.mjs'
import { fitLine } from './fit-line.mjs'
import { connections } from './measure-turns.mjs'
import { localService } from './servers.mjs'
import { startServer } from './start-server.mjs'
import { turnsPerSession } from './work.mjs'

/**
 * The resident memory of `serve --data` in MB, after every step of many turns in sessions that all stay
 * stored. Growth is the slope of the best line through the samples from `from` turns on, so that a single
 * sample before or after a garbage collection does not decide it. Null without /proc.
 */
export async function measureMemory({ client, folder, workspace, size, onRound }) {
  const file = join(folder, 'memory.db')
  const server = await startServer(localService(workspace, file))
  const samples = []
  for (let turns = size.step; turns <= size.turns; turns += size.step) {
    const sessions = size.step / turnsPerSession
    const played = await client.ask({ kind: 'play', url: server.url, connections, sessions })
    if (played.sessions !== sessions) throw new Error(`${played.sessions} sessions were begun, not ${sessions}`)
    samples.push({ turns, mb: memoryOf(server.pid)?.now ?? null, perSecond: (played.turns * 1_000) / played.wallMs })
    onRound(`${turns} turns`)
  }
  await server.stop()
  checkKept(file, size.turns / turnsPerSession)
  if (samples.some(({ mb }) => mb === null)) return { samples, growth: null }
  return { samples, from: size.from, growth: growthOf(samples, size) }
}

/**
 * V8 lets garbage pile up before a full collection, so memory goes up and down; the peaks of both halves say
 * more about a leak.
 */
function growthOf(samples, { from, turns: end }) {
  const points = samples.filter(({ turns }) => turns >= from).map(({ turns, mb }) => [turns, mb])
  const line = fitLine(points)
  const [early, late] = [line.at(from), line.at(end)]
  const peak = (half) => Math.max(...half.map(([, mb]) => mb))
  const middle = points.length >> 1
  const peaks = [peak(points.slice(0, middle)), peak(points.slice(middle))]
  return { early, late, percent: (late / early - 1) * 100, slope: line.slope, peaks }
}

function checkKept(file, sessions) {
  const store = openSqliteStore(file)
  const kept = store.countSessions()
  store.close()
  if (kept !== sessions) throw new Error(`the data file holds ${kept} sessions, not ${sessions}`)
}
