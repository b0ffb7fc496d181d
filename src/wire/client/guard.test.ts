import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../../base/measure-growth.fixture.ts'
import { guardTransport } from './guard.ts'
import { isLoopback } from './loopback.ts'
import { type Transport, TransportError, type WireRequest } from './transport.ts'

/** A service that accepts everything, and records what reached it. */
function openService(): { send: Transport; reached: WireRequest[] } {
  const reached: WireRequest[] = []
  const send = guardTransport(async (request) => {
    reached.push(request)
    return { status: 200, headers: {}, text: '{}' }
  })
  return { send, reached }
}

const request = (body: unknown, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  url: 'https://api.example.com/api/chat-agent/trigger',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
  timeLimitMs: 1_000,
  ...more,
})

const inline = { doReturnResponse: true, agentName: 'desk', message: 'hi' }

describe('the guard', () => {
  it('lets the two reads and an inline chat pass', async () => {
    const { send, reached } = openService()
    await send(request(inline))
    await send(request({ ...inline, sessionId: 's', metadata: { a: 1 }, agentVersion: 'draft', chatOptions: {} }))
    const { body, ...get } = request('', { method: 'GET' })
    await send({ ...get, url: 'https://api.example.com/api/session/fetch/abc' })
    await send({ ...get, url: 'https://api.example.com/api/agent/blueprints' })
    expect(reached).toHaveLength(4)
  })
  it('lets links pass as attachments, and what a gateway needs: a base path and its headers', async () => {
    const { send, reached } = openService()
    await send(request({ ...inline, attachments: ['https://files.example/a.jpg', 'http://files.example/b?c=d'] }))
    const gateway = { path: '/gateway/v1', headers: ['x-gateway-key'] }
    const headers = { 'content-type': 'application/json', 'X-Gateway-Key': 'secret' }
    await send(request(inline, { url: 'https://api.example.com/gateway/v1/api/chat-agent/trigger', headers, gateway }))
    for (const path of ['/a%20b', '/%C3%A9', "/o'neil,1@x", '/v1.2/~me']) {
      const gateway = { path, headers: [] }
      await send(request(inline, { url: `https://api.example.com${path}/api/chat-agent/trigger`, gateway }))
    }
    expect(reached).toHaveLength(6)
  })
  it.each([
    ['/a;b', /the base path \/a;b in different ways/],
    ['/a//b', /in different ways/],
    ['/api/call/trigger/x', /holds \/api\/call\/trigger, which is a path of the interface/],
    ['/API/session/f%65tch', /holds \/api\/session\/fetch/],
  ])('says what is wrong with the base path %s', async (path, why) => {
    const url = `https://api.example.com${path}/api/chat-agent/trigger`
    const sent = openService().send(request(inline, { url, gateway: { path, headers: [] } }))
    await expect(sent).rejects.toThrow(why)
  })
  it.each<[string, WireRequest]>([
    ['a dispatch', request({ communicationChannel: 'wa', customerNumber: '1', agentName: 'a' })],
    ['a false flag', request({ ...inline, doReturnResponse: false })],
    ['a text flag', request({ ...inline, doReturnResponse: 'true' })],
    ['a channel', request({ ...inline, communicationChannel: 'wa' })],
    ['an addressee', request({ ...inline, customerNumber: '1' })],
    ['an addressee in other case', request({ ...inline, CustomerNumber: '1' })],
    ['an addressee in snake_case', request({ ...inline, customer_number: '1' })],
    ['attachments that are none', request({ ...inline, attachments: [] })],
    ['an attachment that is no link', request({ ...inline, attachments: ['+15550100'] })],
    ['an attachment that addresses somebody', request({ ...inline, attachments: ['mailto:a@example.com'] })],
    ['a link that holds a user', request({ ...inline, attachments: ['https://ada:secret@files.example/a.jpg'] })],
    [
      'a link that could be read as a form',
      request({ ...inline, attachments: ['https://f.example/a?customerNumber=1'] }),
    ],
    ['attachments inside', request({ ...inline, metadata: { attachments: ['https://files.example/a.jpg'] } })],
    ['attachments in other letters', request({ ...inline, Attachments: ['https://files.example/a.jpg'] })],
    [
      'an attachment that is more than a text',
      request({ ...inline, attachments: [{ url: 'https://files.example/a' }] }),
    ],
    [
      'attachments without the flag',
      request({ ...inline, doReturnResponse: false, attachments: ['https://f.example/a'] }),
    ],
    [
      'an operation below a base path that nobody named',
      request(inline, { url: 'https://api.example.com/gateway/v1/api/chat-agent/trigger' }),
    ],
    [
      'another operation below the base path',
      request(inline, { url: 'https://api.example.com/gw/api/call/trigger', gateway: { path: '/gw', headers: [] } }),
    ],
    [
      'a base path that is an operation itself',
      request(inline, {
        url: 'https://api.example.com/api/call/trigger/api/chat-agent/trigger',
        gateway: { path: '/api/call/trigger', headers: [] },
      }),
    ],
    [
      'a base path that services read in different ways',
      request(inline, {
        url: 'https://api.example.com/a%2fb/api/chat-agent/trigger',
        gateway: { path: '/a%2fb', headers: [] },
      }),
    ],
    [
      'a header of a gateway that could be another method',
      request(inline, {
        headers: { 'content-type': 'application/json', 'x-http-method-override': 'DELETE' },
        gateway: { path: '', headers: ['x-http-method-override'] },
      }),
    ],
    [
      'a header of a gateway that could address somebody',
      request(inline, {
        headers: { 'content-type': 'application/json', 'x-customer-number': '1' },
        gateway: { path: '', headers: ['x-customer-number'] },
      }),
    ],
    [
      'another header than those of the gateway',
      request(inline, {
        headers: { 'content-type': 'application/json', 'x-other': '1' },
        gateway: { path: '', headers: ['x-gateway-key'] },
      }),
    ],
    ['a thread', request({ ...inline, emailOptions: { replyTo: 's' } })],
    ['a member twice', request('{"doReturnResponse":true,"agentName":"a","doReturnResponse":false}')],
    ['a call', request({ phoneNumber: '1' }, { url: 'https://api.example.com/api/call/trigger' })],
    [
      'a delete',
      request({ customer_number: '1' }, { method: 'DELETE', url: 'https://api.example.com/api/workflow/call/w' }),
    ],
    ['the node trigger', request({}, { url: 'https://api.example.com/workflow/trigger' })],
    ['another path', request(inline, { url: 'https://api.example.com/api/chat-agent/trigger/x' })],
    ['a query', request(inline, { url: 'https://api.example.com/api/chat-agent/trigger?doReturnResponse=false' })],
    ['no JSON', request('hello')],
    ['an addressee inside metadata', request({ ...inline, metadata: { customer_number: '1' } })],
    ['a channel and an addressee inside metadata', request({ ...inline, metadata: { channel: 'wa', phone: '1' } })],
    ['an address of a target', request({ ...inline, metadata: { target: '+49 151 2345678' } })],
    ['an address of a lead, further in', request({ ...inline, metadata: { lead: { at: ['ada@example.com'] } } })],
    ['a number for texts', request({ ...inline, metadata: { sms: 491512345678 } })],
    ['a number of a messenger', request({ ...inline, metadata: { whatsApp: '0049 151 2345678' } })],
    ['a target in letters of another alphabet', request({ ...inline, metadata: { t\u0430rget: '+491512345678' } })],
    ['an addressee in letters of another alphabet', request({ ...inline, metadata: { cust\u043emerNumber: '1' } })],
    ['an addressee in a text of JSON', request({ ...inline, metadata: '{"customerNumber":"1"}' })],
    ['an addressee in a text like a form', request({ ...inline, agentName: 'a&customerEmail=a@example.com' })],
    ['an addressee in other letters', request({ ...inline, metadata: { ｃustomerNumber: '1', CUSTOMERNUMBER: '1' } })],
    ['another content type', request(inline, { headers: { 'content-type': 'text/plain' } })],
    ['a header that is not needed', request(inline, { headers: { 'x-http-method-override': 'DELETE' } })],
    ['a path that is resolved', request(inline, { url: 'https://api.example.com/x/../api/chat-agent/trigger' })],
    [
      'a path inside an id',
      request('', { method: 'GET', url: 'https://api.example.com/api/session/fetch/..%2f..%2fcall' }),
    ],
  ])('keeps back %s', async (_, wire) => {
    const { send, reached } = openService()
    await expect(send(wire)).rejects.toMatchObject({ kind: 'blocked' })
    expect(reached).toEqual([])
  })
  it('lets nothing pass that names an addressee or drops the flag, however it is spelled', async () => {
    const members = [
      'doReturnResponse',
      'communicationChannel',
      'customerNumber',
      'customerEmail',
      'attachments',
      'emailOptions',
      'whatsappOptions',
      'agentNumber',
      'message',
      'sessionId',
      'agentName',
      'scheduleTime',
      'phoneNumber',
    ]
    const respelled = fc.constantFrom(
      ...members,
      ...members.map((each) => each.toUpperCase()),
      ...members.map((each) => each.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
      'to',
      'cc',
    )
    const value = fc.constantFrom<unknown>(true, false, 'true', 1, null, '15550100', 'wa', [], {})
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(respelled, value), { maxLength: 5 }),
        fc.constantFrom('POST' as const, 'DELETE' as const),
        async (pairs, method) => {
          const { send, reached } = openService()
          await send(request(Object.fromEntries(pairs), { method })).catch((error: unknown) =>
            expect(error).toBeInstanceOf(TransportError),
          )
          for (const { body } of reached) {
            const sent = JSON.parse(body ?? '{}') as Record<string, unknown>
            expect(sent.doReturnResponse).toBe(true)
            expect(
              Object.keys(sent).filter(
                (each) => /number|email|channel|attach|options|^to$|^cc$/i.test(each) && each !== 'chatOptions',
              ),
            ).toEqual([])
          }
        },
      ),
      { seed: 5, numRuns: 2_000 },
    )
  })
  it('lets details pass that name an address but no channel, and times that address nobody', async () => {
    const { send, reached } = openService()
    await send(request({ ...inline, metadata: { email: 'ada@example.com', phone: '1', note: 'to: me' } }))
    await send(request({ ...inline, metadata: { target: 'Berlin', lead: 'L-4711', to: 'LHR', date: '2026-01-01' } }))
    await send(request({ ...inline, scheduleTime: '2030-01-01T00:00:00Z', startWorkingHour: '09:00' }))
    expect(reached).toHaveLength(3)
  })
  it('reads a long text in a time that grows as its length does', async () => {
    const { send } = openService()
    const growth = await measureGrowth(200_000, (size) =>
      send(request({ ...inline, metadata: { long: 'x'.repeat(size), blank: ' '.repeat(size) } })),
    )
    expect(growth).toBeLessThan(mostGrowth)
  })
  it('leaves this machine alone', async () => {
    const { send, reached } = openService()
    await send(
      request(
        { communicationChannel: 'wa', customerNumber: '1' },
        { url: 'http://127.0.0.1:4010/api/chat-agent/trigger' },
      ),
    )
    expect(reached).toHaveLength(1)
  })
  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['[::1]', true],
    ['127.0.0.1.example.com', false],
    ['localhost.example.com', false],
    ['10.0.0.1', false],
    ['0.0.0.0', false],
    ['localhost.', true],
    ['localhost..', false],
    ['localhost.example', false],
    ['::ffff:127.0.0.1', true],
    [new URL('http://[::ffff:127.0.0.1]').hostname, true],
    [new URL('http://[::ffff:127.255.0.9]').hostname, true],
    [new URL('http://[::ffff:128.0.0.1]').hostname, false],
    [new URL('http://[::ffff:7.240.0.1]').hostname, false],
    ['[::1', false],
  ])('%s is this machine: %s', (host, local) => {
    expect(isLoopback(host)).toBe(local)
  })
})
