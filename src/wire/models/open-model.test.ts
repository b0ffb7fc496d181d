import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Model, ModelMessage, ModelReply, ModelRequest, ModelSettings } from './model.ts'
import { accessModels } from './model-access.ts'
import { keyOfDouble, type ModelDouble, openModelDouble } from './model-double.fixture.ts'
import { ModelError, type ModelErrorKind } from './model-error.ts'

let double: ModelDouble
beforeAll(async () => {
  double = await openModelDouble()
})
afterAll(() => double.close())
afterEach(() => vi.restoreAllMocks())

const order = {
  name: 'lookup_order',
  description: 'Finds an order.',
  parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
}

const open = (settings: ModelSettings, env = double.env): Promise<Model> =>
  accessModels({}, { folder: process.cwd(), env, retryMs: 5 }).open(settings)

const question: ModelRequest = {
  system: 'You are a desk.',
  messages: [{ role: 'user', text: 'Where is 1042?' }],
  timeLimitMs: 5_000,
}

const textOf = ({ parts }: ModelReply): string => parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')

/** The error that keeps a model from answering, as shown to a user. */
async function failureOf(asking: Promise<unknown>): Promise<{ kind: ModelErrorKind; message: string }> {
  const error = await asking.then(
    () => expect.fail('it answered'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ModelError)) throw error
  expect(error.cause).toBeUndefined()
  expect(`${error.message} ${error.stack}`).not.toContain(keyOfDouble)
  return { kind: error.kind, message: error.message.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST') }
}

/** A custom host, for answers that no double of a provider gives. */
async function withHost<T>(listener: RequestListener, use: (settings: ModelSettings) => Promise<T>): Promise<T> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await use({ use: 'openai-compatible/qwen3', baseUrl: `http://127.0.0.1:${port}/v1` })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe.each(['openai', 'anthropic', 'google', 'compatible'] as const)('a model of %s', (provider) => {
  it('thinks, speaks and calls in its order, goes on with what came of it, and counts tokens', async () => {
    const tokens = {
      openai: { input_tokens: 11, output_tokens: 5 },
      anthropic: { input_tokens: 11, output_tokens: 5 },
      google: { promptTokenCount: 11, candidatesTokenCount: 5 },
      compatible: { prompt_tokens: 11, completion_tokens: 5 },
    }
    const toolCalls = [{ name: 'lookup_order', arguments: '{"order_id":"1042"}' }]
    double.answer(
      {
        match: { hasToolResult: false, systemMessage: 'desk' },
        response: { content: 'I look.', reasoning: 'An order.', toolCalls, usage: tokens[provider] },
      },
      { match: { hasToolResult: true, toolResultContains: 'sent' }, response: { content: 'It is on its way.' } },
    )
    const model = await open(double.settings[provider])
    const first = await model.ask({ ...question, tools: [order] })
    const args = { order_id: '1042' }
    expect(first).toMatchObject({
      parts: [
        { kind: 'think', text: 'An order.' },
        { kind: 'text', text: 'I look.' },
        { kind: 'call', name: 'lookup_order', given: args },
      ],
      inputTokens: 11,
      outputTokens: 5,
    })
    const call = first.parts.find((part) => part.kind === 'call')
    const id = call?.kind === 'call' ? call.id : ''
    const results = [{ id, name: 'lookup_order', output: '{"state":"sent"}', isError: false }]
    const messages = [...question.messages, first.message, { role: 'tools' as const, results }]
    expect(textOf(await model.ask({ ...question, messages, tools: [order] }))).toBe('It is on its way.')
  })

  it('may give several calls one id: each has its own arguments and its own output', async () => {
    const call = (order: string) => ({ name: 'lookup_order', arguments: `{"order_id":"${order}"}`, id: 'call_1' })
    const answers = [{ toolCalls: [call('1'), call('2')] }, { toolCalls: [call('3')] }, { content: 'Found.' }]
    double.answer(...answers.map((response, sequenceIndex) => ({ match: { sequenceIndex }, response })))
    const model = await open(double.settings[provider])
    const messages: ModelMessage[] = [...question.messages]
    const ids: string[] = []
    for (const orders of [['1', '2'], ['3']]) {
      const { parts, message } = await model.ask({ ...question, messages, tools: [order] })
      const calls = parts.flatMap((part) => (part.kind === 'call' ? [part] : []))
      expect(calls.map(({ given }) => given?.order_id)).toEqual(orders)
      ids.push(...calls.map(({ id }) => id))
      const results = calls.map(({ id, name, given }) => ({
        id,
        name,
        output: `of ${given?.order_id}`,
        isError: false,
      }))
      messages.push(message, { role: 'tools', results })
    }
    expect(new Set(ids).size).toBe(3)
    expect(textOf(await model.ask({ ...question, messages, tools: [order] }))).toBe('Found.')
  })

  it('is told calls of turns before as they stand in a transcript', async () => {
    double.answer({ match: { userMessage: /thanks/ }, response: { content: 'Bye.' } })
    const model = await open(double.settings[provider])
    const shared = { id: 'call_1', name: 'lookup_order' }
    const reply = await model.ask({
      ...question,
      tools: [order],
      messages: [
        ...question.messages,
        {
          role: 'assistant',
          parts: [
            { kind: 'text', text: 'I look.' },
            { kind: 'call', ...shared, given: { order_id: '1042' } },
          ],
        },
        { role: 'tools', results: [{ ...shared, output: 'no such order', isError: true }] },
        { role: 'assistant', parts: [{ kind: 'text', text: 'There is none.' }] },
        { role: 'user', text: 'thanks' },
      ],
    })
    expect(textOf(reply)).toBe('Bye.')
    const { messages } = double.last().body
    const roles = messages.map(({ role }) => role).filter((role, index, all) => role !== all[index - 1])
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])
    expect(JSON.stringify(messages)).toContain('no such order')
  })

  it('gets its settings', async () => {
    double.answer({ match: {}, response: { content: 'Yes.' } })
    const model = await open({
      ...double.settings[provider],
      ...(provider === 'openai' ? { use: 'openai/gpt-4o' } : {}),
      temperature: 0.25,
      maxOutputTokens: 321,
      headers: { 'x-team': 'desk {{env.GATEWAY_KEY}}' },
    })
    await model.ask(question)
    const { headers, body } = double.last()
    expect(headers['x-team']).toBe(`desk ${keyOfDouble}`)
    expect(body.temperature ?? body.generationConfig).toBe(0.25)
    expect(JSON.stringify(body)).toContain('321')
  })

  it('is refused with a sentence that names the variable of its key, and neither the key nor what the host says of it', async () => {
    const message = `Incorrect API key provided: ${keyOfDouble}`
    double.answer({ match: {}, response: { error: { message, type: 'invalid_request_error' }, status: 401 } })
    const variable = {
      openai: 'OPENAI_API_KEY',
      anthropic: 'ANTHROPIC_API_KEY',
      google: 'GOOGLE_GENERATIVE_AI_API_KEY',
      compatible: 'GATEWAY_KEY',
    }[provider]
    const failure = await failureOf((await open(double.settings[provider])).ask(question))
    expect(failure.kind).toBe('refused')
    expect(failure.message).toMatch(
      new RegExp(`^HOST refused the key of ${variable} for \\S+ \\(401\\): check its value`),
    )
    const missing = await failureOf(open(double.settings[provider], {}))
    expect(missing.kind).toBe('key')
    expect(missing.message).toContain(`the environment variable ${variable} is not set, which the key of`)
  })

  it('that the host does not know is told by its name', async () => {
    double.answer({ match: {}, response: { error: { message: 'The model does not exist' }, status: 404 } })
    const failure = await failureOf((await open(double.settings[provider])).ask(question))
    expect(failure.kind).toBe('unknown')
    const [, modelId = ''] = double.settings[provider].use.split('/')
    expect(failure.message).toContain(`HOST has no model "${modelId}" (404, it says: The model does not exist): check`)
  })
})

