import type { JsonValue } from '../../base/json/json.ts'
import { parseJson } from '../../engine/transcript/tool-call.ts'
import type { FunctionCallOutput, Message } from '../../wire/api/transcript-entry.ts'
import type { AlignedRow } from '../align/align-entries.ts'
import { textOfEntry, type Unit } from '../align/likeness.ts'
import type { CallDifference, RowComparison, RowDifference } from '../model/turn-comparison.ts'
import { diffItems, listItems } from './diff-items.ts'
import { diffValues } from './diff-values.ts'
import { diffWords } from './diff-words.ts'

/** The difference between matching units, both masked alike; a speaker or phase that one side lacks is none. */
export function diffRow(a: Unit | null, b: Unit | null, moved: boolean): RowDifference {
  if (a === null || b === null) return { kind: a === null ? 'only b' : 'only a' }
  if (a.call !== null && b.call !== null) {
    const call = diffCall(a.call, b.call, moved)
    return Object.keys(call).length === 0 ? { kind: 'same' } : { kind: 'call', call }
  }
  if (a.entry.type === 'message' && b.entry.type === 'message') return diffMessage(a.entry, b.entry)
  const [textA, textB] = [textOfEntry(a.entry), textOfEntry(b.entry)]
  return textA === textB ? { kind: 'same' } : { kind: 'other', words: diffWords(textA, textB) }
}

function diffMessage(a: Message, b: Message): RowDifference {
  const [textA, textB] = [messageText(a), messageText(b)]
  const items = diffItems(listItems(a.content), listItems(b.content))
  const sameAgent = a.agentName === null || b.agentName === null || a.agentName === b.agentName
  if (textA === textB && items.length === 0 && sameAgent) return { kind: 'same' }
  return {
    kind: 'message',
    words: diffWords(textA, textB),
    items,
    agents: sameAgent ? null : [a.agentName, b.agentName],
  }
}

export function messageText({ content }: Message): string {
  return content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
}

/** The differences between two calls and their outputs, a member for each; execution times are none. */
function diffCall(a: NonNullable<Unit['call']>, b: NonNullable<Unit['call']>, moved: boolean): CallDifference {
  const difference: CallDifference = {}
  if (a.entry.name !== b.entry.name) difference.name = [a.entry.name, b.entry.name]
  const differences = diffValues(a.entry.arguments, b.entry.arguments)
  if (differences.length > 0) difference.arguments = differences
  const output = diffValues(outputValue(a.output), outputValue(b.output))
  if (output.length > 0) difference.output = output
  const [errorA, errorB] = [a.output?.is_error ?? null, b.output?.is_error ?? null]
  if (errorA !== errorB) difference.isError = [errorA, errorB]
  const [phaseA, phaseB] = [a.entry.phase ?? a.output?.phase ?? null, b.entry.phase ?? b.output?.phase ?? null]
  if (phaseA !== null && phaseB !== null && phaseA !== phaseB) difference.phase = [phaseA, phaseB]
  if (moved) difference.moved = true
  return difference
}

/** A tool's output: the parsed value where the text is JSON, else the text; undefined while the call is open. */
function outputValue(output: FunctionCallOutput | null): JsonValue | undefined {
  return output === null ? undefined : (parseJson(output.output) ?? output.output)
}

export interface ComparedRow {
  row: AlignedRow
  compared: RowComparison
}
