import type { JsonValue } from '../../base/json/json.ts'
import type { SessionExpectation } from '../../suite/language/expectations/session-expectation.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import { evaluateCalls } from './calls.ts'
import { match } from './match.ts'
import { matchBy } from './match-readings.ts'
import { evaluateSafely, type Mismatch, type Outcome, verdictOn } from './outcome/outcome.ts'
import { readLink } from './reply-item.ts'

/** A stored session under the names of the language; a member that the session lacks is undefined. */
export interface SessionFacts {
  members: Record<SessionMember, JsonValue | undefined>
  calls: TurnView['calls']
  /** Why further calls of it cannot be seen, if they cannot. */
  unseen?: TurnView['unseen']
}

/** The members of a session that a matcher can apply to, by their names in the language. */
type SessionMember = (typeof members)[number][1]

const members = [
  ['status', 'status'],
  ['agentVersion', 'agent version'],
  ['agentName', 'agent'],
  ['analysis', 'analysis'],
  ['dynamicVariables', 'variables'],
  ['channelType', 'channel type'],
  ['duration', 'duration'],
  ['retryAttemptNo', 'retryAttemptNo'],
  ['recordingUrl', 'recordingUrl'],
  ['state', 'state'],
] as const

/** An analysis that is null has not arrived yet, which is neither a pass nor the agent's failure. */
export function evaluateSession(expected: SessionExpectation, facts: SessionFacts): Outcome[] {
  const outcomes = members.flatMap(([property, name]) => {
    const matcher = expected[property]
    return matcher === undefined
      ? []
      : evaluateSafely(name, matcher.at, () => [evaluateMember(name, matcher, facts.members[name])])
  })
  const { calls } = expected
  return [
    ...outcomes,
    ...(calls === undefined
      ? []
      : evaluateSafely('calls', calls.at, () => evaluateCalls(calls, facts.calls, facts.unseen))),
  ]
}

/** Outcomes for a session that never began: nothing in it can be judged. */
export function evaluateNoSession(expected: SessionExpectation): Outcome[] {
  const properties = members.flatMap(([property, name]) => {
    const at = expected[property]?.at
    return at === undefined ? [] : [{ name, at }]
  })
  const calls = expected.calls === undefined ? [] : [{ name: 'calls', at: expected.calls.at }]
  return [...properties, ...calls].map(({ name, at }) =>
    unjudged(name, at, `no session was begun, so its ${name} could not be judged: no turn was answered`),
  )
}

/** Conditions see a link as text; `fields` see its `url`, `host` and when it `expires`. */
function matchLink(matcher: Matcher, actual: JsonValue | undefined): Mismatch[] {
  const members =
    typeof actual === 'string' && URL.canParse(actual) ? { url: actual, ...readLink(new URL(actual)) } : actual
  return matchBy(matcher, ({ kind }) => ({ path: 'recordingUrl', value: kind === 'fields' ? members : actual }))
}

function evaluateMember(
  subject: SessionMember,
  { value, at }: WithPlace<Matcher>,
  actual: JsonValue | undefined,
): Outcome {
  if (subject === 'analysis' && (actual === null || actual === undefined)) return unjudged(subject, at)
  if (subject === 'state' && actual === undefined) return unjudged(subject, at, noState)
  if (subject === 'duration' && typeof actual === 'number' && actual < 0)
    return unjudged(subject, at, `the duration of the stored session is negative (${actual}), so it says nothing`)
  const misses = subject === 'recordingUrl' ? matchLink(value, actual) : match(value, actual, subject)
  const { verdict, mismatches } = verdictOn(misses)
  const first: Pick<Mismatch, 'at' | 'path' | 'doubt'> = mismatches[0] ?? { at, path: subject }
  if (verdict === 'not judged') return unjudged(subject, first.at, `${first.path} could not be judged: ${first.doubt}`)
  return { kind: 'session', verdict, at: first.at, subject, mismatches }
}

const noState =
  'the state of the tools is shown by the local service alone, and by a workspace with a function for it: state: in workspace.yaml'

/** A member that could not be judged; without a reason, the service does not have it yet. */
function unjudged(subject: string, at: Outcome['at'], reason?: string): Outcome {
  const outcome: Outcome = { kind: 'session', verdict: 'not judged', at, subject, mismatches: [] }
  return reason === undefined ? outcome : { ...outcome, reason }
}