it('a key that no request can carry is told by its variable; a line break at its end is nothing', async () => {
  double.answer({ match: {}, response: { content: 'Yes.' } })
  const { settings } = double
  const odd = await failureOf(open(settings.compatible, { GATEWAY_KEY: `${keyOfDouble}\u2026` }))
  expect(odd.kind).toBe('key')
  expect(odd.message).toContain('GATEWAY_KEY holds a line break or another character')
  expect(textOf(await (await open(settings.compatible, { GATEWAY_KEY: `${keyOfDouble}\n` })).ask(question))).toBe(
    'Yes.',
  )
})

it('seeds reach those that take them, of OpenAI by chat completions', async () => {
  double.answer({ match: {}, response: { content: 'Yes.' } })
  for (const provider of ['openai', 'compatible'] as const) {
    await (await open({ ...double.settings[provider], seed: 7 })).ask(question)
    expect(double.last().body.seed).toBe(7)
  }
})

it('prints nothing, whatever the AI SDK would warn of', async () => {
  const printed = vi.spyOn(console, 'warn')
  const infoSpy = vi.spyOn(console, 'info')
  double.answer({ match: {}, response: { content: 'Yes.' } })
  await (await open({ ...double.settings.anthropic, seed: 7, temperature: 3 })).ask(question)
  await (await open({ ...double.settings.openai, temperature: 1 })).ask(question)
  expect([printed.mock.calls, infoSpy.mock.calls]).toEqual([[], []])
})

