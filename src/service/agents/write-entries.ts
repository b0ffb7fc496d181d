import type { JsonObject } from '../../base/json.ts'
import type { ContentItem, Message, Phase, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { HidingProtocol } from '../../wire/api/unseen.ts'
import { speechMsOf } from '../media/speech-time.ts'
import type { SessionRecord } from '../store/store.ts'
import { type Clock, showInstant } from '../time/clock.ts'
import { attachmentItem } from './content-items.ts'

/** The user's own entry; attachments become file or image items (CHA-42). */
export function writeUser(
  text: string,
  attachments: readonly string[],
  sender: { id: string | null; name: string | null },
  pen: Pen,
): Message {
  const content: ContentItem[] = [{ type: 'text', text }, ...attachments.map(attachmentItem)]
  return writeMessage('user', content, sender, null, pen.stamp(), pen)
}

/** Converts an agent's actions to entries: each call is followed by its output, `timeMs` later (TRN-22). */
export function writeLines(lines: readonly Line[], pen: Pen): TranscriptEntry[] {
  return lines.flatMap((line): TranscriptEntry[] => {
    if (line.kind === 'thinking') return [{ type: 'thinking', thinking: line.text, timestamp: pen.stamp(line.afterMs) }]
    if (line.kind === 'summary') return [{ type: 'summary', summary: line.text, timestamp: pen.stamp(line.afterMs) }]
    if (line.kind === 'message') {
      const nobody = { id: null, name: null }
      return [writeMessage(line.role, line.items, nobody, line.agentName, pen.stamp(line.afterMs), pen)]
    }
    const { name, phase, output, isError, timeMs } = line
    const shared = { name, call_id: line.callId ?? pen.callId(), phase }
    const call: TranscriptEntry = {
      type: 'function_call',
      ...shared,
      arguments: line.arguments,
      timestamp: pen.stamp(line.afterMs),
    }
    if (output === undefined) return [call]
    if (isError === null) pen.doubted(shared.call_id)
    const done = { output, is_error: isError ?? false, executionTimeMs: timeMs, timestamp: pen.stamp(timeMs) }
    return [call, { type: 'function_call_output', ...shared, ...done }]
  })
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

/**
 * One action of an agent in a turn, before it gets ids and timestamps. `afterMs` is the time since the
 * previous action; 1 if it is left out.
 */
export type Line =
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
      /** Milliseconds from the call to its output, in session time. */
      timeMs: number
      afterMs?: number
    }
  | {
      kind: 'message'
      role: 'assistant' | 'backgroundAgent'
      items: ContentItem[]
      agentName: string
      afterMs?: number
    }
  | { kind: 'thinking'; text: string; afterMs?: number }
  | { kind: 'summary'; text: string; afterMs?: number }

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

/**
 * Supplies strictly increasing timestamps in session time (TRN-02), and ids that are unique in the whole
 * service (TRN-14).
 */
interface Pen {
  /** The time of the next entry: at least `afterMs` after the last one, and never before now. */
  stamp(afterMs?: number): string
  /** Reports what was just written; in a call, the next entry waits until it has been spoken. */
  wrote(content: readonly ContentItem[]): void
  callId(): string
  /** Reports a call of which nobody knows whether it succeeded. */
  doubted(callId: string): void
  /** The calls that were reported so. */
  unsure: readonly string[]
}

/** A pen for one session, which continues from the session's latest timestamp. */
export function takePen(
  session: Pick<SessionRecord, 'latest' | 'call'>,
  { now }: Pick<Clock, 'now'>,
  newId: () => string,
): Pen {
  session.latest = Math.max(session.latest, now() - 1)
  let speaking = 0
  const unsure: string[] = []
  return {
    unsure,
    doubted: (callId) => void unsure.push(callId),
    stamp(afterMs = 1) {
      session.latest += speaking + Math.max(1, Math.round(afterMs))
      speaking = 0
      return showInstant(session.latest)
    },
    wrote(content) {
      if (session.call !== null) speaking = speechMsOf(content)
    },
    callId: () => `call_${newId()}`,
  }
}
