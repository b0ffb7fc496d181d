import { describe, expect, it } from 'vitest'
import { createService } from '../../src/service/app.ts'
import { createFrozenClock } from '../../src/service/time/clock.ts'
import { readWorkspace } from '../../src/service/workspace/load-workspace.ts'
import { buildOpenApi } from '../../src/wire/openapi/build-openapi.ts'
import { openWorld } from './world.ts'

describe('a customer of web chat', () => {
  const write = (from: string) => ({ channel: 'Shop web', from, message: 'hello' })
  it('has an id that is no phone number: +7 and 7 are two people', async () => {
    const { local, send, fetchSession } = openWorld()
    const [plus, bare] = [
      await local('POST', 'inbound', write('+7001234')),
      await local('POST', 'inbound', write('7001234')),
    ]
    expect(plus.body.sessionId).not.toBe(bare.body.sessionId)
    expect((await local('POST', 'inbound', write('+7001234'))).body.sessionId).toBe(plus.body.sessionId)
    for (const id of ['+7001234', '+ann', '++1']) {
      const web = { communicationChannel: 'Shop web', customerNumber: id }
      const sent = await send('waPrompt', { body: web })
      const inline = await send('inline', { body: { ...web, agentName: 'alpha' } })
      for (const { data } of [sent, inline])
        expect(await fetchSession(data.sessionId)).toMatchObject({ 'the service': { id, number: id } })
    }
  })
  it('is told from one of WhatsApp, where the plus makes no difference', async () => {
    const { local, send, fetchSession } = openWorld()
    const { sessionId } = (await send('waSay', { body: { customerNumber: '+15550177' } })).data
    expect(await fetchSession(sessionId)).toMatchObject({ 'the service': { id: '15550177' } })
    const reply = await local('POST', 'inbound', { channel: 'Shop WhatsApp', from: '15550177', message: 'hi' })
    expect(reply.body.sessionId).toBe(sessionId)
  })
})

describe('a chat that names no version', () => {
  const versions = {
    1: { otherwise: [{ say: 'one' }], 'initial message': 'one' },
    2: { otherwise: [{ say: 'two' }], 'initial message': 'two' },
  }
  const loaded = readWorkspace(
    {
      workspace: 'shop',
      keys: ['key'],
      channels: [{ name: 'web', type: 'webChat', agent: 'desk', version: 1 }],
      agents: [
        { agent: 'desk', id: 'desk', published: 2, versions },
        { agent: 'other', id: 'other', published: 2, versions },
      ],
    } as never,
    'shop',
  )
  const post = async (body: object, ambiguity: string | null = null) => {
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
    const service = createService({ workspaces: [loaded.workspace], clock: createFrozenClock(0), ambiguity })
    const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
    const request = (path: string, rest: object) =>
      service.fetch(new Request(`http://127.0.0.1${path}`, { headers, ...rest }))
    const answer = await request('/api/chat-agent/trigger', { method: 'POST', body: JSON.stringify(body) })
    const { data } = (await answer.json()) as { data: { sessionId: string } }
    const session = (await (await request(`/api/session/fetch/${data.sessionId}`, {})).json()) as {
      data: { agentDetails: { version: string } }
    }
    return [session.data.agentDetails.version, answer.headers.get('x-local-decision')]
  }
  const inline = { doReturnResponse: true, message: 'hi' }
  const dispatch = { customerNumber: 'ann' }

  it.each<[string, object, [string, string | null]]>([
    [
      'inline, of the channel and its agent',
      { ...inline, agentName: 'desk', communicationChannel: 'web' },
      ['1', 'CHA-39, CHA-24'],
    ],
    [
      'inline, of the channel and another agent',
      { ...inline, agentName: 'other', communicationChannel: 'web' },
      ['2', 'CHA-39, CHA-24'],
    ],
    ['inline, without a channel', { ...inline, agentName: 'desk' }, ['2', null]],
    [
      'inline, with one',
      { ...inline, agentName: 'desk', communicationChannel: 'web', agentVersion: 2 },
      ['2', 'CHA-39'],
    ],
    ['sent', { ...dispatch, communicationChannel: 'web' }, ['1', null]],
    ['sent by another agent', { ...dispatch, communicationChannel: 'web', agentName: 'other' }, ['2', 'DSP-27']],
    ['sent, with one', { ...dispatch, communicationChannel: 'web', agentVersion: 2 }, ['2', null]],
  ])('is answered by the version of its channel, else the published one: %s', async (_, body, expected) => {
    const [version, decisions] = await post(body)
    expect([version, decisions]).toEqual(expected)
  })
})

describe('what a session shows', () => {
  it('changed last no earlier than its latest entry', async () => {
    const { chat, fetchSession, sessions } = openWorld()
    const { sessionId } = (await chat({ message: 'use your tools' })).data
    const { updatedAt, transcript } = await fetchSession(sessionId)
    const last = transcript.at(-1) as { timestamp: string }
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(last.timestamp))
    expect((await sessions())[0]?.updatedAt).toBe(updatedAt)
  })
  it('links to media of the very type that its items say', async () => {
    const { chat, service } = openWorld()
    const { transcript } = (await chat({ message: 'show everything' })).data
    const items = transcript.flatMap(({ content = [] }: { content?: { url?: string; mimeType?: string }[] }) => content)
    const media = items.filter(({ url }: { url?: string }) => url !== undefined)
    expect(media.length).toBeGreaterThan(4)
    for (const { url, mimeType } of media) {
      const served = await service.fetch(new Request(url))
      expect([url, served.status, served.headers.get('content-type')]).toEqual([url, 200, mimeType])
    }
  })
})

describe('the OpenAPI document', () => {
  it('names the address at which it is served', async () => {
    const service = createService({ workspaces: [] })
    const answer = await service.fetch(new Request('http://127.0.0.1:49152/openapi.json'))
    expect(await answer.json()).toMatchObject({ servers: [{ url: 'http://127.0.0.1:49152' }] })
  })
  it('leaves free-form objects open, so that a client that is made of it can fill them', () => {
    const { components } = buildOpenApi() as { components: { schemas: Record<string, { properties: object }> } }
    const members = Object.values(components.schemas).flatMap(({ properties = {} }) => Object.entries(properties))
    const free = members.filter(([name]) =>
      ['metadata', 'customer_details', 'templateVariables', 'arguments'].includes(name),
    )
    expect(free.length).toBeGreaterThan(4)
    for (const [name, schema] of free)
      expect([name, JSON.stringify(schema)]).toEqual([name, expect.stringContaining('"additionalProperties":true')])
  })
})

describe('a refusal', () => {
  it.each([
    [{ advance: 'soon' }, 'advance: expected a time such as 90 s or 2 h, but here is "soon"'],
    [{ advance: 7 }, 'advance: expected string, but here is 7'],
    [{ to: 'soon' }, 'to: expected an ISO date-time, but here is "soon"'],
  ])('of a clock that is told %j says what was expected', async (body, message) => {
    expect((await openWorld().local('POST', 'clock', body)).body.message).toBe(message)
  })
  it.each([
    ['call', { agentVersion: {} }],
    ['call', { agentVersion: 'draft' }],
    ['inline', { agentVersion: 'latest' }],
    ['inline', { agentVersion: [] }],
    ['wfCall', { agent_version: 1.5 }],
  ])('of a version never expects "Invalid input": %s %j', async (base, body) => {
    const { status, body: answer } = await openWorld().send(base, { body })
    expect(status).toBe(422)
    expect(answer.message).toMatch(/^agent_?[vV]ersion: expected .*(number|default)/)
    expect(answer.message).not.toMatch(/invalid input/i)
  })
})
