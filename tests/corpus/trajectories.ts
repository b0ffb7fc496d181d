import { readFileSync } from 'node:fs'
import type { JsonObject } from '../../src/base/json.ts'
import type { Dialogue } from './dialogue.ts'

interface Message {
  role: 'user' | 'assistant' | 'tool'
  content: string | null
  tool_calls?: { id: string; name?: string; arguments?: JsonObject; function?: { name: string; arguments: string } }[]
  tool_call_id?: string
}

/**
 * The talks of a file of trajectories that no other corpus has, by benchmark: other trials and models over tasks of the same
 * kind. Calls that the user makes on a device of its own are heard as any other.
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
  const outputs = new Map(messages.flatMap((each) => (each.role === 'tool' ? [[each.tool_call_id, each.content]] : [])))
  const turns: Dialogue['turns'] = []
  for (const { role, content, tool_calls = [] } of messages) {
    if (role === 'tool') continue
    if (role === 'user' || turns.length === 0) turns.push({ calls: [], sequence: [], assistant_messages: [] })
    const turn = turns.at(-1) as Dialogue['turns'][number]
    if (role === 'user' && content !== null && content !== '') {
      turn.user = content
      turn.sequence?.push('user')
    }
    if (role === 'assistant' && content !== null && content !== '') {
      turn.assistant_messages?.push(content)
      turn.sequence?.push('assistant')
    }
    for (const call of tool_calls) {
      const name = call.function?.name ?? call.name ?? ''
      const given = call.arguments ?? (JSON.parse(call.function?.arguments ?? '{}') as JsonObject)
      turn.calls.push({ name, arguments: given, call_id: call.id, output: outputs.get(call.id) ?? '' })
      turn.sequence?.push('call')
    }
  }
  return turns
}
