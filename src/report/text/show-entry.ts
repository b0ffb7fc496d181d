import { showFlow, showMembers } from '../../base/json/quoting.ts'
import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { formatTime } from './figures.ts'
import { quote } from './line.ts'

/** A transcript entry on one line; a call includes its output. Null for an output that belongs to a call. */
export function showEntry(entry: TranscriptEntry, call: ToolCall | undefined, agent: string): string | null {
  switch (entry.type) {
    case 'message': {
      const word = { user: 'user', assistant: 'reply', backgroundAgent: 'background' }[entry.role]
      const speaker = entry.agentName === null || entry.agentName === agent ? '' : ` (${entry.agentName})`
      return `${word}${speaker} ${entry.content.map((item) => showItem(item)).join(' ')}`.trimEnd()
    }
    case 'function_call':
      return call === undefined ? `call ${entry.name}` : showCall(call)
    case 'function_call_output':
      return call === undefined ? `output of ${entry.name}, which was not called: ${quote(entry.output)}` : null
    case 'thinking':
      return `thinking ${quote(entry.thinking)}`
    case 'summary':
      return `summary ${quote(entry.summary)}`
    case 'unknown':
      return 'an entry of a kind that is not known'
  }
}

/** The call that an entry of a turn makes, or of which it is the output. */
export function callAt(calls: readonly ToolCall[], index: number): ToolCall | undefined {
  return calls.find((call) => call.index === index || call.output?.index === index)
}

function showCall({ name, arguments: args, phase, output }: ToolCall): string {
  const time = output?.executionTimeMs == null ? '' : ` ${formatTime(output.executionTimeMs)}`
  const outputText =
    output === null ? 'no output' : output.json === undefined ? quote(output.text, 120) : showFlow(output.json)
  return `call ${name}(${showMembers(args)}) -> ${output?.isError === true ? 'error ' : ''}${outputText}${time}${phase === null ? '' : ` ${phase}`}`
}

/** An item of a message in a few words; what it says as `told` has it. */
export function showItem(item: ContentItem, textOf: (text: string) => string = quote): string {
  if (item.type === 'text') return textOf(String(item.text))
  if (item.type === 'button') return `[button ${item.text} -> ${item.payload}]`
  if (item.type === 'unknown') return '[an item of a kind that is not known]'
  const caption = item.type === 'file' ? item.filename : 'caption' in item ? item.caption : ''
  return `[${item.type}${caption === '' ? '' : ` ${caption}`}]`
}
