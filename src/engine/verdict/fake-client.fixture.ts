import { parseScript } from '../../suite/language/script/parse.ts'
import { type Plan, planScript } from '../../suite/plan/plan.ts'
import type { InlineChatRequest } from '../../wire/api/chat.ts'
import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { said } from '../transcript/entries.fixture.ts'

/** How a fake service reacts to a turn: entries to answer with, or a failure. */
export type Script = (request: InlineChatRequest, turn: number) => TranscriptEntry[] | Failure

/** A client whose service is a function; it records the requests. */
export function fakeClient(
  play: Script,
  stored?: (transcript: TranscriptEntry[]) => Partial<Session> | Failure,
): { client: Client; sent: InlineChatRequest[] } {
  const sent: InlineChatRequest[] = []
  const transcript: TranscriptEntry[] = []
  const frame = { status: 200, requestId: null, timeMs: 5 }
  const client = {
    async converse(request: InlineChatRequest) {
      const turn = sent.push(request) - 1
      const scripted = play(request, turn)
      if (!Array.isArray(scripted)) return { ok: false, failure: scripted, timeMs: 5 }
      const played = scripted.map((entry) => later(entry, turn * 60_000))
      transcript.push(...played)
      return { ok: true, data: { sessionId: 's-1', transcript: played }, ...frame }
    },
    async fetchSession() {
      const more = stored?.(transcript) ?? {}
      if ('kind' in more) return { ok: false, failure: more, timeMs: 5 }
      return {
        ok: true,
        data: {
          sessionId: 's-1',
          agentDetails: { name: 'desk', number: null, email: null, version: null },
          transcript,
          ...more,
        },
        ...frame,
      }
    },
  }
  return { client: client as unknown as Client, sent }
}

/** Shifts the time of an entry. */
function later(entry: TranscriptEntry, ms: number): TranscriptEntry {
  if (entry.type === 'unknown') return entry
  const moment = Date.parse(entry.timestamp)
  return Number.isNaN(moment) ? entry : { ...entry, timestamp: new Date(moment + ms).toISOString() }
}

/** An agent that repeats what the user says, one second later. */
export const echo: (...call: Parameters<Script>) => TranscriptEntry[] = ({ message = '' }, turn) => [
  said('user', message, turn * 2_000),
  said('assistant', `You said ${message}`, turn * 2_000 + 1_000),
]

/** The plans of a suite given as text. */
export function plansOf(yaml: string, versions: string[] = ['default']): Plan[] {
  const parsed = parseScript(yaml, 'suite.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return planScript(parsed.script, { versions, versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true })
}
