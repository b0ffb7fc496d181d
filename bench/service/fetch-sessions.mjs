import { apiKey } from './work.mjs'

const headers = { 'x-api-key': apiKey }
const block = 50

/**
 * Fetches random sessions, one after the other, from several servers in alternating blocks, so that a busy
 * moment of the machine affects them all. Checks that each session is complete: its own id and so many
 * entries. Gives the times in milliseconds, by server.
 */
export async function fetchSessions(servers, { fetches, entries }) {
  const times = servers.map(() => [])
  for (let done = 0; done < fetches; done += block) {
    for (const [index, server] of servers.entries()) {
      for (let fetch = 0; fetch < block; fetch += 1) times[index].push(await fetchOne(server, entries))
    }
  }
  return times
}

async function fetchOne({ pool, ids }, entries) {
  const id = ids[Math.floor(Math.random() * ids.length)]
  const began = performance.now()
  const answer = await pool.request({ method: 'GET', path: `/api/session/fetch/${id}`, headers })
  const text = await answer.body.text()
  const time = performance.now() - began
  const session = JSON.parse(text).data
  if (answer.statusCode !== 200 || session.sessionId !== id || session.transcript.length !== entries) {
    throw new Error(`the fetch of ${id} was answered with ${answer.statusCode} ${text}`)
  }
  return time
}
