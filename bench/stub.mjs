import { createServer } from 'node:http'
import { openLedger } from './stub-ledger.mjs'
import { lateMs } from './stub-slice.mjs'

/**
 * The service as the bench needs it: inline chat and session fetch, as cheap as possible, in its own process.
 * `POST /bench/begin` resets it, and may set how long the agent thinks or tell it to lie; `GET /bench/counts`
 * gives what came since. Prints its port and serves until its standard input ends.
 */
const session = (id, transcript) =>
  `{"responseCode":200,"message":"Session fetched","data":{"sessionId":"${id}",` +
  '"agentDetails":{"name":"order-desk","number":null,"email":null,"version":"3"},' +
  '"customer":{"id":"customer-1","name":null,"number":null,"email":null},' +
  '"dynamicVariables":null,"communicationChannelType":"webChat","communicationChannelName":null,' +
  `"transcript":[${transcript}],"analysis":null,"status":"active","time":"2026-01-01T00:00:00.000Z",` +
  '"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z"}}'
const refusal = '{"responseCode":400,"errorCode":"validationError","message":"not a turn of this work","data":null}'
const fetchPath = '/api/session/fetch/'
const turnPath = '/api/chat-agent/trigger'

let ledger = openLedger()
let delayMs = 0

const routes = {
  [`POST ${turnPath}`]: (body, headers) => {
    const { doReturnResponse, agentName, message, sessionId } = JSON.parse(body)
    const sound = headers['x-api-key'] === 'stub-key' && doReturnResponse === true && agentName === 'order-desk'
    const taken = sound ? ledger.takeTurn(sessionId, message) : ledger.refuse('a request without key, agent or flag')
    if (taken === null) return [400, refusal]
    return [
      200,
      `{"responseCode":200,"message":"Reply generated","data":{"sessionId":"${taken.sessionId}","transcript":[${taken.slice}]}}`,
    ]
  },
  // Requested once per run, before the turns; an empty listing, since no blueprint is part of the work.
  'GET /api/agent/blueprints': () => [
    200,
    '{"responseCode":200,"message":"ok","data":{"agents":[],"workflowList":[]}}',
  ],
  'POST /bench/begin': (body) => {
    const { delayMs: asked, lie } = JSON.parse(body)
    ledger = openLedger(lie)
    delayMs = lie === 'too late' ? lateMs : asked
    return [200, '{}']
  },
  'GET /bench/counts': () => [200, JSON.stringify(ledger.counts())],
}

function answer(method, url, headers, body) {
  const route = routes[`${method} ${url}`]
  if (route !== undefined) return route(body, headers)
  const id = method === 'GET' && url.startsWith(fetchPath) ? url.slice(fetchPath.length) : null
  const slices = id === null ? ledger.refuse(`an unknown request: ${method} ${url}`) : ledger.fetchSession(id)
  return slices === null ? [404, refusal] : [200, session(id, slices.join(','))]
}

const server = createServer((request, response) => {
  const { method, url, headers } = request
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const [status, text] = answer(method, url, headers, body)
    const reply = () => {
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      response.end(text)
    }
    if (delayMs > 0 && url === turnPath) setTimeout(reply, delayMs)
    else reply()
  })
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
