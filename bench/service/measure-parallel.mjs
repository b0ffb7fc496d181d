import { request } from 'undici'
import { memoryOf } from '../process-tree.mjs'
import { processorTimeMs } from './processor-time.mjs'
import { localService, stubModel } from './servers.mjs'
import { startServer } from './start-server.mjs'
import { codeAgent, modelAgent, writeModelWorkspace } from './work.mjs'

/**
 * Sessions that all begin at once, one turn each, with an agent of a model that takes a second: the time from the first request to
 * the last answer, what the service needed of the processor meanwhile, and its highest memory. The model, the service and
 * the client are processes of their own; the client's connections are open and the AI SDK is loaded before the first burst.
 */
export async function measureParallel({ client, folder, size, onRound }) {
  const model = await startServer(stubModel(size.latencyMs))
  const service = await startServer(localService(writeModelWorkspace(folder, `${model.url}/v1`)))
  const { url } = service
  const play = (sessions, agentName) =>
    client.ask({ kind: 'play', url, connections: sessions, sessions, turns: 1, agentName, warmUp: codeAgent })
  await play(1, modelAgent)
  const runs = []
  for (let round = 1; round <= size.rounds; round += 1) {
    const before = processorTimeMs(service.pid)
    const { sessions, wallMs, busyMs } = await play(size.sessions, modelAgent)
    const after = processorTimeMs(service.pid)
    if (sessions !== size.sessions) throw new Error(`${sessions} sessions were begun, not ${size.sessions}`)
    runs.push({ wallMs, clientMs: busyMs, processorMs: before === null ? null : after - before })
    onRound(round)
  }
  const asked = Number(await (await request(`${model.url}/count`)).body.text())
  if (asked !== 1 + size.rounds * size.sessions) throw new Error(`the model was asked ${asked} times`)
  const peakMb = memoryOf(service.pid)?.peak ?? null
  await service.stop()
  await model.stop()
  return { runs, peakMb }
}
