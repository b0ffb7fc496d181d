import { describe, expect, it } from 'vitest'
import { blueprintListingShape } from '../wire/api/blueprint.ts'
import { inlineChatAnswerShape } from '../wire/api/chat.ts'
import { sessionShape } from '../wire/api/session.ts'
import { checkShape } from '../wire/api/shape.ts'
import { createService } from './app.ts'
import { twoWorkspaces } from './demo-agent.fixture.ts'

interface Reply {
  status: number
  code: string | undefined
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into member by member
  body: any
}

function open() {
  const service = createService({ workspaces: twoWorkspaces() })
  const send = async (path: string, init: RequestInit & { key?: string | null } = {}): Promise<Reply> => {
    const { key = 'key-a', ...rest } = init
    const headers = {
      'content-type': 'application/json',
      ...(key === null ? {} : { 'x-api-key': key }),
      ...(rest.headers as object),
    }
    const response = await service.fetch(new Request(`http://127.0.0.1${path}`, { ...rest, headers }))
    const body = (await response.json()) as Reply['body']
    return { status: response.status, code: body.errorCode, headers: response.headers, body }
  }
  const chat = (body: object, key = 'key-a') =>
    send('/api/chat-agent/trigger', {
      method: 'POST',
      key,
      body: JSON.stringify({ doReturnResponse: true, agentName: 'desk', message: 'Hello', ...body }),
    })
  return { send, chat, raw: (body: string) => send('/api/chat-agent/trigger', { method: 'POST', body }) }
}

const textOf = (reply: Reply): string => reply.body.data.transcript.at(-1).content[0].text

describe('keys and workspaces', () => {
  it('AUT-01 AUT-03 a missing key is refused', async () => {
    const { send } = open()
    expect(await send('/api/session/fetch/x', { key: null })).toMatchObject({ status: 401, code: 'apiKeyMissing' })
    expect(await send('/api/chat-agent/trigger', { method: 'POST', body: '{}', key: null })).toMatchObject({
      status: 401,
      code: 'apiKeyMissing',
    })
  })
  it('AUT-02 AUT-04 AUT-12 AUT-17 an invalid key is refused, an empty one counts as missing', async () => {
    const { send } = open()
    expect(await send('/api/session/fetch/x', { key: 'nope' })).toMatchObject({ status: 401, code: 'apiKeyInvalid' })
    expect(await send('/api/agent/blueprints', { key: 'nope' })).toMatchObject({ status: 401, code: 'apiKeyInvalid' })
    expect(await send('/api/session/fetch/x', { key: '' })).toMatchObject({ status: 401, code: 'apiKeyMissing' })
  })
  it('AUT-11 the blueprint listing leaves errorCode out of its 401', async () => {
    const { status, body } = await open().send('/api/agent/blueprints', { key: null })
    expect([status, 'errorCode' in body, body.data]).toEqual([401, false, null])
  })
  it('ISO-01 ISO-02 a session of another workspace is unknown to fetch and forbidden to continue', async () => {
    const { send, chat } = open()
    const { sessionId } = (await chat({})).body.data
    expect(await send(`/api/session/fetch/${sessionId}`, { key: 'key-b' })).toMatchObject({
      status: 404,
      code: 'sessionNotFound',
    })
    expect(await chat({ sessionId }, 'key-b')).toMatchObject({ status: 403, code: 'forbidden' })
  })
  it('ISO-05 ISO-09 agents of another workspace are neither listed nor reachable', async () => {
    const { send, chat } = open()
    expect(JSON.stringify((await send('/api/agent/blueprints')).body)).not.toContain('only-b')
    expect(await chat({ agentName: 'only-b' })).toMatchObject({ status: 404, code: 'localAgentNotFound' })
  })
  it('ENV-23 a missing key wins over a bad body', async () => {
    expect(await open().send('/api/chat-agent/trigger', { method: 'POST', body: '{', key: null })).toMatchObject({
      status: 401,
    })
  })
})

