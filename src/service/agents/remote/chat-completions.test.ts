import { LLMock } from '@copilotkit/aimock'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, closeLater, json, listen, say, serveRemote, textsOf, tool } from './remote.fixture.ts'

afterEach(closeAll)

/** A double of OpenAI's API on this machine. */
async function openDouble(): Promise<LLMock> {
  const double = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' })
  await double.start()
  closeLater(() => double.stop())
  return double
}

const completion = (message: object, more: object = {}): object => ({ choices: [{ message }], ...more })

const callOf = (name: string, args = '{}', id = 'c1'): object =>
  completion({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
  })

describe('an agent behind chat completions', () => {
  it('asks for tools of the version, which run as entries, and goes on with what they give', async () => {
    const double = await openDouble()
    double.addFixtures([
      {
        match: { userMessage: /1042/, hasToolResult: false },
        response: { toolCalls: [{ name: 'lookup_order', arguments: '{"order_id":"1042"}' }] },
      },
      {
        match: { toolResultContains: 'shipped' },
        response: { content: 'Order 1042 is shipped.', reasoning: 'found it' },
      },
    ])
    const cases = [{ with: { order_id: '1042' }, output: { state: 'shipped' }, isError: false }]
    const tools = [tool('lookup_order', { cases }), tool('load_customer', { phase: 'pre' })]
    const prompt = ['Help ${name}.']
    const url = `${double.url}/v1`
    const service = serveRemote({ protocol: 'chat completions', url, tools, prompt, model: 'gpt-5-mini' })
    const { data } = await say(service, 'Where is 1042?', { metadata: { name: 'Asha' } })
    expect(data.transcript.map(({ type, role, name }) => name ?? role ?? type)).toEqual([
      'load_customer',
      'load_customer',
      'user',
      'lookup_order',
      'lookup_order',
      'thinking',
      'assistant',
    ])
    expect(data.transcript[4]).toMatchObject({ output: '{"state":"shipped"}', is_error: false })
    expect(data.transcript.at(-1)?.content[0]?.text).toBe('Order 1042 is shipped.')
    const [first] = double.getRequests()
    const body = first?.body as unknown as { messages: object[]; tools: object[]; model: string }
    expect(body.model).toBe('gpt-5-mini')
    expect(body.tools).toHaveLength(1)
    expect(body.messages).toEqual([
      { role: 'system', content: 'Help Asha.' },
      { role: 'system', content: 'Before the conversation, load_customer({}) gave: {"ok":true}' },
      { role: 'user', content: 'Where is 1042?' },
    ])
  })

  it('is sent the whole session, with calls and their outputs', async () => {
    const far = await listen((_, response, index) =>
      json(response, index === 0 ? callOf('find', '{"a":1}') : completion({ content: 'Here.' })),
    )
    const service = serveRemote({
      protocol: 'chat completions',
      url: `${far.url}/v1/`,
      tools: [tool('find')],
      body: { temperature: 0, note: '${name}' },
    })
    const { data } = await say(service, 'one', { metadata: { name: 'Asha' } })
    const { sessionId } = data
    const attachments = ['https://files.example/a.png']
    await say(service, 'two', { sessionId, attachments, chatOptions: { additionalContext: 'Be short' } })
    const last = far.heard.at(-1)
    expect(last?.path).toBe('/v1/chat/completions')
    expect(last?.headers['x-session-id']).toBe(sessionId)
    expect(last?.body).toMatchObject({ model: 'desk', user: sessionId, stream: false, temperature: 0, note: 'Asha' })
    expect(last?.body.messages.slice(0, 5)).toEqual([
      { role: 'system', content: 'For this reply alone:\nBe short' },
      { role: 'user', content: 'one' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'find', arguments: '{"a":1}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '{"ok":true}' },
      { role: 'assistant', content: 'Here.' },
    ])
  })

  it.each<[string, unknown[]]>([
    ['one id', ['x', 'x', 'x']],
    ['no id', [undefined, null, '']],
    ['an id of before', ['x', 'y', 'x']],
  ])('may give calls %s: each has its own arguments and its own output', async (_, [first, second, third]) => {
    const call = (id: unknown, a: string) => ({
      id,
      type: 'function',
      function: { name: 'find', arguments: JSON.stringify({ a }) },
    })
    const answers = [
      completion({ tool_calls: [call(first, 'first'), call(second, 'second')] }),
      completion({ tool_calls: [call(third, 'third')] }),
      completion({ content: 'Done.' }),
    ]
    const far = await listen((_, response, index) => json(response, answers[index]))
    const { data } = await say(serveRemote({ protocol: 'chat completions', url: far.url, tools: [tool('find')] }), 'x')
    const args = data.transcript.flatMap((entry) => ('arguments' in entry ? [entry.arguments] : []))
    expect(args).toEqual(['first', 'second', 'third'].map((a) => ({ a })))
    const messages = far.heard[2]?.body.messages as { tool_calls?: { id: string }[]; tool_call_id?: string }[]
    const ids = messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id))
    expect([ids.length, new Set(ids).size]).toEqual([3, 3])
    expect(messages.flatMap(({ tool_call_id: id }) => id ?? [])).toEqual(ids)
  })

  it('hands over by the tool that it is offered for it, or by a message in the name of the other', async () => {
    const answers = [
      callOf('hand_off', '{"agent":"nobody"}'),
      callOf('hand_off', '{"agent":"billing","say":"One moment."}'),
      completion({ content: 'Refunds here.', name: 'refunds' }),
      completion({ content: 'Bye.', name: 'somebody' }),
    ]
    const far = await listen((_, response, index) => json(response, answers[index]))
    const desk = { protocol: 'chat completions' as const, url: far.url, handsOffTo: ['billing', 'refunds'] }
    const service = serveRemote({ ...desk, tools: [tool('find')] })
    const { data } = await say(service, 'My bill')
    const linesOf = ({ data: { transcript } }: Awaited<ReturnType<typeof say>>) =>
      transcript.slice(1).map(({ type, agentName, content }) => `${type} ${agentName}: ${content?.[0]?.text}`)
    expect(linesOf({ data } as never)).toEqual(['message desk: One moment.'])
    const offered = far.heard[0]?.body.tools as { function: { name: string } }[]
    expect(offered.map((each) => each.function.name)).toEqual(['find', 'hand_off'])
    expect(far.heard[1]?.body.messages.at(-1)?.content).toMatch(/^Error: there is no agent "nobody"/)
    const next = await say(service, 'Hello?', { sessionId: data.sessionId })
    expect(linesOf(next)).toEqual(['message refunds: Refunds here.'])
    expect(linesOf(await say(service, 'Bye', { sessionId: data.sessionId }))).toEqual(['message refunds: Bye.'])
  })

  it('opens with what the version says, or is asked to', async () => {
    const far = await listen((_, response) => json(response, completion({ content: 'Hello!' })))
    const behaviour = { protocol: 'chat completions' as const, url: far.url }
    expect(
      textsOf(
        await say(serveRemote({ ...behaviour, opening: 'Good day ${name}' }), undefined, { metadata: { name: 'A' } }),
      ),
    ).toEqual(['Good day A'])
    expect(far.heard).toEqual([])
    expect(textsOf(await say(serveRemote(behaviour), undefined))).toEqual(['Hello!'])
    expect(far.heard[0]?.body.messages).toEqual([
      { role: 'user', content: '(The conversation begins. You speak first.)' },
    ])
  })

  it('reads the errors of tools, and of its own arguments', async () => {
    const answers = [
      callOf('nowhere'),
      callOf('find', '{"a"', 'c2'),
      completion({ content: [{ type: 'text', text: 'Sorry.' }] }),
    ]
    const far = await listen((_, response, index) => json(response, answers[index]))
    const service = serveRemote({ protocol: 'chat completions', url: far.url, tools: [tool('find')] })
    const reply = await say(service, 'x')
    expect(textsOf(reply)).toEqual(['Sorry.'])
    expect(reply.data.transcript.filter(({ is_error }) => is_error).map(({ output }) => output)).toEqual([
      'Error: there is no tool "nowhere": there is only find',
      'Error: the arguments of find are no JSON object',
    ])
    expect(far.heard[2]?.body.messages.at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'c2' })
  })

  it.each<[string, object, RegExp]>([
    ['no choice', { id: 'x' }, /no chat completion: it has no choices\[0\]\.message/],
    ['an error', { error: { message: 'out of memory' } }, /answers with an error: "out of memory"/],
    [
      'an empty answer and a reason',
      { choices: [{ message: { content: null }, finish_reason: 'length' }] },
      /cut off, .*\(finish_reason length\)/,
    ],
    [
      'a part of another kind',
      completion({ content: [{ type: 'hologram' }] }),
      /a part of a kind that is not known: \{"type":"hologram"\}/,
    ],
    ['a content of another kind', completion({ content: 7 }), /neither a text nor a list of parts/],
    ['a call without a name', completion({ tool_calls: [{ id: 'x' }] }), /a call that has no name/],
    ["somebody else's session", completion({ content: 'x' }, { session_id: 'other' }), /for another session, "other"/],
    [
      'arguments that have a member twice',
      completion({ tool_calls: [{ id: 'x', function: { name: 'find', arguments: '{"a":1,"a":2}' } }] }),
      /calls find with JSON in which a stands twice/,
    ],
    ['an endless loop', callOf('find'), /asked for tools in each of 3 steps and came to no answer: find 3 times/],
  ])('that answers with %s is told', async (_, answer, message) => {
    const far = await listen((__, response) => json(response, answer))
    const service = serveRemote({ protocol: 'chat completions', url: far.url, tools: [tool('find')] })
    const reply = await say(service, 'hello')
    expect([reply.responseCode, reply.message]).toEqual([502, expect.stringMatching(message)])
    expect(reply.message).toContain(`the chat completions at ${new URL(far.url).host}`)
    expect(service.context.store.countSessions()).toBe(0)
  })
})
