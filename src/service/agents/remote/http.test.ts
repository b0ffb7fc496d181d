import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatProblem } from '../../../suite/yaml/format-problem.ts'
import { createService, type Service } from '../../app.ts'
import { loadWorkspace } from '../../workspace/load-workspace.ts'
import { closeTools, folderOf, listenHere, whenClosed } from '../tools/tools.fixture.ts'

afterEach(async () => {
  vi.unstubAllEnvs()
  await closeTools()
})

interface Heard {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown> | null
}

type Answer = (heard: Heard, response: ServerResponse, index: number) => unknown

/** A server on this machine, and what it was asked. */
async function far(answer: Answer): Promise<{ url: string; heard: Heard[] }> {
  const requests: Heard[] = []
  const url = await listenHere(async (request, response) => {
    const { method = '', url: path = '', headers, text } = request
    const one = { method, path, headers, body: text === '' ? null : JSON.parse(text) }
    requests.push(one)
    await answer(one, response, requests.length - 1)
  })
  return { url, heard: requests }
}

const json = (response: ServerResponse, value: unknown): unknown =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** A version that says `http:` with these lines, in the file of an agent. */
const fileOf = (lines: string, more = ''): string =>
  `agent: desk\nid: a-1\npublished: 1\nversions:\n  1:\n${more.replace(/^(?=.)/gm, '    ')}    http:\n${lines.replace(/^(?=.)/gm, '      ')}\n`

function load(lines: string, more = '') {
  return loadWorkspace(
    folderOf({
      'workspace.yaml': 'workspace: w\nkeys: [key]\nagents: [desk.yaml]\n',
      'desk.yaml': fileOf(lines, more),
    }),
  )
}

function problems(lines: string, more = ''): string {
  const loaded = load(lines, more)
  return loaded.ok ? '' : loaded.problems.map((problem) => formatProblem(problem, undefined)).join('\n')
}

function serve(lines: string, more = ''): Service {
  const loaded = load(lines, more)
  if (!loaded.ok) throw new Error(problems(lines, more))
  const service = createService({ workspaces: [loaded.workspace] })
  whenClosed(() => service.close())
  return service
}

interface Entry {
  type: string
  role?: string
  name?: string
  arguments?: object
  output?: string
  is_error?: boolean
  thinking?: string
  agentName?: string
  content?: { text: string }[]
}

async function say(service: Service, message: string, more: object = {}) {
  const body = JSON.stringify({ agentName: 'desk', doReturnResponse: true, message, ...more })
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
  const url = 'http://localhost/api/chat-agent/trigger'
  const answer = await service.fetch(new Request(url, { method: 'POST', headers, body }))
  const { message: reply, data } = (await answer.json()) as {
    message: string
    data: { sessionId: string; transcript: Entry[] } | null
  }
  const lines = (data?.transcript ?? [])
    .slice(1)
    .map(({ type, thinking, content, name, arguments: args, output, is_error }) => {
      if (type === 'thinking') return `thinks ${thinking}`
      if (type === 'message') return `says ${content?.[0]?.text}`
      return type === 'function_call' ? `${name}(${JSON.stringify(args)})` : `${is_error ? 'fails' : 'gives'} ${output}`
    })
  const unseen = answer.headers.get('x-local-unseen')
  const usage = answer.headers.get('x-local-usage')
  return { told: reply, lines, sessionId: data?.sessionId ?? '', unseen, usage }
}

const mapping = `
body:
  text: "{{message}}"
  session: "{{sessionId}}"
  turns: ["{{history}}", { role: user, content: "{{message}}" }]
  tier: "{{metadata.tier}}"
  where: "to {{metadata.tier}} of {{agent}} {{version}}"
answer:
  reply: /answer/text
  thinking: $.thoughts[*]
  calls: { each: "$.steps[?@.kind=='tool']", name: /tool, arguments: /args, output: /result, error: /error }
  session: /conversation
  usage: { input: /tokens/in, output: /tokens/out, model: /tokens/model }`

