import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { importTalks } from '../sessions/import-talks.ts'
import { plain } from '../sessions/talk.fixture.ts'
import { isCutOff } from './cut-off.ts'
import { read, readText } from './trace-file.fixture.ts'
import { type TraceFormat, traceFormats } from './trace-format.ts'

const message = (role: string, content: string): JsonObject => ({ role, content })
const hi = message('user', 'Where is my order 1042?')
const sound = message('assistant', 'It is on its way.')
const text = JSON.stringify([hi])
const attribute = (key: string, value: string): JsonValue => ({ key, value: { stringValue: value } })

function spanOf(attributes: JsonValue[], more: JsonObject = {}): JsonValue {
  const span = {
    traceId: 't',
    spanId: 's',
    name: 'chat',
    startTimeUnixNano: '1764000000000000000',
    attributes,
    ...more,
  }
  return { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }
}

/** What was said to a model and by it, each as text, in the format of each tool. */
const cases: [string, TraceFormat, (input: string, output: string) => JsonValue][] = [
  [
    'messages',
    'otlp',
    (input, output) => spanOf([attribute('gen_ai.input.messages', input), attribute('gen_ai.output.messages', output)]),
  ],
  [
    'a prompt',
    'otlp',
    (input, output) =>
      spanOf([
        attribute('gen_ai.operation.name', 'chat'),
        attribute('gen_ai.prompt', input),
        attribute('gen_ai.completion', output),
      ]),
  ],
  [
    'the AI SDK',
    'otlp',
    (input, output) =>
      spanOf([
        attribute('ai.operationId', 'ai.generateText.doGenerate'),
        attribute('ai.prompt.messages', input),
        attribute('ai.response.toolCalls', output),
      ]),
  ],
  [
    'parts of an event',
    'otlp',
    (input, output) =>
      spanOf([attribute('gen_ai.operation.name', 'chat')], {
        events: [
          { name: 'gen_ai.user.message', attributes: [attribute('content', input)] },
          { name: 'gen_ai.choice', attributes: [attribute('message', output)] },
        ],
      }),
  ],
  [
    'an observation',
    'langfuse',
    (input, output) => ({
      type: 'GENERATION',
      id: 'o',
      traceId: 't',
      startTime: '2026-05-20T10:00:00Z',
      input,
      output,
    }),
  ],
  [
    'a trace',
    'langfuse',
    (input, output) => ({
      id: 't',
      timestamp: '2026-05-20T10:00:00Z',
      userId: 'u',
      input: { messages: input },
      output,
    }),
  ],
  [
    'a run',
    'langsmith',
    (input, output) => ({ id: 'r', run_type: 'llm', name: 'd', inputs: { input }, outputs: { output } }),
  ],
  [
    'a run in a column',
    'langsmith',
    (input, output) => ({ id: 'r', run_type: 'chain', name: 'd', inputs: input, outputs: output }),
  ],
]

describe.each(cases)('JSON that a limit of length cut off, in %s of %s', (_, format, traceOf) => {
  it.each([
    ['what was asked', text.slice(0, -8), JSON.stringify([sound])],
    ['what was answered', text, JSON.stringify([sound]).slice(0, 40)],
    ['both', text.slice(0, 50), JSON.stringify([sound]).slice(0, 40)],
    ['with dots', `${text.slice(0, 40)}...`, JSON.stringify([sound])],
  ])("is nobody's words: %s", (__, input, output) => {
    const { told, refused } = read([traceOf(input, output)], format)
    expect(told).toEqual([])
    expect(refused).toEqual([
      expect.stringMatching(/^traces\.jsonl:1: the JSON of an (?:in|out)put ends in the middle of a value.*lift /),
    ])
  })
})

