import type { JsonObject } from '../../base/json/json.ts'
import type { AnswerMapping, AnswerPath, httpProtocolNames } from './remote-shape.ts'

/** The same with paths alone, without their places. */
type Paths<T> = { [K in keyof T as Exclude<K, 'at'>]: T[K] extends AnswerPath | undefined ? string : Paths<T[K]> }

/** A protocol as data: what stands in a request and in its answer. */
export interface HttpProtocol {
  /** Appended to the address, unless it ends so already. */
  path: string
  body: JsonObject
  /** What a request for a stream has besides; left out where there is no such thing. */
  streamed?: JsonObject
  /** Set if every answer is a stream. */
  streams?: true
  answer: Paths<AnswerMapping>
}

export type HttpProtocolName = (typeof httpProtocolNames)[number]

/** The ready mappings. A stream of a protocol is put together to the same document that its answer would be. */
export const httpProtocols: Record<HttpProtocolName, HttpProtocol> = {
  'chat completions': {
    path: '/chat/completions',
    streamed: { stream: true, stream_options: { include_usage: true } },
    body: { model: '{{agent}}', messages: ['{{history}}', { role: 'user', content: '{{message}}' }] },
    answer: {
      reply: "$.choices[?@.message.role!='user'].message['content','refusal']",
      thinking: '/choices/0/message/reasoning_content',
      calls: {
        each: '/choices/0/message/tool_calls',
        name: '/function/name',
        arguments: '/function/arguments',
        id: '/id',
      },
      usage: { model: '/model', input: '/usage/prompt_tokens', output: '/usage/completion_tokens' },
      finish: '/choices/0/finish_reason',
      error: '/error',
    },
  },
  responses: {
    path: '/responses',
    streamed: { stream: true },
    body: { model: '{{agent}}', input: '{{message}}', previous_response_id: '{{sessionId}}' },
    answer: {
      reply: "$.output[?@.type=='message' && @.role!='user'].content[?@.type=='output_text' || @.type=='refusal']",
      thinking: "$.output[?@.type=='reasoning'].summary[*].text",
      calls: {
        each: "$.output[?@.type=='function_call' || @.type=='mcp_call']",
        name: '/name',
        arguments: '/arguments',
        output: '/output',
        error: '/error',
        id: '/call_id',
      },
      outputs: { each: "$.output[?@.type=='function_call_output']", id: '/call_id', output: '/output' },
      session: '/id',
      usage: { model: '/model', input: '/usage/input_tokens', output: '/usage/output_tokens' },
      finish: "$['incomplete_details','status']",
      error: '/error',
    },
  },
  langgraph: {
    path: '/threads/{{sessionId}}/runs/wait',
    body: {
      assistant_id: '{{agent}}',
      if_not_exists: 'create',
      input: { messages: [{ role: 'user', content: '{{message}}' }] },
    },
    answer: {
      turn: "$.messages[?@.type=='human']",
      reply: "$.messages[?@.type=='ai'].content",
      calls: { each: "$.messages[?@.type=='ai'].tool_calls", name: '/name', arguments: '/args', id: '/id' },
      outputs: { each: "$.messages[?@.type=='tool']", id: '/tool_call_id', output: '/content', error: '/status' },
      usage: {
        model: "$.messages[?@.type=='ai'].response_metadata.model_name",
        input: "$.messages[?@.type=='ai'].usage_metadata.input_tokens",
        output: "$.messages[?@.type=='ai'].usage_metadata.output_tokens",
      },
      finish: "$.messages[?@.type=='ai']",
      error: "$['__error__','__interrupt__']",
    },
  },
  'ai sdk ui': {
    path: '',
    body: { id: '{{sessionId}}', messages: '{{uiMessages}}', trigger: 'submit-message' },
    streams: true,
    answer: {
      reply: '/texts',
      thinking: '/reasoning',
      calls: {
        each: '/calls',
        name: '/toolName',
        arguments: '/input',
        output: '/output',
        error: '/errorText',
        id: '/toolCallId',
      },
      usage: { model: '/usage/model', input: '/usage/inputTokens', output: '/usage/outputTokens' },
      finish: '/finishReason',
      error: '/error',
    },
  },
}

/** The ready mapping of a protocol. But for the reply, an answer may lack what it names. */
export function readyMapping(name: HttpProtocolName): AnswerMapping {
  const place = (value: unknown): unknown =>
    typeof value === 'string'
      ? { path: value, at: `protocol: ${name}`, optional: true }
      : Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, place(each)]))
  return place(httpProtocols[name].answer) as AnswerMapping
}
