import type { JsonObject } from '../../../base/json/json.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { AgentFunction, AgentPart, AgentTurn, CallOfJson } from '../../workspace/agent-function.ts'

const timestamp = '2026-11-23T10:00:00.000Z'

/** A turn of a session that has just begun, with overrides. `answer` answers each call. */
export function turnOf(
  fields: Partial<AgentTurn>,
  answer: (name: string, given: JsonObject) => string | Error,
): AgentTurn {
  return {
    occasion: 'reply',
    message: 'Where is 1042?',
    attachments: [],
    sessionId: 's-1',
    agentName: 'order-desk',
    version: '1',
    history: [],
    variables: {},
    context: null,
    opening: null,
    state: {},
    now: timestamp,
    signal: new AbortController().signal,
    call: (async (name, args = {}) => {
      const outcome = answer(name, args)
      const output = typeof outcome === 'string' ? outcome : `Error: ${outcome.message}`
      return { output, value: output, isError: typeof outcome !== 'string', timeMs: 1 }
    }) satisfies CallOfJson as AgentTurn['call'],
    ...fields,
  }
}

/** Everything an agent does in a turn, except usage, which is summed up in `tokens`. */
export async function play(agent: AgentFunction, turn: AgentTurn): Promise<{ parts: AgentPart[]; tokens: number }> {
  const parts: AgentPart[] = []
  let tokens = 0
  for await (const part of agent(turn) as AsyncIterable<AgentPart>) {
    if (typeof part === 'object' && 'usage' in part) tokens += part.usage.inputTokens + part.usage.outputTokens
    else parts.push(part)
  }
  return { parts, tokens }
}

/**
 * Transcript entries from shorthand: what a customer said (`> text`), what the agent said, calls, a summary
 * (`= text`).
 */
export function entriesOf(
  ...lines: (string | [name: string, given: JsonObject, output?: string])[]
): TranscriptEntry[] {
  return lines.flatMap((line, index): TranscriptEntry[] => {
    if (typeof line !== 'string') {
      const [name, args, output] = line
      const shared = { name, call_id: `odd id ${index}`, phase: 'during' as const, timestamp }
      const call: TranscriptEntry = { type: 'function_call', ...shared, arguments: args }
      if (output === undefined) return [call]
      return [call, { type: 'function_call_output', ...shared, output, is_error: false, executionTimeMs: 5 }]
    }
    if (line.startsWith('= ')) return [{ type: 'summary', summary: line.slice(2), timestamp }]
    const isUser = line.startsWith('> ')
    const content = [{ type: 'text' as const, text: isUser ? line.slice(2) : line }]
    const nobody = { senderId: null, senderName: null, metadata: null, timestamp }
    return [
      {
        type: 'message',
        role: isUser ? 'user' : 'assistant',
        content,
        agentName: isUser ? null : 'order-desk',
        ...nobody,
      },
    ]
  })
}
