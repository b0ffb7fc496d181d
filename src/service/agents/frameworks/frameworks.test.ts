import { describe, expect, it } from 'vitest'
import type { AgentPart } from '../../workspace/agent-function.ts'
import { readyMapping } from '../../workspace/http-agent.ts'
import { readMapped } from '../remote/read-mapped.ts'
import { fromAiSdk } from './ai-sdk.ts'
import { fromLangGraph } from './lang-graph.ts'
import { fromMastra } from './mastra.ts'
import { fromOpenAiAgents } from './openai-agents.ts'

/** The layer that is blamed, and the first words. */
function blamed(read: () => unknown): [layer: unknown, message: string] {
  try {
    return [null, JSON.stringify(read())]
  } catch (error) {
    return [(error as { layer?: unknown }).layer, (error as Error).message]
  }
}

const usage: AgentPart = { usage: { model: 'm', inputTokens: 3, outputTokens: 1 } }

describe('a result of the AI SDK', () => {
  const call = { type: 'tool-call', toolCallId: 'a', toolName: 'look_up', input: { id: 1 } }
  type Content = { type: string; [member: string]: unknown }
  const step = (content: Content[], more: object = {}) => ({ content, finishReason: 'stop', ...more })
  const ofCall = (...outcome: object[]): AgentPart[] =>
    fromAiSdk({
      steps: [
        step([call, ...(outcome as Content[])], { finishReason: 'tool-calls' }),
        step([{ type: 'text', text: 'x' }]),
      ],
    })

  it('shows texts, thoughts and tokens in their order', () => {
    const content = [
      { type: 'reasoning', text: 'Hm' },
      { type: 'reasoning', text: 'm.' },
      { type: 'text', text: 'Good ' },
      { type: 'text', text: 'day' },
      { type: 'source', url: 'https://example.com' },
      { type: 'file', file: { mediaType: 'image/png', base64: '' } },
    ]
    const metadata = { usage: { inputTokens: 3, outputTokens: 1 }, response: { modelId: 'm' } }
    const parts = fromAiSdk({ steps: [step(content, metadata)] })
    expect(parts).toEqual([{ think: 'Hmm.' }, 'Good day', { image: 'image', mimeType: 'image/png' }, usage])
  })
  it.each<[string, object[], object]>([
    [
      'a result',
      [{ type: 'tool-result', toolCallId: 'a', output: { on: new Date(0), x: undefined } }],
      { output: { on: '1970-01-01T00:00:00.000Z' } },
    ],
    ['no result at all', [{ type: 'tool-result', toolCallId: 'a', output: undefined }], { output: null }],
    ['an error', [{ type: 'tool-error', toolCallId: 'a', error: new Error('gone') }], { error: 'gone' }],
    ['an error that is a text', [{ type: 'tool-error', toolCallId: 'a', error: 'gone' }], { error: 'gone' }],
    [
      'a call that nobody approved',
      [{ type: 'tool-output-denied', toolCallId: 'a' }],
      { error: 'nobody approved the call' },
    ],
    [
      'results before the last',
      [
        { type: 'tool-result', toolCallId: 'a', output: 1, preliminary: true },
        { type: 'tool-result', toolCallId: 'a', output: 2 },
      ],
      { output: 2 },
    ],
    ['an open call', [{ type: 'tool-approval-request', toolCallId: 'a' }], {}],
  ])('has %s as the outcome of its call', (_, outcome, expected) => {
    expect(ofCall(...outcome)).toEqual([{ call: 'look_up', with: { id: 1 }, timeMs: null, ...expected }, 'x'])
  })
  it('finds a result in a later step, and arguments that are no object', () => {
    const steps = [
      step([{ ...call, input: 'not json' }], { finishReason: 'tool-calls' }),
      step([
        { type: 'tool-result', toolCallId: 'a', output: 'late' },
        { type: 'text', text: 'x' },
      ]),
    ]
    expect(fromAiSdk({ steps })).toEqual([
      { call: 'look_up', with: { text: 'not json' }, output: 'late', timeMs: null },
      'x',
    ])
  })
  it('hands over by the tools that are named for it, unless they failed', () => {
    const handoffs = { look_up: 'billing' }
    const by = (type: string): AgentPart[] =>
      fromAiSdk(
        {
          steps: [step([call, { type, toolCallId: 'a', output: 'ok', error: 'no' }], { finishReason: 'tool-calls' })],
        },
        { handoffs },
      )
    expect(by('tool-result')).toContainEqual({ handOff: 'billing' })
    expect(by('tool-error')).not.toContainEqual({ handOff: 'billing' })
  })
  it('is an empty message where nothing was said', () => {
    expect(fromAiSdk({ steps: [step([])] })).toEqual([''])
    expect(ofCall({ type: 'tool-result', toolCallId: 'a', output: 1 })).not.toContain('')
  })
  const tokens = { inputTokens: 3, outputTokens: 1 }
  it.each<[string, object, string | null]>([
    ['length', { finishReason: 'length' }, 'service'],
    ['content-filter, by the host', { finishReason: 'content-filter', rawFinishReason: 'content_filter' }, 'service'],
    ['content-filter of version 5', { finishReason: 'content-filter' }, 'service'],
    ['a refusal', { finishReason: 'content-filter', rawFinishReason: 'stop' }, null],
    ['error', { finishReason: 'error' }, 'service'],
    ['tool-calls without one', { finishReason: 'tool-calls' }, 'service'],
    ['other, and the host says why', { finishReason: 'other', rawFinishReason: 'max_tokens' }, 'service'],
    [
      'other, without a reason and with tokens',
      { finishReason: 'other', rawFinishReason: undefined, usage: tokens },
      null,
    ],
    ['other, of a stream that broke off', { finishReason: 'other', rawFinishReason: undefined }, 'service'],
    ['unknown of version 5, with tokens', { finishReason: 'unknown', usage: tokens }, null],
    ['unknown of version 5, of a stream that broke off', { finishReason: 'unknown', usage: {} }, 'service'],
  ])('that ended with %s', (_, ending, layer) => {
    expect(blamed(() => fromAiSdk({ steps: [{ ...step([{ type: 'text', text: 'Half' }]), ...ending }] }))[0]).toBe(
      layer,
    )
  })
  it('of a stream says what to write', () => {
    expect(blamed(() => fromAiSdk({ steps: Promise.resolve([]) } as never))).toEqual([
      'agent',
      'fromAiSdk needs the steps of a result; for a stream: fromAiSdk({ steps: await result.steps })',
    ])
  })
})