describe('inline chat', () => {
  it('CHA-01 CHA-02 TRN-06 TRN-20 answers with the slice: pre calls, the message, calls, the reply', async () => {
    const answer = await open().chat({ message: 'Where is order 7?', metadata: { name: 'Asha' } })
    expect(answer.status).toBe(200)
    expect(checkShape(inlineChatAnswerShape, answer.body.data)).toMatchObject({ ok: true })
    const kinds = answer.body.data.transcript.map((entry: { type: string; phase?: string }) =>
      `${entry.type} ${entry.phase ?? ''}`.trim(),
    )
    expect(kinds).toEqual([
      'function_call pre',
      'function_call_output pre',
      'message',
      'function_call during',
      'function_call_output during',
      'message',
    ])
    expect(textOf(answer)).toBe('Order 7 was looked up, Asha.')
  })
  it('CHA-03 CHA-04 CHA-06 slices add up to the stored session', async () => {
    const { send, chat } = open()
    const first = await chat({ message: 'order 7' })
    const { sessionId } = first.body.data
    const second = await chat({ sessionId, message: 'thanks' })
    const stored = await send(`/api/session/fetch/${sessionId}`)
    expect(second.body.data.sessionId).toBe(sessionId)
    expect(stored.body.data.transcript).toEqual([...first.body.data.transcript, ...second.body.data.transcript])
    expect(checkShape(sessionShape, stored.body.data)).toMatchObject({ ok: true })
  })
  it('TRN-02 TRN-22 times grow strictly, and a tool takes its executionTimeMs', async () => {
    const { transcript } = (await open().chat({ message: 'order 7' })).body.data
    const times = transcript.map((entry: { timestamp: string }) => Date.parse(entry.timestamp))
    expect(times.every((time: number, index: number) => index === 0 || time > times[index - 1])).toBe(true)
    expect(times[4] - times[3]).toBe(transcript[4].executionTimeMs)
  })
  it('TRN-21 CHA-34 post calls appear in the stored session after it completed, and a turn makes it active again', async () => {
    const { send, chat } = open()
    const bye = await chat({ message: 'bye' })
    const { sessionId, transcript } = bye.body.data
    expect(JSON.stringify(transcript)).not.toContain('log_outcome')
    const stored = (await send(`/api/session/fetch/${sessionId}`)).body.data
    expect([stored.status, stored.transcript.at(-1).phase]).toEqual(['completed', 'post'])
    await chat({ sessionId, message: 'wait' })
    expect((await send(`/api/session/fetch/${sessionId}`)).body.data.status).toBe('active')
  })
  it('CHA-07 CHA-08 CHA-17 refuses unknown and empty session ids, and a continued turn without message', async () => {
    const { chat } = open()
    expect(await chat({ sessionId: 'nope' })).toMatchObject({ status: 404, code: 'sessionNotFound' })
    expect(await chat({ sessionId: '' })).toMatchObject({ status: 422, code: 'validationError' })
    const { sessionId } = (await chat({})).body.data
    expect(await chat({ sessionId, message: '' })).toMatchObject({ status: 400, code: 'messageRequired' })
  })
  it.each([{ scheduleTime: '2030-01-01T00:00:00Z' }, { startWorkingHour: '09:00' }, { endWorkingHour: '18:00' }])(
    'CHA-10 CHA-11 CHA-12 refuses %o with an inline reply',
    async (scheduling) => {
      expect(await open().chat(scheduling)).toMatchObject({ status: 400, code: 'incompatibleOptions' })
    },
  )
  it('CHA-09 ENV-14 an agent is required, and an empty name counts as none', async () => {
    expect(await open().chat({ agentName: undefined })).toMatchObject({ status: 400, code: 'agentNameRequired' })
    expect(await open().chat({ agentName: '' })).toMatchObject({ status: 400, code: 'agentNameRequired' })
  })
  it('CHA-14 CHA-38 CHA-43 accepts a timezone, customer labels and options of other channels', async () => {
    const { send, chat } = open()
    const answer = await chat({
      timezone: 'Asia/Kolkata',
      customerNumber: '+15550100',
      customerEmail: 'a@example.com',
      whatsappOptions: { messageType: 'say' },
    })
    expect(answer.status).toBe(200)
    const stored = (await send(`/api/session/fetch/${answer.body.data.sessionId}`)).body.data
    expect(stored['the service']).toEqual({ id: '15550100', name: null, number: '15550100', email: 'a@example.com' })
  })
  it('CHA-16 without a message the agent opens, and the slice holds no user', async () => {
    const answer = await open().chat({ message: undefined, metadata: { name: 'Asha' } })
    expect(textOf(answer)).toBe('Welcome, Asha.')
    expect(answer.body.data.transcript.some((entry: { role?: string }) => entry.role === 'user')).toBe(false)
  })
  it('CHA-37 the additional context holds for one reply', async () => {
    const { chat } = open()
    const first = await chat({ message: 'context', chatOptions: { additionalContext: 'be brief' } })
    expect(textOf(first)).toBe('context: be brief')
    expect(textOf(await chat({ message: 'context', sessionId: first.body.data.sessionId }))).toBe('context: ')
  })
  it('CHA-40 CHA-41 DSP-04 refuses unknown, disabled and voice channels', async () => {
    const { chat } = open()
    expect(await chat({ communicationChannel: 'nope' })).toMatchObject({ status: 404, code: 'channelNotFound' })
    expect(await chat({ communicationChannel: 'off' })).toMatchObject({ status: 404, code: 'channelNotFound' })
    expect(await chat({ communicationChannel: 'sip' })).toMatchObject({ status: 400, code: 'unsupportedChannelType' })
    expect((await chat({ communicationChannel: 'wa' })).status).toBe(200)
  })
  it('CHA-19 keeps any Unicode byte for byte', async () => {
    const message = 'é \u0000 👩‍👩‍👧 \u202e "quotes" {braces} ${x}'
    expect((await open().chat({ message })).body.data.transcript[2].content[0].text).toBe(message)
  })
  it('CHA-36 plays parallel turns of one session one after the other', async () => {
    const { send, chat } = open()
    const { sessionId } = (await chat({})).body.data
    const slices = await Promise.all(['order 1', 'order 2', 'order 3'].map((message) => chat({ sessionId, message })))
    const stored = (await send(`/api/session/fetch/${sessionId}`)).body.data.transcript
    expect(stored.slice(-12)).toEqual(slices.flatMap((slice) => slice.body.data.transcript))
  })
})

