import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTarget } from '../../src/app/target/target.ts'
import { openLiveSubject } from '../../src/app/vitest/contract.ts'
import { clientOf } from '../../src/app/vitest/worker-client.ts'
import { createClient, openNetwork, performRun } from '../../src/index.ts'
import { recordThrough } from '../../src/records/tape/record-exchanges.ts'
import { conversation, planSuite, suite } from '../../src/suite/builder/index.ts'
import type { Client } from '../../src/wire/client/client.ts'
import { type LiveSafety, strictSafety } from '../../src/wire/client/live-safety.ts'
import type { Transport, WireRequest } from '../../src/wire/client/transport.ts'
import { type LiveHost, leadTo, openLiveHost } from './live-host.ts'

let live: LiveHost
beforeAll(async () => {
  live = await openLiveHost('live.tableread.example')
})
beforeEach(() => {
  live.arrived.length = 0
})
afterAll(() => live.close())

const apiKey = 'live-key'
const number = '+15550199'
const json = { 'content-type': 'application/json', 'x-api-key': apiKey }
const network = openNetwork({ connections: 1 })
const everything: LiveSafety = { dispatch: true, sinks: null, tools: 'all' }

/** A transport that a user wrote. */
const foreign: Transport = async ({ method, url, body }) => {
  live.arrived.push(`${method} ${new URL(url).pathname} ${body ?? ''}`)
  return { status: 200, headers: {}, text: JSON.stringify({ responseCode: 200, message: 'ok', data: null }) }
}

/**
 * Every operation that reaches somebody or triggers something, with every member that names an addressee or a
 * channel.
 */
const reaches: [string, WireRequest['method'], string, object, (client: Client) => Promise<unknown>][] = [
  ...[
    { communicationChannel: 'wa', customerNumber: number },
    { communicationChannel: 'mail', customerEmail: 'asha@example.com' },
    { communicationChannel: 'web', customerNumber: 'visitor-7', doReturnResponse: false },
    { communicationChannel: 'wa', customerNumber: number, scheduleTime: '2036-01-01T00:00:00Z' },
    { communicationChannel: 'mail', emailOptions: { messageType: 'say' as const, body: 'b', replyTo: 's' } },
    { communicationChannel: 'mail', customerEmail: 'a@example.com', emailOptions: { cc: 'b@example.com', bcc: 'c@example.com' } },
    { agentName: 'desk', message: 'hi' },
    { agentName: 'desk', doReturnResponse: true, message: 'hi', customerNumber: number },
    { agentName: 'desk', doReturnResponse: true, message: 'hi', metadata: { channel: 'wa', to: number } },
  ].map((body): (typeof reaches)[number] => [
    `a chat trigger with ${Object.keys(body).join(', ')}`,
    'POST',
    '/api/chat-agent/trigger',
    body,
    (client) => client.dispatch(body),
  ]),
  ['an inline turn of an agent whose tools cannot be seen', 'POST', '', {}, (client) =>
    client.converse({ doReturnResponse: true, agentName: 'desk', message: 'hi' })],
  ['a call', 'POST', '/api/call/trigger', { phoneNumber: number, agentName: 'desk' }, (client) =>
    client.triggerCall({ phoneNumber: number, agentName: 'desk' })],
  ['a workflow call', 'POST', '/api/workflow/call/wf', { customer_number: number }, (client) =>
    client.callWorkflow('wf', { customer_number: number })],
  ['a delete', 'DELETE', '/api/workflow/call/wf', { customer_number: number }, (client) =>
    client.deleteWorkflowCall('wf', { customer_number: number })],
  ['a workflow node', 'POST', '/workflow/trigger', { workflow_id: 'wf', customer_number: number }, (client) =>
    client.triggerNode({ workflow_id: 'wf', customer_number: number })],
  ['an outbox of the local service', 'POST', '/_local/inbound', { channel: 'wa', from: number }, (client) =>
    client.local('POST', 'inbound', { channel: 'wa', from: number })],
  ['a history for the local service', 'POST', '/_local/sessions', { agentName: 'desk', transcript: [] }, (client) =>
    client.local('POST', 'sessions', { agentName: 'desk', transcript: [] })],
] // biome-ignore format: a row an operation

/** Every way to get a client, with the settings of somebody who gave safety no thought. */
const clients: [string, () => Client | Promise<Client>][] = [
  ['createClient with the network', () => createClient({ baseUrl: live.url, apiKey, transport: network.send })],
  ['createClient with a transport of one\'s own', () => createClient({ baseUrl: live.url, apiKey, transport: foreign })],
  ['createClient with the flag alone', () =>
    createClient({ baseUrl: live.url, apiKey, transport: foreign, safety: { ...everything, tools: [] } })],
  ['createClient that allows more than its network', () =>
    createClient({ baseUrl: live.url, apiKey, transport: network.send, safety: { ...strictSafety, dispatch: true } })],
  ['the command line', async () => (await target()).client],
  ['the command line through a recorder', async () =>
    (await target()).clientThrough((send) => recordThrough(send, apiKey).send)],
  ['a worker of Vitest', () => clientOf({ baseUrl: live.url, workflowBaseUrl: null, apiKey, headers: {}, embedded: null, safety: strictSafety })],
] // biome-ignore format: a row a way

const target = () =>
  openTarget({ target: live.url, workflowTarget: null, apiKey, workspace: null, concurrency: 1, safety: strictSafety })

/** Every way to send a raw request. */
const transports: [string, () => Transport | Promise<Transport>][] = [
  ['the network itself', () => network.send],
  ['the contract, live', async () => {
    const settings = { target: live.url, workflowTarget: null, apiKey, otherKey: null }
    return (await openLiveSubject({ ...settings, agents: ['desk'], safety: { tools: 'all' } })).subject.send
  }],
] // biome-ignore format: a row a way

