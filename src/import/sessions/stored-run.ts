import type { LawName } from '../../base/law-name.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import type { Claim } from '../../suite/language/claims.ts'
import type { TurnExpectation } from '../../suite/language/expectations/turn-expectation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { guardrailAt } from '../../suite/plan/project-rules.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { participantOf, type Session } from '../../wire/api/session.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Answer } from '../../wire/client/failure.ts'
import { nameTalk, type Slice, sliceWhole, type Talk } from './talk.ts'

export interface StoredRules {
  /** Guardrails, outermost first. */
  everyTurn: readonly TurnExpectation[]
  relaxed: readonly LawName[]
  /** Whether the law `grounded` applies. */
  grounded?: boolean
  claims?: readonly Claim[]
}

/** Laws about sending are not for a finished session: no version was asked for, and messages come in a row. */
const aboutSending: readonly LawName[] = ['message echoed', 'version answers', 'slices add up']

/** The plan of a session. A last message without an answer is a turn too, unless the session is still going on. */
export function planStored(talk: Talk, rules: StoredRules, names: Set<string>): { plan: Plan; turns: Slice[] } {
  const { session, origin, stored } = talk
  const { turns: answered, unanswered } = sliceWhole(session.transcript)
  const waits = unanswered !== null && stored && session.status !== 'active' ? [unansweredTurn(talk, unanswered)] : []
  const turns = [...answered, ...waits]
  const at: Place = { line: Math.max(1, origin.line), column: Math.max(1, origin.column), length: 1 }
  const place = `${origin.file}${origin.line === 0 ? '' : `:${origin.line}`}${origin.column > 1 ? `:${origin.column}` : ''}`
  const version = session.agentDetails.version ?? 'default'
  const { number, email } = participantOf(session) ?? {}
  const plan: Plan = {
    id: `${place} ${version}`,
    file: origin.file,
    suite: 'Stored sessions',
    conversation: {
      at,
      name: { value: `${session.sessionId}: ${nameTalk(talk, names)}`, at },
      turns: turns.map(({ user }) => ({ at, user: user === null ? null : { value: user, at } })),
    },
    agent: { value: session.agentDetails.name, at },
    version,
    versionAt: null,
    tags: [session.communicationChannelType],
    metadata: session.dynamicVariables ?? {},
    variables: {},
    numerals: {},
    customer: { ...(typeof number === 'string' && { number }), ...(typeof email === 'string' && { email }) },
    everyTurn: rules.everyTurn.map((guardrail) => guardrailAt(guardrail, at)),
    relaxed: new Set([...rules.relaxed, ...aboutSending]),
    ...(rules.grounded === true ? { grounded: true } : {}),
    ...(rules.claims === undefined ? {} : { claims: rules.claims.map((claim) => ({ ...claim, at })) }),
    timeLimitMs: 1_000,
    stopAfterFailure: false,
    clock: null,
    unset: [],
    problems: [],
    written: null,
    repeat: null,
  }
  return { plan, turns }
}

function unansweredTurn({ session }: Talk, user: string): Slice {
  const { transcript } = session
  const start = transcript.findLastIndex((entry) => entry.type !== 'message' || entry.role !== 'user') + 1
  return { user, sent: [], entries: transcript.slice(start) }
}

/** The guardrail without what only a client can measure, the wall-clock time of a turn; and whether it had any. */
export function withoutWallClock(guardrail: TurnExpectation): { guardrail: TurnExpectation; dropped: boolean } {
  if (guardrail.latency?.turn === undefined) return { guardrail, dropped: false }
  const { latency, ...rest } = guardrail
  const { turn: _, ...kept } = latency
  return { guardrail: Object.keys(kept).length > 1 ? { ...rest, latency: kept } : rest, dropped: true }
}

/** A client that answers each turn from a recorded session and sends nothing. */
export function storedClient(session: Session, turns: readonly Slice[]): Client {
  const frame = { status: 200, requestId: null }
  const none = async (): Promise<Answer<never>> => ({
    ok: false,
    failure: { kind: 'unsendable', violations: [] },
    timeMs: 0,
  })
  let next = 0
  return {
    async converse() {
      const slice = turns[next++]
      if (slice === undefined) return none()
      const transcript = [...slice.entries]
      const timeMs = viewTurn(transcript).replyMs ?? 0
      return { ok: true, data: { sessionId: session.sessionId, transcript }, timeMs, ...frame }
    },
    fetchSession: async () => ({ ok: true, data: session, timeMs: 0, ...frame }),
    dispatch: none,
    triggerCall: none,
    callWorkflow: none,
    deleteWorkflowCall: none,
    listBlueprints: none,
    triggerNode: none,
    // A history is taken as the local service takes it.
    local: async (_method, path, body = {}) =>
      path === 'sessions'
        ? { ok: true, data: { sessionId: session.sessionId, transcript: body.transcript ?? [] }, timeMs: 0, ...frame }
        : none(),
  }
}
