import type { JsonObject, JsonValue } from '../../base/json/json.ts'

/**
 * One conversation as each tool records it: the user asks about two cities and sends an image; the agent makes
 * two parallel calls of a tool, of which the second fails and is answered first.
 */

const prompt = 'You know the weather.'
const question = 'How is the weather in Berlin and Oslo?'
const picture = 'https://x.example/sky.png'
const answer = 'Berlin has 21 degrees, Oslo I cannot tell.'
const cities = [
  { id: 'c1', city: 'Berlin', output: '21 degrees', failed: false },
  { id: 'c2', city: 'Oslo', output: 'no such city', failed: true },
]
const late = [...cities].reverse()

const chatUser: JsonObject = {
  role: 'user',
  content: [
    { type: 'text', text: question },
    { type: 'image_url', image_url: { url: picture } },
  ],
}
const chatSystem: JsonObject = { role: 'system', content: prompt }
const chatCalls: JsonObject = {
  role: 'assistant',
  content: null,
  tool_calls: cities.map(({ id, city }) => ({
    id,
    type: 'function',
    function: { name: 'get_weather', arguments: JSON.stringify({ city }) },
  })),
}
const chatOutputs: JsonObject[] = late.map(({ id, output }) => ({ role: 'tool', tool_call_id: id, content: output }))
const ending: JsonObject[] = [
  { role: 'assistant', content: answer },
  { role: 'user', content: 'Thanks' },
  { role: 'assistant', content: 'You are welcome' },
]
const chatMessages: JsonObject[] = [chatSystem, chatUser, chatCalls, ...chatOutputs, ...ending]

/** A list of messages. */
export const chat: JsonObject[] = [{ messages: chatMessages }]

/** Requests with completions, as a proxy logs them. */
export const chatLog: JsonObject[] = [2, 5, 7].map((count) => ({
  created_at: '2026-11-01T10:00:00Z',
  request: { model: 'gpt-5', messages: chatMessages.slice(0, count) },
  response: {
    id: `chatcmpl-${count}`,
    object: 'chat.completion',
    created: 1_761_991_200,
    choices: [{ index: 0, message: { refusal: null, ...chatMessages[count] }, finish_reason: 'stop' }],
  },
}))

/** A message with one call. */
export function chatCall(id: string, args = '{}'): JsonObject {
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: args } }],
  }
}

/** A streamed completion after its request. */
export const chunks: JsonObject[] = [
  { model: 'gpt-5', stream: true, messages: [{ role: 'user', content: 'Berlin?' }] },
  ...[
    { role: 'assistant', content: '' },
    { content: 'Let me ' },
    { content: 'see' },
    { tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '' } }] },
    { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
    {
      tool_calls: [
        { index: 1, id: 'c2', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
      ],
    },
    { tool_calls: [{ index: 0, function: { arguments: '"Berlin"}' } }] },
  ].map((delta) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: null }],
  })),
  {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }],
  },
]

const itemUser: JsonObject = {
  type: 'message',
  role: 'user',
  content: [
    { type: 'input_text', text: question },
    { type: 'input_image', image_url: picture, detail: 'auto' },
  ],
}
const itemCalls: JsonObject[] = cities.map(({ id, city }) => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'get_weather',
  arguments: JSON.stringify({ city }),
  status: 'completed',
}))
const itemOutputs: JsonObject[] = late.map(({ id, output }) => ({ type: 'function_call_output', call_id: id, output }))

function itemSaid(text: string): JsonObject {
  return {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  }
}

/** Responses, each of which refers to the previous one. */
export const responses: JsonObject[] = [
  { input: [itemUser], output: [{ type: 'reasoning', id: 'rs_1', summary: [] }, ...itemCalls] },
  { input: itemOutputs, output: [itemSaid(answer)] },
  { input: 'Thanks', output: [itemSaid('You are welcome')] },
].map(({ input, output }, index) => ({
  id: `resp_${index}`,
  object: 'response',
  status: 'completed',
  instructions: prompt,
  previous_response_id: index === 0 ? null : `resp_${index - 1}`,
  input,
  output,
}))