describe('an agent of its own form', () => {
  it('is sent what the template says, and read by the mapping', async () => {
    vi.stubEnv('DESK_KEY', 'very-secret-key')
    const { url, heard } = await far((_, response, index) =>
      json(response, {
        answer: { text: index === 0 ? 'It is on its way.' : 'Bye. very-secret-key' },
        thoughts: ['an order'],
        steps: [
          { kind: 'tool', tool: 'lookup', args: { id: 1 }, result: { state: 'sent' } },
          { kind: 'note' },
          { kind: 'tool', tool: 'book', args: '{"id":2}', error: 'no room' },
        ].slice(0, index === 0 ? 3 : 0),
        conversation: 'far-1',
        tokens: { in: 10, out: 5, model: 'm' },
      }),
    )
    const service = serve(
      `url: "${url}/desk/{{metadata.tier}}?v={{version}}"\nheaders: { authorization: "Bearer {{env.DESK_KEY}}", x-session: "{{sessionId}}" }${mapping}`,
    )
    const metadata = { tier: 'gold & more' }
    const first = await say(service, 'Where is 1?', { metadata })
    expect(first.lines).toEqual([
      'thinks an order',
      'lookup({"id":1})',
      'gives {"state":"sent"}',
      'book({"id":2})',
      'fails no room',
      'says It is on its way.',
    ])
    expect([first.unseen, first.usage]).toEqual([null, expect.stringContaining('"inputTokens":10')])
    expect(heard[0]).toMatchObject({ method: 'POST', path: '/desk/gold%20%26%20more?v=1' })
    expect(heard[0]?.headers).toMatchObject({ authorization: 'Bearer very-secret-key', 'x-session': first.sessionId })
    expect(heard[0]?.body).toEqual({
      text: 'Where is 1?',
      turns: [{ role: 'user', content: 'Where is 1?' }],
      tier: 'gold & more',
      where: 'to gold & more of desk 1',
    })
    const second = await say(service, 'Thanks', { sessionId: first.sessionId })
    expect(second.lines).toEqual(['thinks an order', 'says Bye. <env.DESK_KEY>'])
    expect(second.unseen).toBeNull() // an empty list says that there were none
    expect(heard[1]?.headers['x-session']).toBe('far-1')
    expect(heard[1]?.body).toMatchObject({ session: 'far-1' })
    const turns = heard[1]?.body?.turns as { role: string }[]
    const roles = ['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant', 'user']
    expect(turns.map(({ role }) => role)).toEqual(roles)
    expect(turns.at(-1)).toEqual({ role: 'user', content: 'Thanks' })
  })

  it('may take a form', async () => {
    let text = ''
    const url = await listenHere((request, response) => {
      text = request.text
      json(response, { r: 'Hi.' })
    })
    const headers = 'headers: { Content-Type: application/x-www-form-urlencoded }'
    const lines = `url: "${url}"\n${headers}\nbody: { q: "{{message}}", s: a }\nanswer: { reply: /r }`
    expect((await say(serve(lines), 'A & B')).lines).toEqual(['says Hi.'])
    expect(text).toBe('q=A+%26+B&s=a')
  })

  it('that streams without stream: sse is told so', async () => {
    const { url } = await far((_, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {}\n\n'),
    )
    const reply = await say(serve(`url: "${url}"\nbody: { q: "{{message}}" }\nanswer: { reply: /r }`), 'Hi')
    expect(reply.told).toMatch(/answers with a stream of events: write stream: sse beside its url/)
  })

  it('whose mapping names no calls says that they cannot be seen', async () => {
    const { url } = await far((_, response) => json(response, { reply: 'Hi.' }))
    const reply = await say(serve(`url: "${url}"\nbody: { q: "{{message}}" }\nanswer: { reply: /reply }`), 'Hi')
    expect([reply.lines, reply.unseen]).toEqual([['says Hi.'], '{"calls":"http"}'])
  })

  it.each<[string, unknown[], boolean]>([
    ['/steps', [], true],
    ['"$.steps[*]"', [], true],
    [`"$.steps[?@.kind=='tool']"`, [], true],
    [`"$.steps[?@.kind=='tool']"`, [{ kind: 'note' }], false],
    ['"$..calls[*]"', [{ kind: 'note' }], false],
  ])('whose calls are at %s and whose steps are %j shows that there were none: %s', async (each, steps, isShown) => {
    const { url } = await far((_, response) => json(response, { reply: 'Hi.', steps }))
    const calls = `calls: { each: ${each}, name: /n }`
    const lines = `url: "${url}"\nbody: { q: "{{message}}" }\nanswer: { reply: $.reply, ${calls} }`
    expect((await say(serve(lines), 'Hi')).unseen).toBe(isShown ? null : '{"calls":"http"}')
  })

  it('may be asked by GET, hand over, and end', async () => {
    const { url, heard } = await far((_, response) => json(response, { text: 'Bye.', who: 'billing', over: true }))
    const lines = `url: "${url}/ask?q={{message}}"\nmethod: GET\nanswer: { reply: /text, hand off: /who, end: /over }`
    const reply = await say(serve(lines, 'hands off to: [billing]\n'), 'A & B?')
    expect(reply.lines).toEqual(['says Bye.'])
    expect([heard[0]?.method, heard[0]?.path, heard[0]?.body]).toEqual(['GET', '/ask?q=A+%26+B%3F', null])
  })

  it.each(['desk', 'billing', 'nobody', { id: 3 }])('says who speaks: %j', async (who) => {
    const { url } = await far((_, response) => json(response, { text: 'Hello.', who }))
    const lines = `url: "${url}"\nbody: { q: "{{message}}" }\nanswer: { reply: /text, hand off: /who }`
    const reply = await say(serve(lines, 'hands off to: [billing]\n'), 'Hi').catch(String)
    if (who === 'desk' || who === 'billing') expect(reply).toMatchObject({ lines: ['says Hello.'] })
    else expect(JSON.stringify(reply)).toMatch(/names .* as the agent that speaks .*add it under hands off to/)
  })

  it.each<[string, string, unknown, RegExp]>([
    [
      'a pointer',
      '/answer/text',
      { answer: { txt: 1, lang: 'en' } },
      /nothing at \/answer\/text \(.*desk\.yaml:9:2[34]\): where \/answer\/text should be is an object with the members txt, lang$/,
    ],
    ['a pointer in a list', '/list/2', { list: [1] }, /where \/list\/2 should be is a list of 1$/],
    [
      'JSONPath',
      "$.a.steps[?@.t=='x'].text",
      { a: { b: 1 } },
      /nothing at \$\.a\.steps.* \(.*desk\.yaml:9:2[34]\): where \$\.a\.steps should be is an object with the members b$/,
    ],
    [
      'JSONPath that selects none',
      "$.steps[?@.t=='x'].text",
      { steps: [] },
      /nothing at .*: an object with the members steps has none$/,
    ],
    ['a number', '/n', { n: 7 }, /answers with no text at \/n \(.*desk\.yaml:9:2[34]\): there is a number$/],
    ['nothing at all', '/n', null, /where \/n should be is null$/],
  ])('without what %s names is errored, with the place and what the answer had', async (_, path, answer, pattern) => {
    const { url } = await far((_, response) => json(response, answer))
    const reply = await say(serve(`url: "${url}"\nbody: { q: "{{message}}" }\nanswer: { reply: "${path}" }`), 'Hi')
    expect(reply.lines).toEqual([])
    expect(reply.told).toMatch(pattern)
  })

  it.each<[string, unknown, RegExp]>([
    ['a call that is null', { r: 'x', calls: [null] }, /nothing at \/name \(.*\): where \/name should be is null$/],
    [
      'a part that is told and not kept',
      {
        r: [
          { type: 'text', text: 'x' },
          { type: 'image', url: 'https://x.example/a.png' },
        ],
        calls: [],
      },
      /a part of the type "image" at \/r \(.*desk\.yaml.*\), which only a text can be: .* filter/,
    ],
    [
      'arguments that have a member twice',
      { r: 'x', calls: [{ name: 'buy', args: '{"id":1,"id":2}' }] },
      /calls buy with JSON in which id stands twice/,
    ],
  ])('with %s is errored', async (_, answer, pattern) => {
    const { url } = await far((__, response) => json(response, answer))
    const calls = 'calls: { each: "$.calls[*]", name: /name, arguments: /args }'
    const reply = await say(serve(`url: "${url}"\nbody: { q: "{{message}}" }\nanswer: { reply: /r, ${calls} }`), 'Hi')
    expect([reply.lines, reply.told]).toEqual([[], expect.stringMatching(pattern)])
  })

  it('is errored by its error, by an answer that was cut off, and by details that the customer lacks', async () => {
    const answers = [
      { r: 'x', e: { message: 'no quota', type: 'insufficient_quota' } },
      { r: 'x', f: 'length' },
    ]
    const { url } = await far((_, response, index) => json(response, answers[index]))
    const service = serve(`url: "${url}"\nbody: { q: "{{message}}" }\nanswer: { reply: /r, error: /e, finish: /f }`)
    expect((await say(service, 'Hi')).told).toMatch(/answers with an error: "no quota"$/)
    expect((await say(service, 'Hi')).told).toMatch(/gives an answer that was cut off/)
    const lacks = serve(`url: "${url}"\nbody: { q: "{{message}}", t: "{{metadata.tier}}" }\nanswer: { reply: /r }`)
    expect((await say(lacks, 'Hi')).told).toMatch(
      /needs \{\{metadata\.tier\}\}, and the customer's details have no tier/,
    )
  })
})

describe('a ready mapping', () => {
  it('of LangGraph reads what this turn added to its thread', async () => {
    const ai = (content: unknown, more: object = {}) => ({ type: 'ai', content, tool_calls: [], ...more })
    const call = (id: string) => ({ name: 'lookup', args: { order: id }, id, type: 'tool_call' })
    const usage = { usage_metadata: { input_tokens: 4, output_tokens: 2 } }
    const first = [
      { type: 'human', content: 'Where is 1?' },
      ai(
        [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'a' },
        ],
        { tool_calls: [call('a'), call('b')], ...usage },
      ),
      { type: 'tool', tool_call_id: 'a', content: '{"state":"sent"}', status: 'success' },
      { type: 'tool', tool_call_id: 'b', content: 'no such order', status: 'error' },
      ai('It is on its way.', { ...usage, response_metadata: { finish_reason: 'stop', model_name: 'gpt' } }),
    ]
    const answers = [
      { messages: first },
      { messages: [...first, { type: 'human', content: 'Thanks' }, ai('Bye.')] },
      { __error__: { error: 'GraphRecursionError', message: 'too many steps' } },
      { messages: first, __interrupt__: [{ value: 'approve?' }] },
    ]
    const { url, heard } = await far((_, response, index) => json(response, answers[index]))
    const service = serve(`url: ${url}\nprotocol: langgraph\nbody: { assistant_id: support }`)
    const reply = await say(service, 'Where is 1?')
    const calls = ['lookup({"order":"a"})', 'gives {"state":"sent"}', 'lookup({"order":"b"})', 'fails no such order']
    expect(reply.lines).toEqual([...calls, 'says I look.', 'says It is on its way.'])
    expect(reply.usage).toContain('"model":"gpt","inputTokens":8,"outputTokens":4')
    expect(reply.unseen).toBeNull()
    const { sessionId } = reply
    expect(heard[0]).toMatchObject({
      path: `/threads/${sessionId}/runs/wait`,
      body: {
        assistant_id: 'support',
        if_not_exists: 'create',
        input: { messages: [{ role: 'user', content: 'Where is 1?' }] },
      },
    })
    expect((await say(service, 'Thanks', { sessionId })).lines).toEqual(['says Bye.'])
    expect((await say(service, 'x', { sessionId })).told).toMatch(/answers with an error: "too many steps"$/)
    expect((await say(service, 'x', { sessionId })).told).toMatch(/answers with an error: .*approve/)
  })

  it('of Responses goes on where its last answer was', async () => {
    const text = (words: string) => ({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: words }],
    })
    const answers = [
      {
        id: 'resp_1',
        status: 'completed',
        incomplete_details: null,
        error: null,
        model: 'gpt',
        output: [
          { type: 'reasoning', summary: [{ type: 'summary_text', text: 'an order' }] },
          { type: 'function_call', call_id: 'c1', name: 'lookup', arguments: '{"order":"1"}' },
          { type: 'function_call_output', call_id: 'c1', output: '{"ok":true}' },
          text('It is on its way.'),
        ],
        usage: { input_tokens: 3, output_tokens: 1 },
      },
      { id: 'resp_2', status: 'completed', output: [text('Bye.')] },
      { id: 'resp_3', status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [text('B')] },
      {
        id: 'resp_4',
        status: 'completed',
        output: [{ type: 'function_call', call_id: 'c', name: 'find', arguments: '{}' }],
      },
    ]
    const { url, heard } = await far((_, response, index) => json(response, answers[index]))
    const service = serve(`url: ${url}/v1\nprotocol: responses\nbody: { model: gpt, temperature: 0 }`)
    const { lines, sessionId, usage } = await say(service, 'Where is 1?')
    expect(lines).toEqual(['thinks an order', 'lookup({"order":"1"})', 'gives {"ok":true}', 'says It is on its way.'])
    expect(usage).toContain('"inputTokens":3')
    expect(heard[0]).toMatchObject({ path: '/v1/responses' })
    expect(heard[0]?.body).toEqual({ model: 'gpt', temperature: 0, input: 'Where is 1?' })
    expect((await say(service, 'Thanks', { sessionId })).lines).toEqual(['says Bye.'])
    expect(heard[1]?.body).toMatchObject({ previous_response_id: 'resp_1', input: 'Thanks' })
    expect((await say(service, 'x', { sessionId })).told).toMatch(
      /gives an answer that was kept back by its content filter/,
    )
    expect((await say(service, 'x', { sessionId })).told).toMatch(/asks for tools \(find\)/)
    expect(heard[3]?.body).toMatchObject({ previous_response_id: 'resp_2' })
  })

  it('whose calls have one id gets the outputs in their order', async () => {
    const call = (order: string) => [
      { type: 'function_call', call_id: 'c', name: 'lookup', arguments: JSON.stringify({ order }) },
      { type: 'function_call_output', call_id: 'c', output: `of ${order}` },
    ]
    const text = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Both.' }] }
    const answer = { id: 'resp_1', status: 'completed', output: [...call('1'), ...call('2'), text] }
    const { url } = await far((_, response) => json(response, answer))
    const { lines } = await say(serve(`url: ${url}/v1\nprotocol: responses`), 'Where are they?')
    expect(lines).toEqual(['lookup({"order":"1"})', 'gives of 1', 'lookup({"order":"2"})', 'gives of 2', 'says Both.'])
  })

  it('of the AI SDK is sent the messages of its chat', async () => {
    const { url, heard } = await far((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const each of [{ type: 'start' }, { type: 'text-delta', id: '0', delta: 'Hi.' }, { type: 'finish' }])
        response.write(`data: ${JSON.stringify(each)}\n\n`)
      response.end()
    })
    const service = serve(`url: ${url}/api/chat\nprotocol: ai sdk ui`)
    const { lines, sessionId } = await say(service, 'Hello')
    expect(lines).toEqual(['says Hi.'])
    await say(service, 'Again', { sessionId })
    const part = (text: string) => [{ type: 'text', text }]
    expect(heard[1]).toMatchObject({
      path: '/api/chat',
      body: {
        id: sessionId,
        messages: [
          { id: 'message-1', role: 'user', parts: part('Hello') },
          { id: 'message-2', role: 'assistant', parts: part('Hi.') },
          { id: 'message-3', role: 'user', parts: part('Again') },
        ],
      },
    })
  })
})

