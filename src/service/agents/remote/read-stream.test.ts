import { LLMock } from '@copilotkit/aimock'
import { stepCountIs, streamText, tool } from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { RemoteBehaviour } from '../../workspace/agent.ts'
import { type HttpProtocolName, httpProtocols, readyMapping } from '../../workspace/http-agent.ts'
import { closeAll, closeLater, listen, say, serveRemote } from './remote.fixture.ts'

afterEach(closeAll)

/** A service whose agent answers with a stream, read without a word about its protocol. */
function serve(url: string, protocol?: HttpProtocolName, more: Partial<RemoteBehaviour> = {}) {
  const { body, streamed } = protocol === undefined ? { body: { q: '{{message}}' } } : httpProtocols[protocol]
  const request = { kind: 'http', url, method: 'POST', headers: {}, query: {}, live: false } as const
  const http = { request: { ...request, body: { ...body, ...streamed } }, answer: {}, streams: true }
  return serveRemote({ protocol: 'http', url, ...more }, http)
}

async function linesOf(service: ReturnType<typeof serve>, message = 'Where is 1042?'): Promise<(string | undefined)[]> {
  const { message: reply, data } = await say(service, message)
  if (data === null) return [reply]
  return data.transcript.slice(1).map(({ type, name, arguments: args, output, thinking, content, is_error }) => {
    if (type === 'message') return `says ${content[0]?.text}`
    if (type === 'thinking') return `thinks ${thinking}`
    return type === 'function_call' ? `${name}(${JSON.stringify(args)})` : `${is_error ? 'fails' : 'gives'} ${output}`
  })
}

/** A far side that answers with these events; it ends its stream unless `open`. */
const events = (list: unknown[], open = false) =>
  listen((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.write(': hello\n\n')
    for (const each of list) response.write(`data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`)
    if (!open) response.end()
  })

