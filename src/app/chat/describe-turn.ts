import { suggest } from '../../base/text/suggest.ts'
import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import { causeOfFailure } from '../../engine/verdict/failure-cause.ts'
import { describeRecovery } from '../../report/text/describe-exchange.ts'
import { callAt, showEntry } from '../../report/text/show-entry.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { describeFailureIn } from '../../wire/client/describe-failure.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { Button } from './input.ts'
import { line, type ShownLine, textLines } from './screen.ts'
import type { ChatTurn } from './talk.ts'

/** An answer for a person: what the agent says is plain, what it does is dim. `speaker` is who spoke before. */
export function describeTurn({ view, turnMs, given, recovered }: ChatTurn, speaker: string): ShownLine[] {
  const lines: ShownLine[] = []
  let [by, buttons] = [speaker, 0]
  for (const [index, entry] of view.entries.entries()) {
    if (entry.type === 'message' && entry.role === 'user') continue
    if (entry.type === 'message' && entry.role === 'assistant') {
      if (entry.agentName !== null && entry.agentName !== by) {
        by = entry.agentName
        lines.push(line('dim', `now speaks ${by}`, 2))
      }
      for (const item of entry.content) lines.push(...showItem(item, item.type === 'button' ? ++buttons : 0))
    } else lines.push(...showDeed(entry, callAt(view.calls, index), by))
  }
  if (view.assistant.length === 0) lines.push(line('warn', 'the agent gave no answer', 2))
  const reply = view.replyMs === null ? '' : `, ${formatMs(view.replyMs)} by the transcript`
  if (recovered !== undefined) lines.push(line('warn', describeRecovery(recovered), 2))
  return given === true ? lines : [...lines, line('dim', `${formatMs(turnMs)}${reply}`, 2)]
}

/** The quick replies of a turn, in the order of their numbers. */
export function buttonsOf(turn: ChatTurn | undefined): Button[] {
  const items = turn?.view.assistant.flatMap((message) => message.items) ?? []
  return items.filter((item): item is Button => item.type === 'button')
}

function showDeed(entry: TranscriptEntry, call: ToolCall | undefined, agent: string): ShownLine[] {
  const text = showEntry(entry, call, agent)
  return text === null ? [] : [line(call?.output?.isError === true ? 'warn' : 'dim', text, 2)]
}

function showItem(item: ContentItem, number: number): ShownLine[] {
  switch (item.type) {
    case 'text':
      return textLines('plain', item.text)
    case 'button':
      return [line('plain', `[${number}] ${item.text || item.payload}`, 2)]
    case 'image':
    case 'video':
      return [line('plain', `[${item.type}${item.caption === '' ? '' : `: ${item.caption}`}]`, 2)]
    case 'audio':
      return [line('plain', '[audio]', 2)]
    case 'file':
      return [line('plain', `[file: ${item.filename}]`, 2)]
    default:
      return [line('plain', '[an item of a kind that is not known]', 2)]
  }
}

const formatMs = (ms: number): string => (ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`)

/** Why there is no answer, in plain words, and what to do about it; `known` are the agents that the service lists. */
export function describeNoAnswer(failure: Failure, agent: string, agents: readonly string[]): ShownLine[] {
  if (failure.kind === 'aborted')
    return [
      line('warn', 'cancelled; the service may have taken the message all the same'),
      line('dim', '/again says it in a fresh session, /new begins anew', 2),
    ]
  const [headline = '', ...rest] = describeFailureIn(failure, { inSuite: false }).split('\n')
  const hints = rest.map((each) => each.trim())
  if (failure.kind === 'refused') hints.push(...hintsFor(failure, agent, agents))
  const hintLines = [...hints, `cause: ${causeOfFailure(failure)}`]
  return [line('bad', headline), ...hintLines.flatMap((each) => textLines('dim', each, 2))]
}

function hintsFor(
  { status, errorCode, message }: Failure & { kind: 'refused' },
  agent: string,
  agents: readonly string[],
): string[] {
  if (errorCode === 'sessionNotFound') return ['/new begins a fresh one']
  const near = agents.includes(agent) ? undefined : suggest(agent, agents)
  return near !== undefined && !message.includes(near) && status >= 400 && status < 500
    ? [`the service lists no agent ${agent}: did you mean ${near}?`]
    : []
}