it('takes reasoning out of the text of a model that writes it there', async () => {
  double.answer({ match: {}, response: { content: '<think>An order.</think>It is on its way.' } })
  const { parts } = await (await open(double.settings.compatible)).ask(question)
  expect(parts.map(({ kind }) => kind)).toEqual(['think', 'text'])
})

it('gives names of functions that no provider takes in another form, and back', async () => {
  const tools = ['orders.look up', 'orders_look_up'].map((name) => ({ ...order, name }))
  double.answer({ match: {}, response: { toolCalls: [{ name: 'orders_look_up', arguments: '{"order_id":"1"}' }] } })
  const { parts } = await (await open(double.settings.compatible)).ask({ ...question, tools })
  expect(double.last().body.tools?.map((tool) => tool.function.name)).toEqual(['orders_look_up', 'orders_look_up_2'])
  expect(parts).toMatchObject([{ name: 'orders.look up' }])
})

it('tells arguments that are no JSON, and functions that there are none of', async () => {
  const toolCalls = [
    { name: 'lookup_order', arguments: '{"order_id": 10' },
    { name: 'nothing', arguments: '{"a":1}' },
    { name: 'lookup_order', arguments: '["1042"]' },
  ]
  double.answer(
    { match: { hasToolResult: false }, response: { toolCalls } },
    { match: {}, response: { content: 'Ah.' } },
  )
  const model = await open(double.settings.compatible)
  const reply = await model.ask({ ...question, tools: [order] })
  expect(reply.parts).toMatchObject([
    { given: null, written: '{"order_id": 10' },
    { name: 'nothing', given: { a: 1 } },
    { given: null, written: '["1042"]' },
  ])
  const results = reply.parts.map((part) => ({
    id: part.kind === 'call' ? part.id : '',
    name: 'lookup_order',
    output: 'no',
    isError: true,
  }))
  await model.ask({
    ...question,
    tools: [order],
    messages: [...question.messages, reply.message, { role: 'tools', results }],
  })
  const sent = double
    .last()
    .body.messages.flatMap(({ tool_calls: calls = [] }) => calls.map((each) => each.function.arguments))
  expect(sent).toEqual(['{}', '{"a":1}', '{}'])
})

describe('a picture', () => {
  const ask = async (settings: ModelSettings, url: string): Promise<boolean> =>
    (await open(settings)).takes(url, 'image/png')

  it('is sent as its address to a model that takes it, and nothing is fetched on the way', async () => {
    const url = 'https://files.example.com/parcel.png'
    expect(await ask({ use: 'anthropic/claude-sonnet-4-5' }, url)).toBe(true)
    expect(await ask({ use: 'openai/gpt-5-mini' }, url)).toBe(true)
    expect(await ask(double.settings.google, url)).toBe(true)
    expect(await ask(double.settings.compatible, url)).toBe(false)
    const seeing = { ...double.settings.compatible, images: true }
    expect(await ask(seeing, url)).toBe(true)
    double.answer({ match: {}, response: { content: 'A parcel.' } })
    const files = [{ url, mimeType: 'image/png' }]
    await (await open(seeing)).ask({ ...question, messages: [{ role: 'user', text: 'This?', files }] })
    expect(JSON.stringify(double.last().body)).toContain(`"image_url":{"url":"${url}"}`)
  })

  it('of this machine is nothing for a host far away', async () => {
    expect(await ask({ use: 'openai/gpt-5-mini' }, 'http://127.0.0.1:4000/parcel.png')).toBe(false)
    expect(await ask(double.settings.openai, 'http://127.0.0.1:4000/parcel.png')).toBe(true)
  })
})

