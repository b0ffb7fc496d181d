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
  known: readonly { id: string; domain?: string; tools?: unknown }[],
): Map<string, Dialogue[]> {
  const found = new Map<string, Dialogue[]>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.trim() === '') continue
    const row = JSON.parse(line) as { id: string; benchmark: string; domain: string; messages: Message[] }
    if (known.some(({ id }) => id === row.id)) continue
    const { id, domain, benchmark, messages } = row
    const tools = known.find((each) => each.id.startsWith(`${benchmark}/${domain}/`))?.tools
    const dialogue = { id, domain, turns: turnsOf(messages), ...(tools === undefined ? {} : { tools }) } as Dialogue
    found.set(benchmark, [...(found.get(benchmark) ?? []), dialogue])
  }
  return found
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
    for (const { id, name, function: called, arguments: given } of tool_calls) {
      const read = given ?? (JSON.parse(called?.arguments ?? '{}') as JsonObject)
      turn.calls.push({ name: called?.name ?? name ?? '', arguments: read, call_id: id })
      turn.sequence?.push('call')
    }
  }
  return turns
}
