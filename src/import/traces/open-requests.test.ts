import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { read, readAll } from './trace-file.fixture.ts'

type Format = 'openai-chat' | 'openai-responses'
const formats: Format[] = ['openai-chat', 'openai-responses']
const message = (role: string, content: string): JsonObject => ({ role, content })

/** A request with these texts, beginning with the user's; `more` identifies it. */
function ask(format: Format, texts: string[], more: JsonObject = {}): JsonObject {
  const messages = texts.map((text, index) => message(index % 2 === 0 ? 'user' : 'assistant', text))
  return format === 'openai-chat'
    ? { model: 'm', messages, ...more }
    : { model: 'm', input: messages, previous_response_id: null, ...more }
}

function answer(format: Format, text: string, more: JsonObject = {}): JsonObject {
  return format === 'openai-chat'
    ? {
        id: `c-${text}`,
        object: 'chat.completion',
        choices: [{ index: 0, message: message('assistant', text) }],
        ...more,
      }
    : { id: `r-${text}`, object: 'response', output: [{ type: 'message', ...message('assistant', text) }], ...more }
}

const both = (one: string, other: string): string[][] => [
  [`user: ask ${one}`, `assistant: ${one}`],
  [`user: ask ${other}`, `assistant: ${other}`],
]

describe.each(formats)('%s, with two requests open at once', (format) => {
  const [request, other] = [ask(format, ['ask a']), ask(format, ['ask b'])]
  it.each(['request_id', 'custom_id', 'correlationId'])('pairs them by %s, in any order', (name) => {
    const of = (id: string): JsonObject => ({ [name]: id })
    const requests = [
      { ...request, ...of('1') },
      { ...other, ...of('2') },
    ]
    for (const answers of [
      [answer(format, 'a', of('1')), answer(format, 'b', of('2'))],
      [answer(format, 'b', of('2')), answer(format, 'a', of('1'))],
    ]) {
      const { told, refused } = read([...requests, ...answers], format)
      expect([told, refused]).toEqual([both('a', 'b'), []])
    }
  })
  it('pairs them by their conversation', () => {
    const of = (id: string): JsonObject => ({ conversation_id: id })
    const values = [
      { ...request, ...of('1') },
      { ...other, ...of('2') },
      answer(format, 'b', of('2')),
      answer(format, 'a', of('1')),
    ]
    expect(read(values, format)).toMatchObject({ told: both('a', 'b'), refused: [] })
  })
  it('refuses both where nothing tells them apart, and pairs those behind them again', () => {
    const values = [
      request,
      other,
      answer(format, 'a'),
      answer(format, 'b'),
      ask(format, ['ask c']),
      answer(format, 'c'),
    ]
    const { told, refused, talks } = read(values, format)
    expect(told.filter((lines) => lines.length > 1)).toEqual([['user: ask c', 'assistant: c']])
    expect(refused).toEqual(
      [3, 4].map((line) => expect.stringMatching(`^traces.jsonl:${line}: several requests are open .*request_id`)),
    )
    expect(talks.map(({ leftOut }) => leftOut)).toEqual([
      ['1 answer that could be that of several requests'],
      ['1 answer that could be that of several requests'],
      [],
    ])
  })
  it('never gives the answer of a request that failed to the next one', () => {
    const { told, refused } = read([request, other, answer(format, 'b')], format)
    expect(told.flat().filter((line) => line.startsWith('assistant'))).toEqual([])
    expect(refused).toHaveLength(1)
  })
  it('knows an answer by the request that goes on from it, however late it was logged', () => {
    const later = ask(format, ['ask a', 'a', 'and now?'])
    const whole = ['user: ask a', 'assistant: a', 'user: and now?', 'assistant: b']
    for (const values of [
      [request, later, answer(format, 'a'), answer(format, 'b')],
      [request, later, answer(format, 'b'), answer(format, 'a')],
    ])
      expect(read(values, format)).toMatchObject({ told: [whole], refused: [] })
    const { told, refused } = read([request, later, answer(format, 'b')], format)
    expect([told.at(-1), refused]).toEqual([whole, []])
  })
  it('takes either of two that asked the same', () => {
    const { told, refused } = read([request, request, answer(format, 'a'), answer(format, 'b')], format)
    expect([told, refused]).toEqual([
      [
        ['user: ask a', 'assistant: a'],
        ['user: ask a', 'assistant: b'],
      ],
      [],
    ])
  })
})

