import type { JsonObject, JsonValue } from '../../src/base/json/json.ts'
import type { Talk } from '../../src/import/sessions/talk.ts'
import type { FunctionCall, FunctionCallOutput, Message, TranscriptEntry } from '../../src/wire/api/transcript-entry.ts'

/** One step of a talk: a message, the calls made at once, or the output of one. */
type Step =
  | { kind: 'user'; text: string }
  | { kind: 'assistant'; text: string }
  | { kind: 'calls'; calls: FunctionCall[] }
  | { kind: 'output'; output: FunctionCallOutput }

/** Writes talks as another tool would have recorded them; returns the lines of a file. */
export type TraceWriter = (talks: readonly Talk[]) => JsonValue[]

function stepsOf(transcript: readonly TranscriptEntry[]): Step[] {
  const steps: Step[] = []
  for (const entry of transcript) {
    const last = steps.at(-1)
    if (entry.type === 'message')
      steps.push(
        entry.role === 'user' ? { kind: 'user', text: textOf(entry) } : { kind: 'assistant', text: textOf(entry) },
      )
    else if (entry.type === 'function_call' && last?.kind === 'calls') last.calls.push(entry)
    else if (entry.type === 'function_call') steps.push({ kind: 'calls', calls: [entry] })
    else if (entry.type === 'function_call_output') steps.push({ kind: 'output', output: entry })
  }
  return steps
}

function textOf({ content }: Message): string {
  return content.map((item) => (item.type === 'text' ? item.text : '')).join('\n')
}

/**
 * The model requests of a talk: all steps before, and the response. `alone`: one request per message of the
 * agent.
 */
function exchangesOf(steps: readonly Step[], alone: boolean): { from: number; to: number }[] {
  const exchanges: { from: number; to: number }[] = []
  const ofAgent = (step: Step | undefined): boolean => step?.kind === 'assistant' || step?.kind === 'calls'
  for (let from = 0; from < steps.length; from += 1) {
    if (!ofAgent(steps[from])) continue
    let to = from + 1
    while (!alone && ofAgent(steps[to])) to += 1
    exchanges.push({ from, to })
    from = to - 1
  }
  if (!ofAgent(steps.at(-1))) exchanges.push({ from: steps.length, to: steps.length })
  return exchanges
}

function chatMessage(step: Step): JsonObject {
  if (step.kind === 'output') return { role: 'tool', tool_call_id: step.output.call_id, content: step.output.output }
  if (step.kind === 'user' || step.kind === 'assistant') return { role: step.kind, content: step.text }
  const calls = step.calls.map((call) => ({
    id: call.call_id,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }))
  return { role: 'assistant', content: null, tool_calls: calls }
}

const system = { role: 'system', content: 'You are the desk. Be brief.' }

/** One list of messages per line, as for fine-tuning. */
export const writeChat: TraceWriter = (talks) =>
  talks.map(({ session }) => ({
    id: session.sessionId,
    messages: [system, ...stepsOf(session.transcript).map(chatMessage)],
  }))

/** A request with its completion per line, each with the whole history. */
export const writeChatLog: TraceWriter = (talks) =>
  talks.flatMap(({ session }) => {
    const steps = stepsOf(session.transcript)
    return exchangesOf(steps, true).map(({ from, to }) => ({
      metadata: { session_id: session.sessionId },
      request: { model: 'gpt-5', messages: [system, ...steps.slice(0, from).map(chatMessage)] },
      response: {
        id: `chatcmpl-${from}`,
        object: 'chat.completion',
        choices: steps
          .slice(from, to)
          .map((step, index) => ({ index, message: { refusal: null, ...chatMessage(step) }, finish_reason: 'stop' })),
      },
    }))
  })

function responseItems(step: Step): JsonObject[] {
  if (step.kind === 'output')
    return [{ type: 'function_call_output', call_id: step.output.call_id, output: step.output.output }]
  if (step.kind === 'user')
    return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: step.text }] }]
  if (step.kind === 'assistant')
    return [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: step.text, annotations: [] }],
      },
    ]
  return step.calls.map((call) => ({
    type: 'function_call',
    id: 'fc_1',
    call_id: call.call_id,
    name: call.name,
    arguments: JSON.stringify(call.arguments),
    status: 'completed',
  }))
}

/** A response per line, with the items that are new since the previous one. */
export const writeResponses: TraceWriter = (talks) =>
  talks.flatMap(({ session }, index) => {
    const steps = stepsOf(session.transcript)
    let position = 0
    let previous: string | null = null
    return exchangesOf(steps, false).map(({ from, to }, count) => {
      const id = `resp_${index}_${count}`
      const line = {
        id,
        object: 'response',
        status: 'completed',
        conversation: { id: session.sessionId },
        previous_response_id: previous,
        instructions: system.content,
        input: steps.slice(position, from).flatMap(responseItems),
        output: steps.slice(from, to).flatMap(responseItems),
      }
      position = to
      previous = id
      return line
    })
  })