/** The items of a conversation, as they are listed. */
export const responseItems: JsonObject[] = [
  {
    object: 'list',
    has_more: false,
    data: [
      itemUser,
      ...itemCalls,
      ...itemOutputs,
      itemSaid(answer),
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Thanks' }] },
      itemSaid('You are welcome'),
    ].reverse(),
  },
]

/** The events of a streamed response. */
export const responseEvents: JsonObject[] = [
  {
    type: 'response.created',
    response: { id: 'resp_9', object: 'response', status: 'in_progress', instructions: prompt, output: [] },
  },
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { type: 'function_call', id: 'fc', call_id: 'c1', name: 'get_weather', arguments: '' },
  },
  { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"city":' },
  { type: 'response.function_call_arguments.delta', output_index: 0, delta: '"Berlin"}' },
  { type: 'response.output_item.added', output_index: 1, item: { type: 'message', role: 'assistant', content: [] } },
  { type: 'response.output_text.delta', output_index: 1, delta: 'Sun' },
  { type: 'response.output_text.delta', output_index: 1, delta: 'ny' },
  {
    type: 'response.completed',
    response: {
      id: 'resp_9',
      object: 'response',
      status: 'completed',
      output: [itemCalls[0] as JsonObject, itemSaid('Sunny')],
    },
  },
]

/** A response that two others continue. */
export const branches: JsonObject[] = [
  ['r1', null, 'Hi', 'Hello'],
  ['r2', 'r1', 'A', 'To A'],
  ['r3', 'r1', 'B', 'To B'],
].map(([id, previous, input, text]) => ({
  id: id ?? '',
  object: 'response',
  status: 'completed',
  previous_response_id: previous ?? null,
  input: input ?? '',
  output: [itemSaid(text ?? '')],
}))

/** `ModelMessage[]`, in a file of its own. */
export const modelMessages: JsonObject[] = [
  {
    messages: [
      chatSystem,
      {
        role: 'user',
        content: [
          { type: 'text', text: question },
          { type: 'image', image: picture, mediaType: 'image/png' },
        ],
      },
      {
        role: 'assistant',
        content: cities.map(({ id, city }) => ({
          type: 'tool-call',
          toolCallId: id,
          toolName: 'get_weather',
          input: { city },
        })),
      },
      {
        role: 'tool',
        content: late.map(({ id, output, failed }) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: 'get_weather',
          output: { type: failed ? 'error-text' : 'text', value: output },
        })),
      },
      { role: 'assistant', content: [{ type: 'text', text: answer }] },
      { role: 'user', content: 'Thanks' },
      { role: 'assistant', content: 'You are welcome' },
    ],
  },
]

/** `UIMessage[]` of a chat. */
export const uiMessages: JsonObject[] = [
  {
    id: 'chat-1',
    messages: [
      {
        id: 'm1',
        role: 'user',
        parts: [
          { type: 'text', text: question },
          { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' },
        ],
      },
      {
        id: 'm2',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          ...cities.map(({ id, city, output, failed }) => ({
            type: failed ? 'dynamic-tool' : 'tool-get_weather',
            ...(failed ? { toolName: 'get_weather' } : {}),
            toolCallId: id,
            input: { city },
            ...(failed ? { state: 'output-error', errorText: output } : { state: 'output-available', output }),
          })),
          { type: 'step-start' },
          { type: 'text', text: answer, state: 'done' },
        ],
      },
      { id: 'm3', role: 'user', parts: [{ type: 'text', text: 'Thanks' }] },
      {
        id: 'm4',
        role: 'assistant',
        parts: [{ type: 'step-start' }, { type: 'text', text: 'You are welcome', state: 'done' }],
      },
    ],
  },
]

type Values = Record<string, string | number>

const start = Date.UTC(2026, 10, 1, 10)

/** A time so many seconds after the beginning, in nanoseconds. */
function nano(seconds: number): string {
  return `${BigInt(start + seconds * 1_000) * 1_000_000n}`
}

