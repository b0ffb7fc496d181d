import type { JsonObject } from '../../base/json/json.ts'
import type { ContentItem, Message, Phase, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { HidingProtocol } from '../../wire/api/unseen.ts'
import { speechMsOf } from '../media/speech-time.ts'
import type { SessionRecord } from '../store/store.ts'
import { showInstant } from '../time/clock.ts'
import { attachmentItem } from './content-items.ts'

/** The user's own entry; attachments become file or image items (CHA-42). */
export function writeUser(
  text: string,
  attachments: readonly string[],
  sender: { id: string | null; name: string | null },
  pen: Pen,
): Message {
  const content: ContentItem[] = [{ type: 'text', text }, ...attachments.map(attachmentItem)]
  return writeMessage('user', content, sender, null, pen.stamp(0), pen)
}

/** Actions as entries by time: a call's output comes when the tool was done (TRN-22), behind what came meanwhile. */
export function writeLines(lines: readonly Line[], pen: Pen): TranscriptEntry[] {
  const moments: Moment[] = []
  let last = pen.passedMs()
  for (const line of lines) {
    const { atMs = last + (line.afterMs ?? 1) } = line
    last = atMs
    const call = line.kind === 'call' ? { id: line.callId ?? pen.callId(), stampedMs: atMs } : null
    moments.push({ atMs, line, call, tookMs: null })
    if (line.kind !== 'call' || line.output === undefined) continue
    last = line.doneMs ?? atMs + (line.timeMs ?? 0)
    moments.push({ atMs: last, line, call, tookMs: last - atMs })
  }
  return moments.sort((one, other) => one.atMs - other.atMs).map((moment) => writeMoment(moment, pen))
}

/** A line at its time, in milliseconds since the beginning of the turn; `tookMs` is set for the output of a call. */
interface Moment {
  atMs: number
  line: Line
  call: { id: string; stampedMs: number } | null
  tookMs: number | null
}

function writeMoment({ atMs, line, call, tookMs }: Moment, pen: Pen): TranscriptEntry {
  if (line.kind === 'thinking') return { type: 'thinking', thinking: line.text, timestamp: pen.stamp(atMs) }
  if (line.kind === 'summary') return { type: 'summary', summary: line.text, timestamp: pen.stamp(atMs) }
  if (line.kind === 'message') {
    const nobody = { id: null, name: null }
    return writeMessage(line.role, line.items, nobody, line.agentName, pen.stamp(atMs), pen)
  }
  const { name, phase, output = '', isError, timeMs } = line
  const shared = { name, call_id: call?.id ?? '', phase }
  if (tookMs === null) {
    const timestamp = pen.stamp(atMs)
    if (call !== null) call.stampedMs = pen.passedMs()
    return { type: 'function_call', ...shared, arguments: line.arguments, timestamp }
  }
  const timestamp = pen.stamp((call?.stampedMs ?? atMs) + tookMs)
  if (isError === null) pen.doubted(shared.call_id)
  const done = { output, is_error: isError ?? false, executionTimeMs: timeMs, timestamp }
  return { type: 'function_call_output', ...shared, ...done }
}

function writeMessage(
  role: Message['role'],
  content: ContentItem[],
  sender: { id: string | null; name: string | null },
  agentName: string | null,
  timestamp: string,
  pen: Pen,
): Message {
  pen.wrote(content)
  const { id: senderId, name: senderName } = sender
  return { type: 'message', role, content, senderId, senderName, agentName, metadata: null, timestamp }
}

/** One action before ids and times; `atMs` in ms since the turn began or, unmeasured, `afterMs` (1) since the last. */
export type Line = LineKind & { atMs?: number; afterMs?: number }

type LineKind =
  | {
      /** A tool call; without an output it stays open. */
      kind: 'call'
      name: string
      arguments: JsonObject
      phase: Phase
      callId?: string
      output?: string
      /** Null where the agent does not say whether its tool succeeded. */
      isError: boolean | null
      /** How long the tool took, in milliseconds; null where nobody knows. */
      timeMs: number | null
      /** When its output came, in milliseconds since the beginning of the turn; `timeMs` after the call if left out. */
      doneMs?: number
    }
  | {
      kind: 'message'
      role: 'assistant' | 'backgroundAgent'
      items: ContentItem[]
      agentName: string
    }
  | { kind: 'thinking'; text: string }
  | { kind: 'summary'; text: string }

/** What an agent did in a turn, and whether it ended the session. */
export interface Performance {
  lines: Line[]
  ended: boolean
  /** The agent that speaks from here on, if it is another one. */
  speaker?: string
  /** When it began, in milliseconds since the epoch, if that was before it is written down. */
  startedAt?: number
  /** The protocol that hides the agent's calls, if it may have made some that nobody shows. */
  unseen?: HidingProtocol
}

type Pen = ReturnType<typeof openPen>

/** A session's pen: times strictly increasing (TRN-02) from `startedAt` (epoch ms), ids unique anywhere (TRN-14). */
export function openPen(session: Pick<SessionRecord, 'latest' | 'call'>, startedAt: number, newId: () => string) {
  session.latest = Math.max(session.latest, startedAt - 1)
  let beganAt = session.latest
  let speaking = 0
  const unsure: string[] = []
  return {
    /** Reports a call of which nobody knows whether it succeeded. */
    doubted: (callId: string) => void unsure.push(callId),
    /** The calls that were reported so. */
    unsure,
    /** The time of the next entry, `atMs` since the beginning of the turn, or as soon after the last entry as possible. */
    stamp(atMs: number): string {
      beganAt += speaking
      session.latest = Math.max(session.latest + speaking + 1, beganAt + Math.round(atMs))
      speaking = 0
      return showInstant(session.latest)
    },
    /** The time of the last entry, in milliseconds since the beginning of the turn. */
    passedMs: () => session.latest - beganAt,
    /** Reports what was just written; in a call, the next entry waits until it has been spoken. */
    wrote(content: readonly ContentItem[]): void {
      if (session.call !== null) speaking = speechMsOf(content)
    },
    callId: () => `call_${newId()}`,
  }
}
