import { type AGUIEvent, AGUIMock } from '@copilotkit/aimock'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeAll, closeLater, listen, say, serveRemote, textsOf, tool } from './remote.fixture.ts'

afterEach(closeAll)

type Draft = { type: string } & Record<string, unknown>

const text = (words: string): Draft[] => [
  { type: 'TEXT_MESSAGE_START', messageId: words, role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: words, delta: words },
  { type: 'TEXT_MESSAGE_END', messageId: words },
]
const callOf = (name: string, args = '{}'): Draft[] => [
  { type: 'TOOL_CALL_START', toolCallId: `id-${name}`, toolCallName: name },
  { type: 'TOOL_CALL_ARGS', toolCallId: `id-${name}`, delta: args },
  { type: 'TOOL_CALL_END', toolCallId: `id-${name}` },
]

/**
 * A double of an agent that speaks AG-UI: it answers the n-th run with the n-th list of events, and records
 * its requests.
 */
async function openDouble(...runs: Draft[][]) {
  const double = new AGUIMock({ host: '127.0.0.1' })
  const requests: {
    threadId: string
    state: unknown
    messages: { role: string; content?: string }[]
    context: unknown
    tools: unknown[]
  }[] = []
  for (const [index, drafts] of runs.entries()) {
    const events: AGUIEvent[] = []
    double.onPredicate((input) => {
      if (requests.length !== index) return false
      requests.push(structuredClone(input) as never)
      const ids = { threadId: input.threadId, runId: input.runId }
      const ends = drafts.some(({ type }) => type === 'RUN_ERROR' || type === 'RUN_FINISHED')
      const own = drafts.map((draft) => (draft.type === 'RUN_FINISHED' ? { ...draft, ...ids } : draft))
      const all = [{ type: 'RUN_STARTED', ...ids }, ...own, ...(ends ? [] : [{ type: 'RUN_FINISHED', ...ids }])]
      events.push(...(all as unknown as AGUIEvent[]))
      return true
    }, events)
  }
  const url = await double.start()
  closeLater(() => double.stop())
  return { url, asked: requests }
}

