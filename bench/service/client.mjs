import { readFileSync } from 'node:fs'
import { Pool } from 'undici'
import { fetchSessions } from './fetch-sessions.mjs'
import { playSessions } from './play-sessions.mjs'

const known = new Map()
function readIds(file) {
  if (!known.has(file)) known.set(file, JSON.parse(readFileSync(file, 'utf8')))
  return known.get(file)
}

/**
 * The client, in its own process. It does one job after the other for the process that forked it and stays
 * alive, so that it is equally warm for every server. Every job opens its own connections.
 */
const jobs = {
  /**
   * `sessions` of `turns` over `connections`: the wall time in ms, and the share of it in which the client
   * itself was busy. With `warmUp`, a turn of that agent opens every connection before.
   */
  async play({ url, connections, sessions, turns, agentName, warmUp }) {
    const pool = new Pool(url, { connections, pipelining: 1 })
    if (warmUp !== undefined)
      await playSessions(pool, { connections, sessions: connections, turns: 1, agentName: warmUp })
    const [began, before] = [performance.now(), process.cpuUsage()]
    const played = await playSessions(pool, { connections, sessions, turns, agentName })
    const wallMs = performance.now() - began
    const { user, system } = process.cpuUsage(before)
    await pool.close()
    const busyMs = (user + system) / 1_000
    return { ...played, wallMs, busyMs, busy: busyMs / wallMs }
  },
  /**
   * `fetches` from each target, which has a `url` and a file with the `ids` of its sessions: their times, by target.
   */
  async fetch({ targets, fetches, entries }) {
    const open = targets.map(({ url, ids }) => ({
      pool: new Pool(url, { connections: 1, pipelining: 1 }),
      ids: readIds(ids),
    }))
    const times = await fetchSessions(open, { fetches, entries })
    for (const { pool } of open) await pool.close()
    return { times }
  },
}

process.on('message', async ({ kind, ...job }) => {
  try {
    process.send({ ok: true, result: await jobs[kind](job) })
  } catch (error) {
    process.send({ ok: false, message: error.message })
  }
})
