import type { JsonValue } from '../../base/json.ts'
import { pairCalls, type ToolCall, type ToolOutput } from '../../engine/transcript/tool-call.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { LeafWriter } from './leaf-writer.ts'
import { lead, showMessage } from './show-message.ts'

/**
 * The lines of some entries in order. An output stands below its call, wherever it came: which of two parallel tools
 * ends first is chance. How long tools took is left out.
 */
export function showEntries(entries: readonly TranscriptEntry[], write: LeafWriter): string[] {
  const { calls, orphans } = pairCalls(entries)
  const callAt = new Map(calls.map((call) => [call.index, call]))
  const orphanAt = new Map(orphans.map((orphan) => [orphan.index, orphan]))
  return entries.flatMap((entry, index) => {
    switch (entry.type) {
      case 'message':
        return showMessage(entry, write)
      case 'thinking':
        return [lead('(thinking)', write.text(entry.thinking))]
      case 'summary':
        return [lead('(summary)', write.text(entry.summary))]
      case 'unknown':
        return [`(unknown) ${write.value(entry.original as JsonValue)}`]
      default:
        return [...showCall(callAt.get(index), write), ...showOrphan(orphanAt.get(index), write)]
    }
  })
}

function showCall(call: ToolCall | undefined, write: LeafWriter): string[] {
  if (call === undefined) return []
  const { name, arguments: given, phase, output } = call
  const when = phase === null ? '' : ` ${phase}`
  return [`-> ${write.name(name)}(${write.members(given)})${when}`, `<- ${showOutput(output, call, write)}`]
}

function showOutput(output: ToolOutput | null, call: ToolCall, write: LeafWriter): string {
  if (output === null) return '(no output)'
  const late = output.phase === call.phase || output.phase === null ? '' : ` ${output.phase}`
  const other = output.name === call.name ? '' : ` of ${write.name(output.name)}`
  return `${showGiven(output, write)}${other}${late}`
}

function showOrphan(orphan: ToolOutput | undefined, write: LeafWriter): string[] {
  return orphan === undefined ? [] : [`<- (of no call) ${write.name(orphan.name)} ${showGiven(orphan, write)}`]
}

function showGiven({ isError, json, text }: ToolOutput, write: LeafWriter): string {
  const given = json === undefined || typeof json === 'string' ? write.quoted(text) : write.value(json)
  return isError ? `(error) ${given}` : given
}