describe('a host that is busy', () => {
  const busy = (retryAfter: number, times: number) => ({
    match: { predicate: () => double.requests().length < times },
    response: { error: { message: 'Rate limit reached' }, status: 429, retryAfter },
  })

  it('is asked again after as long as it says', async () => {
    double.answer(busy(0.4, 1), { match: {}, response: { content: 'Yes.' } })
    const model = await open(double.settings.openai)
    const started = performance.now()
    expect(textOf(await model.ask(question))).toBe('Yes.')
    expect(performance.now() - started).toBeGreaterThan(380)
  })

  it('keeps all that ask the same model waiting, and not one request goes there meanwhile', async () => {
    double.answer(busy(0.4, 1), { match: {}, response: { content: 'Yes.' } })
    const model = await open(double.settings.anthropic)
    const first = model.ask(question)
    await expect.poll(() => double.requests().length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const second = model.ask(question)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(double.requests()).toHaveLength(1)
    expect([textOf(await first), textOf(await second)]).toEqual(['Yes.', 'Yes.'])
  })

  it('for longer than the time lasts is told at once', async () => {
    double.answer(busy(30, 99))
    const { kind, message } = await failureOf((await open(double.settings.openai)).ask(question))
    expect(kind).toBe('busy')
    expect(message).toMatch(
      /^HOST takes no more requests for gpt-5-mini now \(429\) and asks to wait 30\.0 s, and only (?:\d\.\d s|\d+ ms) of 5\.0 s was left$/,
    )
    expect(double.requests()).toHaveLength(1)
  })

  it('for longer than the time lasts is told to all who ask meanwhile, and nothing more is sent', async () => {
    double.answer(busy(2, 99))
    const model = await open(double.settings.openai)
    const first = failureOf(model.ask({ ...question, timeLimitMs: 1_000 }))
    await expect.poll(() => double.requests().length).toBe(1)
    expect((await first).kind).toBe('busy')
    const { kind, message } = await failureOf(model.ask({ ...question, timeLimitMs: 500 }))
    expect(kind).toBe('busy')
    expect(message).toMatch(/^HOST takes no more requests .* and only \d+ ms of 500 ms was left$/)
    expect(double.requests()).toHaveLength(1)
  })

  it('because nothing is left to spend is not asked again', async () => {
    const error = { message: 'You exceeded your current quota', code: 'insufficient_quota', type: 'insufficient_quota' }
    double.answer({ match: {}, response: { error, status: 429 } })
    const { kind, message } = await failureOf((await open(double.settings.openai)).ask(question))
    expect([kind, message]).toEqual([
      'refused',
      'HOST does not answer gpt-5-mini, since the account has nothing left to spend (429)',
    ])
    expect(double.requests()).toHaveLength(1)
  })
})

it('a host that broke is asked twice again, then it is told', async () => {
  const broken = { error: { message: 'The server had an error' }, status: 500 }
  double.answer(
    { match: { predicate: () => double.requests().length < 2 }, response: broken },
    { match: {}, response: { content: 'Yes.' } },
  )
  const model = await open(double.settings.compatible)
  expect(textOf(await model.ask(question))).toBe('Yes.')
  double.answer({ match: {}, response: broken })
  const { kind, message } = await failureOf(model.ask(question))
  expect([kind, message]).toEqual([
    'failing',
    'HOST broke while qwen3 was asked (500, it says: The server had an error)',
  ])
  expect(double.requests()).toHaveLength(3)
})

it('what a host says when it refuses is told, shortened and without secrets', async () => {
  const message = `context of 8192 tokens exceeded (Authorization: Bearer ${keyOfDouble}, ${Buffer.from(keyOfDouble).toString('base64')}) ${'x'.repeat(500)}`
  double.answer({ match: {}, response: { error: { message }, status: 400 } })
  const failure = await failureOf((await open(double.settings.compatible)).ask(question))
  expect(failure.kind).toBe('refused')
  expect(failure.message).toMatch(
    /^HOST refused the request to qwen3 \(400, it says: context of 8192 tokens exceeded \(Authorization: Bearer <env\.\w+>, \S*<env\.\w+>\S*\) x+…\)$/,
  )
  expect(failure.message.length).toBeLessThan(330)
})

it.each([
  [{ message: 'Provider returned error', code: 502 }, 'failing', 'broke while qwen3 was asked (502, it says: Provider'],
  [
    { message: 'No', code: 401 },
    'refused',
    'wants a key for qwen3 (401): name its environment variable as key of the model',
  ],
  ['no such thing', 'refused', 'refused the request to qwen3 (400, it says: no such thing)'],
])('an error that a gateway sends with 200, %j, is one all the same', async (error, kind, message) => {
  const failure = await withHost(
    (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ error })),
    async (settings) => failureOf((await open(settings)).ask(question)),
  )
  expect(failure.kind).toBe(kind)
  expect(failure.message).toContain(message)
})

