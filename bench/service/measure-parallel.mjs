import { request } from 'undici'
import { memoryOf } from '../process-tree.mjs'
import { processorTimeMs } from './processor-time.mjs'
import { localService, stubModel } from './servers.mjs'
import { startServer } from './start-server.mjs'
import { codeAgent, modelAgent, writeModelWorkspace } from './work.mjs'

/**
 * Sessions that all begin at once, one turn each, with an agent whose model takes a second: the time from the first
 * request to the last answer, the processor time of the service, and its peak memory. The model, the service and
 * the client each run in their own process. Each round has a fresh service, which has answered one turn with the
 * model before, so that the AI SDK is loaded, and two bursts: caches filled by the first are warm for the second.
 */
export async function measureParallel({ client, folder, size, onRound }) {
  const model = await startServer(stubModel(size.latencyMs))
  const workspace = writeModelWorkspace(folder, `${model.url}/v1`)
  const runs = []
  for (let round = 1; round <= size.rounds; round += 1) {
    const service = await startServer(localService(workspace))
    await play(client, service, 1)
    const first = await playBurst(client, service, size.sessions)
    const second = await playBurst(client, service, size.sessions)
    runs.push({ first, second })
    await service.stop()
    onRound(round)
  }
  const asked = Number(await (await request(`${model.url}/count`)).body.text())
  const expected = size.rounds * (1 + 2 * size.sessions)
  if (asked !== expected) throw new Error(`the model was asked ${asked} times, not ${expected}`)
  await model.stop()
  return { runs }
}

async function playBurst(client, service, size) {
  const before = processorTimeMs(service.pid)
  const { sessions, wallMs, busyMs } = await play(client, service, size)
  const after = processorTimeMs(service.pid)
  if (sessions !== size) throw new Error(`${sessions} sessions were begun, not ${size}`)
  const peakMb = memoryOf(service.pid)?.peak ?? null
  return { wallMs, clientMs: busyMs, processorMs: before === null ? null : after - before, peakMb }
}

/** One turn in each of so many sessions, over as many connections, which turns of a code agent have opened before. */
function play(client, { url }, sessions) {
  return client.ask({
    ...{ kind: 'play', url, connections: sessions, sessions, turns: 1 },
    ...{ agentName: modelAgent, warmUp: codeAgent },
  })
}
