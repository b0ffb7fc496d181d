import { join } from 'node:path'
import { memoryOf } from '../process-tree.mjs'
import { connections } from './measure-turns.mjs'
import { processorTimeMs } from './processor-time.mjs'
import { filledService } from './servers.mjs'
import { startServer } from './start-server.mjs'
import { turnsPerSession } from './work.mjs'

/**
 * Turns per second and resident memory of a service that already keeps more and more sessions, in memory and
 * in a file. Each round plays the same burst on every server in turn, so that a busy moment of the machine
 * affects them all.
 */
export async function measureSessions({ client, folder, workspace, size, onRound }) {
  const contenders = []
  for (const kind of ['memory', '--data']) {
    for (const sessions of size.kept) {
      const place = (name) => join(folder, `kept-${contenders.length}.${name}`)
      const data = kind === 'memory' ? undefined : place('db')
      const server = await startServer(filledService(workspace, { sessions, ids: place('json'), data }))
      contenders.push({ kind, sessions, server, runs: [], mb: memoryOf(server.pid)?.now ?? null })
    }
  }
  for (let round = 0; round <= size.rounds; round += 1) {
    for (const contender of contenders) {
      const run = await play({ client, server: contender.server, sessions: size.sessions })
      if (round > 0) contender.runs.push(run)
    }
    onRound(round)
  }
  for (const contender of contenders) contender.after = memoryOf(contender.server.pid)?.now ?? null
  for (const { server } of contenders) await server.stop()
  return { turns: size.sessions * turnsPerSession, entries: contenders.map(({ server, ...entry }) => entry) }
}

async function play({ client, server, sessions }) {
  const before = processorTimeMs(server.pid)
  const played = await client.ask({ kind: 'play', url: server.url, connections, sessions })
  const after = processorTimeMs(server.pid)
  if (played.sessions !== sessions) throw new Error(`${played.sessions} sessions were begun, not ${sessions}`)
  const processorUs = before === null ? null : ((after - before) * 1_000) / played.turns
  return { perSecond: (played.turns * 1_000) / played.wallMs, processorUs }
}