describe('a stream of events', () => {
  it('of the AI SDK has its texts, its thoughts, and its calls with their outputs', async () => {
    const usage = { inputTokens: { total: 3 }, outputTokens: { total: 2 } }
    const steps: object[][] = [
      [
        { type: 'reasoning-start', id: '1' },
        { type: 'reasoning-delta', id: '1', delta: 'an order' },
        { type: 'reasoning-end', id: '1' },
        { type: 'tool-call', toolCallId: 'a', toolName: 'lookup', input: '{"id":1042}' },
        { type: 'tool-call', toolCallId: 'b', toolName: 'book', input: '{}' },
        { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage },
      ],
      [
        { type: 'text-start', id: '0' },
        { type: 'text-delta', id: '0', delta: 'It is ' },
        { type: 'text-delta', id: '0', delta: 'on its way.' },
        { type: 'text-end', id: '0' },
        { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
      ],
    ]
    const model = new MockLanguageModelV3({
      doStream: async () => ({ stream: convertArrayToReadableStream(steps.shift() ?? []) as never }),
    })
    const far = await listen(async (_, response) => {
      const result = streamText({
        model,
        prompt: 'x',
        stopWhen: stepCountIs(3),
        tools: {
          lookup: tool({ inputSchema: z.object({ id: z.number() }), execute: async () => ({ state: 'sent' }) }),
          book: tool({
            inputSchema: z.object({}),
            execute: async (): Promise<string> => {
              throw new Error('no room')
            },
          }),
        },
      })
      const { headers, body } = result.toUIMessageStreamResponse({
        sendReasoning: true,
        onError: (error) => String((error as Error).message),
      })
      response.writeHead(200, Object.fromEntries(headers))
      for await (const piece of body ?? []) response.write(piece)
      response.end()
    })
    expect(await linesOf(serve(far.url))).toEqual([
      'thinks an order',
      'lookup({"id":1042})',
      'gives {"state":"sent"}',
      'book({})',
      'fails no room',
      'says It is on its way.',
    ])
  })

  it.each(['chat completions', 'responses'] as const)('of %s is put together', async (protocol) => {
    const double = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' })
    double.addFixtures([
      { match: { userMessage: /cut/ }, response: { content: 'It is', finishReason: 'length' } },
      { match: { userMessage: /call/ }, response: { toolCalls: [{ name: 'find', arguments: '{"a":1}' }] } },
      { match: { userMessage: /1042/ }, response: { content: 'Order 1042 is on its way.', reasoning: 'an order' } },
    ])
    await double.start()
    closeLater(() => double.stop())
    const service = serve(`${double.url}/v1${httpProtocols[protocol].path}`, protocol)
    expect(await linesOf(service)).toEqual(['thinks an order', 'says Order 1042 is on its way.'])
    expect((await linesOf(service, 'call it'))[0]).toMatch(/asks for tools \(find\), and an http: agent runs its own/)
    expect((await linesOf(service, 'cut it'))[0]).toMatch(/gives an answer that (?:was cut off|is not whole)/)
  })

  const delta = (content: string, finish: string | null = null): object => ({
    choices: [{ delta: { content }, finish_reason: finish }],
  })

  it('is read to the end of its answer, although it is kept open', async () => {
    const far = await events([delta('Hi'), delta('.', 'stop'), { choices: [], usage: {} }, '[DONE]'], true)
    expect(await linesOf(serve(far.url))).toEqual(['says Hi.'])
  })

  it.each<[string, unknown[], RegExp]>([
    ['breaks off', [delta('It is on')], /broke off in the middle of its answer: its stream has no end/],
    ['breaks off before [DONE]', [delta('It is on'), '[DONE]'], /broke off in the middle of its answer/],
    ['of Responses breaks off', [{ type: 'response.created', response: {} }], /its stream has no end/],
    [
      'of the AI SDK breaks off',
      [{ type: 'start' }, { type: 'text-delta', id: '0', delta: 'x' }, '[DONE]'],
      /has no end/,
    ],
    ['of the AI SDK is aborted', [{ type: 'start' }, { type: 'abort' }], /answers with an error: "it was aborted"/],
    ['of the AI SDK fails', [{ type: 'start' }, { type: 'error', errorText: 'no model' }], /error: "no model"/],
    [
      'of the AI SDK begins a call and does not make it',
      [
        { type: 'tool-input-start', toolCallId: 'a', toolName: 'delete_order' },
        { type: 'text-delta', id: '0', delta: 'x' },
        { type: 'finish' },
      ],
      /error: "a call that was begun and not made: delete_order"/,
    ],
    [
      'of the AI SDK has a file',
      [{ type: 'start' }, { type: 'file', mediaType: 'image/png', url: 'https://x.example/a.png' }, { type: 'finish' }],
      /error: "a file \(image\/png\), and only texts are read"/,
    ],
    [
      'of the AI SDK ends without a reason',
      [
        { type: 'text-delta', id: '0', delta: 'x' },
        { type: 'finish', finishReason: 'unknown' },
      ],
      /is not whole: it ended with "unknown"/,
    ],
    ['of Responses fails', [{ type: 'response.failed', response: { error: { message: 'no' } } }], /error: "no"/],
    ['fails', [{ error: { message: 'no' }, choices: [] }], /error: "no"/],
    ['has no event', [], /answers with a stream without an event/],
    ['has an event that is no JSON', ['hello'], /an event that is no JSON object: hello/],
    ['is of an unknown protocol', [{ kind: 'x' }], /of an unknown protocol, which begins with \{"kind":"x"\}/],
  ])('that %s is errored', async (_, list, pattern) => {
    const far = await events(list)
    expect((await linesOf(serve(far.url)))[0]).toMatch(pattern)
  })

  it('that never ends is given up at the time limit', async () => {
    const far = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => response.write(`data: ${JSON.stringify(delta('and '))}\n\n`), 5)
      response.on('close', () => clearInterval(timer))
    })
    expect((await linesOf(serve(far.url, undefined, { limitMs: 300 })))[0]).toMatch(/has not answered within 0\.3 s/)
  })
})

describe('the ready mapping', () => {
  it('of each protocol names where it comes from', () => {
    expect(readyMapping('langgraph').reply?.at).toBe('protocol: langgraph')
  })
})
