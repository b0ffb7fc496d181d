import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { importTalks } from '../sessions/import-talks.ts'
import { plain } from '../sessions/talk.fixture.ts'
import { read, readAll } from './trace-file.fixture.ts'
import type { TraceFormat } from './trace-format.ts'

const hi: JsonObject = { role: 'user', content: 'Where is my order 1042?' }
const half: JsonObject = { role: 'assistant', content: 'It is on' }
const attribute = (key: string, value: string): JsonValue => ({ key, value: { stringValue: value } })
const span = (...attributes: JsonValue[]): JsonValue => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [{ traceId: 't', spanId: 's', name: 'chat', startTimeUnixNano: '1764000000000000000', attributes }],
        },
      ],
    },
  ],
})

/** An answer marked as ended early, in the format of each tool. */
const answers: [string, TraceFormat, JsonValue][] = [
  ['a completion', 'openai-chat', { messages: [hi], choices: [{ index: 0, message: half, finish_reason: 'length' }] }],
  [
    'a stream',
    'openai-chat',
    [
      { messages: [hi] },
      {
        ...{ id: 'c', object: 'chat.completion.chunk' },
        choices: [{ index: 0, delta: { content: 'It is on' }, finish_reason: 'content_filter' }],
      },
    ],
  ],
  [
    'a response',
    'openai-responses',
    {
      ...{ object: 'response', status: 'incomplete', input: 'Where is my order 1042?' },
      output: [
        { type: 'message', status: 'incomplete', ...half, content: [{ type: 'output_text', text: 'It is on' }] },
      ],
    },
  ],
  ['generateText', 'ai-sdk', { messages: [hi], result: { text: 'It is on', finishReason: 'length' } }],
  [
    'generateText of version 6, with a call',
    'ai-sdk',
    {
      messages: [hi],
      result: {
        finishReason: { unified: 'error', raw: 'x' },
        response: {
          messages: [{ role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'f' }] }],
        },
      },
    },
  ],
  [
    'steps',
    'ai-sdk',
    { messages: [hi], steps: [{ content: [{ type: 'text', text: 'It is on' }], finishReason: 'length' }] },
  ],
  [
    'a text that was still being written',
    'ai-sdk',
    [
      [
        { ...hi, id: '1' },
        { id: '2', role: 'assistant', parts: [{ type: 'text', text: 'It is on', state: 'streaming' }] },
      ],
    ],
  ],
  [
    'a call that was still being written',
    'ai-sdk',
    [
      [
        { ...hi, id: '1' },
        {
          ...{ id: '2', role: 'assistant' },
          parts: [{ type: 'tool-refund', toolCallId: 't', state: 'input-streaming', input: { order: '1' } }],
        },
      ],
    ],
  ],
  [
    'a call of version 4',
    'ai-sdk',
    [
      [
        { ...hi, id: '1' },
        {
          ...{ id: '2', role: 'assistant', content: '' },
          toolInvocations: [{ state: 'partial-call', toolCallId: 't', toolName: 'refund', args: {} }],
        },
      ],
    ],
  ],
  [
    'messages of a span',
    'otlp',
    span(
      attribute('gen_ai.input.messages', JSON.stringify([hi])),
      attribute('gen_ai.output.messages', JSON.stringify([{ ...half, finish_reason: 'length' }])),
    ),
  ],
  [
    'a span',
    'otlp',
    span(
      attribute('gen_ai.input.messages', JSON.stringify([hi])),
      attribute('gen_ai.output.messages', JSON.stringify([half])),
      attribute('gen_ai.response.finish_reasons', '["max_tokens"]'),
    ),
  ],
  [
    'an observation',
    'langfuse',
    {
      ...{ type: 'GENERATION', id: 'o', traceId: 't', startTime: '2026-05-20T10:00:00Z', input: [hi] },
      output: { choices: [{ message: half, finish_reason: 'length' }] },
    },
  ],
  [
    'a run',
    'langsmith',
    {
      ...{ id: 'r', run_type: 'llm', name: 'd', inputs: { messages: [hi] } },
      outputs: {
        generations: [
          [
            {
              text: 'It is on',
              message: { type: 'ai', content: 'It is on', response_metadata: { stop_reason: 'max_tokens' } },
            },
          ],
        ],
      },
    },
  ],
]