describe('versions', () => {
  it.each([
    ['default', 'I am version 2.'],
    ['draft', 'I am the draft.'],
    [0, 'I am version 0.'],
    ['1', 'I am version 1.'],
    [undefined, 'I am version 2.'],
  ])('CHA-23 CHA-24 %s answers', async (agentVersion, text) => {
    expect(textOf(await open().chat({ agentVersion }))).toBe(text)
  })
  it('CHA-27 CHA-29 an absent version or draft is refused, never replaced', async () => {
    expect(await open().chat({ agentVersion: 9 })).toMatchObject({ status: 404, code: 'localAgentVersionNotFound' })
    expect(await open().chat({ agentName: 'plain', agentVersion: 'draft' })).toMatchObject({
      status: 404,
      code: 'localAgentVersionNotFound',
    })
  })
  it.each([-1, 1.5, 1e30, 'DEFAULT', 'latest', '-1', '', null])(
    'CHA-25 CHA-26 CHA-28 %s is no version',
    async (agentVersion) => {
      expect(await open().chat({ agentVersion })).toMatchObject({ status: 422, code: 'validationError' })
    },
  )
})

describe('bad bodies', () => {
  it.each([
    ['doReturnResponse', 'true'],
    ['agentName', 1],
    ['message', {}],
    ['sessionId', 7],
    ['customerNumber', 15550100],
    ['customerEmail', []],
    ['communicationChannel', false],
    ['metadata', 'x'],
    ['metadata', []],
    ['attachments', 'x'],
    ['attachments', [1]],
    ['whatsappOptions', 'x'],
    ['emailOptions', { body: 1 }],
    ['chatOptions', 'x'],
    ['chatOptions', { additionalContext: 1 }],
    ['scheduleTime', 'soon'],
    ['startWorkingHour', '9:00'],
    ['timezone', 'Mars/Olympus'],
    ['agentName', null],
  ])('TYP %s of the value %o is 422', async (member, value) => {
    expect(await open().chat({ [member]: value })).toMatchObject({ status: 422, code: 'validationError' })
  })
  it.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"a":'.repeat(5_000),
    '['.repeat(100_000),
    '{"metadata":{"__proto__":{"x":1}},"doReturnResponse":1}',
  ])('ENV-10 a body like %.20s is a clean 4xx', async (body) => {
    const { status, body: answer } = await open().raw(body)
    expect([status, answer.data]).toEqual([422, null])
  })
  it('ENV-19 a body over 1 MiB is refused', async () => {
    const answer = await open().chat({ message: 'x'.repeat(1_100_000) })
    expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close'])
  })
  it('ENV-11 another content type is refused', async () => {
    expect(
      await open().send('/api/chat-agent/trigger', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'text/plain' },
      }),
    ).toMatchObject({ status: 422 })
  })
  it('ENV-12 unknown members are dropped, and the answer says so', async () => {
    const answer = await open().chat({ agent_name: 'desk' })
    expect([answer.status, answer.headers.get('x-local-decision')]).toEqual([200, 'ENV-12'])
  })
})