describe.each(clients)('%s', (_, open) => {
  it.each(reaches)('keeps back %s', async (_what, _method, _path, _body, reach) => {
    const answer = await reach(await open())
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'blocked', reason: expect.any(String) } })
    expect(live.arrived.filter((each) => !each.startsWith('GET /api/agent/blueprints'))).toEqual([])
  })
})

describe.each(transports)('%s', (_, open) => {
  it.each(reaches.filter(([, , path]) => path !== ''))('keeps back %s', async (_what, method, path, body) => {
    const send = await open()
    live.arrived.length = 0
    const request = { method, url: live.url + path, headers: json, body: JSON.stringify(body), timeLimitMs: 1_000 }
    await expect(send(request)).rejects.toMatchObject({ kind: 'blocked' })
    expect(live.arrived).toEqual([])
  })
})

describe('a client whose two hosts are not both this machine', () => {
  it.each(reaches.filter(([what]) => what.includes('workflow')))('keeps back %s', async (_w, _m, _p, _b, reach) => {
    const hosts = { baseUrl: 'http://127.0.0.1:9', workflowBaseUrl: live.url }
    expect(await reach(createClient({ ...hosts, apiKey, transport: foreign }))).toMatchObject({
      failure: { kind: 'blocked' },
    })
    expect(live.arrived).toEqual([])
  })
})

describe('a suite that is run in code', () => {
  const steps = [
    { send: { communicationChannel: 'wa', customerNumber: number } },
    { call: { phoneNumber: number } },
    { 'workflow call': { workflow: 'wf', customer_number: number } },
    { 'delete call': { workflow: 'wf', customer_number: number } },
  ]
  it.each(steps)('has its step kept back: %o', async (step) => {
    const client = createClient({ baseUrl: live.url, apiKey, transport: network.send })
    const plans = planSuite(
      suite('Outreach', { agent: 'desk' }, [
        conversation('reaches')
          .step(step as never)
          .expect({ error: { status: 400 } }),
      ]),
    )
    const { conversations } = await performRun(plans, {
      client,
      reconcile: false,
      target: live.url,
      tableread: 'test',
      concurrency: 1,
      keepPassed: true,
      problems: [],
      listen: () => undefined,
    })
    expect(conversations.map(({ verdict }) => verdict)).toEqual(['unsafe'])
    expect(live.arrived).toEqual([])
  })
})

describe('what is allowed', () => {
  const sinks = { file: 'sinks.yaml', phoneNumbers: ['15550142'], emails: [], workflows: [], sessions: [] }
  const safety: LiveSafety = { dispatch: true, sinks, tools: 'all' }
  const open = openNetwork({ connections: 1, safety })
  const client = () => createClient({ baseUrl: live.url, apiKey, transport: open.send, safety })

  it('leaves, once the network and the client were both told', async () => {
    await client().dispatch({ communicationChannel: 'wa', customerNumber: '+15550142', agentName: 'desk' })
    expect(live.arrived).toEqual([expect.stringContaining('POST /api/chat-agent/trigger')])
  })
  it('is nothing else', async () => {
    const answer = await client().dispatch({ communicationChannel: 'wa', customerNumber: number, agentName: 'desk' })
    expect([answer, live.arrived]).toMatchObject([{ failure: { kind: 'blocked' } }, []])
  })
})

describe('localhost', () => {
  const here = (transport: Transport) =>
    createClient({ baseUrl: live.url.replace(/[^/]*(?=:\d+$)/, 'localhost'), apiKey, transport })
  const dispatch = (client: Client) => client.dispatch({ communicationChannel: 'wa', customerNumber: number })

  it('is this machine as long as it leads here', async () => {
    const fresh = openNetwork({ connections: 1 })
    expect(await dispatch(here(fresh.send))).toMatchObject({ ok: true })
    await fresh.close()
  })
  it.each([
    ['leads elsewhere', () => '192.0.2.1'],
    ['leads elsewhere by its second address', () => 'fd00::1'],
  ])('is no such thing where it %s', async (_, address) => {
    const undo = leadTo({ localhost: address })
    try {
      const reason = expect.stringMatching(/^localhost leads to .* which is not this machine; name the service/)
      for (const transport of [network.send, foreign])
        expect(await dispatch(here(transport))).toMatchObject({ failure: { kind: 'blocked', reason } })
      expect(live.arrived).toEqual([])
    } finally {
      undo()
    }
  })
  it('is judged by the very addresses that are connected to', async () => {
    const answers = ['127.0.0.1', '127.0.0.1', '192.0.2.1']
    const undo = leadTo({ localhost: () => answers.shift() ?? '192.0.2.1' })
    const fresh = openNetwork({ connections: 1 })
    try {
      expect(await dispatch(here(fresh.send))).toMatchObject({ failure: { kind: 'blocked' } })
      expect(answers).toEqual([])
    } finally {
      undo()
      await fresh.close()
    }
  })
})

describe('clients without a guard', () => {
  const allowed = [
    'app/tapes/tapes.ts', // replays recordings and sends nothing
    'app/target/target.ts', // its recorder sits above a guard
    'wire/client/client.ts',
    'wire/client/guard-live.ts', // reads blueprints, through the first guard
  ]
  it('are made in few places, each with its reason', () => {
    const root = resolve(import.meta.dirname, '../../src')
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    )
    const making = files.filter((name) => /\bclientOver\(/.test(readFileSync(join(root, name), 'utf8')))
    expect(making.filter((name) => name !== 'wire/client/client-over.ts').sort()).toEqual(allowed)
  })
})
