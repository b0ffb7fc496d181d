import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTalks } from '../sessions/import-talks.ts'
import { plain } from '../sessions/talk.fixture.ts'
import type { Talk, TalksRead } from '../sessions/talk.ts'
import { readTraces } from './read-traces.ts'

/** What is said and called in the only conversation of a document, and what was left out. */
function read(
  document: unknown,
  from: 'auto' | 'openai-chat' = 'auto',
): { said: string[]; leftOut: readonly string[] } {
  const talk = talkIn(document, from)
  const lines = (talk?.session.transcript ?? []).flatMap((entry) => {
    if (entry.type === 'message') return `${entry.role} ${JSON.stringify(entry.content)}`
    if (entry.type === 'function_call') return `${entry.name} ${JSON.stringify(entry.arguments)}`
    return entry.type === 'function_call_output' ? `${entry.name} gave ${entry.output}` : []
  })
  return { said: lines, leftOut: talk?.leftOut ?? [] }
}

/** Whether each output in the only conversation of a document is a failure. */
function outputsIn(document: unknown): boolean[] {
  const entries = talkIn(document, 'auto')?.session.transcript ?? []
  return entries.flatMap((entry) => (entry.type === 'function_call_output' ? [entry.is_error] : []))
}

function talkIn(document: unknown, from: 'auto' | 'openai-chat'): Talk | undefined {
  const { talks, refused } = readAll(document, from)
  expect([talks.length, refused]).toEqual([1, []])
  return talks[0]
}

function readAll(document: unknown, from: 'auto' | 'openai-chat'): TalksRead {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-dialects-'))
  try {
    const path = join(folder, 'a.json')
    writeFileSync(path, JSON.stringify(document))
    return readTraces([path], from, () => 'a.json')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const withCall = (call: object): unknown => ({
  messages: [
    { role: 'user', content: 'sum' },
    { role: 'assistant', tool_calls: [call] },
    { role: 'assistant', content: '3' },
  ],
})

it.each([
  { tool: 'Read', input: { path: 'a' }, id: 'c', output: 'x' },
  { tool_name: 'Read', tool_input: { path: 'a' }, tool_output: 'x' },
  { function: 'Read', params: { path: 'a' }, result: 'x' },
  { tool: { name: 'Read' }, args: '{"path":"a"}', observation: 'x' },
])('reads the name, the arguments and the output of %j', (call) => {
  expect(read(withCall(call)).said.slice(1, 3)).toEqual(['Read {"path":"a"}', 'Read gave x'])
})

it('ends a conversation where a call has no name, and tells of arguments that nobody knows', () => {
  expect(read(withCall({ id: '1', payload: {} })).leftOut).toEqual(['1 call without a name that is known'])
  expect(read(withCall({ tool: 'Read', payload: {} })).leftOut).toEqual([
    '1 argument list that is not known',
    '1 call whose arguments may be under payload',
  ])
})

it('reads ShareGPT and test cases of Dialogflow CX', () => {
  const sharegpt = {
    conversations: [
      { from: 'human', value: 'hi' },
      { from: 'gpt', value: 'hello' },
    ],
  }
  const input = { input: { text: { text: 'hi' } } }
  const dialogflow = {
    testCaseConversationTurns: [{ userInput: input, virtualAgentOutput: { textResponses: [{ text: ['hello'] }] } }],
  }
  for (const each of [sharegpt, dialogflow])
    expect(read(each).said).toEqual([
      'user [{"type":"text","text":"hi"}]',
      'assistant [{"type":"text","text":"hello"}]',
    ])
})

const roles: readonly (readonly [string, string | null])[] = [
  ...['bard', 'model', 'gpt', 'gpt-4', 'chatgpt', 'claude', 'assistant', 'bot', 'bing', 'AI'].map(
    (role) => [role, 'assistant'] as const,
  ),
  ...['human', 'customer', 'User'].map((role) => [role, 'user'] as const),
  ['critic', null],
]

const asMessages = (talk: readonly (readonly [string, string])[]): unknown => ({
  messages: talk.map(([role, content]) => ({ role, content })),
})
const asSharegpt = (talk: readonly (readonly [string, string])[]): unknown => ({
  conversations: talk.map(([from, value]) => ({ from, value })),
})

it.each(roles.flatMap((role) => [asMessages, asSharegpt].map((write) => [...role, write] as const)))(
  'knows whose the role %s is',
  (role, speaker, write) => {
    const talk = [
      ['user', 'a'],
      ['assistant', 'b'],
      [role, 'c'],
      ['user', 'd'],
      ['assistant', 'e'],
    ] as const
    const { said, leftOut } = read(write(talk))
    const ab = ['user [{"type":"text","text":"a"}]', 'assistant [{"type":"text","text":"b"}]']
    expect(said.slice(0, 2)).toEqual(ab)
    expect(said[2]).toBe(speaker === null ? undefined : `${speaker} [{"type":"text","text":"c"}]`)
    expect(leftOut[0]).toBe(speaker === null ? '1 message of the role critic' : undefined)
  },
)

it('never joins two messages of the user around an answer that it cannot read', () => {
  const photo = { role: 'assistant', content: [{ type: 'hologram' }] }
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'b' },
    { role: 'user', content: 'c' },
    photo,
    { role: 'user', content: 'd' },
    { role: 'assistant', content: 'e' },
  ]
  const { said, leftOut } = read({ messages })
  expect(said).toHaveLength(3)
  expect(leftOut).toEqual(['1 part of the type hologram', '1 message behind what is not whole'])
})

