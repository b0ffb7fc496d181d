import { join } from 'node:path'
import { captureAnswer } from './capture-answer.mjs'
import { interleave } from './interleave.mjs'
import { processorTimeMs } from './processor-time.mjs'
import { bareRoute, localService } from './servers.mjs'
import { startServer } from './start-server.mjs'
import { codeAgent, turnsPerSession } from './work.mjs'

/** How many connections there are, and so how many concurrent sessions. */
export const connections = 8

/**
 * Turns per second of the bare route and of the service with both stores, each in a process that stays up. A
 * run also reports the server's processor time per turn, and how busy the client was.
 */
export async function measureTurns({ client, folder, workspace, size, onRound }) {
  const kept = await startServer(localService(workspace, join(folder, 'turns.db')))
  const memory = await startServer(localService(workspace))
  const bytes = await captureAnswer(memory.url, join(folder, 'answer.json'))
  const bare = await startServer(bareRoute(join(folder, 'answer.json')))
  const ids = size.sessions
  const codeKept = await startServer(localService(workspace, join(folder, 'turns-code.db')))
  const codeMemory = await startServer(localService(workspace))
  const contenders = [
    { name: 'bare route', server: bare, ids: 1 },
    { name: 'serve', server: memory, ids },
    { name: 'serve, code', server: codeMemory, ids, agentName: codeAgent },
    { name: 'serve --data', server: kept, ids },
    { name: 'serve --data, code', server: codeKept, ids, agentName: codeAgent },
  ]
  const measure = (contender) => playBurst({ client, contender, sessions: size.sessions })
  const runs = await interleave({ contenders, rounds: size.rounds, measure, onRound })
  for (const { server } of contenders) await server.stop()
  return { runs, bytes, turns: size.sessions * turnsPerSession }
}

async function playBurst({ client, contender: { name, server, ids, agentName }, sessions }) {
  const before = processorTimeMs(server.pid)
  const played = await client.ask({ kind: 'play', url: server.url, connections, sessions, agentName })
  const after = processorTimeMs(server.pid)
  const { turns, wallMs, busy } = played
  if (turns !== sessions * turnsPerSession || played.sessions !== ids) {
    throw new Error(`${name} answered ${turns} turns in ${played.sessions} sessions`)
  }
  const processorUs = before === null ? null : ((after - before) * 1_000) / turns
  return { perSecond: (turns * 1_000) / wallMs, processorUs, clientBusy: busy * 100 }
}
