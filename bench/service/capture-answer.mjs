import { writeFileSync } from 'node:fs'
import { request } from 'undici'
import { apiKey, reply, turn } from './work.mjs'

/** Headers that the server adds to every answer by itself. */
const added = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']

/** Plays one turn with a service and writes its answer, headers and body, to a file. Gives its length in bytes. */
export async function captureAnswer(url, file) {
  const answer = await request(`${url}${turn.path}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(turn.body),
  })
  const body = await answer.body.text()
  if (answer.statusCode !== 200 || !body.includes(reply)) throw new Error(`no reply: ${answer.statusCode} ${body}`)
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !added.includes(name)))
  writeFileSync(file, JSON.stringify({ headers, body }))
  return Buffer.byteLength(body)
}