it('keeps a turn of the user that is no text', () => {
  const keypad = { input: { dtmf: { digits: '4711' } }, injectedParameters: { vip: true } }
  const turns = ['hi', null, 'bye'].map((text) => ({
    userInput: text === null ? keypad : { input: { text: { text } } },
    virtualAgentOutput: { textResponses: [{ text: ['ok'] }] },
  }))
  const { said, leftOut } = read({ displayName: 'a', notes: 'n', testCaseConversationTurns: turns })
  const words = said.flatMap((each) => (each.startsWith('user') ? [/"text":"(.*)"/.exec(each)?.[1]] : []))
  expect(words).toEqual(['hi', '[keypad 4711]', 'bye'])
  expect(leftOut).toEqual(['1 value under notes', '1 value under injectedParameters'])
  const odd = {
    messages: [
      { role: 'user', content: [{ type: 'sticker' }] },
      { role: 'assistant', content: 'b' },
    ],
  }
  expect(talkIn(odd, 'auto')?.openCalls).toBeUndefined()
  expect(read(odd).said[0]).toBe('user [{"type":"text","text":"[sticker]"}]')
})

it.each([
  ['error', true],
  ['otel.status_code', 'ERROR'],
])('knows that a tool failed by the tag %s of Jaeger', (key, value) => {
  const messages = (role: string, parts: object[]) => JSON.stringify([{ role, parts }])
  const span = (spanID: string, startTime: number, tags: Record<string, unknown>) => ({
    ...{
      traceID: 'a',
      spanID,
      operationName: spanID,
      references: [],
      startTime: 1.7e15 + startTime,
      duration: 9,
      logs: [],
    },
    tags: Object.entries(tags).map(([name, each]) => ({ key: name, value: each })),
  })
  const call = { type: 'tool_call', id: 'c', name: 'find', arguments: {} }
  const spans = [
    span('1', 0, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': messages('user', [{ type: 'text', content: 'hi' }]),
      'gen_ai.output.messages': messages('assistant', [call]),
    }),
    span('2', 50, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'find',
      'gen_ai.tool.call.id': 'c',
      'gen_ai.tool.call.result': 'x',
      [key]: value,
    }),
  ]
  expect(outputsIn({ data: [{ traceID: 'a', spans }] })).toEqual([true])
})

