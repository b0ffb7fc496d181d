import { readFileSync } from 'node:fs'
import type { JsonObject } from '../../src/base/json/json.ts'
import type { Dialogue } from './dialogue.ts'

interface Message {
  role: 'user' | 'assistant' | 'tool'
  content: string | null
  tool_calls?: { id: string; name?: string; arguments?: JsonObject; function?: { name: string; arguments: string } }[]
  tool_call_id?: string
}

/**
 * The talks of a file of trajectories that no other corpus contains, by benchmark: other trials and models on
 * the same kind of tasks. Calls that users make on their own device count like any other.
 */
export function readTrajectories(
  path: string,
  tasks: readonly { id: string; domain?: string; tools?: unknown }[],
): Map<string, Dialogue[]> {
  const byBenchmark = new Map<string, Dialogue[]>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.trim() === '') continue
    const row = JSON.parse(line) as { id: string; benchmark: string; domain: string; messages: Message[] }
    if (tasks.some(({ id }) => id === row.id)) continue
    const { id, domain, benchmark, messages } = row
    const tools = tasks.find((each) => each.id.startsWith(`${benchmark}/${domain}/`))?.tools
    const dialogue = { id, domain, turns: turnsOf(messages), ...(tools === undefined ? {} : { tools }) } as Dialogue
    byBenchmark.set(benchmark, [...(byBenchmark.get(benchmark) ?? []), dialogue])
  }
  return byBenchmark
}

function turnsOf(messages: readonly Message[]): Dialogue['turns'] {
  const turns: Dialogue['turns'] = []
  for (const { role, content, tool_calls = [], tool_call_id } of messages) {
    if (role === 'tool') {
      // Some talks reuse an id: an output belongs to the latest call without one.
      const call = turns.at(-1)?.calls.find((each) => each.call_id === tool_call_id && each.output === undefined)
      if (call !== undefined) call.output = content ?? ''
      continue
    }
    if (role === 'user' || turns.length === 0) turns.push({ calls: [], sequence: [], assistant_messages: [] })
    const turn = turns.at(-1) as Dialogue['turns'][number]
    if (content !== null && content !== '') {
      if (role === 'user') turn.user = content
      else turn.assistant_messages?.push(content)
      turn.sequence?.push(role)
    }
    for (const { id, name, function: called, arguments: args } of tool_calls) {
      const read = args ?? (JSON.parse(called?.arguments ?? '{}') as JsonObject)
      turn.calls.push({ name: called?.name ?? name ?? '', arguments: read, call_id: id })
      turn.sequence?.push('call')
    }
  }
  return turns
}