function iso(seconds: number): string {
  return new Date(start + seconds * 1_000).toISOString()
}

function span(id: string, parent: string, from: number, to: number, values: Values, more: JsonObject = {}): JsonObject {
  const attributes = Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: `${value}` } : { stringValue: value },
  }))
  const frame = {
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId: id,
    parentSpanId: parent,
    name: `span ${id}`,
    kind: 3,
  }
  return { ...frame, startTimeUnixNano: nano(from), endTimeUnixNano: nano(to), attributes, status: {}, ...more }
}

function exported(...spans: JsonObject[]): JsonObject[] {
  const scopeSpans = [{ scope: { name: 'test' }, spans }]
  return [{ resourceSpans: [{ resource: { attributes: [] }, scopeSpans }] }]
}

const durations = [0.7, 0.5]
const toolSpans: JsonObject[] = cities.map(({ id, city, output, failed }, index) =>
  span(
    `ee00000000000${id}`,
    '',
    1,
    1 + (durations[index] ?? 0),
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.call.arguments': JSON.stringify({ city }),
      ...(failed ? {} : { 'gen_ai.tool.call.result': output }),
    },
    failed ? { status: { code: 2, message: output } } : {},
  ),
)

const genaiMessages: JsonObject[] = [
  {
    role: 'user',
    parts: [
      { type: 'text', content: question },
      { type: 'uri', modality: 'image', mime_type: 'image/png', uri: picture },
    ],
  },
  {
    role: 'assistant',
    parts: cities.map(({ id, city }) => ({ type: 'tool_call', id, name: 'get_weather', arguments: { city } })),
  },
  ...late.map(({ id, output }) => ({ role: 'tool', parts: [{ type: 'tool_call_response', id, response: output }] })),
  ...ending.map(({ role, content }) => ({ role: role ?? '', parts: [{ type: 'text', content: content ?? '' }] })),
]

/** The model's requests: the number of messages, and the begin and end in seconds. */
const modelCalls = [
  { heard: 1, from: 0, to: 1 },
  { heard: 4, from: 2, to: 4 },
  { heard: 6, from: 10, to: 11 },
]

/** Spans by the current conventions. */
export const otlp: JsonObject[] = exported(
  ...modelCalls.map(({ heard, from, to }) =>
    span(`aa0000000000000${heard}`, '', from, to, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': 'conv-1',
      'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: prompt }]),
      'gen_ai.input.messages': JSON.stringify(genaiMessages.slice(0, heard)),
      'gen_ai.output.messages': JSON.stringify([{ ...genaiMessages[heard], finish_reason: 'stop' }]),
    }),
  ),
  ...toolSpans,
)

function flat(prefix: string, message: JsonObject): Values {
  const { role, content, tool_calls: calls, tool_call_id: id } = message
  const text = typeof content === 'string' ? content : content === null ? undefined : JSON.stringify(content)
  const values: Values = { [`${prefix}.role`]: String(role) }
  if (text !== undefined) values[`${prefix}.content`] = text
  if (typeof id === 'string') values[`${prefix}.tool_call_id`] = id
  for (const [index, call] of (Array.isArray(calls) ? calls : []).entries()) {
    const { id: callId, function: inner } = call as { id: string; function: { name: string; arguments: string } }
    values[`${prefix}.tool_calls.${index}.id`] = callId
    values[`${prefix}.tool_calls.${index}.name`] = inner.name
    values[`${prefix}.tool_calls.${index}.arguments`] = inner.arguments
  }
  return values
}

/** Flat attributes, as OpenLLMetry writes them. */
export const openllmetry: JsonObject[] = exported(
  ...[2, 5, 7].map((position) =>
    span(`bb0000000000000${position}`, '', position, position + 1, {
      'llm.request.type': 'chat',
      'gen_ai.system': 'OpenAI',
      'traceloop.association.properties.session_id': 'conv-2',
      ...Object.assign(
        {},
        ...chatMessages.slice(0, position).map((message, index) => flat(`gen_ai.prompt.${index}`, message)),
      ),
      ...flat('gen_ai.completion.0', chatMessages[position] ?? {}),
      'gen_ai.completion.0.finish_reason': 'stop',
    }),
  ),
)