it('refuses a talk that begins with a role that nobody knows, and names the role', () => {
  const { talks, refused } = readAll(
    asMessages([
      ['critic', 'a'],
      ['user', 'b'],
      ['assistant', 'c'],
    ]),
    'auto',
  )
  expect(talks).toEqual([])
  expect(refused[0]?.message).toBe(
    'it begins with a message of the role critic, so what is said behind it is not known',
  )
})

it('reads messages of Anthropic as openai-chat, as the docs say', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'a' } }
  const messages = [
    { role: 'user', content: [image] },
    { role: 'assistant', content: 'That is a parcel.' },
  ]
  expect(read({ messages }, 'openai-chat').said[0]).toContain('image/png')
  expect(read({ messages }).said).toHaveLength(2)
})

it('reads traces of Jaeger', () => {
  const tag = (key: string, value: string) => ({ key, type: 'string', value })
  const say = (role: string, content: string) => JSON.stringify([{ role, parts: [{ type: 'text', content }] }])
  const tags = [
    tag('gen_ai.operation.name', 'chat'),
    tag('gen_ai.input.messages', say('user', 'hi')),
    tag('gen_ai.output.messages', say('assistant', 'hello')),
  ]
  const span = {
    traceID: 'a',
    spanID: 'b',
    operationName: 'chat',
    references: [],
    startTime: 1.7e15,
    duration: 9,
    tags,
    logs: [],
  }
  expect(read({ data: [{ traceID: 'a', spans: [span] }] }).said).toHaveLength(2)
})

it('makes a conversation of each test, with its name and its tags, and keeps all of them', async () => {
  const testCase = (displayName: string, tags: string[]) => ({
    ...{ displayName, tags },
    testCaseConversationTurns: [
      { userInput: { input: { text: { text: 'hi' } } }, virtualAgentOutput: { textResponses: [{ text: ['hello'] }] } },
    ],
  })
  const { talks } = readAll([testCase('greets', ['#smoke', 'two words']), testCase('greets again', [])], 'auto')
  const { text, conversations } = await importTalks(talks, plain)
  expect(conversations).toBe(2)
  expect(text).toMatch(/name: "greets"\n\s+tags: \[smoke, two-words\]/)
  expect(text).toContain('name: "greets again"')
})

it('writes a tool whose name holds a line break', async () => {
  const call = { id: 'c', type: 'function', function: { name: 'to\nol', arguments: '{}' } }
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'ok 42', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'x' },
    { role: 'assistant', content: 'y 7' },
  ]
  const { text, refused } = await importTalks(readAll({ messages }, 'auto').talks, plain)
  expect([refused, text?.includes('# stands for this session alone: to ol')]).toEqual([[], true])
})

it('never expects silence where it cannot tell what was answered', async () => {
  const call = { id: 'c', type: 'function', function: { name: 'find', arguments: '{}' } }
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'x' },
  ]
  const drafted = async (more: object[]) =>
    (await importTalks(readAll({ messages: [...messages, ...more] }, 'auto').talks, plain)).text
  expect(await drafted([])).toContain('reply: none')
  for (const odd of [
    { role: 'critic', content: 'b' },
    { role: 'bot', content: [{ type: 'hologram' }] },
  ])
    expect(await drafted([odd, { role: 'user', content: 'c' }])).not.toContain('reply: none')
})

