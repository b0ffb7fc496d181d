import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { JsonObject } from '../../base/json/json.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { endedTalk, resultOf, turnOf } from './result.fixture.ts'

/** A conversation of tau-bench or tau2-bench between a model and a simulated user, with its tool calls. */
interface Trajectory {
  id: string
  domain: string
  model: string
  task_id: string
  trial: number
  reward: number
  messages: {
    role: 'user' | 'assistant' | 'tool'
    content: string | null
    tool_calls?: { id: string; name: string; arguments: JsonObject }[] | null
    tool_call_id?: string
    name?: string
    error?: boolean
    timestamp?: string
  }[]
}

const file = resolve(import.meta.dirname, '../../../../shared/data/trajectories.jsonl')

/** Whether the recordings are on this machine; they are not part of the repository. */
export const hasTrajectories: boolean = existsSync(file)

/**
 * Real conversations as results, with their metadata. A turn begins with what the user says; calls on the
 * user's own device are among the entries.
 */
export function readTrajectories(): { of: Trajectory; result: ConversationResult }[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => {
    const of = JSON.parse(line) as Trajectory
    return { of, result: toResult(of) }
  })
}

function toResult({ id, messages, model, reward }: Trajectory): ConversationResult {
  const turns: TranscriptEntry[][] = [[]]
  const names = new Map<string, string>()
  for (const { role, content, tool_calls, tool_call_id, name, error, timestamp: at } of messages) {
    const timestamp = at ?? '2026-01-01T00:00:00.000Z'
    if (role === 'user' && content !== null) turns.push([])
    const turn = turns.at(-1) ?? []
    if (role === 'tool') {
      const call_id = tool_call_id ?? ''
      const of = name ?? names.get(call_id) ?? ''
      const shared = { name: of, call_id, phase: 'during' as const, timestamp }
      turn.push({
        type: 'function_call_output',
        ...shared,
        output: content ?? '',
        is_error: error ?? false,
        executionTimeMs: null,
      })
      continue
    }
    const speaker = { senderId: null, senderName: null, agentName: role === 'user' ? null : model, metadata: null }
    if (content !== null && content !== '')
      turn.push({ type: 'message', role, content: [{ type: 'text', text: content }], ...speaker, timestamp })
    for (const call of tool_calls ?? []) {
      names.set(call.id, call.name)
      turn.push({
        type: 'function_call',
        name: call.name,
        call_id: call.id,
        arguments: call.arguments,
        phase: 'during',
        timestamp,
      })
    }
  }
  const verdict = reward === 1 ? 'passed' : 'failed'
  const fullTurns = turns.filter((turn) => turn.length > 0)
  return resultOf(
    fullTurns.map((entries, index) => turnOf(index, entries)),
    { id, name: id, version: model, verdict, simulated: endedTalk },
  )
}