describe('the file of an agent of its own form', () => {
  const sound = 'url: http://127.0.0.1:1\nbody: { q: "{{message}}" }\nanswer: { reply: /r }'

  it.each<[string, string, string, string, string]>([
    [
      'a name that there is not',
      sound,
      sound.replace('{{message}}', '{{mesage}}'),
      ':8:18: there is no {{mesage}} here',
      'did you mean {{message}}? the names are message, sessionId',
    ],
    [
      'such a name in the address',
      sound,
      sound.replace(':1\n', ':1/{{who}}\n'),
      ':7:12: there is no {{who}} here',
      'the names are',
    ],
    [
      'such a name in a header',
      sound,
      `${sound}\nheaders: { a: "{{x}}" }`,
      ':10:21: there is no {{x}} here',
      'the names are',
    ],
    [
      'a slot that does not end',
      sound,
      sound.replace('{{message}}', '{{message} {{message}}'),
      'has a {{ without its }}',
      'the names are',
    ],
    [
      'a path that is none',
      sound,
      sound.replace('/r', 'r'),
      ':9:24: "r" is no path in an answer: a JSON Pointer begins with /',
      'write a JSON Pointer',
    ],
    [
      'JSONPath that is none',
      sound,
      sound.replace('/r', '"$.a[?"'),
      ':9:24: "$.a[?" is no path in an answer',
      'write a JSON Pointer',
    ],
    ['no reply', sound, sound.replace('reply', 'error'), 'needs to say where its answer has the reply', 'protocol:'],
    [
      'nothing of the customer',
      sound,
      sound.replace('{{message}}', 'x'),
      ':7:12: nothing in the request holds what the customer says',
      'write {{message}}',
    ],
    ['another machine', sound, sound.replace('127.0.0.1', 'desk.example'), 'which is not this machine', 'live: yes'],
    [
      'a host that is filled in',
      sound,
      sound.replace('127.0.0.1', '{{message}}'),
      '{{message} is not filled here'.replace('{{message}', '{{message}}'),
      'env.NAME',
    ],
    ['a body of GET', sound, `${sound}\nmethod: GET`, 'GET has no body', 'POST'],
    ['an unknown protocol', sound, `${sound}\nprotocol: langraph`, 'langraph', 'langgraph'],
  ])('is refused with %s', (_, __, lines, message, hint) => {
    const problemText = problems(lines)
    expect(problemText).toContain(message)
    expect(problemText).toContain(hint)
  })

  it('is refused if it hands off where its mapping does not say to whom', () => {
    expect(problems(sound)).toBe('')
    expect(problems(sound, 'hands off to: [billing]\n')).toContain('cannot hand off: its answer: has no hand off')
    expect(problems(sound.replace('/r', '/r, hand off: /who'), 'hands off to: [billing]\n')).toBe('')
  })
})
