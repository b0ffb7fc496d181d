import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createService } from './app.ts'
import { twoWorkspaces } from './demo-agent.fixture.ts'
import { type Listening, listen } from './listen.ts'

let service: Listening

beforeAll(async () => {
  service = await listen(createService({ workspaces: twoWorkspaces() }), { port: 0 })
})

afterAll(() => service.close())

function ask(host: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((done, fail) => {
    const headers = { host, 'x-api-key': 'key-a' }
    const sent = request(
      { port: service.port, host: '127.0.0.1', path: '/api/agent/blueprints', headers },
      (response) => {
        let body = ''
        response.on('data', (chunk) => (body += chunk))
        response.on('end', () => done({ status: response.statusCode, body }))
      },
    )
    sent.on('error', fail)
    sent.end()
  })
}

it.each(['127.0.0.1:80', 'localhost', 'localhost:4010'])('answers to %s', async (host) => {
  expect((await ask(host)).status).toBe(200)
})

it.each(['evil.example.com', '127.0.0.1.example.com', '10.0.0.1', '0.0.0.0'])(
  'refuses the host %s, so that no web page can reach it',
  async (host) => {
    const { status, body } = await ask(host)
    expect([status, body.includes('id-desk')]).toEqual([421, false])
  },
)

it('listens on this machine only', () => {
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})

it('closes at once, connections that are kept or in the middle of a request included', async () => {
  const other = await listen(createService({ workspaces: twoWorkspaces() }), { port: 0 })
  await fetch(`${other.url}/api/nope`)
  const half = connect(other.port, '127.0.0.1').on('error', () => undefined)
  await new Promise<void>((sent) => half.write('GET /api/nope HTTP/1.1\r\n', () => sent()))
  const closure = new Promise((done) => half.once('close', done))
  const began = performance.now()
  await Promise.all([other.close(), closure])
  // one whose headers never end is closed by Node after a minute
  expect(performance.now() - began).toBeLessThan(50_000)
  await expect(fetch(`${other.url}/api/nope`)).rejects.toThrow()
})
