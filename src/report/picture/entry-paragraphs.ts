import { textOf } from '../../compare/align/unit.ts'
import { describeItem } from '../../compare/diff/describe-item.ts'
import type { SideKey } from '../../compare/model/side.ts'
import type { CallDifference, RowDifference } from '../../compare/model/turn-comparison.ts'
import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import type { Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { type Paragraph, run } from './block.ts'
import { markMembers, markValue, sideRuns } from './mark-value.ts'

/** One side of a row; `call` brings the output of a call along. */
export interface EntrySide {
  side: SideKey
  entry: TranscriptEntry
  call: ToolCall | undefined
  difference: RowDifference
}

/** An entry as it is drawn, with what differs marked in its place: all of it where the other side has none. */
export function entryParagraphs({ side, entry, call, difference }: EntrySide): Paragraph[] {
  const whole = difference.kind === 'only a' || difference.kind === 'only b'
  const paragraphs = drawEntry(side, entry, call, difference)
  if (!whole) return paragraphs
  const mark = side === 'a' ? 'removed' : 'added'
  return paragraphs.map((runs) => runs.map(({ text }) => run(text, mark)))
}

function drawEntry(
  side: SideKey,
  entry: TranscriptEntry,
  call: ToolCall | undefined,
  difference: RowDifference,
): Paragraph[] {
  if (call !== undefined) return drawCall(call, side, difference.kind === 'call' ? difference.call : {})
  if (entry.type === 'message') return drawMessage(entry, side, difference)
  const words = difference.kind === 'other' ? sideRuns(difference.words, side) : [run(textOf(entry))]
  return [[run(`${nameOf(entry)}: `, 'quiet'), ...words]]
}

function nameOf(entry: TranscriptEntry): string {
  return entry.type === 'function_call_output' ? `output of ${entry.name}, which was not called` : entry.type
}

function drawMessage(message: Message, side: SideKey, difference: RowDifference): Paragraph[] {
  const texts = message.content.flatMap((item) => (item.type === 'text' ? [item.text] : []))
  const items = message.content.flatMap((item) => (item.type === 'text' ? [] : [describeItem(item)]))
  const own = side === 'a' ? 'removed' : 'added'
  const [words, speakers, changed] =
    difference.kind === 'message'
      ? [sideRuns(difference.words, side), difference.agents, difference.items.map((item) => item[side])]
      : [[run(texts.join('\n'))], null, []]
  const speaker = run(`${speakerOf(message)}: `, speakers === null ? 'strong' : own)
  return [
    [speaker, ...words],
    ...items.map((item) => [run('+ ', 'quiet'), run(item, changed.includes(item) ? own : 'plain')]),
  ]
}

function speakerOf({ role, agentName, senderName }: Message): string {
  if (role === 'user') return senderName ?? 'user'
  return role === 'assistant' ? (agentName ?? 'agent') : `${agentName ?? 'agent'} (background)`
}

function drawCall(call: ToolCall, side: SideKey, { name, phase, moved, ...differs }: CallDifference): Paragraph[] {
  const own = side === 'a' ? 'removed' : 'added'
  const { output } = call
  const given = markMembers(call.arguments, { side, differences: differs.arguments ?? [] })
  const tone = differs.isError === undefined ? 'quiet' : own
  const gave =
    output === null
      ? [run('no output', differs.output === undefined ? 'quiet' : own)]
      : markValue(output.json ?? output.text, { side, differences: differs.output ?? [] })
  const time = output?.executionTimeMs == null ? '' : ` ${Math.round(output.executionTimeMs)} ms`
  return [
    [
      run('-> ', 'quiet'),
      run(call.name, name === undefined ? 'strong' : own),
      run('('),
      ...given,
      run(')'),
      ...(call.phase === null ? [] : [run(' '), run(call.phase, phase === undefined ? 'quiet' : own)]),
      ...(moved === true ? [run(' at another place', own)] : []),
    ],
    [run('<- ', 'quiet'), ...(output?.isError === true ? [run('error ', tone)] : []), ...gave, run(time, 'quiet')],
  ]
}