describe('an answer that ended before it was whole', () => {
  it.each(answers)('is expected of nobody: %s', async (_, format, value) => {
    const { talks, told, refused } = read(value, format)
    expect([told, refused]).toEqual([[['user: Where is my order 1042?']], []])
    expect(talks[0]?.leftOut).toEqual([
      expect.stringMatching(/^1 answer that (?:ended as \w+|was still being written)$/),
    ])
    const { text } = await importTalks(talks, plain)
    expect(text ?? '').not.toMatch(/It is on|refund|calls:/)
  })
  it('leaves what tools gave before, and what a later request repeats', () => {
    const call = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }],
    }
    const before = [hi, call, { role: 'tool', tool_call_id: 'c', content: 'S4' }]
    const cut = { thread_id: 't', messages: before, choices: [{ message: half, finish_reason: 'length' }] }
    const done = ['user: Where is my order 1042?', 'call f {}', 'output f: S4']
    expect(read([cut]).told).toEqual([done])
    const thanks = { role: 'user', content: 'Thanks' }
    const next = { message: { role: 'assistant', content: 'Bye' }, finish_reason: 'stop' }
    const later = { thread_id: 't', messages: [...before, half, thanks], choices: [next] }
    expect(read([cut, later]).told).toEqual([[...done, 'assistant: It is on', 'user: Thanks', 'assistant: Bye']])
  })
})

it('tells which side of a span was cut off', () => {
  const cut = JSON.stringify([half]).slice(0, 30)
  const sides = (input: string, output: string): string[] =>
    read([span(attribute('gen_ai.input.messages', input), attribute('gen_ai.output.messages', output))], 'otlp').refused
  expect(sides(JSON.stringify([hi]), cut)).toEqual([expect.stringContaining('the JSON of an output ends')])
  expect(sides(cut, JSON.stringify([half]))).toEqual([expect.stringContaining('the JSON of an input ends')])
})

describe('answers that stand before their requests', () => {
  const chat = (id: string, name: string) => ({
    asked: { custom_id: id, body: { messages: [{ role: 'user', content: `${name} asks` }] } },
    answered: {
      custom_id: id,
      response: { body: { choices: [{ message: { role: 'assistant', content: `for ${name}` } }] } },
    },
  })
  const respond = (id: string, name: string) => ({
    asked: { custom_id: id, body: { input: `${name} asks` } },
    answered: {
      custom_id: id,
      response: {
        body: {
          ...{ object: 'response', status: 'completed' },
          output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: `for ${name}` }] }],
        },
      },
    },
  })
  const talks = ['Ada', 'Bob'].map((name) => [`user: ${name} asks`, `assistant: for ${name}`])
  it.each([
    ['openai-chat', chat],
    ['openai-responses', respond],
  ] as const)('are theirs by their ids, in one file or two: %s', (format, callFor) => {
    const [ada, bob] = [callFor('1', 'Ada'), callFor('2', 'Bob')]
    const lines = (...values: JsonValue[]): string => values.map((each) => JSON.stringify(each)).join('\n')
    const one = { 'all.jsonl': lines(bob.answered, ada.answered, ada.asked, bob.asked) }
    const two = { 'answers.jsonl': lines(bob.answered, ada.answered), 'requests.jsonl': lines(ada.asked, bob.asked) }
    for (const texts of [one, two]) {
      const { told, refused } = readAll(texts, format)
      expect([told.toSorted(), refused]).toEqual([talks, []])
    }
    const alone = readAll({ 'answers.jsonl': lines(bob.answered), 'requests.jsonl': lines(ada.asked) }, format)
    expect(alone.told).toEqual([['user: Ada asks']])
    expect(alone.refused).toEqual([expect.stringContaining('the request of this answer is not')])
  })
})

it('is one conversation with the request that repeats what nobody had answered', () => {
  const says = (role: string, content: string): JsonObject => ({ role, content })
  const all = [hi, says('assistant', 'On its way.'), says('user', 'When?'), says('assistant', 'Soon.')]
  const request = (length: number, end: string | null): JsonObject => ({
    messages: [...all, says('user', 'Thanks')].slice(0, length),
    ...(end === null ? {} : { choices: [{ message: all[length] ?? says('assistant', 'Bye'), finish_reason: end }] }),
  })
  for (const end of [null, 'length'])
    expect(read([request(1, 'stop'), request(3, end), request(5, 'stop')], 'openai-chat').told).toEqual([
      [
        ...['user: Where is my order 1042?', 'assistant: On its way.', 'user: When?', 'assistant: Soon.'],
        ...['user: Thanks', 'assistant: Bye'],
      ],
    ])
})
