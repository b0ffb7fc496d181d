// @module-tag stress
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConcealer } from '../../src/app/config/concealer.ts'
import { performConversation } from '../../src/engine/perform/perform-conversation.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { planScript } from '../../src/suite/plan/plan.ts'
import { type Client, createClient } from '../../src/wire/client/client.ts'
import { describeFailure } from '../../src/wire/client/describe-failure.ts'
import { openNetwork } from '../../src/wire/client/undici-transport.ts'

const time = '2026-01-01T00:00:00.000Z'
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const messageOf = (role: string, text: string): object => ({
  ...{ type: 'message', role, content: [{ type: 'text', text }], senderId: null, senderName: null },
  ...{ agentName: null, metadata: null, timestamp: time },
})
const called = (id: string, output: string): object[] => {
  const shared = { name: 'look_up', call_id: id, phase: 'during', timestamp: time }
  return [
    { type: 'function_call', ...shared, arguments: { id } },
    { type: 'function_call_output', ...shared, output, is_error: false, executionTimeMs: 1 },
  ]
}
const envelope = (entries: object[]): string =>
  JSON.stringify({ responseCode: 200, message: 'ok', data: { sessionId: 's', transcript: entries } })
const turn = (entries: object[]): string =>
  envelope([messageOf('user', 'hi'), ...entries, messageOf('assistant', 'done')])

const json = { 'content-type': 'application/json' }
let byteCount = 0

/** Writes for as long as somebody reads. */
function pour(response: ServerResponse, chunk: Buffer, most: number): void {
  for (let more = true; more; ) {
    if (response.destroyed || byteCount >= most) return void response.end()
    byteCount += chunk.length
    more = response.write(chunk)
  }
  response.once('drain', () => pour(response, chunk, most))
}

const attacks: Record<string, (response: ServerResponse) => void> = {
  'an endless body': (response) =>
    pour(response.writeHead(200, json), Buffer.alloc(65_536, 32), Number.POSITIVE_INFINITY),
  'an answer of 100 MB': (response) =>
    pour(response.writeHead(200, { ...json, 'content-length': 1e8 }), Buffer.alloc(100_000, 32), 1e8),
  'a body that drips': (response) => {
    response.writeHead(200, json)
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  },
  'no body at all': (response) => void response.writeHead(200, json).flushHeaders(),
  'a gzip bomb': (response) =>
    void response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000, 32))),
  '100,000 levels in the envelope': (response) =>
    void response.writeHead(200, json).end(`{"responseCode":200,"data":${deep(100_000)}}`),
  '100,000 levels in arguments': (response) =>
    void response.writeHead(200, json).end(turn(called('1', 'x')).replace('{"id":"1"}', `{"id":${deep(100_000)}}`)),
}

describe('limits', () => {
  const server = createServer((request: IncomingMessage, response) => {
    request.resume()
    request.on('end', () => attacks[decodeURIComponent(request.headers['x-api-key'] as string)]?.(response))
  })
  const network = openNetwork({ connections: 4 })
  let origin = ''
  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await network.close()
    server.closeAllConnections()
    server.close()
  })

  it.each([
    ['an endless body', 'oversized', 'the answer is too large: more than 16777216 bytes'],
    ['an answer of 100 MB', 'oversized', 'the answer is too large: more than 16777216 bytes'],
    ['a body that drips', 'timed out', 'no answer within 1000 ms'],
    ['no body at all', 'timed out', 'no answer within 1000 ms'],
    ['a gzip bomb', 'oversized', 'more than 16777216 bytes'],
    ['100,000 levels in the envelope', 'garbled', 'nested more than 500 levels deep'],
    ['100,000 levels in arguments', 'garbled', 'nested more than 500 levels deep'],
  ])('%s ends as %s', async (attack, kind, message) => {
    byteCount = 0
    const client = createClient({ baseUrl: origin, apiKey: encodeURIComponent(attack), transport: network.send })
    const timeLimitMs = kind === 'timed out' ? 1_000 : 60_000
    const answer = await client.converse({ doReturnResponse: true, agentName: 'desk', message: 'hi' }, { timeLimitMs })
    if (answer.ok) throw new Error('it was answered')
    expect(answer.failure.kind).toBe(kind)
    expect(describeFailure(answer.failure)).toContain(message)
    expect(byteCount).toBeLessThan(60_000_000) // the rest was never read
  })

  it('an output of 100,000 levels is text, and judged', async () => {
    const result = await hold(turn(called('1', deep(100_000))))
    expect([result.verdict, result.turns[0]?.outcomes[0]?.verdict]).toEqual(['passed', 'passed'])
    expect(createConcealer({ custom: [] }).conversation(result, null).verdict).toBe('passed')
  })

  it('a turn of 10,000 entries is judged, in a time that grows as its length does', async () => {
    const measure = async (calls: number): Promise<number> => {
      const text = turn(Array.from({ length: calls }, (_, at) => called(`call-${at}`, '{"a":1}')).flat())
      let best = Number.POSITIVE_INFINITY
      for (let round = 0; round < 3; round++) {
        const began = process.cpuUsage()
        expect((await hold(text)).verdict).toBe('passed')
        const { user, system } = process.cpuUsage(began)
        best = Math.min(best, user + system)
      }
      return best
    }
    const [small, large] = [await measure(500), await measure(5_000)]
    expect(large / small).toBeLessThan(50) // ten times the entries; quadratic would be a hundred
  })
})

/** Runs a conversation with a single given answer. */
async function hold(text: string): ReturnType<typeof performConversation> {
  const parsed = parseScript(
    'suite: S\nagent: desk\nconversations: [{ name: n, turns: [{ user: hi, expect: { reply: { contains: done } } }] }]\n',
    's.yaml',
  )
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const [plan] = planScript(parsed.script, {
    ...{ versions: ['default'], versionsGiven: false, timeLimitMs: 60_000, stopAfterFailure: true },
    ...{ project: {}, environment: {}, seed: 's' },
  })
  if (plan === undefined) throw new Error('no plan')
  const client: Client = createClient({
    baseUrl: 'http://127.0.0.1:9',
    apiKey: 'nobody',
    transport: async () => ({ status: 200, headers: {}, text }),
  })
  return performConversation(plan, { client, reconcile: false })
}
