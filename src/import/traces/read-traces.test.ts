import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { pairCalls } from '../../engine/transcript/tool-call.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { importTalks } from '../sessions/import-talks.ts'
import { plain } from '../sessions/talk.fixture.ts'
import { sliceTurns } from '../sessions/talk.ts'
import { formatOf } from './read-traces.ts'
import { read, readText, withFiles } from './trace-file.fixture.ts'
import type { TraceFormat } from './trace-format.ts'
import * as traces from './traces.fixture.ts'

/** What every format must give for the same conversation: two parallel calls, one of which fails, and an image. */
const weather = [
  'user: How is the weather in Berlin and Oslo? [image image/png]',
  'call get_weather {"city":"Berlin"}',
  'call get_weather {"city":"Oslo"}',
  'error get_weather: no such city',
  'output get_weather: 21 degrees',
  'assistant: Berlin has 21 degrees, Oslo I cannot tell.',
  'user: Thanks',
  'assistant: You are welcome',
]

describe('parallel calls, outputs in another order, a failure, an image and a prompt', () => {
  it.each([
    ['openai-chat', 'a conversation', traces.chat, ['1 system prompt']],
    ['openai-chat', 'requests that repeat the history', traces.chatLog, ['1 system prompt']],
    ['openai-responses', 'a chain', traces.responses, ['1 system prompt']],
    ['openai-responses', 'the items of a conversation, newest first', traces.responseItems, []],
    ['ai-sdk', 'ModelMessage', traces.modelMessages, ['1 system prompt']],
    ['ai-sdk', 'UIMessage', traces.uiMessages, []],
    ['otlp', 'the conventions of today', traces.otlp, ['1 system prompt']],
    ['otlp', 'OpenLLMetry', traces.openllmetry, ['1 system prompt']],
    ['otlp', 'events', traces.otlpEvents, ['1 system prompt']],
    ['langfuse', 'a trace for each turn', traces.langfuse, ['1 system prompt']],
    ['langsmith', 'runs', traces.langsmith, ['1 system prompt']],
  ] as const)('%s, %s', (format, _, values, leftOut) => {
    const { talks, refused, told, formats } = read(values as unknown as JsonValue[])
    expect([refused, formats.map((each) => each.format)]).toEqual([[], [format]])
    const mute = format.startsWith('openai') || values === traces.openllmetry || values === traces.otlpEvents
    // Not every format records the order of outputs, or their failures.
    const order = (lines: readonly string[]): string[] => [...lines].sort()
    const expected = mute ? weather.map((line) => line.replace(/^error/, 'output')) : weather
    expect(order(told[0] ?? [])).toEqual(order(expected))
    expect((told[0] ?? []).map((line) => line.split(' ')[0]?.replace('error', 'output'))).toEqual(
      weather.map((line) => line.split(' ')[0]?.replace('error', 'output')),
    )
    expect(talks.map((talk) => talk.leftOut)).toEqual([leftOut])
    const { calls, orphans } = pairCalls(talks[0]?.session.transcript ?? [])
    expect([calls.map(({ output }) => output?.text), orphans]).toEqual([['21 degrees', 'no such city'], []])
  })
})

describe('streams', () => {
  it('puts chunks together, with the request before them, as JSON lines and as events', () => {
    const expected = [
      [
        'user: Berlin?',
        'assistant: Let me see',
        'call get_weather {"city":"Berlin"}',
        'call get_weather {"city":"Oslo"}',
      ],
    ]
    expect(read(traces.chunks).told).toEqual(expected)
    const events = traces.chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    const { told, refused, formats } = readText(`${events.join('')}data: [DONE]\n\n`, 'auto', 'stream.txt')
    expect([told, refused, formats[0]?.format]).toEqual([expected, [], 'openai-chat'])
  })
  it('says so where a stream breaks off', () => {
    const { talks, told } = read(traces.chunks.slice(0, 4))
    expect([told, talks[0]?.leftOut]).toEqual([[['user: Berlin?']], ['1 stream that breaks off']])
  })
  it('puts events of a response together, whether or not it was completed', () => {
    const expected = ['user: Berlin?', 'call get_weather {"city":"Berlin"}', 'assistant: Sunny']
    const request = { model: 'gpt-5', input: 'Berlin?', stream: true }
    const whole = read([request, ...traces.responseEvents])
    expect([whole.told, whole.talks[0]?.leftOut]).toEqual([[expected], ['1 system prompt']])
    const broken = read([request, ...traces.responseEvents.slice(0, -1)])
    expect([broken.told, broken.talks[0]?.leftOut]).toEqual([
      [expected.slice(0, 1)],
      ['1 system prompt', '1 stream that breaks off'],
    ])
  })
})