function modelMessage(step: Step): JsonObject {
  if (step.kind === 'output') {
    const { call_id: toolCallId, name: toolName, output, is_error: failed } = step.output
    return {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId, toolName, output: { type: failed ? 'error-text' : 'text', value: output } },
      ],
    }
  }
  if (step.kind === 'user') return { role: 'user', content: step.text }
  if (step.kind === 'assistant') return { role: 'assistant', content: [{ type: 'text', text: step.text }] }
  return {
    role: 'assistant',
    content: step.calls.map((call) => ({
      type: 'tool-call',
      toolCallId: call.call_id,
      toolName: call.name,
      input: call.arguments,
    })),
  }
}

/** A list of `ModelMessage` per line. */
export const writeModelMessages: TraceWriter = (talks) =>
  talks.map(({ session }) => ({
    id: session.sessionId,
    messages: [system, ...stepsOf(session.transcript).map(modelMessage)],
  }))

/** A chat of `UIMessage` per line: an agent's message contains all its steps, and calls contain their outputs. */
export const writeUiMessages: TraceWriter = (talks) =>
  talks.map(({ session }) => {
    const messages: { id: string; role: string; parts: JsonObject[] }[] = []
    const outputs = new Map<FunctionCall, FunctionCallOutput>()
    const open: FunctionCall[] = []
    for (const entry of session.transcript) {
      if (entry.type === 'function_call') open.push(entry)
      if (entry.type !== 'function_call_output') continue
      const at = open.findLastIndex(({ call_id: id }) => id === entry.call_id)
      const [call] = at === -1 ? [] : open.splice(at, 1)
      if (call !== undefined) outputs.set(call, entry)
    }
    for (const step of stepsOf(session.transcript)) {
      if (step.kind === 'output') continue
      const role = step.kind === 'user' ? 'user' : 'assistant'
      const last = messages.at(-1)
      const message =
        last?.role === role && role === 'assistant' ? last : { id: `m${messages.length}`, role, parts: [] }
      if (message !== last) messages.push(message)
      if (step.kind !== 'user') message.parts.push({ type: 'step-start' })
      if (step.kind !== 'calls') {
        message.parts.push({ type: 'text', text: step.text, ...(role === 'assistant' ? { state: 'done' } : {}) })
        continue
      }
      for (const call of step.calls) {
        const output = outputs.get(call)
        const part = { type: `tool-${call.name}`, toolCallId: call.call_id, input: call.arguments }
        if (output === undefined) message.parts.push({ ...part, state: 'input-available' })
        else if (output.is_error) message.parts.push({ ...part, state: 'output-error', errorText: output.output })
        else message.parts.push({ ...part, state: 'output-available', output: output.output })
      }
    }
    return { id: session.sessionId, messages }
  })

const attribute = (key: string, value: string): JsonObject => ({ key, value: { stringValue: value } })

function genaiMessage(step: Step): JsonObject {
  if (step.kind === 'output')
    return {
      role: 'tool',
      parts: [{ type: 'tool_call_response', id: step.output.call_id, response: step.output.output }],
    }
  if (step.kind === 'user' || step.kind === 'assistant')
    return { role: step.kind, parts: [{ type: 'text', content: step.text }] }
  return {
    role: 'assistant',
    parts: step.calls.map((call) => ({
      type: 'tool_call',
      id: call.call_id,
      name: call.name,
      arguments: call.arguments,
    })),
  }
}

/** A trace per line: one span per model request, with the whole history, and one per tool run. */
export const writeOtlp: TraceWriter = (talks) =>
  talks.map(({ session }, talk) => {
    const steps = stepsOf(session.transcript)
    const traceId = hex(talk + 1, 32)
    const moment = (step: number): string => `${BigInt(1_760_000_000 + talk * 10_000 + step * 10) * 1_000_000_000n}`
    const fields = [
      attribute('gen_ai.conversation.id', session.sessionId),
      attribute('gen_ai.agent.name', session.agentDetails.name),
    ]
    const models = exchangesOf(steps, false).map(({ from, to }) => ({
      traceId,
      spanId: hex(from + 1, 16),
      name: 'chat gpt-5',
      kind: 3,
      startTimeUnixNano: moment(from),
      endTimeUnixNano: moment(to),
      attributes: [
        attribute('gen_ai.operation.name', 'chat'),
        attribute('gen_ai.system_instructions', JSON.stringify([{ type: 'text', content: system.content }])),
        attribute('gen_ai.input.messages', JSON.stringify(steps.slice(0, from).map(genaiMessage))),
        attribute(
          'gen_ai.output.messages',
          JSON.stringify(steps.slice(from, to).map((step) => ({ ...genaiMessage(step), finish_reason: 'stop' }))),
        ),
        ...fields,
      ],
      status: {},
    }))
    const tools = steps.flatMap((step, at) => {
      if (step.kind !== 'output') return []
      const { name, call_id: id, output, is_error: failed } = step.output
      const attributes = [
        attribute('gen_ai.operation.name', 'execute_tool'),
        attribute('gen_ai.tool.name', name),
        attribute('gen_ai.tool.call.id', id),
        attribute('gen_ai.tool.call.result', output),
        ...fields,
      ]
      const times = { startTimeUnixNano: moment(at), endTimeUnixNano: moment(at) }
      return [
        {
          traceId,
          spanId: hex(at + 1_000, 16),
          name: `execute_tool ${name}`,
          kind: 1,
          ...times,
          attributes,
          status: { code: failed ? 2 : 0 },
        },
      ]
    })
    return {
      resourceSpans: [
        {
          resource: { attributes: [attribute('service.name', 'desk')] },
          scopeSpans: [{ scope: { name: 'test' }, spans: [...models, ...tools] }],
        },
      ],
    }
  })

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}