const otlpTool = (args: string | undefined) => {
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
  const span = (spanId: string, name: string, attributes: object[]) => ({
    ...{ traceId: 'aa', spanId, name, attributes, startTimeUnixNano: `17000000000000000${spanId}` },
    endTimeUnixNano: `17000000010000000${spanId}`,
  })
  const spans = [
    span('01', 'chat', [
      text('gen_ai.operation.name', 'chat'),
      text('gen_ai.input.messages', '[{"role":"user","parts":[{"type":"text","content":"Where is 1042?"}]}]'),
      text('gen_ai.output.messages', '[{"role":"assistant","parts":[{"type":"text","content":"Order 1042"}]}]'),
    ]),
    span('02', 'execute_tool lookup', [
      text('gen_ai.operation.name', 'execute_tool'),
      text('gen_ai.tool.name', 'lookup'),
      ...(args === undefined ? [] : [text('gen_ai.tool.call.arguments', args)]),
    ]),
  ]
  return { resourceSpans: [{ scopeSpans: [{ spans }] }] }
}

const jaegerTool = (args: string | undefined) => {
  const spans = otlpTool(args).resourceSpans[0]?.scopeSpans[0]?.spans ?? []
  return {
    data: [
      {
        traceID: 'aa',
        processes: {},
        spans: spans.map(({ spanId, name, attributes }) => ({
          ...{ traceID: 'aa', spanID: spanId, operationName: name, startTime: 1_700_000_000_000_000, duration: 1000 },
          tags: (attributes as { key: string; value: { stringValue: string } }[]).map(({ key, value }) => ({
            ...{ key, type: 'string', value: value.stringValue },
          })),
        })),
      },
    ],
  }
}

const langfuseTool = (input: unknown) => ({
  ...{ id: 'tr', name: 'desk', timestamp: '2026-01-01T00:00:00Z' },
  observations: [
    {
      ...{ id: '1', traceId: 'tr', type: 'GENERATION', startTime: '2026-01-01T00:00:00Z' },
      ...{
        endTime: '2026-01-01T00:00:09Z',
        input: [{ role: 'user', content: 'Where is 1042?' }],
        output: 'Order 1042',
      },
    },
    {
      ...{ id: '2', traceId: 'tr', type: 'TOOL', name: 'lookup', startTime: '2026-01-01T00:00:01Z' },
      ...{ endTime: '2026-01-01T00:00:02Z', input, output: 'x' },
    },
  ],
})

const langsmithTool = (inputs: unknown) => {
  const run = (id: string, run_type: string, more: object) => ({
    ...{ id, name: id, run_type, trace_id: 't', parent_run_id: null, start_time: '2026-01-01T00:00:00Z' },
    ...{ end_time: '2026-01-01T00:00:01Z', ...more },
  })
  return [
    run('model', 'llm', {
      inputs: { messages: [{ role: 'user', content: 'Where is 1042?' }] },
      outputs: { messages: [{ role: 'assistant', content: 'Order 1042' }] },
    }),
    run('lookup', 'tool', { inputs, outputs: { output: 'x' } }),
  ]
}

const talkWith = (...calls: object[]) => ({
  messages: [{ role: 'user', content: 'Where is 1042?' }, ...calls, { role: 'assistant', content: 'Order 1042' }],
})