function eventOf(message: JsonObject): JsonObject {
  const { role, content, tool_calls: calls, tool_call_id: id } = message
  const values: Values = {
    ...(content === null || content === undefined
      ? {}
      : { content: typeof content === 'string' ? content : JSON.stringify(content) }),
    ...(calls === undefined ? {} : { tool_calls: JSON.stringify(calls) }),
    ...(typeof id === 'string' ? { id } : {}),
  }
  const attributes = Object.entries(values).map(([key, value]) => ({ key, value: { stringValue: String(value) } }))
  return { name: `gen_ai.${String(role)}.message`, timeUnixNano: nano(0), attributes }
}

/** Messages as events of spans, as in earlier conventions. */
export const otlpEvents: JsonObject[] = exported(
  ...[2, 5, 7].map((index) => {
    const choice = {
      name: 'gen_ai.choice',
      timeUnixNano: nano(index),
      attributes: [
        { key: 'index', value: { intValue: '0' } },
        { key: 'message', value: { stringValue: JSON.stringify(chatMessages[index]) } },
      ],
    }
    const events = [...chatMessages.slice(0, index).map(eventOf), choice]
    return span(
      `cc0000000000000${index}`,
      '',
      index,
      index + 1,
      { 'gen_ai.operation.name': 'chat', 'gen_ai.conversation.id': 'conv-3' },
      { events },
    )
  }),
)

/** A trace for each turn, in one session. */
export const langfuse: JsonObject[] = [modelCalls.slice(0, 2), modelCalls.slice(2)].map((calls, turn) => ({
  id: `trace-${turn}`,
  name: 'weather-desk',
  sessionId: 'session-1',
  timestamp: iso(turn * 10),
  input: null,
  output: null,
  observations: [
    ...calls.map(({ heard, from, to }) => ({
      id: `g-${heard}`,
      traceId: `trace-${turn}`,
      type: 'GENERATION',
      startTime: iso(from),
      endTime: iso(to),
      level: 'DEFAULT',
      input: JSON.stringify({ messages: chatMessages.slice(0, heard + 1) }),
      output: chatMessages[heard + 1] ?? null,
    })),
    ...(turn === 0 ? cities : []).map(({ id, city, output, failed }, index) => ({
      id: `t-${id}`,
      traceId: `trace-${turn}`,
      type: 'TOOL',
      name: 'get_weather',
      startTime: iso(1),
      endTime: iso(1 + (durations[index] ?? 0)),
      level: failed ? 'ERROR' : 'DEFAULT',
      statusMessage: failed ? output : null,
      input: { city },
      output: failed ? null : output,
    })),
  ],
}))

/** A turn recorded by its trace alone. */
export function langfuseTurn(turn: number): JsonObject {
  return {
    id: `t${turn}`,
    name: 'desk',
    sessionId: null,
    userId: null,
    timestamp: iso(turn * 60),
    input: 'yes',
    output: 'ok',
  }
}

function generation(id: string, at: number, input: JsonObject[], output: JsonValue): JsonObject {
  return { id, traceId: 'tr', type: 'GENERATION', startTime: iso(at), endTime: iso(at + 1), input, output }
}

const asksHi: JsonObject = { role: 'user', content: 'Hi' }

/** Besides the conversation, a model makes up a title for it. */
export const langfuseWithTitle: JsonObject[] = [
  {
    id: 'tr',
    name: 'desk',
    timestamp: iso(0),
    observations: [
      generation('1', 0, [{ role: 'user', content: 'Find a title for: Hi' }], 'A greeting'),
      generation('2', 1, [asksHi], chatCall('c1')),
      generation('3', 3, [asksHi, chatCall('c1'), { role: 'tool', tool_call_id: 'c1', content: 'x' }], {
        role: 'assistant',
        content: 'Done',
      }),
    ],
  },
]

function dump(name: string, kwargs: JsonObject): JsonObject {
  return { lc: 1, type: 'constructor', id: ['langchain', 'schema', 'messages', name], kwargs }
}