const iso = (talk: number, step: number): string => new Date(Date.UTC(2026, 0, 1 + talk) + step * 1_000).toISOString()

/** A trace per line, as the API returns it, with generations and tools nested in it. */
export const writeLangfuse: TraceWriter = (talks) =>
  talks.map(({ session }, talk) => {
    const steps = stepsOf(session.transcript)
    const traceId = `trace-${talk}`
    const generations = exchangesOf(steps, false).map(({ from, to }) => ({
      id: `${traceId}-g${from}`,
      traceId,
      type: 'GENERATION',
      name: 'chat',
      startTime: iso(talk, from),
      endTime: iso(talk, to),
      level: 'DEFAULT',
      input: { messages: [system, ...steps.slice(0, from).map(chatMessage)] },
      output: to - from === 1 ? steps.slice(from, to).map(chatMessage)[0] : steps.slice(from, to).map(chatMessage),
    }))
    const tools = steps.flatMap((step, at) => {
      if (step.kind !== 'output') return []
      const { name, call_id: id, output, is_error: failed } = step.output
      return [
        {
          id: `${traceId}-t${at}`,
          traceId,
          type: 'TOOL',
          name,
          startTime: iso(talk, at),
          endTime: iso(talk, at),
          level: failed ? 'ERROR' : 'DEFAULT',
          metadata: { tool_call_id: id },
          output,
        },
      ]
    })
    return {
      id: traceId,
      name: session.agentDetails.name,
      sessionId: session.sessionId,
      timestamp: iso(talk, 0),
      input: null,
      output: null,
      observations: [...tools, ...generations] as JsonValue[],
    } as JsonObject
  })

function dump(name: string, kwargs: JsonObject): JsonObject {
  return { lc: 1, type: 'constructor', id: ['langchain', 'schema', 'messages', name], kwargs }
}

function langchainMessage(step: Step): JsonObject {
  if (step.kind === 'user') return dump('HumanMessage', { content: step.text, additional_kwargs: {} })
  if (step.kind === 'assistant')
    return dump('AIMessage', { content: step.text, tool_calls: [], invalid_tool_calls: [] })
  if (step.kind === 'output') {
    const { name, call_id: id, output, is_error: failed } = step.output
    return dump('ToolMessage', { content: output, name, tool_call_id: id, status: failed ? 'error' : 'success' })
  }
  const calls = step.calls.map((call) => ({
    name: call.name,
    args: call.arguments,
    id: call.call_id,
    type: 'tool_call',
  }))
  return dump('AIMessage', { content: '', tool_calls: calls, invalid_tool_calls: [] })
}

/** A run per line: a chain for the conversation, and an llm run for each message of the agent. */
export const writeLangsmith: TraceWriter = (talks) =>
  talks.flatMap(({ session }, talk) => {
    const steps = stepsOf(session.transcript)
    const root = `run-${talk}`
    const extra = { metadata: { thread_id: session.sessionId } }
    const frame = { trace_id: root, session_id: 'project-1', error: null, extra }
    const chain = {
      id: root,
      name: session.agentDetails.name,
      run_type: 'chain',
      parent_run_id: null,
      start_time: iso(talk, 0),
      end_time: iso(talk, 500),
      inputs: {},
      outputs: {},
      ...frame,
    }
    const models = exchangesOf(steps, true).map(({ from, to }) => ({
      id: `${root}-${from}`,
      name: 'ChatOpenAI',
      run_type: 'llm',
      parent_run_id: root,
      start_time: iso(talk, from),
      end_time: iso(talk, to),
      inputs: {
        messages: [[dump('SystemMessage', { content: system.content }), ...steps.slice(0, from).map(langchainMessage)]],
      },
      outputs: {
        generations: [
          steps.slice(from, to).map((step) => ({ text: '', type: 'ChatGeneration', message: langchainMessage(step) })),
        ],
      },
      ...frame,
    }))
    return [chain, ...models]
  })