describe('what is odd', () => {
  const messages = (...list: JsonValue[]): JsonValue => ({ messages: list })
  const hi = { role: 'user', content: 'Hi' }
  const hello = { role: 'assistant', content: 'Hello' }
  it.each([
    [
      'a call without an output',
      messages(hi, traces.chatCall('c1'), hello),
      ['user: Hi', 'call f {}', 'assistant: Hello'],
      [],
    ],
    [
      'an output without a call',
      messages(hi, { role: 'tool', tool_call_id: 'c9', content: 'x' }, hello),
      ['user: Hi', 'output unknown: x', 'assistant: Hello'],
      [],
    ],
    [
      'a legacy call',
      messages(
        hi,
        { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
        { role: 'function', name: 'f', content: 'x' },
        hello,
      ),
      ['user: Hi', 'call f {"a":1}', 'output f: x', 'assistant: Hello'],
      [],
    ],
    [
      'arguments that are no JSON',
      messages(hi, traces.chatCall('c1', '{"a":'), hello),
      ['user: Hi', 'call f {"arguments":"{\\"a\\":"}', 'assistant: Hello'],
      [],
    ],
    ['empty content', messages(hi, { role: 'assistant', content: '' }), ['user: Hi', 'assistant: '], []],
    [
      'content that is null',
      messages(hi, { role: 'assistant', content: null }, hello),
      ['user: Hi', 'assistant: Hello'],
      [],
    ],
    [
      'a refusal',
      messages(hi, { role: 'assistant', content: null, refusal: 'I cannot' }),
      ['user: Hi', 'assistant: I cannot'],
      [],
    ],
    [
      'an unknown role',
      messages(hi, hello, { role: 'critic', content: 'bad' }),
      ['user: Hi', 'assistant: Hello'],
      ['1 message of the role critic'],
    ],
    [
      'a role that is no word',
      messages(hi, hello, { role: 'Ms Li, 0170 5551234', content: 'bad' }),
      ['user: Hi', 'assistant: Hello'],
      ['1 message of the role that nobody knows'],
    ],
    [
      'unknown parts',
      messages(
        { role: 'user', content: [{ type: 'text', text: 'Hi' }, { type: 'hologram' }, { type: 'hologram' }] },
        hello,
      ),
      ['user: Hi', 'assistant: Hello'],
      ['2 parts of the type hologram'],
    ],
    [
      'a developer prompt',
      messages({ role: 'developer', content: 'Be brief' }, hi, hello),
      ['user: Hi', 'assistant: Hello'],
      ['1 system prompt'],
    ],
    [
      'audio and files',
      messages(
        {
          role: 'user',
          content: [
            { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
            { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
          ],
        },
        hello,
      ),
      ['user: [audio audio/wav] [file application/pdf]', 'assistant: Hello'],
      [],
    ],
  ] as [string, JsonValue, string[], string[]][])('%s', async (_, value, lines, leftOut) => {
    const { told, talks, refused } = read(value, 'openai-chat')
    expect([told, talks[0]?.leftOut, refused]).toEqual([[lines], leftOut, []])
    const { refused: undrafted, text } = await importTalks(talks, plain)
    expect(undrafted).toEqual([])
    for (const each of leftOut) expect(text).toContain(`# left out: ${each}`)
  })
  it('keeps conversations of one file apart, and joins what goes on from one of them', () => {
    const lines = [
      { request: messages(hi), response: { choices: [{ message: hello }] } },
      { request: messages({ role: 'user', content: 'Ho' }), response: { choices: [{ message: hello }] } },
      {
        request: messages(hi, hello, { role: 'user', content: 'Bye' }),
        response: { choices: [{ message: { role: 'assistant', content: 'Goodbye' } }] },
      },
    ]
    expect(read(lines).told).toEqual([
      ['user: Hi', 'assistant: Hello', 'user: Bye', 'assistant: Goodbye'],
      ['user: Ho', 'assistant: Hello'],
    ])
  })
  it('takes the same question twice in a conversation for two', () => {
    const again = messages(hi, hello, hi, hello)
    expect(read([again], 'openai-chat').told[0]).toEqual([
      'user: Hi',
      'assistant: Hello',
      'user: Hi',
      'assistant: Hello',
    ])
    const turns = [0, 1].map((turn) => ({ ...traces.langfuseTurn(turn), sessionId: 's' }))
    expect(read(turns).told).toEqual([['user: yes', 'assistant: ok', 'user: yes', 'assistant: ok']])
  })
  it('leaves calls of models aside that lead nowhere', () => {
    const { told, talks } = read(traces.langfuseWithTitle)
    expect([told, talks[0]?.leftOut]).toEqual([
      [['user: Hi', 'call f {}', 'output f: x', 'assistant: Done']],
      ['1 model call beside the conversation'],
    ])
  })
  it('follows a chain of responses into each of its branches', () => {
    const { told, talks } = read(traces.branches)
    expect(told).toEqual([
      ['user: Hi', 'assistant: Hello', 'user: A', 'assistant: To A'],
      ['user: Hi', 'assistant: Hello', 'user: B', 'assistant: To B'],
    ])
    expect(read(traces.branches.slice(1, 2)).talks[0]?.leftOut).toEqual(['1 response before the first that is here'])
    expect(talks.map(({ session }) => session.sessionId)).toEqual(['r1', 'r1#2'])
  })
})

describe('times', () => {
  it('become latencies, of tools as well, whether they are nanoseconds or ISO 8601', () => {
    for (const values of [traces.otlp, traces.langfuse, traces.langsmith] as unknown as JsonValue[][]) {
      const [talk] = read(values).talks
      const [turn] = sliceTurns(talk?.session.transcript ?? []).turns
      const view = viewTurn(turn?.entries ?? [])
      expect([view.replyMs, view.calls.map(({ output }) => output?.executionTimeMs)]).toEqual([4_000, [700, 500]])
    }
  })
  it('that are not known are made up alike everywhere, and nothing is expected of them', async () => {
    const [talk] = read(traces.chat as unknown as JsonValue[]).talks
    expect(talk?.session.time).toBe('2026-01-01T00:00:00.000Z')
    const { text } = await importTalks(read(traces.otlp as unknown as JsonValue[]).talks, plain)
    expect(text).not.toContain('latency')
  })
})

describe('tools that only their spans know', () => {
  it('become calls at their time, with the spans of agents as turns', () => {
    const { told, talks } = read(traces.agentSpans)
    expect(told).toEqual([
      ['user: Hi', 'call f {"a":1}', 'error f: it broke', 'assistant: Sorry', 'user: Again', 'assistant: Fine'],
    ])
    expect(talks[0]?.session.agentDetails.name).toBe('desk')
  })
  it('says that nothing was recorded, and how to record it', () => {
    expect(read(traces.withoutContent).refused[0]).toContain('CAPTURE_MESSAGE_CONTENT')
  })
})

describe('what the file is', () => {
  const line = (value: unknown): string => `${JSON.stringify(value)}\n`
  it('is told where another format was named', () => {
    expect(read(traces.otlp as unknown as JsonValue[], 'langfuse').refused).toEqual([
      'traces.jsonl:1: the file looks like otlp (resourceSpans), and not like langfuse (import it with --from otlp)',
    ])
  })
  it('is refused where it is two things, or none', () => {
    const two = readText(line(traces.langsmith[0]) + line(traces.otlp[0]))
    expect(two.refused).toEqual([
      'traces.jsonl:1: the file could be several things: langsmith (run_type) and otlp (resourceSpans) (give each a file of its own, or name one with --from)',
    ])
    expect(readText(line({ name: 'tableread', version: 1 })).refused[0]).toMatch(
      /^traces\.jsonl:1: this is no trace and no session that Tableread knows: an object with name, version \(looked for: openai-chat, /,
    )
  })
  it('is a session as before, where it is one', () => {
    const { formats, talks } = read({ id: 'd', turns: [{ user: 'Hi', calls: [], assistant: 'Hello' }] })
    expect([formats[0]?.format, talks.length]).toEqual(['session', 1])
  })
  it("is nobody's where it is broken", () => {
    const broken = '{"resourceSpans": ['
    expect(readText(broken).refused[0]).toContain('the JSON ends too early')
    expect(withFiles({ 'traces.jsonl': broken }, ([path = '']) => formatOf(path))).toBe(null)
    for (const from of ['openai-chat', 'openai-responses', 'ai-sdk', 'otlp', 'langfuse', 'langsmith'] as const)
      expect(readText('{"a":1}\n', from).refused.length).toBe(1)
  })
})

it('masks what is private in any of them, and in notes', async () => {
  const talk = read(traces.privateChat, 'openai-chat').talks
  const { text, recordings } = await importTalks(talk, { ...plain, recordings: true })
  for (const suiteText of [text, JSON.stringify(recordings)])
    expect(suiteText).not.toMatch(/Ermintrude|falkenrath|555 ?12|4711/i)
  expect(text).toContain('Badan Delor')
})

const who = 'kunigunde.berg@web.example'
const about = { customer_name: 'Kunigunde Berg', conversation_id: who }
const attribute = (key: string, value: string): JsonValue => ({ key, value: { stringValue: value } })
const message = (role: string, content: string): JsonValue => ({ role, content })
const dialogue = [message('user', 'order 1042'), message('assistant', 'It is SHIP42, Kunigunde Berg')]
const [question = null, answered = null] = dialogue

describe('whom the metadata of a trace name, and its id', () => {
  it.each<[string, JsonValue]>([
    [
      'openai-chat',
      { request: { messages: [question], metadata: about }, response: { choices: [{ message: answered }] } },
    ],
    ['openai-chat', { messages: dialogue, metadata: about }],
    ['openai-responses', { id: 'resp_1', object: 'response', metadata: about, input: [question], output: [answered] }],
    ['ai-sdk', { id: who, metadata: about, messages: dialogue }],
    [
      'langfuse',
      {
        ...{ id: 't1', timestamp: '2026-05-20T10:00:00.000Z', name: 'desk', sessionId: who, userId: who },
        ...{ input: 'order 1042', output: 'It is SHIP42, Kunigunde Berg', observations: [], metadata: about },
      },
    ],
    [
      'langsmith',
      {
        ...{ id: 'r1', run_type: 'llm', name: 'desk', extra: { metadata: { ...about, thread_id: who } } },
        ...{ inputs: { messages: [question] }, outputs: { messages: [answered] } },
      },
    ],
    [
      'otlp',
      {
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: [
                  {
                    ...{ traceId: 't', spanId: 's', name: 'chat', startTimeUnixNano: '1764000000000000000' },
                    attributes: [
                      attribute('gen_ai.conversation.id', who),
                      attribute('user.full_name', 'Kunigunde Berg'),
                      attribute('gen_ai.input.messages', JSON.stringify([question])),
                      attribute('gen_ai.output.messages', JSON.stringify([answered])),
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  ])('are nowhere in what is made of %s', async (from, value) => {
    const { talks } = read(value, from as TraceFormat)
    const { text, recordings } = await importTalks(talks, { ...plain, recordings: true })
    expect(text).toContain('SHIP42')
    expect(`${text}${JSON.stringify(recordings)}`).not.toMatch(/kunigunde|berg/i)
  })
})

describe('an answer of which the request is not in the file', () => {
  const answer = (id: string, text: string): JsonValue => ({
    ...{ id, object: 'chat.completion', created: 1 },
    choices: [{ index: 0, message: message('assistant', text) }],
  })
  const response = { id: 'resp_3', object: 'response', previous_response_id: 'resp_2', output: [answered] }
  const delta = { index: 0, delta: { content: 'hi' }, finish_reason: 'stop' }
  const chunk = { id: 'c', object: 'chat.completion.chunk', choices: [delta] }
  it.each<[string, JsonValue]>([
    ['openai-chat', answer('a', 'hello 1')],
    ['openai-chat', { id: 'b1', custom_id: 'x1', response: { status_code: 200, body: answer('a', 'hello 1') } }],
    ['openai-chat', chunk],
    ['openai-chat', { ...chunk, choices: [{ ...delta, finish_reason: null }] }],
    ['openai-responses', response],
    ['openai-responses', { type: 'response.completed', response }],
    ['ai-sdk', { text: 'hello 1', steps: [{ text: 'hello 1', toolCalls: [] }] }],
    ['langfuse', { id: 't', timestamp: '2026-05-20T10:00:00.000Z', name: 'd', output: 'hello 1', observations: [] }],
    ['langsmith', { id: 'r1', run_type: 'llm', name: 'd', outputs: { messages: [answered] } }],
  ])('is refused and never begins a conversation: %s', (from, value) => {
    const { talks, refused } = read(value, from as TraceFormat)
    expect(talks).toEqual([])
    expect(refused.join()).toContain('the request of this answer is not in the file')
  })
  it('is left out of the conversation that it belongs to, with a note', () => {
    const thread = { thread_id: 't' }
    const first = { ...thread, request: { messages: [question] }, response: answer('a', 'hello 1') }
    const second = { ...thread, ...(answer('b', 'hello 2') as object) } as JsonValue
    const { talks, told } = read([first, second])
    expect(told).toEqual([['user: order 1042', 'assistant: hello 1']])
    expect(talks[0]?.leftOut).toEqual(['1 answer whose request is not here'])
  })
  it('is told from one that begins the conversation', () => {
    expect(read({ messages: [answered, question, answered] }, 'openai-chat').told[0]?.[0]).toMatch(/^assistant/)
    expect(read({ messages: [message('system', 'Greet')], choices: [{ message: answered }] }).told).toHaveLength(1)
  })
})

describe('calls that a reader does not know', () => {
  const call = {
    state: 'result',
    step: 0,
    toolCallId: 'a1',
    toolName: 'find',
    args: { id: '1042' },
    result: { s: 'S4' },
  }
  const parts = [
    { type: 'tool-invocation', toolInvocation: call },
    { type: 'text', text: 'It is S4.' },
  ]
  it.each<[string, JsonValue]>([
    ['among the parts', { role: 'assistant', content: 'It is S4.', toolInvocations: [call], parts }],
    ['beside the content', { role: 'assistant', content: 'It is S4.', toolInvocations: [call] }],
  ])('are read where the AI SDK 4 wrote them %s', (_, answer) => {
    const { told, talks } = read({ messages: [question, answer] }, 'ai-sdk')
    expect(told).toEqual([
      ['user: order 1042', 'call find {"id":"1042"}', 'output find: {"s":"S4"}', 'assistant: It is S4.'],
    ])
    expect(talks[0]?.leftOut).toEqual([])
  })
  it.each([
    ['robot-call', false],
    ['source-url', true],
  ])('leave open what else was called: a part of the type %s', async (type, isClosed) => {
    const content = [{ type }, { type: 'text', text: 'It is SHIP42.' }]
    const { talks } = read({ messages: [question, { role: 'assistant', content }] }, 'ai-sdk')
    const { text, refused } = await importTalks(talks, plain)
    expect(refused).toEqual([])
    expect(text?.includes('calls: none')).toBe(isClosed)
    const silent = read({
      messages: [question, { role: 'assistant', content: [{ type }, { type: 'text', text: 'ok' }] }],
    })
    expect((await importTalks(silent.talks, plain)).refused).toEqual([])
  })
})