it.each([
  [{ malformedRate: 1 }, 'garbled', /is no answer of a model: it begins with|cannot be used/],
  [{ disconnectRate: 1 }, 'unreachable', /cannot be reached to ask/],
  [{ dropRate: 1 }, 'failing', /broke while \S+ was asked \(500/],
])('chaos at any provider, %j, is told as what it is', async (chaos, kind, pattern) => {
  double.answer({ match: {}, response: { content: 'Yes.' }, chaos })
  const failures = await Promise.all(
    Object.values(double.settings).map(async (settings) => failureOf((await open(settings)).ask(question))),
  )
  for (const failure of failures) {
    expect(failure.kind).toBe(kind)
    expect(failure.message).toMatch(pattern)
  }
})

describe('an answer that is none', () => {
  it.each([
    ['a page', 'text/html', '<!doctype html><title>Login</title>', 'begins with "<!doctype html>'],
    ['JSON of something else', 'application/json', '{"hello":1}', 'begins with "{\\"hello\\":1}"'],
    ['JSON with a hole', 'application/json', '{"choices":[{"mess', 'begins with "{\\"choices\\":[{\\"mess"'],
    ['nothing at all', 'application/json', '', 'was cut off'],
    ['no choices', 'application/json', '{"choices":[]}', 'Response did not contain any choices'],
  ])('%s is told with its begin', async (_, type, body, message) => {
    const failure = await withHost(
      (_request, response) => response.writeHead(200, { 'content-type': type }).end(body),
      async (settings) => failureOf((await open(settings)).ask(question)),
    )
    expect(failure.kind).toBe('garbled')
    expect(failure.message).toContain(message)
  })

  it('a cut one is asked for again, then told', async () => {
    let requestCount = 0
    const failure = await withHost(
      (_request, response) => {
        requestCount += 1
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 900 })
        response.write('{"choices":[')
        setTimeout(() => response.destroy(), 20)
      },
      async (settings) => failureOf((await open(settings)).ask(question)),
    )
    expect(failure.kind).toBe('garbled')
    expect(failure.message).toMatch(/^the answer of qwen3 at HOST was cut off/)
    expect(requestCount).toBe(3)
  })
})

it('no redirect is followed: the key would go elsewhere', async () => {
  const urls: string[] = []
  const failure = await withHost(
    (request, response) => {
      urls.push(request.url ?? '')
      response.writeHead(307, { location: '/elsewhere' }).end()
    },
    async (settings) => failureOf((await open(settings)).ask(question)),
  )
  expect([failure.kind, urls]).toEqual(['refused', ['/v1/chat/completions']])
  expect(failure.message).toBe(
    'HOST sends requests to qwen3 elsewhere (307), where a key must not go: write where it leads as base url',
  )
})

it('an answer without end is given up', async () => {
  const failure = await withHost(
    (_request, response) => {
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1024 * 1024))) if (response.writableLength > 1e8) break
      }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .on('drain', write)
        .on('error', () => undefined)
      write()
    },
    async (settings) => failureOf((await open(settings)).ask(question)),
  )
  expect(failure).toEqual({ kind: 'garbled', message: 'the answer of qwen3 at HOST is larger than 16 MB' })
})

it('a host that nobody listens at is told, with its address', async () => {
  const deadSettings = await withHost(
    () => undefined,
    async (settings) => settings,
  )
  const { kind, message } = await failureOf((await open(deadSettings)).ask(question))
  const complaint = 'HOST cannot be reached to ask qwen3 (ECONNREFUSED): is it running there, and is base url right?'
  expect([kind, message]).toEqual(['unreachable', complaint])
})

describe('an answer that takes too long', () => {
  it('ends with the time limit', async () => {
    const failure = await withHost(
      () => undefined,
      async (settings) => failureOf((await open(settings)).ask({ ...question, timeLimitMs: 150 })),
    )
    expect(failure).toEqual({ kind: 'timed out', message: 'qwen3 at HOST gave no answer within 150 ms' })
  })

  it('ends with the signal, and for its reason', async () => {
    const reason = new Error('the turn is given up')
    const ending = withHost(
      () => undefined,
      async (settings) => {
        const controller = new AbortController()
        const asking = (await open(settings)).ask({ ...question, signal: controller.signal })
        setTimeout(() => controller.abort(reason), 50)
        return asking
      },
    )
    await expect(ending).rejects.toBe(reason)
  })
})

it.each(['0', 'Wed, 21 Oct 2015 07:28:00 GMT'])(
  'a host that says "at once" is not asked without pause (%s)',
  { tags: 'slow' },
  async (retryAfter) => {
    let requestCount = 0
    const failure = await withHost(
      (_, response) => {
        requestCount += 1
        response.writeHead(429, { 'retry-after': retryAfter }).end()
      },
      async (settings) => {
        const access = accessModels({}, { folder: process.cwd(), env: double.env, retryMs: 50 })
        const model = await access.open(settings)
        return failureOf(model.ask({ ...question, timeLimitMs: 1_000 }))
      },
    )
    expect(failure.kind).toBe('busy')
    expect(requestCount).toBeLessThan(8)
  },
)