describe('other operations and paths', () => {
  it('SES-03 SES-04 an empty id is 422, a strange one 404', async () => {
    const { send } = open()
    expect(await send('/api/session/fetch/')).toMatchObject({ status: 422, code: 'validationError' })
    expect(await send('/api/session/fetch')).toMatchObject({ status: 422, code: 'validationError' })
    expect(await send('/api/session/fetch/%20')).toMatchObject({ status: 404, code: 'sessionNotFound' })
    expect(await send('/api/session/fetch/a%2Fb')).toMatchObject({ status: 404, code: 'sessionNotFound' })
  })
  it('BLU-01 BLU-04 to BLU-12 lists complete blueprints at the published version', async () => {
    const { body } = await open().send('/api/agent/blueprints')
    expect(checkShape(blueprintListingShape, body.data)).toMatchObject({ ok: true })
    expect(
      body.data.agents.map(({ agentId, version }: { agentId: string; version: { number: number } }) => [
        agentId,
        version.number,
      ]),
    ).toEqual([
      ['id-desk', 2],
      ['id-plain', 2],
    ])
    expect(body.data.workflowList).toEqual([{ workflowId: 'wf-a', agentId: 'id-desk' }])
  })
  it('ENV-17 unknown paths are 404, known ones with another method 405', async () => {
    const { send } = open()
    expect(await send('/api/nope')).toMatchObject({ status: 404, code: 'localRouteNotFound' })
    expect(await send('/api/chat-agent/trigger')).toMatchObject({ status: 405, code: 'localMethodNotAllowed' })
  })
  it('ENV-01 ENV-02 every refusal has the envelope and repeats its status', async () => {
    const { send, chat } = open()
    for (const answer of [
      await send('/api/nope'),
      await chat({ sessionId: 'x' }),
      await send('/api/session/fetch/x', { key: null }),
    ]) {
      expect(answer.body).toMatchObject({ responseCode: answer.status, message: expect.any(String), data: null })
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })
})