const langchain: JsonObject[] = [
  dump('SystemMessage', { content: prompt }),
  dump('HumanMessage', { content: chatUser.content ?? null }),
  dump('AIMessage', {
    content: '',
    additional_kwargs: { tool_calls: chatCalls.tool_calls ?? null },
    tool_calls: cities.map(({ id, city }) => ({ name: 'get_weather', args: { city }, id, type: 'tool_call' })),
  }),
  ...late.map(({ id, output, failed }) =>
    dump('ToolMessage', { content: output, tool_call_id: id, status: failed ? 'error' : 'success' }),
  ),
  dump('AIMessage', { content: answer }),
  dump('HumanMessage', { content: 'Thanks' }),
  dump('AIMessage', { content: 'You are welcome' }),
]

function run(id: string, kind: string, from: number, to: number, more: JsonObject): JsonObject {
  const frame = {
    trace_id: 'root',
    session_id: 'the-project',
    error: null,
    extra: { metadata: { thread_id: 'thread-1' } },
  }
  // Python writes UTC timestamps without a zone.
  const times = { start_time: iso(from).replace('Z', '000'), end_time: iso(to).replace('Z', '000') }
  return { id, name: id, run_type: kind, parent_run_id: id === 'root' ? null : 'root', ...times, ...frame, ...more }
}

/** Runs, one per line. */
export const langsmith: JsonObject[] = [
  run('root', 'chain', 0, 12, {
    name: 'weather-desk',
    inputs: { input: question },
    outputs: { output: 'You are welcome' },
  }),
  ...modelCalls.map(({ heard, from, to }) =>
    run(`llm-${heard}`, 'llm', from, to, {
      inputs: { messages: [langchain.slice(0, heard + 1)] },
      outputs: {
        generations: [[{ text: '', type: 'ChatGeneration', message: langchain[heard + 1] ?? null }]],
        llm_output: null,
      },
    }),
  ),
  ...cities.map(({ city, output, failed }, index) =>
    run(`tool-${city}`, 'tool', 1, 1 + (durations[index] ?? 0), {
      name: 'get_weather',
      inputs: { input: `{'city': '${city}'}` },
      outputs: failed ? null : { output },
      error: failed ? output : null,
    }),
  ),
]

/** An agent whose turns are spans, with nothing recorded of its models, and tools below. */
export const agentSpans: JsonObject[] = exported(
  ...[
    { id: 'd1', at: 0, said: 'Hi', answered: 'Sorry' },
    { id: 'd2', at: 10, said: 'Again', answered: 'Fine' },
  ].map(({ id, at, said, answered }) =>
    span(id, '', at, at + 5, {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'desk',
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: said }] }]),
      'gen_ai.output.messages': JSON.stringify([
        { role: 'assistant', parts: [{ type: 'text', content: answered }], finish_reason: 'stop' },
      ]),
    }),
  ),
  span(
    'e1',
    'd1',
    1,
    2,
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'f', 'gen_ai.tool.call.arguments': '{"a":1}' },
    {
      status: { code: 2 },
      events: [{ name: 'exception', attributes: [{ key: 'exception.message', value: { stringValue: 'it broke' } }] }],
    },
  ),
)

/** Spans whose content was not recorded. */
export const withoutContent: JsonObject[] = exported(
  span('f1', '', 0, 1, { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' }),
)

/** Personal data in words, arguments, outputs, and in the name of a role. */
export const privateChat: JsonObject[] = [
  {
    id: 'ermintrude-1',
    messages: [
      { role: 'system', content: 'You talk with Ermintrude Falkenrath.' },
      { role: 'user', content: 'I am Ermintrude Falkenrath, call me at 0170 555 12 34, my pin is 4711' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"name":"Ermintrude Falkenrath"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"phone":"+491705551234","name":"Ermintrude Falkenrath"}' },
      { role: 'assistant', content: 'Hello Ermintrude' },
      { role: 'Ermintrude', content: 'x' },
    ],
  },
]