describe('a result of Mastra', () => {
  it('has all calls, also those that its content leaves out', () => {
    const calls = ['a', 'b', 'c'].map((toolCallId) => ({
      payload: { toolCallId, toolName: 'look_up', args: { id: toolCallId } },
    }))
    const results = [
      { status: 'ok' },
      Object.assign(new Error('gone'), { id: 'TOOL_EXECUTION_FAILED' }),
      { error: true, message: 'bad arguments' },
    ]
    const toolResults = results.map((result, index) => ({ payload: { toolCallId: 'abc'[index], result } }))
    const parts = fromMastra({
      steps: [
        { finishReason: 'tool-calls', text: '', content: [], toolCalls: calls, toolResults } as never,
        { finishReason: 'stop', text: 'Done.', reasoning: [{ payload: { text: 'Hm' } }] } as never,
      ],
    })
    const shared = { call: 'look_up', timeMs: null }
    expect(parts).toEqual([
      { ...shared, with: { id: 'a' }, output: { status: 'ok' } },
      { ...shared, with: { id: 'b' }, error: 'gone' },
      { ...shared, with: { id: 'c' }, error: 'bad arguments' },
      { think: 'Hm' },
      'Done.',
    ])
  })
  it.each<[string, object, string | null]>([
    ['nothing', {}, null],
    ['its reason', { finishReason: 'length' }, 'service'],
    ['a call that waits for a person', { finishReason: 'suspended' }, 'service'],
    ['a tripwire, by its reason', { finishReason: 'tripwire' }, 'service'],
    ['a tripwire', { finishReason: 'stop', tripwire: true }, 'service'],
    ['an error', { error: new Error('boom') }, 'service'],
  ])('is refused for %s beside its steps', (_, more, layer) => {
    const steps = [{ finishReason: 'stop', text: 'Half' }]
    expect(blamed(() => fromMastra({ steps, ...more }))[0]).toBe(layer)
  })
})

