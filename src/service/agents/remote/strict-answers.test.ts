import { afterEach, describe, expect, it } from 'vitest'
import type { RemoteBehaviour } from '../../workspace/agent.ts'
import { readyMapping } from '../../workspace/http-agent.ts'
import { closeAll, type Heard, listen, say, serveRemote, textsOf } from './remote.fixture.ts'

afterEach(closeAll)

const word = 'erstattüng'

/** How an agent of a kind says the word, and the member that holds it. */
interface Kind {
  protocol: RemoteBehaviour['protocol']
  member: string
  type?: string
  body(heard: Heard): string
}

const events = (...all: object[]): string => all.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')

const kinds: Record<string, Kind> = {
  'a webhook': { protocol: 'webhook', member: 'reply', body: () => JSON.stringify({ reply: word }) },
  'http:': { protocol: 'http', member: 'reply', body: () => JSON.stringify({ reply: word }) },
  'http: with a stream': {
    protocol: 'http',
    member: 'content',
    type: 'text/event-stream',
    body: () => events({ choices: [{ delta: { content: word }, finish_reason: 'stop' }] }),
  },
  'chat completions': {
    protocol: 'chat completions',
    member: 'content',
    body: () => JSON.stringify({ choices: [{ message: { role: 'assistant', content: word } }] }),
  },
  A2A: {
    protocol: 'a2a',
    member: 'text',
    body: ({ body: { id } }) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        result: { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: word }] } },
      }),
  },
  'AG-UI': {
    protocol: 'ag-ui',
    member: 'delta',
    type: 'text/event-stream',
    body: ({ body: { threadId, runId } }) =>
      events(
        { type: 'RUN_STARTED', threadId, runId },
        { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: word },
        { type: 'TEXT_MESSAGE_END', messageId: 'm' },
        { type: 'RUN_FINISHED', threadId, runId },
      ),
  },
}

type Sent = { bytes: Buffer; charset?: string }

const faults: [name: string, how: (body: string, member: string) => Sent, said: RegExp | null][] = [
  ['nothing', (body) => ({ bytes: Buffer.from(body) }), null],
  ['UTF-8 that is named', (body) => ({ bytes: Buffer.from(body), charset: 'utf-8' }), null],
  ['Latin-1', (body) => ({ bytes: Buffer.from(body, 'latin1') }), /answers with bytes that are no UTF-8$/],
  [
    'Latin-1 that is named',
    (body) => ({ bytes: Buffer.from(body, 'latin1'), charset: 'iso-8859-1' }),
    /answers with bytes that are no UTF-8 \(charset=iso-8859-1\)/,
  ],
  [
    'another charset',
    (body) => ({ bytes: Buffer.from(body), charset: 'windows-1252' }),
    /answers with text beyond ASCII with charset=windows-1252/,
  ],
  [
    'a member twice',
    (body, member) => ({ bytes: Buffer.from(body.replace(`"${member}":`, `"${member}":"zzz","${member}":`)) }),
    /answers with JSON in which \S+ stands twice/,
  ],
]

const rows = Object.entries(kinds).flatMap(([kind, how]) =>
  faults.map(([fault, spoil, pattern]) => ({ kind, how, fault, spoil, said: pattern })),
)

describe('an answer in other bytes than were said', () => {
  it.each(rows)('by $kind with $fault is never read as other words', async ({ how, spoil, said }) => {
    const { protocol, member, type = 'application/json', body } = how
    let base = ''
    const far = await listen((call, response) => {
      if (call.method === 'GET') {
        const supportedInterfaces = [{ url: `${base}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
        return response.end(
          JSON.stringify({
            name: 'desk',
            description: '',
            version: '1',
            supportedInterfaces,
            skills: [],
            capabilities: {},
          }),
        )
      }
      const { bytes, charset } = spoil(body(call), member)
      response.setHeader('content-type', charset === undefined ? type : `${type}; charset=${charset}`)
      return response.end(bytes)
    })
    base = far.url
    const request = { kind: 'http', url: far.url, headers: {}, method: 'POST', query: {}, live: true } as const
    const http = {
      request: { ...request, body: { text: '{{message}}' } },
      answer: type === 'application/json' ? { reply: { path: '/reply', at: '' } } : readyMapping('chat completions'),
      streams: type !== 'application/json',
    }
    const reply = await say(serveRemote({ protocol, url: far.url, limitMs: 20_000 }, http), 'hello')
    if (said === null) expect(textsOf(reply)).toEqual([word])
    else {
      expect(reply.responseCode).toBe(502)
      expect(reply.message).toMatch(said)
    }
  })
})
