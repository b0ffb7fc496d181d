import { describe, expect, it } from 'vitest'
import { createService } from '../app.ts'
import { twoWorkspaces } from '../demo-agent.fixture.ts'

const open = () => {
  const service = createService({ workspaces: twoWorkspaces() })
  return (path: string, init: RequestInit = {}) =>
    service.fetch(new Request(`http://127.0.0.1:4010${path}`, init)) as Promise<Response>
}

describe('/_local', () => {
  it('is refused to web pages of other origins, but for opening it', async () => {
    const send = open()
    const status = async (path: string, headers: Record<string, string>, method = 'GET') =>
      (await send(path, { method, headers })).status
    expect(await status('/_local/state', { origin: 'http://evil.example' })).toBe(403)
    expect(await status('/_local/reset', { origin: 'http://127.0.0.1:9999' }, 'POST')).toBe(403)
    expect(await status('/_local/state', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toBe(403)
    expect(await status('/_local', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBe(200)
    expect(
      await status('/_local/reset', { origin: 'http://127.0.0.1:4010', 'sec-fetch-site': 'same-origin' }, 'POST'),
    ).toBe(200)
  })
  it.each([
    ['POST', '/_local/clock'],
    ['POST', '/_local/agents/desk/publish'],
    ['POST', '/_local/sessions'],
    ['POST', '/_local/agents/desk/try'],
    ['PUT', '/_local/faults'],
    ['DELETE', '/_local/faults'],
    ['GET', '/_local/sessions/s/suite'],
  ])('lets no page of another origin act: %s %s', async (method, path) => {
    for (const headers of [{ origin: 'http://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await open()(path, { method, headers: headers as Record<string, string> })).status).toBe(403)
  })
  it('tries a message without a key, as the trigger takes it', async () => {
    const send = open()
    const tryOut = (agent: string, body: object) =>
      send(`/_local/agents/${agent}/try`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const first = await (await tryOut('desk', { message: 'hello' })).json()
    const { sessionId } = first.data
    const again = await (await tryOut('desk', { message: 'and again', sessionId })).json()
    expect([first.responseCode, again.data.sessionId]).toEqual([200, sessionId])
    const { sessions } = await (await send('/_local/sessions')).json()
    expect(sessions[0]).toMatchObject({ sessionId, turns: 2, firstWords: 'hello' })
    expect((await tryOut('nobody', { message: 'hello' })).status).toBe(404)
    expect((await tryOut('desk', { message: 'hello', version: 'later' })).status).toBe(422)
    const drafted = await (await send(`/_local/sessions/${sessionId}/suite`)).json()
    expect(drafted.message).toBe('only the service that the command line starts drafts suites')
  })
  it('serves its page with a policy that lets nothing in from elsewhere', async () => {
    const page = await open()('/_local')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(await page.text()).toContain('<script type="module" src="/_local/page/console/main.js">')
    expect((await open()('/_local/page.css')).headers.get('content-type')).toBe('text/css; charset=utf-8')
  })
  it.each([
    '/_local/page/../../package.json',
    '/_local/page/%2e%2e/app/cli/main.js',
    '/_local/page/..%2fapp/cli/main.js',
    '/_local/page/report/page.js',
    '/_local/nope',
    '/_local/media/x',
  ])('gives nothing away under %s', async (path) => {
    expect([403, 404]).toContain((await open()(path)).status)
  })
  it('says which methods a path takes', async () => {
    const answer = await open()('/_local/clock', { method: 'DELETE' })
    expect([answer.status, await answer.json()]).toEqual([
      405,
      expect.objectContaining({ message: 'DELETE is not served here; GET, POST is' }),
    ])
  })
  it('shows workspaces without their keys', async () => {
    const text = await (await open()('/_local/state')).text()
    expect([text.includes('"desk"'), text.includes('key-a')]).toEqual([true, false])
  })
  it.each([
    ['PUT', '/_local/faults', { faults: [{ kind: 'earthquake' }] }],
    ['PUT', '/_local/faults', { faults: [{ kind: 'latency', probability: 2 }] }],
    ['POST', '/_local/clock', { advance: '1 h', to: '2030-01-01T00:00:00Z' }],
    ['POST', '/_local/clock', { to: '2030-02-30T00:00:00Z' }],
    ['POST', '/_local/clock', { to: '2030-02-28T24:00:00Z' }],
    ['POST', '/_local/clock', { to: '9999-01-01T00:00:00Z' }],
    ['PUT', '/_local/agents/desk/draft', { 'based on': 77 }],
    ['PUT', '/_local/agents/desk/draft', { ruls: [] }],
    ['PUT', '/_local/agents/new', { id: 'x' }],
    ['POST', '/_local/agents/plain/publish', {}],
    ['POST', '/_local/agents/desk/publish', { version: 99 }],
    ['POST', '/_local/inbound', { channel: 'wa' }],
  ])('%s %s refuses %j and says why', async (method, path, body) => {
    const answer = await open()(path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    const { errorCode, message } = (await answer.json()) as { errorCode: string; message: string }
    expect([answer.status, errorCode]).toEqual([422, 'validationError'])
    expect(message.length).toBeGreaterThan(15)
  })
  it('takes a whole agent, whose sessions work at once', async () => {
    const service = createService({ workspaces: twoWorkspaces() })
    const send = (path: string, method: string, body: object, key = 'key-a') =>
      service.fetch(
        new Request(`http://127.0.0.1${path}`, {
          method,
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', 'x-api-key': key },
        }),
      ) as Promise<Response>
    const agent = { id: 'id-new', published: 1, versions: { 1: { otherwise: [{ say: 'New here.' }] } } }
    expect((await send('/_local/agents/new?workspace=b', 'PUT', agent)).status).toBe(200)
    const chat = { doReturnResponse: true, agentName: 'new', message: 'hi' }
    expect((await send('/api/chat-agent/trigger', 'POST', chat)).status).toBe(404)
    expect(await (await send('/api/chat-agent/trigger', 'POST', chat, 'key-b')).text()).toContain('New here.')
  })
})
