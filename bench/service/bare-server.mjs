import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { turn } from './work.mjs'

/**
 * The limit that nothing on Hono can beat: one route that parses the JSON body and answers with the bytes of
 * a real answer of the service. It listens exactly as the service does (src/service/listen.ts).
 */
const { headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const app = new Hono({ strict: false })
app.post(turn.path, async (c) => {
  await c.req.json()
  return c.body(body, 200, headers)
})
const listener = getRequestListener((request) => app.fetch(request), {
  overrideGlobalObjects: false,
  errorHandler: () => new Response('the request cannot be read', { status: 400 }),
})
const server = createServer(listener)
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`)
})