describe('a run of the OpenAI Agents SDK', () => {
  const item = (type: string, rawItem: object, more: object = {}) => ({ type, rawItem, ...more })
  const call = item('tool_call_item', { type: 'function_call', name: 'look_up', callId: 'a', arguments: '{"id":1}' })
  const outputOf = (output: unknown) => item('tool_call_output_item', { callId: 'a' }, { output })
  const read = (newItems: { type: string }[], rawResponses: object[] = []): AgentPart[] =>
    fromOpenAiAgents({ newItems, rawResponses: rawResponses as never })
  const messageOf = (...content: object[]) => item('message_output_item', { content })

  it.each<[string, unknown, object]>([
    [
      'the words of the SDK',
      'An error occurred while running the tool. Please try again. Error: Error: gone',
      { error: 'An error occurred while running the tool. Please try again. Error: Error: gone' },
    ],
    [
      'arguments that are no JSON',
      'An error occurred while parsing tool arguments. Please try again with valid JSON.',
      { error: 'An error occurred while parsing tool arguments. Please try again with valid JSON.' },
    ],
    [
      'the time that it may take',
      "Tool 'look_up' timed out after 5ms.",
      { error: "Tool 'look_up' timed out after 5ms." },
    ],
    ['an error in the output', { error: 'gone' }, { error: '{"error":"gone"}' }],
    ['an output that says that it is fine', { ok: true }, { output: { ok: true } }],
    ['words of an errorFunction, or an output', 'Sorry', { output: 'Sorry', unsure: true }],
  ])('has %s as the outcome of its call', (_, output, expected) => {
    const parts = read([call, outputOf(output), messageOf({ text: 'x' })])
    expect(parts).toEqual([{ call: 'look_up', with: { id: 1 }, timeMs: null, ...expected }, 'x'])
  })
  it('shows thoughts, refusals, handoffs, what a host carried out, and tokens', () => {
    const target = { targetAgent: { name: 'billing' } }
    const parts = read(
      [
        item('reasoning_item', { content: [], rawContent: [{ text: 'Hm' }] }),
        item('tool_call_item', { type: 'hosted_tool_call', name: 'web_search_call', arguments: '{}', output: 'found' }),
        item('handoff_call_item', { name: 'transfer_to_billing', callId: 'h', arguments: '{}' }),
        item('handoff_output_item', { callId: 'h', output: { type: 'text', text: '{"assistant":"billing"}' } }, target),
        messageOf({ text: 'Good ' }, { text: 'day', providerData: { reasoning_content: 'Well' } }),
        messageOf({ type: 'refusal', refusal: 'No.' }),
      ],
      [
        { output: [], usage: { inputTokens: 3, outputTokens: 1 }, providerData: { model: 'm' } },
        { output: [], usage: { inputTokens: 0, outputTokens: 0 } },
      ],
    )
    expect(parts).toEqual([
      { think: 'Hm' },
      { call: 'web_search_call', with: {}, output: 'found', timeMs: null },
      { call: 'transfer_to_billing', with: {}, output: '{"assistant":"billing"}', timeMs: null },
      { handOff: 'billing' },
      { think: 'Well' },
      'Good day',
      'No.',
      usage,
    ])
  })
  it.each<[string, object, string | null]>([
    ['chat completions', { choices: [{ finish_reason: 'length' }] }, 'service'],
    ['chat completions, filtered', { choices: [{ finish_reason: 'content_filter' }] }, 'service'],
    ['the Responses API', { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'service'],
    ['an answer that is whole', { choices: [{ finish_reason: 'stop' }] }, null],
    ['an answer that says nothing of it', {}, null],
    ['an answer that says so of itself', { status: 'in_progress' }, 'service'],
  ])('tells an answer that was cut off: %s', (_, providerData, layer) => {
    expect(blamed(() => read([messageOf({ text: 'Half' })], [{ output: [], providerData }]))[0]).toBe(layer)
  })
})

describe('a message of the OpenAI Agents SDK', () => {
  it.each([
    ['completed', null],
    ['incomplete', 'service'],
    ['in_progress', 'service'],
  ])('that is %s', (status, layer) => {
    const newItems = [{ type: 'message_output_item', rawItem: { status, content: [{ text: 'Half' }] } }]
    expect(blamed(() => fromOpenAiAgents({ newItems, rawResponses: [] }))[0]).toBe(layer)
  })
})

describe('the state of a graph', () => {
  const human = { type: 'human', content: 'Hello' }
  const ai = (content: unknown, more: object = {}) => ({ type: 'ai', content, ...more })
  const read = (...messages: object[]): AgentPart[] => fromLangGraph({ messages })
  const called = ai('', { tool_calls: [{ id: 'a', name: 'look_up', args: { id: 1 } }] })

  it.each<[string, object, object]>([
    ['success', { content: 'ok', status: 'success' }, { output: 'ok' }],
    ['an error', { content: 'Error: gone', status: 'error' }, { error: 'Error: gone' }],
    ['no status', { content: 'ok' }, { output: 'ok', unsure: true }],
    ['no status, and an error', { content: 'Error: gone' }, { error: 'Error: gone' }],
    [
      'blocks',
      {
        content: [
          { type: 'text', text: 'o' },
          { type: 'text', text: 'k' },
        ],
        status: 'success',
      },
      { output: 'ok' },
    ],
  ])('has %s as the outcome of a call', (_, outcome, expected) => {
    const parts = read(human, called, { type: 'tool', tool_call_id: 'a', ...outcome }, ai('x'))
    expect(parts).toEqual([{ call: 'look_up', with: { id: 1 }, timeMs: null, ...expected }, 'x'])
  })
  it('shows only what comes after the latest message of the customer', () => {
    expect(read(human, ai('before'), human, ai('after'))).toEqual(['after'])
    expect(read({ role: 'user', content: 'x' }, { role: 'assistant', content: 'plain' })).toEqual(['plain'])
    expect(read({ _getType: () => 'human', content: '' }, { _getType: () => 'ai', content: 'old' })).toEqual(['old'])
  })
  it('hands over where another name speaks, also than before', () => {
    const agentSays = (name: string) => ai(name, { name })
    expect(read(human, agentSays('desk'), agentSays('billing'))).toEqual(['desk', { handOff: 'billing' }, 'billing'])
    expect(read(human, agentSays('desk'), human, agentSays('billing'))).toEqual([{ handOff: 'billing' }, 'billing'])
    expect(read(human, agentSays('desk'), human, ai('no name'), agentSays('desk'))).toEqual(['no name', 'desk'])
  })
  it('shows thoughts and refusals, wherever they stand, calls that cannot be read, and tokens', () => {
    const raw = {
      additional_kwargs: { __raw_response: { choices: [{ message: { reasoning_content: 'Hm', refusal: 'No.' } }] } },
    }
    expect(read(human, ai('', raw))).toEqual([{ think: 'Hm' }, 'No.'])
    const blocks = [
      { type: 'thinking', thinking: 'A' },
      { type: 'reasoning', reasoning: 'B' },
      { type: 'text', text: 'C' },
    ]
    expect(read(human, ai(blocks))).toEqual([{ think: 'A' }, { think: 'B' }, 'C'])
    const odd = { invalid_tool_calls: [{ id: 'b', name: 'look_up', args: '{', error: 'Malformed args.' }] }
    expect(read(human, ai('', odd), ai('x'))).toEqual([
      { call: 'look_up', with: { text: '{' }, error: 'Malformed args.', timeMs: null },
      'x',
    ])
    const about = { usage_metadata: { input_tokens: 3, output_tokens: 1 }, response_metadata: { model_name: 'm' } }
    expect(read(human, ai('x', about))).toEqual(['x', usage])
  })
  it.each<[string, object, string | null]>([
    ['finish_reason (OpenAI)', { finish_reason: 'length' }, 'service'],
    ['stop_reason (Anthropic)', { stop_reason: 'max_tokens' }, 'service'],
    ['finishReason (Google)', { finishReason: 'SAFETY' }, 'service'],
    ['stopReason (Bedrock)', { stopReason: 'guardrail_intervened' }, 'service'],
    ['messageStop (Bedrock, streamed)', { messageStop: { stopReason: 'max_tokens' } }, 'service'],
    ['done_reason (Ollama)', { done_reason: 'length' }, 'service'],
    ['status (Responses)', { status: 'incomplete' }, 'service'],
    ['incomplete_details', { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }, 'service'],
    ['none', { finish_reason: 'stop', status: 'completed', messageStop: { stopReason: 'end_turn' } }, null],
  ])('tells an answer that was cut off by its %s', (_, about, layer) => {
    for (const place of ['response_metadata', 'additional_kwargs']) {
      const message = ai('Half', { [place]: about })
      expect(blamed(() => read(human, message))[0]).toBe(layer)
      const far = { fail: (it: string, whose: string) => Object.assign(new Error(it), { layer: whose }) }
      const turn = { state: {}, agentName: 'desk' }
      const mapped = () =>
        readMapped(
          { messages: [human, message] } as never,
          readyMapping('langgraph'),
          far as never,
          { handsOffTo: [] } as never,
          turn as never,
        )
      expect(blamed(mapped)[0]).toBe(layer)
    }
  })
  it('is refused where it was interrupted', () => {
    const state = { messages: [human, ai('x')], __interrupt__: [{ value: 'approve?' }] }
    expect(blamed(() => fromLangGraph(state))).toEqual([
      'agent',
      'the graph was interrupted and waits for what nobody here can give: approve?',
    ])
  })
})
