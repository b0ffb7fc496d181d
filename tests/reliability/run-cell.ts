import { setTimeout as sleep } from 'node:timers/promises'
import { performConversation } from '../../src/engine/perform/perform-conversation.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import { createService, type Service } from '../../src/service/app.ts'
import type { Fault } from '../../src/service/faults/fault.ts'
import { resetHeader } from '../../src/service/faults/strike.ts'
import { listen } from '../../src/service/listen.ts'
import { serveLocal } from '../../src/service/local/local-routes.ts'
import { systemClock } from '../../src/service/time/clock.ts'
import { readWorkspace } from '../../src/service/workspace/load-workspace.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { planScript } from '../../src/suite/plan/plan.ts'
import type { Session } from '../../src/wire/api/session.ts'
import { createClient } from '../../src/wire/client/client.ts'
import { createPace } from '../../src/wire/client/pace/pace.ts'
import type { Transport } from '../../src/wire/client/transport.ts'
import { openNetwork } from '../../src/wire/client/undici-transport.ts'
import { type Cell, matrixWorkspace, scriptOf } from './matrix-cell.ts'
import { doMischief, inMemory } from './mischief.ts'

/** The result of a cell: its conversation's, and every session that the service holds at the end. */
export interface CellRun {
  result: ConversationResult
  sessions: Session[]
  ms: number
}

/** How a cell's client reaches its service, and a wrapper for its transport. */
export interface CellWire {
  over: 'port' | 'memory'
  wrap?: (send: Transport) => Transport
}

/** Runs one conversation against its own service, with the faults of its cell. */
export async function runCell(cell: Cell, { over, wrap = (send) => send }: CellWire): Promise<CellRun> {
  const loaded = readWorkspace(matrixWorkspace, 'matrix.yaml')
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const bare = createService({ workspaces: [loaded.workspace], clock: systemClock })
  const service = cell.beside === 'shown' ? showingPost(bare) : bare
  const { mischief, lateMs = 0 } = cell.column
  const spoilt = mischief === undefined ? null : doMischief(service, (turn) => (turn === cell.point ? mischief : null))
  const wire =
    over === 'port'
      ? await openPort(spoilt ?? service)
      : { url: 'http://127.0.0.1', send: inMemory(spoilt ?? service), close: async () => undefined }
  const transport = wrap(createPace({ most: 2 }).through(wire.send))
  const client = createClient({ baseUrl: wire.url, apiKey: 'matrix-key', transport })
  const local = async (path: string): Promise<unknown> =>
    (await serveLocal(service.context, new Request(`http://127.0.0.1/_local/${path}`))).json()
  try {
    service.context.faults.set(faultsOf(cell))
    const began = performance.now()
    const result = await performConversation(planOf(cell), { client, reconcile: true })
    const ms = performance.now() - began
    await spoilt?.arrived()
    if (lateMs > 0) await sleep(Math.max(0, lateMs + 200 - (performance.now() - began)))
    const { sessions } = (await local('sessions')) as { sessions: { sessionId: string }[] }
    const whole = sessions.map(({ sessionId }) => local(`sessions/${sessionId}`))
    return { result, ms, sessions: (await Promise.all(whole)).map((each) => (each as { session: Session }).session) }
  } finally {
    await wire.close()
    service.close()
  }
}

/**
 * A service whose answers include the post-phase functions that followed their turn; the interface leaves
 * that open (TRN-21).
 */
function showingPost(service: Service): Service {
  return {
    ...service,
    async fetch(request, side) {
      const { pathname } = new URL(request.url)
      const response = await service.fetch(request, side)
      if (!pathname.endsWith('/chat-agent/trigger') || response.headers.has(resetHeader)) return response
      const text = await response
        .clone()
        .text()
        .catch(() => '')
      const envelope = readEnvelope(text)
      if (envelope === null) return response
      const { sessionId, transcript } = envelope.data
      const looks = await serveLocal(service.context, new Request(`http://127.0.0.1/_local/sessions/${sessionId}`))
      const { session } = (await looks.json()) as { session: Session }
      const last = JSON.stringify(transcript.at(-1))
      const stored = session.transcript.slice(
        session.transcript.findLastIndex((each) => JSON.stringify(each) === last) + 1,
      )
      transcript.push(...stored.filter((each) => 'phase' in each && each.phase === 'post'))
      return new Response(JSON.stringify(envelope), { status: response.status, headers: response.headers })
    },
  }
}

function readEnvelope(text: string): { data: { sessionId: string; transcript: Session['transcript'] } } | null {
  try {
    const envelope = JSON.parse(text) as { data: { transcript?: Session['transcript'] } | null }
    return Array.isArray(envelope.data?.transcript) ? (envelope as ReturnType<typeof readEnvelope>) : null
  } catch {
    return null
  }
}

/** A service on a port of this machine, and a transport to it. */
export async function openPort(service: Service): Promise<{ url: string; send: Transport; close(): Promise<void> }> {
  const listening = await listen(service, { port: 0 })
  const network = openNetwork({ connections: 2 })
  const close = async (): Promise<void> => {
    await network.close()
    await listening.close()
  }
  return { url: listening.url, send: network.send, close }
}

function faultsOf({ column, point, fetchFault }: Cell): Fault[] {
  const struck =
    column.fault === undefined ? [] : [{ ...column.fault, operation: 'chat.trigger' as const, nth: point + 1 }]
  const fetched = fetchFault === null || column.mischief !== undefined ? [] : [fetchFault]
  return [...struck, ...fetched.map((fault) => ({ ...fault, operation: 'session.get' as const, nth: 1 }))]
}

/** The plan of a cell. */
export function planOf(cell: Cell): Parameters<typeof performConversation>[0] {
  const parsed = parseScript(scriptOf(cell), 'matrix.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const [plan] = planScript(parsed.script, {
    versions: ['default'],
    versionsGiven: true,
    timeLimitMs: 60_000,
    stopAfterFailure: true,
  })
  if (plan === undefined) throw new Error('the script holds no conversation')
  return plan
}
