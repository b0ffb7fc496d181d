import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { memoryOf } from '../../process-tree.mjs'
import { localService } from '../../service/servers.mjs'
import { startServer } from '../../service/start-server.mjs'
import { writeWorkspace } from './echo-workspace.mjs'
import { playLane } from './play-customer.mjs'

/**
 * Puts the local service, in its own process, under so many concurrent sessions for so long. Prints its
 * throughput, response times and memory every half minute, and gives what was lost or mixed up.
 */
export async function serveMany({ sessions, minutes, thinkMs, folder }) {
  const server = await startServer(localService(writeWorkspace(folder)))
  const pool = new Pool(server.url, { connections: sessions, pipelining: 1 })
  const account = { turns: 0, sessions: 0, stored: 0, ids: new Set(), times: [], wrong: [] }
  const until = Date.now() + minutes * 60_000
  let over = false
  const lanes = Promise.all(
    Array.from({ length: sessions }, (_, lane) => playLane({ lane, pool, account, thinkMs, until })),
  ).finally(() => {
    over = true
  })
  const began = performance.now()
  while (!over) {
    await Promise.race([lanes, sleep(30_000, undefined, { ref: false })])
    report(account, began, server.pid)
  }
  await lanes
  await pool.close()
  await server.stop()
  return account.wrong
}

function report({ turns, sessions, stored, ids, times, wrong }, began, pid) {
  const seconds = (performance.now() - began) / 1_000
  const sorted = times.splice(0).sort((a, b) => a - b)
  const at = (share) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
  const memory = Math.round(memoryOf(pid)?.now ?? 0)
  console.log(
    `${seconds.toFixed(0)} s: ${turns} turns (${(turns / seconds).toFixed(0)}/s, lately p50 ${at(0.5)} ms, p99 ${at(0.99)} ms), ` +
      `${ids.size} sessions, ${sessions} ended, ${stored} of them checked as stored, ${memory} MB, ${wrong.length} wrong`,
  )
}