it('pairs the lines of a batch with those of its answers in another file', () => {
  const line = (id: string): JsonValue => ({
    ...{ custom_id: id, method: 'POST', url: '/v1/chat/completions' },
    body: { model: 'm', messages: [message('user', `ask ${id}`)] },
  })
  const answered = (id: string): JsonValue => ({
    ...{ id: `batch_${id}`, custom_id: id },
    response: { status_code: 200, body: answer('openai-chat', id) },
  })
  const lines = (...values: JsonValue[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('')
  const files = { 'input.jsonl': lines(line('a'), line('b')), 'output.jsonl': lines(answered('b'), answered('a')) }
  expect(readAll(files)).toMatchObject({ told: both('a', 'b'), refused: [] })
})

it('pairs a response with the request that it goes on from', () => {
  const first = [ask('openai-responses', ['ask a']), answer('openai-responses', 'a')]
  const open = [
    ask('openai-responses', ['ask b'], { previous_response_id: 'r-a' }),
    ask('openai-responses', ['ask c']),
    answer('openai-responses', 'c', { previous_response_id: null }),
    answer('openai-responses', 'b', { previous_response_id: 'r-a' }),
  ]
  const { told, refused } = read([...first, ...open], 'openai-responses')
  expect([told, refused]).toEqual([
    [
      ['user: ask a', 'assistant: a', 'user: ask b', 'assistant: b'],
      ['user: ask c', 'assistant: c'],
    ],
    [],
  ])
})

describe('streams behind two requests', () => {
  const chunk = (id: string, content: string, end: string | null): JsonObject => ({
    ...{ id, object: 'chat.completion.chunk' },
    choices: [{ index: 0, delta: { content }, finish_reason: end }],
  })
  const event = (type: string, id: string, text = ''): JsonObject => ({
    type: `response.${type}`,
    response: { ...answer('openai-responses', text), id, ...(text === '' ? { output: [] } : {}) },
  })
  it('are refused where nothing tells whose they are', () => {
    const chat = [
      ask('openai-chat', ['ask a']),
      ask('openai-chat', ['ask b']),
      chunk('1', 'a', 'stop'),
      chunk('2', 'b', 'stop'),
    ]
    const responses = [
      ask('openai-responses', ['ask a']),
      ask('openai-responses', ['ask b']),
      event('created', '1'),
      event('completed', '1', 'a'),
      event('created', '2'),
      event('completed', '2', 'b'),
    ]
    for (const [format, values] of [
      ['openai-chat', chat],
      ['openai-responses', responses],
    ] as const) {
      const { told, refused } = read(values, format)
      expect([told.flat(), refused.length]).toEqual([['user: ask a', 'user: ask b'], 2])
    }
  })
  it('may run side by side', () => {
    const of = (id: string): JsonObject => ({ conversation_id: id })
    const requests = ['a', 'b'].map((id) => ({ ...ask('openai-responses', [`ask ${id}`]), ...of(id) }))
    const begun = (id: string): JsonObject => {
      const { response, ...rest } = event('created', id)
      return { ...rest, response: { ...(response as JsonObject), ...of(id) } }
    }
    const { told, refused, talks } = read(
      [...requests, begun('a'), begun('b'), event('completed', 'a', 'a'), event('completed', 'b', 'b')],
      'openai-responses',
    )
    expect([told, refused, talks.flatMap(({ leftOut }) => leftOut)]).toEqual([both('a', 'b'), [], []])
  })
})
