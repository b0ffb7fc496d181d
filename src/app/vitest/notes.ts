import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { pairCalls, type ToolCall } from '../../engine/transcript/tool-call.ts'
import type { ConversationResult, TurnResult } from '../../engine/verdict/conversation-result.ts'
import { formatCurl } from '../../report/text/describe-exchange.ts'
import { describeOutcomeOn } from '../../report/text/describe-outcome.ts'
import { finishText } from '../../report/text/finish-text.ts'
import { formatTrace } from '../../report/text/format-trace.ts'
import { foldLine } from '../../report/text/line.ts'
import { createPaint } from '../../report/text/paint.ts'
import { traceConversation } from '../../report/text/trace-conversation.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'

/** Something the agent did in a turn, noted under the turn's line: `type` says who or what, as in a script. */
interface TurnNote {
  type: 'agent' | 'background' | 'calls' | 'note' | 'judge' | 'advice'
  text: string
}

/** A note for each call, since Vitest's UI drops line breaks, and one for adjacent messages of a speaker. */
export function annotateTurn({ entries, verdict, outcomes }: TurnResult, agent: string, on: string): TurnNote[] {
  if (verdict === 'not reached') return [{ type: 'note', text: 'not reached' }]
  return [...annotateEntries(entries, agent), ...annotateJudged(outcomes, on)]
}

/** What the agent did, as notes; what the user said stands in the suite. */
export function annotateEntries(entries: readonly TranscriptEntry[], agent: string): TurnNote[] {
  const calls = new Map(pairCalls(entries).calls.map((call) => [call.index, call]))
  const notes: TurnNote[] = []
  for (const [index, entry] of entries.entries()) {
    const note = noteEntry(entry, calls.get(index), agent)
    const last = notes.at(-1)
    if (note === null) continue
    if (last?.type === note.type && note.type !== 'calls') last.text += `\n${note.text}`
    else notes.push(note)
  }
  return notes.map(({ type, text }) => ({ type, text: layOutNote(text) }))
}

/** The findings of judges, a note each; those without a licence are of type `advice`. */
export function annotateJudged(outcomes: readonly Outcome[], on: string): TurnNote[] {
  return outcomes.flatMap((outcome): TurnNote[] => {
    if (outcome.kind !== 'judge') return []
    const type = outcome.verdict === 'advice' ? 'advice' : 'judge'
    return [{ type, text: layOutNote(describeOutcomeOn(outcome, on).replace(/^advice: /, '')) }]
  })
}

function noteEntry(entry: TranscriptEntry, call: ToolCall | undefined, agent: string): TurnNote | null {
  if (call !== undefined) return { type: 'calls', text: showCall(call) }
  if (entry.type !== 'message' || entry.role === 'user') return null
  const speaker = entry.agentName === null || entry.agentName === agent ? '' : `(${entry.agentName}) `
  const text = speaker + entry.content.map(showItem).join('\n')
  return { type: entry.role === 'assistant' ? 'agent' : 'background', text }
}

function showItem(item: ContentItem): string {
  if (item.type === 'text') return item.text as string
  if (item.type === 'button') return `[button ${item.text} -> ${item.payload}]`
  const caption = item.type === 'file' ? item.filename : 'caption' in item ? item.caption : ''
  return `[${item.type}${caption === '' ? '' : ` ${caption}`}]`
}

function showCall({ name, arguments: args, output }: ToolCall): string {
  const list = Object.entries(args).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  const time = output?.executionTimeMs == null ? '' : ` (${output.executionTimeMs} ms)`
  const result = output === null ? 'no output' : `${output.isError ? 'error ' : ''}${output.text}`
  return `${name}(${list.join(', ')}) -> ${result}${time}`
}

/** Indented past `agent: ` in Vitest's UI; the space before the first break makes up for one that it drops. */
export function layOutNote(text: string): string {
  return fold(finishText(text), 84)
    .replace(/\n(?=.)/g, '\n       ')
    .replace('\n', ' \n')
}

const ends =
  'the curl lines ask a service that ends with this run: for one that stays, start "npx tableread serve", and name it as target'

/** As `tableread run --trace` prints it, in one text; null for one that passed or has nothing to trace. */
export function traceNote(result: ConversationResult, embedded = false): string | null {
  const { verdict, turns } = result
  if (['passed', 'expected fail', 'skipped', 'broken'].includes(verdict)) return null
  const plain = createPaint(false)
  const events = formatTrace(traceConversation(result), 88, plain).map((line) => line.trimStart() && line.slice(4))
  const requests = turns.flatMap(({ sent }) => (sent === undefined ? [] : [formatCurl(sent)]))
  const ending = embedded && requests.length > 0 ? [ends] : []
  return events.length === 0 ? null : ['', ...events, ...requests, ...ending].join('\n       ')
}

/** Whether TABLEREAD_TRACE asks for traces: any value but an empty one, `0` and `false`. */
export function asksForTrace({ TABLEREAD_TRACE = '' }: NodeJS.ProcessEnv): boolean {
  return !['', '0', 'false'].includes(TABLEREAD_TRACE)
}

/** Between words, with the line's indentation. 90 columns need no horizontal scrolling in the UI. */
export function fold(text: string, width = 90): string {
  return text
    .split(/\r?\n/)
    .flatMap((line) => foldLine(line, width, /^\s{0,20}/.exec(line)?.[0] ?? ''))
    .join('\n')
}