it('ends the conversation where a value of it was cut off, and says so', async () => {
  const row = (id: string, input: string, output: string, at: number): JsonValue => ({
    ...{ type: 'GENERATION', id, traceId: id, sessionId: 's', startTime: `2026-05-20T10:0${at}:00Z` },
    ...{ endTime: `2026-05-20T10:0${at}:10Z`, input, output },
  })
  const rows = [
    row('a', text, JSON.stringify(sound), 0),
    row('b', text.slice(0, 40), JSON.stringify(sound), 1),
    row('c', JSON.stringify([message('user', 'Thanks')]), JSON.stringify(message('assistant', 'Bye')), 2),
  ]
  const { talks, told, refused } = read(rows, 'langfuse')
  expect([told, refused.length]).toEqual([[['user: Where is my order 1042?', 'assistant: It is on its way.']], 1])
  expect(talks[0]?.leftOut).toEqual(['1 value that was cut off', '1 message behind what is not whole'])
})

it.each([
  ['[{"role":"user","content":"Wh', true],
  ['{"messages":[{"role":"us', true],
  ['[{"role":"user","content":"Wh…', true],
  ['[{"role":"user"},', true],
  ['[{"role":"user"}]', false],
  ['{"a":1} and more', false],
  ['{"a', true],
  ["{'role': 'user'", false],
  ['[see above', false],
  ['Where is {"it"', false],
  ['', false],
])('knows the beginning of JSON: %s', (value, isCut) => expect(isCutOff(value)).toBe(isCut))

describe('an answer that is not whole', () => {
  const chunk = (content: string, end: string | null = null): JsonObject => ({
    ...{ id: 'c', object: 'chat.completion.chunk' },
    choices: [{ index: 0, delta: { content }, finish_reason: end }],
  })
  const thread = { thread_id: 't' }
  it('is expected of nobody, and the next message is no part of the one before', async () => {
    const { talks, told } = read([
      { ...thread, messages: [hi] },
      { ...chunk('It is'), ...thread },
      { ...thread, messages: [message('user', 'Hello?')] },
      { ...thread, ...chunk('Yes', 'stop'), id: 'd' },
    ])
    expect(told).toEqual([['user: Where is my order 1042?']])
    expect(talks[0]?.leftOut).toEqual(['1 stream that breaks off', '1 message behind what is not whole'])
    const { text: suite } = await importTalks(talks, plain)
    expect(suite ?? '').not.toContain('Yes')
  })
  it('is mended by the whole one, where a later request repeats it', () => {
    const later = [hi, sound, message('user', 'Thanks')]
    const { told } = read([
      { ...thread, messages: [hi] },
      { ...chunk('It is'), ...thread },
      { ...thread, request: { messages: later }, response: { choices: [{ message: message('assistant', 'Bye') }] } },
    ])
    expect(told).toEqual([
      ['user: Where is my order 1042?', 'assistant: It is on its way.', 'user: Thanks', 'assistant: Bye'],
    ])
  })
  it('keeps of a response what came to its end', () => {
    const call = { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{"id":"1042"}' }
    const { told, talks } = read([
      { input: 'Where is it?', stream: true },
      { type: 'response.created', response: { id: 'r', object: 'response', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...call, arguments: '' } },
      { type: 'response.output_item.done', output_index: 0, item: call },
      { type: 'response.output_text.delta', output_index: 1, delta: 'It is' },
    ])
    expect([told, talks[0]?.leftOut]).toEqual([
      [['user: Where is it?', 'call find {"id":"1042"}']],
      ['1 stream that breaks off'],
    ])
  })
  it('is read among lines of JSON, as events or as lines', () => {
    const request = JSON.stringify({ messages: [hi] })
    const events = [chunk('It is on '), chunk('its way.', 'stop')].map((each) => `data: ${JSON.stringify(each)}\n\n`)
    const lines = ['user: Where is my order 1042?', 'assistant: It is on its way.']
    for (const file of [
      `${request}\n${events.join('')}data: [DONE]\n`,
      `: a comment\nevent: begin\ndata: ${request}\n\n${events.join('')}`,
      `${request}\nevent: chunk\nid: 7\n${events.join('')}`,
    ])
      expect(readText(file)).toMatchObject({ told: [lines], refused: [] })
    const broken = readText(`${request}\n${events.join('')}data: {"id":\n`)
    expect(broken.refused).toEqual([expect.stringMatching(/^traces\.jsonl:6: the JSON ends too early/)])
  })
})

describe('JSON of ten thousand levels', () => {
  const deep = (open: string, close: string): string => `${open.repeat(10_000)}1${close.repeat(10_000)}`
  const nested = [deep('[', ']'), deep('{"a":', '}'), deep('[{"messages":', '}]')]
  it('is refused as a file, for what it is', () => {
    for (const each of nested)
      for (const from of [...traceFormats, 'auto'] as const)
        expect(readText(each, from).refused).toEqual([
          expect.stringMatching(/^traces\.jsonl:1: the JSON is nested deeper than 500 levels/),
        ])
  })
  it('is a text where it stands in one', () => {
    for (const each of nested) {
      const values: [TraceFormat, JsonValue][] = [
        [
          'openai-chat',
          {
            messages: [
              { role: 'user', content: each },
              { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'f', arguments: each } }] },
              { role: 'tool', tool_call_id: 'c', content: each },
              sound,
            ],
          },
        ],
        [
          'openai-responses',
          {
            object: 'response',
            input: each,
            output: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: each }],
          },
        ],
        ...cases.map(
          ([, format, traceOf]) => [format, traceOf(each, JSON.stringify([sound]))] as [TraceFormat, JsonValue],
        ),
      ]
      for (const [from, value] of values) expect(read([value], from).refused.join()).not.toContain('stack')
    }
  })
})