describe('an agent behind AG-UI', () => {
  it('hands over by the tool that it is offered for it, or by a message in the name of the other', async () => {
    const [start, ...rest] = text('Refunds here.')
    const far = await openDouble(
      [...text('One moment.'), ...callOf('hand_off', '{"agent":"billing"}')],
      [{ ...start, name: 'refunds' } as Draft, ...rest],
    )
    const service = serveRemote({ protocol: 'ag-ui', url: far.url, handsOffTo: ['billing', 'refunds'] })
    const { data } = await say(service, 'My bill')
    expect(data.transcript.slice(1).map(({ agentName }) => agentName)).toEqual(['desk'])
    expect(far.asked[0]?.tools).toMatchObject([{ name: 'hand_off' }])
    const next = await say(service, 'Hello?', { sessionId: data.sessionId })
    expect(next.data.transcript.slice(1).map(({ agentName }) => agentName)).toEqual(['refunds'])
  })

  it('thinks, calls and speaks in entries, and its state is kept', async () => {
    const far = await openDouble(
      [
        { type: 'REASONING_START', messageId: 'r' },
        { type: 'REASONING_MESSAGE_START', messageId: 'r', role: 'reasoning' },
        { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'an order' },
        { type: 'REASONING_MESSAGE_END', messageId: 'r' },
        { type: 'REASONING_END', messageId: 'r' },
        ...callOf('lookup', '{"id":1}'),
        { type: 'TOOL_CALL_RESULT', messageId: 't', toolCallId: 'id-lookup', content: '{"state":"shipped"}' },
        { type: 'STATE_SNAPSHOT', snapshot: { order: 1 } },
        { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/seen', value: true }] },
        ...text('It is shipped.'),
      ],
      text('Bye.'),
    )
    const service = serveRemote({ protocol: 'ag-ui', url: far.url })
    const { data } = await say(service, 'Where is 1?', { metadata: { name: 'Asha' } })
    expect(data.transcript.map(({ type, role, name }) => name ?? role ?? type)).toEqual([
      'user',
      'thinking',
      'lookup',
      'lookup',
      'assistant',
    ])
    expect(data.transcript[2]?.arguments).toEqual({ id: 1 })
    expect(data.transcript[3]).toMatchObject({ output: '{"state":"shipped"}', is_error: false })
    const { sessionId } = data
    expect(
      textsOf(await say(service, 'Thanks', { sessionId, chatOptions: { additionalContext: 'Be short' } })),
    ).toEqual(['Bye.'])
    expect(far.asked[1]).toMatchObject({
      threadId: sessionId,
      state: { order: 1, seen: true },
      context: [
        { description: 'name', value: 'Asha' },
        { description: 'Instructions for this reply alone', value: 'Be short' },
      ],
    })
    expect(far.asked[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
  })

  it('may give several calls one id: each has its own arguments and its own output', async () => {
    const look = (a: string, id = 'x'): Draft[] => [
      { type: 'TOOL_CALL_START', toolCallId: id, toolCallName: 'look' },
      { type: 'TOOL_CALL_ARGS', toolCallId: id, delta: JSON.stringify({ a }) },
      { type: 'TOOL_CALL_END', toolCallId: id },
    ]
    const result = (content: string): Draft => ({
      type: 'TOOL_CALL_RESULT',
      messageId: content,
      toolCallId: 'x',
      content,
    })
    const far = await openDouble(
      [...look('first'), ...look('second'), result('one'), result('two'), ...look('third'), ...look('fourth')],
      look('fifth'),
      text('Done.'),
    )
    const service = serveRemote({ protocol: 'ag-ui', url: far.url, tools: [tool('look')] })
    const { data } = await say(service, 'x')
    const entries = data.transcript.filter(({ type }) => type.startsWith('function'))
    const callArgs = entries.flatMap((entry) => ('arguments' in entry ? [[entry.call_id, entry.arguments]] : []))
    expect(callArgs.map(([, each]) => each)).toEqual(
      ['first', 'second', 'third', 'fourth', 'fifth'].map((a) => ({ a })),
    )
    expect(new Set(callArgs.map(([id]) => id)).size).toBe(5)
    const outputs = entries.flatMap((entry) => ('output' in entry ? [entry.output] : []))
    expect(outputs.slice(0, 2)).toEqual(['one', 'two'])
    const sent = far.asked[2]?.messages as {
      toolCalls?: { id: string; function: { arguments: string } }[]
      toolCallId?: string
    }[]
    const calls = sent.flatMap(({ toolCalls = [] }) => toolCalls)
    expect(calls.map((call) => JSON.parse(call.function.arguments).a)).toEqual([
      'first',
      'second',
      'third',
      'fourth',
      'fifth',
    ])
    expect(sent.flatMap(({ toolCallId }) => toolCallId ?? []).sort()).toEqual(calls.map(({ id }) => id).sort())
  })

  it('may speak an older version, in chunks, and says nothing of that on a terminal', async () => {
    const warn = vi.spyOn(console, 'warn')
    const far = await openDouble([
      { type: 'THINKING_START' },
      { type: 'THINKING_TEXT_MESSAGE_START' },
      { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'hm' },
      { type: 'THINKING_TEXT_MESSAGE_END' },
      { type: 'THINKING_END' },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'c', toolCallName: 'lookup', delta: '{"id":1}' },
      { type: 'TOOL_CALL_RESULT', messageId: 't', toolCallId: 'c', content: 'none' },
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', role: 'assistant', delta: 'Hello ' },
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta: 'there' },
    ])
    const { data } = await say(serveRemote({ protocol: 'ag-ui', url: far.url }), 'x')
    expect(data.transcript.map(({ type, role, name }) => name ?? role ?? type)).toEqual([
      'user',
      'thinking',
      'lookup',
      'lookup',
      'assistant',
    ])
    expect(data.transcript.at(-1)?.content[0]?.text).toBe('Hello there')
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it('asks for tools of the version, which run, and goes on', async () => {
    const far = await openDouble(callOf('find', '{"a":1}'), callOf('other', 'no json'), text('Done.'))
    const service = serveRemote({
      protocol: 'ag-ui',
      url: far.url,
      tools: [tool('find'), tool('later', { phase: 'post' })],
    })
    const reply = await say(service, 'x')
    expect(textsOf(reply)).toEqual(['Done.'])
    expect(reply.data.transcript.filter(({ output }) => output !== undefined).map(({ output }) => output)).toEqual([
      '{"ok":true}',
      'Error: the arguments of other are no JSON object',
    ])
    expect(far.asked[0]?.tools).toHaveLength(1)
    expect(far.asked[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: '{"ok":true}' })
  })

  it.each<[string, Draft[], RegExp]>([
    ['an error', [{ type: 'RUN_ERROR', message: 'out of memory' }], /gave up: "out of memory"/],
    ['a busy provider', [{ type: 'RUN_ERROR', message: 'no', code: '429' }], /gave up: "no"/],
    [
      'a result of no call',
      [{ type: 'TOOL_CALL_RESULT', messageId: 't', toolCallId: 'x', content: '' }, ...text('x')],
      /a result of a call that it has not made|cannot be understood/,
    ],
    [
      'a change of state that does not fit',
      [{ type: 'STATE_DELTA', delta: [{ op: 'remove', path: '/nope/x' }] }, ...text('x')],
      /cannot be understood: there is nothing at/,
    ],
    [
      'an approval to give',
      [
        {
          type: 'RUN_FINISHED',
          outcome: { type: 'interrupt', interrupts: [{ id: 'i', reason: 'tool_call' }] },
        },
      ],
      /interrupts its run for an approval/,
    ],
  ])('that answers with %s is told', async (_, events, message) => {
    const log = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    const far = await openDouble(events)
    const reply = await say(serveRemote({ protocol: 'ag-ui', url: far.url }), 'hello')
    expect([reply.responseCode, reply.message]).toEqual([502, expect.stringMatching(message)])
    expect(reply.message).toContain(`the AG-UI agent at ${new URL(far.url).host}`)
    for (const each of log) {
      expect(each).not.toHaveBeenCalled()
      each.mockRestore()
    }
  })

  it('shows what only a snapshot of the messages has, once, and nothing of earlier turns', async () => {
    const call = { id: 'q', type: 'function', function: { name: 'delete_order', arguments: '{"id":1}' } }
    const far = await openDouble([
      ...text('x'),
      {
        type: 'MESSAGES_SNAPSHOT',
        messages: [
          { id: '1', role: 'assistant', content: 'Of before.' },
          { id: '2', role: 'user', content: 'hello' },
          { id: '3', role: 'assistant', content: 'x' },
          { id: '4', role: 'assistant', content: '', toolCalls: [call] },
          { id: '5', role: 'tool', toolCallId: 'q', content: '{"ok":true}' },
          { id: '6', role: 'assistant', content: 'zzz' },
        ],
      },
      { type: 'ACTIVITY_SNAPSHOT', messageId: 'a', activityType: 'note', content: { text: 'shown' } },
    ])
    const { data } = await say(serveRemote({ protocol: 'ag-ui', url: far.url }), 'hello')
    expect(
      data.transcript.slice(1).map(({ name, output, content }) => output ?? name ?? content.map((each) => each.text)),
    ).toEqual([['x'], 'delete_order', '{"ok":true}', ['zzz'], ['shown']])
  })

  it('that asks for tools without end is told', async () => {
    const far = await openDouble(callOf('a'), callOf('b'), callOf('c'))
    const reply = await say(serveRemote({ protocol: 'ag-ui', url: far.url }), 'hello')
    expect(reply.message).toMatch(
      /asked for tools in each of 3 steps and came to no answer: a 1 time, b 1 time, c 1 time/,
    )
  })

  const started = 'data: {"type":"RUN_STARTED","threadId":"THREAD","runId":"r"}\n\n'
  it.each([
    ['HTML', 'text/html', '<!doctype html><p>Hi', /answers with text\/html, and not with a stream of events/],
    [
      'a stream without an end',
      'text/event-stream',
      started,
      /broke off in the middle of its answer: its run has no end/,
    ],
    ['a malformed event', 'text/event-stream', `${started}data: {"type":\n\n`, /cannot be understood/],
    [
      'an event of no kind',
      'text/event-stream',
      `${started}data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m"}\n\n`,
      /sends the event TEXT_MESSAGE_CONTENT, whose delta is not as AG-UI has it \(.*expected string, received undefined\)\. It is \{"type":"TEXT_MESSAGE_CONTENT","messageId":"m"\}/,
    ],
    [
      'an event of a type that is not known',
      'text/event-stream',
      `${started}data: {"type":"WHATEVER"}\n\n`,
      /sends an event of the type "WHATEVER", which is none of AG-UI/,
    ],
    [
      "somebody else's thread",
      'text/event-stream',
      started.replace('THREAD', 'other'),
      /for another thread, other: this one is/,
    ],
  ])('that answers with %s is told', async (_, type, body, message) => {
    const far = await listen((request, response) => {
      response.setHeader('content-type', type)
      response.end(body.replace('THREAD', String(request.body.threadId)))
    })
    const reply = await say(serveRemote({ protocol: 'ag-ui', url: far.url }), 'hello')
    expect([reply.responseCode, reply.message]).toEqual([502, expect.stringMatching(message)])
    expect(reply.message).toContain(new URL(far.url).host)
  })
})
