import type { Act, Row } from '../no-false-green/row.ts'
import { type PlainMap, plainJson } from './plain.ts'

/** What the agent and the service around it do in one case, as data, so that it can be printed and shrunk. */
export interface Doings {
  acts: readonly (readonly Act[])[]
  session: Record<string, unknown>
  refusals: readonly { turn: number; status: number; errorCode: string }[]
  /** Entries that the stored session alone has, each group before the entry at `at`, at the time of the one before. */
  hidden: readonly { at: number; acts: readonly Act[] }[]
  /** Text replacements in an answer; `turn` null is the stored session. */
  edits: readonly { turn: number | null; from: string; to: string }[]
  environment: Record<string, string>
}

export type Answer = { refused: { status: number; errorCode: string } } | { sessionId: string; transcript: PlainMap[] }

/** The service of a case: answers messages one after another, then returns what it stored. */
export interface Stage {
  say(message: string | null): Answer
  stored(): PlainMap
  sessionId(): string | null
}

const began = Date.UTC(2026, 0, 1)

/** The same answers as the double in play-row.ts, against which the product runs. */
export function openStage(doings: Doings): Stage {
  let [turn, clock] = [0, began]
  let sessionId: string | null = null
  const storedEntries: object[] = []
  const tick = (): string => {
    clock += 100
    return new Date(clock).toISOString()
  }
  const wired = (data: object, at: number | null): PlainMap =>
    plainJson(JSON.parse(edit(doings, JSON.stringify(data), at))) as PlainMap
  return {
    say(message) {
      const at = turn++
      const refused = doings.refusals.find((each) => each.turn === at)
      if (refused !== undefined) return { refused }
      sessionId ??= 'session-1'
      const opening = message === null ? [] : [userEntry(message, tick())]
      const transcript = [...opening, ...(doings.acts[at] ?? ['Hello']).map((act) => entryOf(act, tick()))]
      storedEntries.push(...transcript)
      const answer = wired({ sessionId, transcript }, at)
      return { sessionId: String(answer.sessionId), transcript: answer.transcript as unknown as PlainMap[] }
    },
    stored: () => wired({ ...storedSession(sessionId, addHidden(storedEntries, doings)), ...doings.session }, null),
    sessionId: () => sessionId,
  }
}

function addHidden(storedEntries: readonly object[], { hidden }: Doings): object[] {
  return hidden.reduceRight(
    (now, { at, acts }) => {
      const { timestamp } = (now[Math.max(0, Math.min(at, now.length) - 1)] ?? {}) as { timestamp?: string }
      return now.toSpliced(at, 0, ...acts.map((act) => entryOf(act, timestamp ?? '')))
    },
    [...storedEntries],
  )
}

function edit({ edits }: Doings, text: string, at: number | null): string {
  return edits.filter(({ turn }) => turn === at).reduce((now, { from, to }) => now.replaceAll(from, to), text)
}

const userEntry = (text: string, timestamp: string): object =>
  entryOf({ type: 'message', role: 'user', agentName: null, content: [{ type: 'text', text }] }, timestamp)

function entryOf(act: Act, timestamp: string): object {
  if (typeof act === 'string') return entryOf({ type: 'message', content: [{ type: 'text', text: act }] }, timestamp)
  const call = { call_id: `call-${String(act.name)}`, phase: 'during' }
  const frames: Record<string, object> = {
    message: { role: 'assistant', senderId: null, senderName: null, agentName: 'desk', metadata: null },
    function_call: { ...call, arguments: {} },
    function_call_output: { ...call, output: '{}', is_error: false, executionTimeMs: 10 },
  }
  return { ...frames[String(act.type)], timestamp, ...act }
}

const storedSession = (sessionId: string | null, transcript: object[]): object => ({
  sessionId,
  status: 'active',
  agentDetails: { name: 'desk', number: null, email: null, version: null },
  dynamicVariables: null,
  communicationChannelType: 'webChat',
  communicationChannelName: null,
  transcript,
  analysis: null,
})

function addHiddenTo(body: string, doings: Doings): string {
  if (doings.hidden.length === 0) return body
  const answer = JSON.parse(body) as { data: { transcript: object[] } }
  const transcript = addHidden(answer.data.transcript, doings)
  return JSON.stringify({ ...answer, data: { ...answer.data, transcript } })
}

/** The case as a row for the product. */
export function rowOf(suite: string, doings: Doings): Row {
  const { acts, session, refusals, environment } = doings
  return {
    about: 'generated',
    name: 'generated',
    suite,
    acts,
    session,
    environment,
    wire: (body, turn) => edit(doings, turn === null ? addHiddenTo(body, doings) : body, turn),
    refuse: (turn) => refusals.find((each) => each.turn === turn) ?? null,
    verdict: 'passed',
  }
}