describe('what generateText of the AI SDK came to', () => {
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: { id: '1042' } }
  const output = { type: 'tool-result', toolCallId: 'c1', toolName: 'find', output: { type: 'text', value: 'S4' } }
  const messages = [
    { role: 'assistant', content: [call] },
    { role: 'tool', content: [output] },
    { role: 'assistant', content: [{ type: 'text', text: 'It is S4.' }] },
  ]
  const steps = [
    { content: [call, output], finishReason: 'tool-calls', response: { messages: messages.slice(0, 2) } },
    { content: [{ type: 'text', text: 'It is S4.' }], finishReason: 'stop', response: { messages } },
  ]
  const bare = steps.map(({ response: _, ...step }) => step)
  const old = {
    text: 'It is S4.',
    toolCalls: [],
    toolResults: [],
    finishReason: 'stop',
    response: { id: 'x', messages },
  }
  const request = [hi]
  it.each<[string, JsonValue]>([
    ['{ messages, result } with steps', { messages: request, result: { steps, totalUsage: {} } }],
    ['{ messages, result } with steps alone', { messages: request, result: { steps: bare } }],
    ['{ messages, result } of version 4', { messages: request, result: old }],
    ['{ messages, response }', { messages: request, response: { id: 'x', modelId: 'm', messages } }],
    ['{ messages, response } that is the result', { messages: request, response: { steps } }],
    ['{ prompt, result }', { prompt: 'Where is my order 1042?', result: { steps } }],
    ['{ messages, steps }', { messages: request, steps }],
    ['{ messages, result } to which the answer was added', { messages: [...request, ...messages], result: { steps } }],
  ])('is imported: %s', (_, value) => {
    for (const from of ['auto', 'ai-sdk'] as const) {
      const { told, refused, formats } = read([value], from)
      expect([told, refused, formats[0]?.format]).toEqual([
        [['user: Where is my order 1042?', 'call find {"id":"1042"}', 'output find: S4', 'assistant: It is S4.']],
        [],
        'ai-sdk',
      ])
    }
  })
  it('is a reply where it is nothing else', () => {
    const value = { messages: request, result: { text: 'It is S4.', finishReason: 'stop' } }
    expect(read([value]).told).toEqual([['user: Where is my order 1042?', 'assistant: It is S4.']])
  })
})
