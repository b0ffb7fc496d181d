import { said } from '../../engine/transcript/entries.fixture.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { createPaint } from '../../report/text/paint.ts'
import type { InlineChatRequest } from '../../wire/api/chat.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Answer, Failure } from '../../wire/client/failure.ts'
import type { ChatDesk } from './screen.ts'
import { type ChatTalk, newTalk } from './talk.ts'

/** A talk with the agent "desk", one turn for each list of entries; the entries include what the user said. */
export function talkOf(turns: TranscriptEntry[][], more: Partial<ChatTalk> = {}): ChatTalk {
  return {
    ...newTalk({ agent: 'desk', version: 'draft', metadata: {} }),
    sessionId: 's-1',
    turns: turns.map((entries) => {
      const view = viewTurn(entries)
      return { user: view.user[0]?.text ?? null, view, turnMs: 12 }
    }),
    ...more,
  }
}

/** What a fake agent answers: entries, a text to say, or a failure. */
export type FakeAgent = (request: InlineChatRequest) => TranscriptEntry[] | string | Failure

/** A desk over a fake agent, recording the requests and what was shown. */
export interface FakeDesk extends ChatDesk {
  asked: InlineChatRequest[]
  shown(): string
}

/** `interactive`: behave like a terminal. */
export function fakeDesk(agent: FakeAgent, interactive = false): FakeDesk {
  const requests: InlineChatRequest[] = []
  const output: string[] = []
  let sessions = 0
  const stored = new Map<string, TranscriptEntry[]>()
  const converse = async (request: InlineChatRequest): Promise<Answer<never>> => {
    requests.push(request)
    const answer = agent(request)
    if (typeof answer !== 'string' && !Array.isArray(answer)) return { ok: false, failure: answer, timeMs: 1 }
    const own = request.message === undefined ? [] : [said('user', request.message)]
    const transcript = typeof answer === 'string' ? [...own, said('assistant', answer)] : answer
    const data = { sessionId: request.sessionId ?? `s-${++sessions}`, transcript }
    stored.set(data.sessionId, [...(stored.get(data.sessionId) ?? []), ...transcript])
    return { ok: true, data: data as never, status: 200, requestId: null, timeMs: 1 }
  }
  const fetchSession = async (sessionId: string): Promise<Answer<never>> => {
    const data = { status: 'active', transcript: stored.get(sessionId) ?? [] }
    return { ok: true, data: data as never, status: 200, requestId: null, timeMs: 1 }
  }
  return {
    asked: requests,
    shown: () => output.join('\n'),
    screen: {
      paint: createPaint(false),
      columns: () => null,
      write: (lines) => void output.push(...lines),
      interactive,
      during: (work) => work(new AbortController().signal),
    },
    client: { converse, fetchSession } as unknown as Client,
    timeLimitMs: 1_000,
    agentMayOpen: false,
    agents: ['desk'],
    save: async () => ({ ok: false, message: 'this desk keeps nothing', hint: 'none' }),
    readMetadata: (text, earlier) => ({ ok: true, metadata: { ...earlier, given: text } }),
  }
}

/** Lines as they would come from a pipe. */
export async function* linesOf(...lines: string[]): AsyncGenerator<string> {
  yield* lines
}

/** A request refused by the service. */
export function refusal(status: number, errorCode: string, message: string): Failure {
  return { kind: 'refused', status, responseCode: status, errorCode, message, requestId: null }
}
