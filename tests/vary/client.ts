import type { JsonObject } from '../../src/base/json/json.ts'
import { called, gave, said } from '../../src/engine/transcript/entries.fixture.ts'
import type { TranscriptEntry } from '../../src/wire/api/transcript-entry.ts'
import type { Client } from '../../src/wire/client/client.ts'
import { answerOf, failsByChance } from './desk.mjs'

interface Session {
  state: Record<string, unknown>
  at: number
}

/** A test's desk: robust, with a weakness, failing in a share of its sessions, or out of order. */
export interface DeskKind {
  weak?: string | null
  noise?: number
  seed?: string
  down?: boolean
}

/** A client whose sessions the desk answers directly, without a service; it counts the turns it received. */
export function deskClient({ weak = null, noise = 0, seed = 'one', down = false }: DeskKind): {
  client: Client
  sent(): number
} {
  const sessions = new Map<string, Session>()
  let turns = 0
  const client = {
    async converse(request: { sessionId?: string; message?: string; metadata?: JsonObject }) {
      turns += 1
      if (down)
        return { ok: false, failure: { kind: 'refused', status: 503, errorCode: 'busy', message: 'busy' }, timeMs: 1 }
      const id = request.sessionId ?? `${seed}-${sessions.size + 1}`
      const session = sessions.get(id) ?? { state: {}, at: 0 }
      sessions.set(id, session)
      const { message = '', metadata } = request
      const { calls, reply } = answerOf(message, session.state, weak, String(metadata?.customer_name))
      const fails = failsByChance(id, noise)
      const next = (): number => {
        session.at += 100
        return session.at
      }
      const entries: TranscriptEntry[] = [said('user', message, next())]
      for (const [name, args] of fails ? [] : calls) {
        const callId = `c${session.at}`
        entries.push(called(name, callId, args, 'during', next()))
        entries.push(
          gave(name, callId, '{"ok":true}', { timestamp: new Date(Date.UTC(2026, 0, 1) + next()).toISOString() }),
        )
      }
      entries.push(said('assistant', fails ? 'Something went wrong.' : reply, next()))
      return { ok: true, data: { sessionId: id, transcript: entries }, status: 200, requestId: null, timeMs: 1 }
    },
  }
  return { client: client as unknown as Client, sent: () => turns }
}
