import { type Entry, isThere, type Ledger, numberOf } from './kill-ledger.ts'
import { farAhead } from './kill-load.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into member by member
type Answer = any

/** Asks the service for something. */
export type Ask = (path: string) => Promise<Answer>

/**
 * Checks what the service holds against everything that was ever sent, and returns what is wrong. Requests
 * still in flight are settled as kept or lost.
 */
export async function checkStored(ask: Ask, ledger: Ledger, round: number | null): Promise<string[]> {
  const wrong: string[] = []
  const { messages, count: messageCount } = await ask('/_local/outbox?limit=10000')
  const { calls } = await ask('/_local/queue')
  const { sessions, count } = await ask('/_local/sessions?limit=10000')
  if (sessions.length !== count || messages.length !== messageCount) wrong.push('the lists are cut short')

  const find = (id: string, sessionId: string, stored: Answer): void => {
    const entry = ledger.entries.get(id)
    if (entry === undefined || entry.state === 'lost') wrong.push(`never sent, or lost: ${JSON.stringify(stored)}`)
    else if (entry.sessionId !== null && entry.sessionId !== sessionId)
      wrong.push(`${id} is in ${sessionId}, not in ${entry.sessionId}`)
    else Object.assign(entry, { sessionId, state: entry.state === 'in the air' ? 'kept' : entry.state })
  }
  const texts = messages.map(({ text }: Answer) => text)
  const numbers = new Map(ledger.of('call', 'workflow call').map((entry) => [numberOf(entry), entry.id]))
  const queued = calls.map(({ customerNumber }: Answer) => numbers.get(customerNumber) ?? customerNumber)
  for (const message of messages) {
    find(message.text, message.sessionId, message)
    wrong.push(...checkMessage(ledger.entries.get(message.text), message))
  }
  for (const call of calls) {
    const id = numbers.get(call.customerNumber) ?? ''
    find(id, call.callId, call)
    wrong.push(...checkCall(ledger.entries.get(id), call))
  }
  wrong.push(...checkOnce(ledger.of('message', 'scheduled message'), texts, 'outbox'))
  wrong.push(...checkOnce(ledger.of('call', 'workflow call'), queued, 'queue'))
  wrong.push(...(await checkSessions(ask, ledger, sessions, round, find)))
  for (const entry of ledger.entries.values()) if (entry.state === 'in the air') entry.state = 'lost'
  return wrong
}

/** Everything that must be stored is there exactly once, and nothing else is. */
function checkOnce(entries: readonly Entry[], ids: readonly string[], where: string): string[] {
  const times = new Map<string, number>()
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
  return entries.flatMap((entry) => {
    const count = times.get(entry.id) ?? 0
    return count === (isThere(entry) ? 1 : 0)
      ? []
      : [`${entry.kind} ${entry.id} (${entry.state}) is ${count} times in the ${where}`]
  })
}

function checkMessage(entry: Entry | undefined, { status, due, sentAt, text }: Answer): string[] {
  const scheduled = entry?.kind === 'scheduled message'
  const sound = scheduled
    ? status === 'waiting' && sentAt === null && Date.parse(due) === Date.parse(farAhead)
    : status === 'sent' && sentAt !== null
  return sound ? [] : [`the message ${text} is ${status}, due ${due}, sent ${sentAt}`]
}

function checkCall(entry: Entry | undefined, call: Answer): string[] {
  const workflow = entry?.kind === 'workflow call' ? 'wf' : null
  const sound = call.state === 'queued' && Date.parse(call.due) === Date.parse(farAhead) && call.workflowId === workflow
  return sound ? [] : [`the queue holds ${JSON.stringify(call)}`]
}

/**
 * Every session was asked for, and consists of whole turns, each stored exactly once. Reads only the
 * transcripts that a round touched; null reads all.
 */
