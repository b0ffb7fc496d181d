import { expect } from 'vitest'
import type { Checks } from './check.ts'

const keyB = { headers: { 'x-api-key': '{{key.b}}' } }

export const keys: Checks = {
  async 'HST-03'({ send, queue, local }) {
    await local('POST', 'reset')
    const ids = [await send('call', { side: 'base' }), await send('call', { side: 'workflow' })].map(
      ({ data }) => data.callId,
    )
    expect(new Set(ids).size).toBe(2)
    expect((await queue()).map(({ callId }) => callId).sort()).toEqual([...ids].sort())
  },
  async 'HST-04'({ send }) {
    for (const base of ['wfCall', 'wfDelete', 'blueprints', 'node']) {
      expect([(await send(base, { side: 'workflow' })).status, base]).toEqual([200, base])
      expect([(await send(base, { side: 'base' })).status, base]).toEqual([404, base])
    }
    for (const base of ['session', 'inline'])
      expect([(await send(base, { side: 'workflow' })).status, base]).toEqual([404, base])
  },
  async 'AUT-15'({ send }) {
    const both = { 'x-api-key': '{{key.a}}', authorization: 'Bearer {{key.a}}' }
    expect((await send('node')).status).toBe(200)
    expect((await send('node', { headers: both })).status).toBe(200)
    expect(await send('node', { headers: { ...both, authorization: null } })).toMatchObject({
      status: 401,
      code: 'apiKeyMissing',
    })
  },
  async 'AUT-18'({ send }) {
    for (const name of ['X-API-KEY', 'X-Api-Key', 'x-api-key'])
      expect((await send('session', { headers: { 'x-api-key': null, [name]: '{{key.a}}' } })).status).toBe(200)
  },
  async 'AUT-21'({ send, values }) {
    const bad = { headers: { 'x-api-key': '{{key.bogus}}' } }
    const reply = await send('session', bad)
    const unknown = await send('session', { ...bad, path: '/api/session/fetch/no-such-id' })
    expect(reply.body).toEqual(unknown.body)
    expect(JSON.stringify(reply.body)).not.toMatch(new RegExp(`alpha|Shop|${values['session.own']}`))
  },
  async 'ISO-01'({ send }) {
    const foreign = await send('session', { path: '/api/session/fetch/{{session.ofWorkspaceB}}' })
    expect(foreign.body).toEqual((await send('session', { path: '/api/session/fetch/no-such-id' })).body)
  },
  async 'ISO-02'({ chat, fetchSession, values }) {
    const id = values['session.ofWorkspaceB'] ?? ''
    const before = await fetchSession(id, '{{key.b}}')
    await chat({ sessionId: id })
    expect(await fetchSession(id, '{{key.b}}')).toEqual(before)
  },
  async 'ISO-04'({ send, queue }) {
    await send('wfCall', { ...keyB, path: '/api/workflow/call/wf-b' })
    const before = await queue()
    for (const base of ['wfCall', 'wfDelete'])
      expect((await send(base, { path: '/api/workflow/call/wf-b' })).status).toBe(404)
    expect([before.length, await queue()]).toEqual([1, before])
  },
  async 'ISO-05'({ send }) {
    const idsOf = async (change: object) =>
      (await send('blueprints', change)).data.agents.map(({ agentId }: { agentId: string }) => agentId)
    const [a, b] = [await idsOf({}), await idsOf(keyB)]
    expect([a.length, b.length, a.filter((id: string) => b.includes(id))]).toEqual([3, 2, []])
  },
  async 'ISO-07'({ chat, send, fetchSession }) {
    const { sessionId } = (await chat({}, '{{key.b}}')).data
    expect((await send('session', { path: `/api/session/fetch/${sessionId}` })).status).toBe(404)
    expect((await fetchSession(sessionId, '{{key.b}}')).sessionId).toBe(sessionId)
    const dispatched = (await send('waSay', keyB)).data.sessionId
    expect((await send('session', { path: `/api/session/fetch/${dispatched}` })).status).toBe(404)
  },
  async 'ISO-08'({ send, queue }) {
    const future = { schedule_time: '{{time.future}}' }
    await send('wfCall', { body: future })
    await send('wfCall', { ...keyB, path: '/api/workflow/call/wf-b', body: future })
    await send('wfDelete')
    expect((await queue()).map(({ workspace }) => workspace)).toEqual(['b'])
  },
}
