import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openLocalSubject } from '../../src/app/agents/local-subject.ts'
import { guardEverywhere } from '../../src/wire/client/guard.ts'
import type { Transport, WireRequest } from '../../src/wire/client/transport.ts'
import { openNetwork } from '../../src/wire/client/undici-transport.ts'
import { checkContract } from '../../src/wire/contract/check-contract.ts'
import type { Subject } from '../../src/wire/contract/world/world.ts'
import { attack } from './attack-safe-mode.ts'
import { couldReach } from './could-reach.ts'
import { drawAttacks, drawContract } from './draw-requests.ts'

const post = (body: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  url: 'https://api.example.com/api/chat-agent/trigger',
  headers: { 'x-api-key': 'k', 'content-type': 'application/json' },
  body,
  timeLimitMs: 1_000,
  ...more,
})

describe('safe mode', () => {
  it('lets nothing through that could reach a person, of 20,000 requests made to get past it', {
    tags: 'stress',
  }, async () => {
    const { drawn, dangerous, sent, reached } = await attack(guardEverywhere, drawAttacks(20_000, 6))
    expect(reached.slice(0, 5)).toEqual([])
    expect(drawn).toBe(20_000)
    expect(dangerous).toBeGreaterThan(10_000)
    expect(sent).toBeGreaterThan(1_000)
  })

  it('lets nothing through of what the contract draws for a local service', { tags: 'stress' }, async () => {
    const requests = await drawContract(10_000, 7, 'everything')
    const { dangerous, sent, reached } = await attack(guardEverywhere, requests())
    expect(reached.slice(0, 5)).toEqual([])
    expect(dangerous).toBeGreaterThan(4_000)
    expect(sent).toBeGreaterThan(500)
  })

  it('draws harmless requests where people could be reached, and keeps the rest back', async () => {
    const requests = await drawContract(10_000, 8, 'inline only')
    const { sent, reached } = await attack(guardEverywhere, requests())
    expect(reached.slice(0, 5)).toEqual([])
    expect(sent).toBeGreaterThan(3_000)
  })

  it.each<[string, (request: WireRequest) => boolean]>([
    ['the flag', ({ body = '' }) => !body.includes('communicationChannel')],
    ['duplicates', ({ body = '' }) => body.includes('"doReturnResponse":true')],
    ['spelling', ({ body = '' }) => !/customerNumber|communicationChannel|"to"|doReturnResponse":false/.test(body)],
    ['the path', ({ url }) => !/call\/trigger$/.test(url)],
  ])('a guard that knows only %s lets some through, which the watcher sees', async (_, lets) => {
    const weak =
      (send: Transport): Transport =>
      async (request) =>
        lets(request) ? send(request) : { status: 0, headers: {}, text: '' }
    const { reached } = await attack(weak, drawAttacks(2_000, 6))
    expect(reached.length).toBeGreaterThan(100)
  })

  it.each<[string, WireRequest]>([
    ['an absent flag', post('{"agentName":"a"}')],
    ['a flag that is text', post('{"doReturnResponse":"true","agentName":"a"}')],
    ['a flag that stands twice', post('{"doReturnResponse":false,"doReturnResponse":true}')],
    ['a channel', post('{"doReturnResponse":true,"communicationChannel":"wa"}')],
    ['an escaped name', post('{"doReturnResponse":true,"\\u0063ustomerNumber":"1"}')],
    ['another case', post('{"doReturnResponse":true,"CUSTOMERNUMBER":"1"}')],
    [
      'another alphabet of the same letters',
      post('{"doReturnResponse":true,"metadata":{"ｃｕｓｔｏｍｅｒＮｕｍｂｅｒ":"1"}}'),
    ],
    ['metadata with both', post('{"doReturnResponse":true,"metadata":{"channel":"wa","to":"1"}}')],
    ['metadata that is text', post('{"doReturnResponse":true,"metadata":"{\\"communicationChannel\\":1}"}')],
    ['a form', post('communicationChannel=wa&customerNumber=1')],
    ['JSON said to be a form', post('{"doReturnResponse":true}', { headers: { 'content-type': 'text/plain' } })],
    ['a mark before it', post('\uFEFF{"doReturnResponse":true}')],
    ['a query', post('{"doReturnResponse":true}', { url: 'https://h/api/chat-agent/trigger?customerNumber=1' })],
    ['a slash too many', post('{"doReturnResponse":true}', { url: 'https://h/api/chat-agent/trigger/' })],
    [
      'another method in a header',
      post('{"doReturnResponse":true}', {
        headers: { 'content-type': 'application/json', 'x-http-method-override': 'DELETE' },
      }),
    ],
    [
      'a path in an id',
      post('', { method: 'GET', url: 'https://h/api/session/fetch/..%252f..%252fcall%252ftrigger', headers: {} }),
    ],
  ])('keeps back %s, and the watcher agrees', async (_, request) => {
    expect(couldReach(request)).not.toBeNull()
    expect(await attack(guardEverywhere, [request])).toMatchObject({ blocked: 1, sent: 0 })
  })

  it.each([
    ['a turn', '{"doReturnResponse":true,"agentName":"desk","message":"My phone number: 1, and customerNumber=2"}'],
    ['details', '{"doReturnResponse":true,"agentName":"desk","metadata":{"email":"a@example.com","name":"Ada"}}'],
    [
      'instructions',
      '{"doReturnResponse":true,"agentName":"d","chatOptions":{"additionalContext":"ask for email: a=b"}}',
    ],
  ])('lets %s through, and the watcher agrees', async (_, body) => {
    expect(couldReach(post(body))).toBeNull()
    expect(await attack(guardEverywhere, [post(body)])).toMatchObject({ blocked: 0, sent: 1 })
  })

  it('follows no redirect', async () => {
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`)
      response.writeHead(307, { location: '/api/call/trigger' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const network = openNetwork({ connections: 1 })
    const url = `http://127.0.0.1:${port}/api/chat-agent/trigger`
    const { status } = await guardEverywhere(network.send)(post('{"doReturnResponse":true,"agentName":"a"}', { url }))
    await network.close()
    server.close()
    expect([status, requests]).toEqual([307, ['POST /api/chat-agent/trigger']])
  })
})

describe('the contract in safe mode', () => {
  async function openLive(answer: ((request: WireRequest) => Promise<unknown>) | null): Promise<{
    subject: Subject
    arrived: WireRequest[]
    close(): Promise<void>
  }> {
    const { subject, close } = await openLocalSubject({ sockets: false })
    const arrived: WireRequest[] = []
    const data = { sessionId: 's', transcript: [], agents: [], workflowList: [] }
    const text = JSON.stringify({ responseCode: 200, message: 'ok', data })
    const record: Transport = async (request) => {
      arrived.push(request)
      return answer === null ? subject.send(request) : { status: 200, headers: {}, text }
    }
    return {
      subject: { ...subject, reach: 'inline only', send: guardEverywhere(record), control: null },
      arrived,
      close,
    }
  }

  it('sends nothing that could reach a person, and claims nothing for what it kept back', {
    tags: 'stress',
  }, async () => {
    const { subject, arrived, close } = await openLive(null)
    const report = await checkContract(subject, { seed: 3, runs: 20 })
    await close()
    expect(arrived.map(couldReach).filter((how) => how !== null)).toEqual([])
    expect(report.blocked).toBeGreaterThan(0)
    const unsafe = report.results.filter(({ reason }) => reason?.startsWith('unsafe') === true)
    expect(unsafe.length).toBeGreaterThan(40)
    expect(unsafe.filter(({ outcome }) => outcome !== 'not run')).toEqual([])
    expect(
      report.results.filter(({ rule, outcome }) => /^(DSP|CAL|DEL|QUE)/.test(rule.id) && outcome === 'held'),
    ).toEqual([])
    expect(report.results.filter(({ outcome }) => outcome === 'held').length).toBeGreaterThan(20)
  })

  it.each(['CHA-10', 'CHA-09', 'TYP-02', 'AUT-03', 'CHA-11'])(
    'stops %s at the first request that is accepted and must not be',
    async (rule) => {
      const { subject, close } = await openLive(async () => null)
      const { results } = await checkContract(subject, { seed: 3, rules: [rule], runs: 50 })
      await close()
      expect(results[0]).toMatchObject({ outcome: 'violated', runs: 1, counterexample: { shrinks: 0 } })
    },
  )

  it('stops there too where the rule is open or a law is looked for', async () => {
    const { subject, arrived, close } = await openLive(async () => null)
    const open = await checkContract(subject, { seed: 3, rules: ['CHA-25', 'CHA-26'], runs: 50 })
    expect(open.results.map(({ outcome, runs }) => [outcome, runs])).toEqual([
      ['recorded', 1],
      ['recorded', 1],
    ])
    arrived.length = 0
    await checkContract(subject, { seed: 3, rules: ['ENV-02'], runs: 50 })
    expect(arrived.length).toBeLessThan(40)
    await close()
  })
})