async function checkSessions(
  ask: Ask,
  ledger: Ledger,
  sessions: Answer[],
  round: number | null,
  find: (id: string, sessionId: string, stored: Answer) => void,
): Promise<string[]> {
  const entries = [...ledger.entries.values()]
  const sessionIds = new Set(entries.map(({ sessionId }) => sessionId))
  const touched = new Set(
    entries.filter((entry) => round === null || entry.round === round).map(({ sessionId }) => sessionId),
  )
  const stored = new Map<string, Answer>(sessions.map((session) => [session.sessionId, session]))
  const wrong = stored.size === sessions.length ? [] : ['a session is listed twice']
  for (const entry of entries)
    if (isThere(entry) && entry.sessionId !== null && !stored.has(entry.sessionId))
      wrong.push(`${entry.kind} ${entry.id} (${entry.state}): no session ${entry.sessionId}`)
  const read = [...stored.keys()].filter((id) => touched.has(id) || !sessionIds.has(id))
  const slicesByTurn = new Map<string, string[]>()
  const work = async (): Promise<void> => {
    for (let id = read.pop(); id !== undefined; id = read.pop()) {
      const { data } = await ask(`/api/session/fetch/${id}`)
      const turns = data.communicationChannelType === 'webChat' ? readTurns(data, wrong) : readSent(data, ledger, wrong)
      if (data.communicationChannelType === 'webChat' && stored.get(id)?.turns !== turns.length)
        wrong.push(`${id} counts ${stored.get(id)?.turns} turns and has ${turns.length}`)
      for (const { id: turn, slice } of turns) {
        find(turn, id, data)
        slicesByTurn.set(turn, [...(slicesByTurn.get(turn) ?? []), slice])
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  for (const entry of ledger.of('opened session', 'continued session')) {
    if (!touched.has(entry.sessionId) && entry.state !== 'in the air') continue
    const slices = slicesByTurn.get(entry.id) ?? []
    if (slices.length !== (isThere(entry) ? 1 : 0))
      wrong.push(`the turn ${entry.id} (${entry.state}) of ${entry.sessionId} is stored ${slices.length} times`)
    if (entry.slice !== undefined && slices[0] !== entry.slice)
      wrong.push(`the turn ${entry.id} was answered as ${entry.slice} and is stored as ${slices[0]}`)
  }
  return wrong
}

/** The turns of an inline session, by the id of their message; a partial turn is wrong. */
function readTurns({ sessionId, transcript }: Answer, wrong: string[]): { id: string; slice: string }[] {
  const turns: { id: string; slice: string }[] = []
  const kinds = ['message user', 'function_call look_up', 'function_call_output look_up', 'message assistant']
  const before = ['function_call load_customer', 'function_call_output load_customer']
  for (let from = 0; from < transcript.length; ) {
    const expected = from === 0 ? [...before, ...kinds] : kinds
    const slice = transcript.slice(from, from + expected.length)
    const lines = slice.map((entry: Answer) => `${entry.type} ${entry.role ?? entry.name}`)
    const [user, call, output, reply] = slice.slice(-4)
    const id = user?.content?.[0]?.text
    const whole =
      call?.arguments?.id === id && output?.call_id === call?.call_id && reply?.content?.[0]?.text === `Noted ${id}.`
    if (lines.join() !== expected.join() || !whole) wrong.push(`${sessionId} has half a turn: ${JSON.stringify(slice)}`)
    turns.push({ id, slice: JSON.stringify(slice) })
    from += expected.length
  }
  if (turns.length === 0) wrong.push(`${sessionId} has no turn`)
  return turns
}

/**
 * A message's session contains the message once it is sent, and nothing else; the session of a queued call is
 * empty.
 */
function readSent(
  { sessionId, transcript, communicationChannelType: type, status }: Answer,
  ledger: Ledger,
  wrong: string[],
): [] {
  const texts = transcript.map((entry: Answer) => entry.content?.[0]?.text).join()
  const entry = [...ledger.entries.values()].find((each) => each.sessionId === sessionId)
  const expected =
    entry?.kind === 'message' ? [entry.id, 'active'] : ['', type === 'waChat' ? 'active' : 'call_in_queue']
  if ([texts, status].join(' ') !== expected.join(' '))
    wrong.push(`the session ${sessionId} of ${entry?.kind} ${entry?.id} is ${status} and holds: ${texts}`)
  return []
}
