import { apiKey, reply, turn, turnsPerSession } from './work.mjs'

const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
const marker = '"sessionId":"'
const idLength = 36

/**
 * Plays sessions over a pool, as many at once as it has connections, and checks every answer: its status, the
 * words of the reply, and that a later turn stays in its session. Gives the number of turns and the ids of
 * the sessions. Answers are searched rather than parsed, so that the client stays cheap.
 */
export async function playSessions(pool, { connections, sessions, turns: ofEach = turnsPerSession, agentName }) {
  const first = agentName === undefined ? turn.body : { ...turn.body, agentName }
  const ids = new Set()
  let [begun, turns] = [0, 0]

  async function playTurn(body) {
    const answer = await pool.request({ method: 'POST', path: turn.path, headers, body })
    const text = await answer.body.text()
    const at = text.indexOf(marker) + marker.length
    if (answer.statusCode !== 200 || at < marker.length || !text.includes(reply)) {
      throw new Error(`a turn was answered with ${answer.statusCode} ${text}`)
    }
    turns += 1
    return text.slice(at, at + idLength)
  }

  async function playSession() {
    const sessionId = await playTurn(JSON.stringify(first))
    ids.add(sessionId)
    const body = JSON.stringify({ ...first, sessionId })
    for (let later = 1; later < ofEach; later += 1) {
      const answered = await playTurn(body)
      if (answered !== sessionId) throw new Error(`a turn of ${sessionId} was answered in ${answered}`)
    }
  }

  const lane = async () => {
    while (begun < sessions) {
      begun += 1
      await playSession()
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return { turns, sessions: ids.size }
}
