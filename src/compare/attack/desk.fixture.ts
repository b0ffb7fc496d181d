import type { JsonObject } from '../../base/json/json.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { fakeClient } from '../../engine/verdict/fake-client.fixture.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Failure } from '../../wire/client/failure.ts'

/** The desk's reaction to a message: calls and a reply, further entries of any kind, or a failure. */
export type Answer =
  | string
  | Failure
  | { reply?: string | ContentItem[]; calls?: [name: string, given: JsonObject][]; beside?: TranscriptEntry[] }

/**
 * A desk that answers by message and turn, with as many sessions as are started. `hidden` is at the end of each
 * stored session and in no answer.
 */
export function desk(
  answer: (message: string, turn: number) => Answer,
  hidden?: TranscriptEntry,
): { client: Client; sent: string[][] } {
  const sent: string[][] = []
  const sessions = new Map<string, { client: Client; said: string[] }>()
  const begin = (id: string): { client: Client; said: string[] } => {
    const messages: string[] = []
    const { client } = fakeClient(
      ({ message = '' }, turn) => {
        messages.push(message)
        return entriesOf(message, answer(message, turn), turn)
      },
      (transcript) => (hidden === undefined ? {} : { transcript: [...transcript, hidden] }),
    )
    const session = { client, said: messages }
    sessions.set(id, session)
    sent.push(messages)
    return session
  }
  const client = {
    async converse(request: Parameters<Client['converse']>[0]) {
      const id = request.sessionId ?? `s-${sessions.size + 1}`
      const answered = await (sessions.get(id) ?? begin(id)).client.converse(request)
      return answered.ok ? { ...answered, data: { ...answered.data, sessionId: id } } : answered
    },
    async fetchSession(id: string) {
      const stored = await (sessions.get(id) ?? begin(id)).client.fetchSession(id)
      return stored.ok ? { ...stored, data: { ...stored.data, sessionId: id } } : stored
    },
  }
  return { client: client as unknown as Client, sent }
}

function entriesOf(message: string, answer: Answer, turn: number): TranscriptEntry[] | Failure {
  if (typeof answer === 'object' && 'kind' in answer) return answer
  const { reply = 'Fine.', calls = [], beside = [] } = typeof answer === 'string' ? { reply: answer } : answer
  return [
    said('user', message),
    ...calls.flatMap(([name, args], index) => [
      called(name, `c${turn}-${index}`, args),
      gave(name, `c${turn}-${index}`, '{"ok":true}'),
    ]),
    ...beside,
    said('assistant', reply, 100),
  ]
}
