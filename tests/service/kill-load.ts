import type { Draw } from './draw.ts'
import { type Entry, isThere, type Kind, type Ledger, numberOf } from './kill-ledger.ts'

/** The due time of everything scheduled. */
export const farAhead = '2099-01-01T00:00:00Z'

const headers = { 'content-type': 'application/json', 'x-api-key': 'key' }
const mixture: Kind[] = [
  'opened session',
  'opened session',
  'opened session',
  'continued session',
  'continued session',
  'continued session',
  'message',
  'scheduled message',
  'call',
  'workflow call',
]

/** Sends requests, 8 at a time, until the service is gone; calls `answered` with every answer. */
export async function sendUntilGone(
  url: string,
  ledger: Ledger,
  { draw, round, answered }: { draw: Draw; round: number; answered: () => void },
): Promise<void> {
  const sessions = ledger.of('opened session').filter(isThere)
  const most = ledger.entries.size + 250 // per round, since the lists of /_local end at 10,000
  const work = async (): Promise<void> => {
    for (;;) {
      const kind = ledger.entries.size < most || sessions.length === 0 ? draw.one(mixture) : 'continued session'
      const entry = next(ledger, sessions, { kind, draw, round })
      const answer = await ask(url, entry)
      if (answer === null) return
      entry.state = 'acknowledged'
      entry.sessionId = answer.sessionId ?? answer.callId ?? entry.sessionId
      if (answer.transcript !== undefined) entry.slice = JSON.stringify(answer.transcript)
      if (entry.kind === 'opened session') sessions.push(entry)
      answered()
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

/**
 * The next request. Continues known sessions, often one of the last few, so that concurrent turns hit the
 * same session.
 */
function next(
  ledger: Ledger,
  sessions: readonly Entry[],
  { kind, draw, round }: { kind: Kind; draw: Draw; round: number },
): Entry {
  const earlier = draw.chance(0.5) ? sessions.slice(-6) : sessions
  if (kind !== 'continued session' || earlier.length === 0)
    return ledger.open(kind === 'continued session' ? 'opened session' : kind, round)
  return ledger.open(kind, round, draw.one(earlier).sessionId ?? undefined)
}

/** Long enough that writing a session takes a while, so that a kill often interrupts it. */
const note = 'x'.repeat(30_000)

/** The data of the answer, or null if none came. */
async function ask(
  url: string,
  entry: Entry,
): Promise<{ sessionId?: string; callId?: string; transcript?: unknown } | null> {
  const [path, body] = requestOf(entry)
  let status: number
  let text: string
  try {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    status = response.status
    text = await response.text()
  } catch {
    return null // the service is gone; whether it received this is what the test checks afterwards
  }
  if (status !== 200) throw new Error(`${path} ${JSON.stringify(body)}: ${status} ${text}`)
  return JSON.parse(text).data ?? {}
}

function requestOf(entry: Entry): [path: string, body: object] {
  const { kind, id, sessionId } = entry
  const chat = '/api/chat-agent/trigger'
  const message = {
    communicationChannel: 'wa',
    customerNumber: '15559999',
    whatsappOptions: { messageType: 'say', message: id },
  }
  switch (kind) {
    case 'opened session':
      return [chat, { doReturnResponse: true, agentName: 'desk', message: id, metadata: { note } }]
    case 'continued session':
      return [chat, { doReturnResponse: true, agentName: 'desk', message: id, sessionId }]
    case 'message':
      return [chat, message]
    case 'scheduled message':
      return [chat, { ...message, scheduleTime: farAhead }]
    case 'call':
      return ['/api/call/trigger', { phoneNumber: numberOf(entry), agentName: 'desk', scheduleTime: farAhead }]
    case 'workflow call':
      return ['/api/workflow/call/wf', { customer_number: numberOf(entry), schedule_time: farAhead }]
  }
}
