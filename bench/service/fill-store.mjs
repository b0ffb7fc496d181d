import { randomUUID } from 'node:crypto'
import { apiKey, turn, turnsPerSession } from './work.mjs'

const batch = 1_000

/**
 * Fills the store of a service with sessions of the work. One is really played; the others are copies of it under
 * their own ids, so each has its record, a slice for every turn, and the timer that ends it. Gives all ids.
 */
export async function fillStore(service, sessions) {
  const { store } = service.context
  const played = await playSession(service)
  const [record, transcript] = [JSON.stringify(store.session(played)), store.transcript(played)]
  const size = transcript.length / turnsPerSession
  const slices = Array.from({ length: turnsPerSession }, (_, index) =>
    JSON.stringify(transcript.slice(index * size, (index + 1) * size)),
  )
  const timer = store.nextTimer()
  const ids = [played]
  const copy = () => {
    const id = randomUUID()
    store.putSession(JSON.parse(record.replaceAll(played, id)))
    for (const slice of slices) store.appendEntries(id, JSON.parse(slice))
    store.putTimer({ ...timer, id: timer.id.replace(played, id), subject: id })
    ids.push(id)
  }
  while (ids.length < sessions) {
    store.transact(() => {
      const end = Math.min(sessions, ids.length + batch)
      while (ids.length < end) copy()
    })
  }
  return ids
}

async function playSession(service) {
  let sessionId
  for (let number = 1; number <= turnsPerSession; number += 1) {
    const request = new Request(`http://127.0.0.1${turn.path}`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...turn.body, sessionId }),
    })
    const answer = await service.fetch(request)
    if (answer.status !== 200) throw new Error(`turn ${number} was answered with ${answer.status}`)
    sessionId = (await answer.json()).data.sessionId
  }
  return sessionId
}