describe('arguments of a call', () => {
  const cases: Record<string, (args: object | undefined) => unknown> = {
    'a span of OTLP': (args) => otlpTool(args && JSON.stringify(args)),
    'a span of Jaeger': (args) => jaegerTool(args && JSON.stringify(args)),
    'an observation of Langfuse': (args) => langfuseTool(args ?? null),
    'a run of LangSmith': langsmithTool,
    'a call of a chat': (args) =>
      talkWith({ role: 'assistant', tool_calls: [{ id: 'q', function: { name: 'lookup', arguments: args } }] }),
    'a call of another dialect': (args) =>
      talkWith({ role: 'assistant', tool_calls: [{ tool: 'lookup', input: args }] }),
    'a part of the AI SDK': (args) =>
      talkWith({
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'q', toolName: 'lookup', input: args }],
      }),
    'a part of a UI message': (args) => ({
      messages: [
        { id: '1', role: 'user', parts: [{ type: 'text', text: 'Where is 1042?' }] },
        {
          ...{ id: '2', role: 'assistant' },
          parts: [
            { type: 'step-start' },
            { type: 'tool-lookup', toolCallId: 'q', state: 'output-available', input: args, output: 'x' },
            { type: 'text', text: 'Order 1042' },
          ],
        },
      ],
    }),
    'an item of the Responses API': (args) => ({
      input: [{ role: 'user', content: 'Where is 1042?' }],
      output: [
        { type: 'function_call', call_id: 'q', name: 'lookup', arguments: args && JSON.stringify(args) },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Order 1042' }] },
      ],
    }),
  }

  it.each(Object.entries(cases))('are expected to be none only where that was recorded: %s', async (_, documentOf) => {
    const draft = async (args: object | undefined): Promise<string> =>
      (await importTalks(readAll(documentOf(args), 'auto').talks, plain)).text ?? ''
    expect(await draft({})).toContain('- lookup: { exactly: {}, phase: during }')
    const open = await draft(undefined)
    expect(open).toContain('- lookup: { phase: during }')
    expect(open).toContain('1 argument list that is not known')
  })
})

describe('calls in a text', () => {
  const asked = { from: 'human', value: 'Where is 1042?' }
  const done = { from: 'gpt', value: 'Done 1042' }
  const call = '<tool_call>\n{"name":"lookup","arguments":{"id":"1042"}}\n</tool_call>'
  const saidIn = (...talk: object[]) => read([{ conversations: [asked, ...talk, done] }]).said.slice(1, -1)

  it('are calls with their outputs, and no words', () => {
    const called = ['lookup {"id":"1042"}', 'lookup gave {"ok":1}']
    const response = '<tool_response>{"ok":1}</tool_response>'
    expect(saidIn({ from: 'gpt', value: call }, { from: 'tool', value: response })).toEqual(called)
    expect(saidIn({ from: 'gpt', value: call }, { from: 'human', value: response })).toEqual(called)
    const named = '<tool_response>{"name":"lookup","content":{"ok":1}}</tool_response>'
    expect(saidIn({ from: 'gpt', value: `Let me see. ${call}` }, { from: 'tool', value: named })).toEqual([
      'assistant [{"type":"text","text":"Let me see."}]',
      ...called,
    ])
    const messages = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [{ type: 'text', text: call }] },
      { role: 'tool', content: response },
      { role: 'assistant', content: 'Done' },
    ]
    expect(read({ messages }).said.slice(1, -1)).toEqual(called)
  })

  it('may stand in a list of one function_call', () => {
    const list = '[{"name":"a","arguments":{}},{"name":"b","arguments":{}}]'
    expect(saidIn({ from: 'function_call', value: list })).toEqual(['a {}', 'b {}'])
  })

  it.each([
    ['a call that cannot be read', [{ role: 'assistant', content: '<tool_call><function=lookup></tool_call>' }]],
    ['an output without a call', [{ role: 'tool', content: 'x', tool_call_id: 'q' }]],
  ])('leave open what was called where there is %s', async (_, parts) => {
    const messages = [{ role: 'user', content: 'hi' }, ...parts, { role: 'assistant', content: 'done 1042' }]
    const { text } = await importTalks(readAll({ messages }, 'auto').talks, plain)
    expect(text).toContain('1042')
    expect(text).not.toMatch(/calls: none|function=/)
  })
})

it('reads the parts of Bedrock, whose outputs the user sends back', () => {
  const messages = [
    { role: 'user', content: [{ text: 'Where is 1042?' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 't', name: 'lookup', input: { id: '1042' } } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 't', content: [{ text: 'sent' }], status: 'success' } }] },
    { role: 'assistant', content: [{ text: 'Done 1042' }] },
  ]
  const { said, leftOut } = read({ messages })
  expect([said.slice(1, -1), leftOut]).toEqual([['lookup {"id":"1042"}', 'lookup gave sent'], []])
})
