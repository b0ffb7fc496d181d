import { askMeant, isTypo } from '../../base/text/suggest.ts'
import type { CallsExpectation } from '../language/expectations/calls-expectation.ts'
import type { Matcher } from '../language/matchers/matcher.ts'
import { everyTurnOf } from '../language/script/conversation.ts'
import type { Plan } from '../plan/plan.ts'
import type { Place, WithPlace } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import type { KnownAgents } from './known-agents.ts'
import { capturedCalls } from './named-calls.ts'
import type { Reach } from './reach.ts'

/** Finds agents that are expected to answer, although the one that is asked cannot hand over to any. */
export function checkHandoffs({ file, agent, version, conversation, everyTurn }: Plan, agents: KnownAgents): Problem[] {
  const why = agents.keepsTalk?.(agent.value, version) ?? null
  if (why === null) return []
  const inTurns = [...everyTurn, ...everyTurnOf(conversation).flatMap(({ requires, expect }) => [requires, expect])]
  return inTurns.flatMap((each): Problem[] => {
    const { value } = each?.reply?.agentName ?? {}
    if (value?.kind !== 'equals' || value.value === agent.value) return []
    const message = `"${agent.value}" (${version}) ${why}, so "${String(value.value)}" never answers`
    return [{ code: 'unknown-agent', file, at: value.at, message, hint: 'expect what is said, whoever says it' }]
  })
}

/**
 * Finds slips of an agent's name where somebody has spoken, or is expected to, or not to: ruled out, they would forbid nothing. Any
 * other name may be a person's; `spoken` are those that spoke.
 */
export function checkSpeakers(plan: Plan, { speakers }: Reach, spoken: readonly (string | null)[] = []): Problem[] {
  const { file, everyTurn, conversation } = plan
  const turns = everyTurnOf(conversation).flatMap(({ requires, expect }) => [requires?.reply, expect?.reply])
  const expected = [...everyTurn.map(({ reply }) => reply), ...turns, conversation.session]
  const historyEntries = (conversation.history?.exchanges ?? []).flatMap(({ entries }) => entries)
  const names = [
    ...expected.flatMap((each) => (each?.agentName === undefined ? [] : namesIn(each.agentName.value))),
    ...historyEntries.flatMap((each) => ('agentName' in each && each.agentName !== undefined ? [each.agentName] : [])),
  ]
  return names.flatMap(({ value: name, at }): Problem[] => {
    const near = speakers.find((speaker) => isTypo(name, speaker))
    if (near === undefined || speakers.includes(name) || spoken.includes(name)) return []
    return [{ code: 'unknown-agent', file, at, message: `no agent here is called "${name}"`, hint: askMeant(near) }]
  })
}

function namesIn(matcher: Matcher): WithPlace<string>[] {
  const { kind, at } = matcher
  if (kind === 'equals') return typeof matcher.value === 'string' ? [{ value: matcher.value, at }] : []
  return 'of' in matcher ? [matcher.of].flat().flatMap(namesIn) : []
}

/** A run could not judge it. A warning where an answer may yet show that calls can be seen. */
export function checkUnseen(plan: Plan, agents: KnownAgents): Problem[] {
  const { file, agent, version } = plan
  const sight = agents.shows?.(agent.value, version) ?? null
  if (sight === null) return []
  const { certain, why } = sight
  const message = `"${agent.value}" (${version}): ${why}, so this ${certain ? 'is' : 'may be'} not judged`
  const severity = certain ? {} : ({ severity: 'warning' } as const)
  return placesOf(plan).map((at) => ({ code: 'unseen-calls', ...severity, file, at, message, hint }))
}

const hint =
  'expect what it says, or let it show its calls: docs/your-agent-remote.md has a table of what each protocol shows'

function placesOf({ conversation, everyTurn, claims = [] }: Plan): Place[] {
  const { session, simulatedUser: { doneWhen, givesUpWhen } = {} } = conversation
  const turns = everyTurnOf(conversation)
  const inTurns = [...everyTurn, ...turns.flatMap(({ requires, expect }) => [requires, expect])]
  const calls = [...inTurns, session, doneWhen, givesUpWhen].flatMap((each) => each?.calls ?? [])
  const times = inTurns.flatMap((each) => each?.latency ?? [])
  return [
    ...calls.flatMap(placesIn),
    ...times.flatMap(({ tool, tools = [] }) => [
      ...(tool?.each === undefined ? [] : [tool.each.at]),
      ...tools.map(({ at }) => at),
    ]),
    ...turns.flatMap(capturedCalls).map(({ at }) => at),
    ...claims.map(({ at }) => at),
  ]
}

/** The places of what is expected of calls, leaving out those of pre and post: the service runs and shows them itself. */
function placesIn(expected: CallsExpectation): Place[] {
  const { at, none, inOrder = [], exactly, anyOrder = [], never = [], only, count, during } = expected
  const calls = [...inOrder, ...anyOrder, ...never].filter(
    ({ phase }) => phase === undefined || phase.value === 'during',
  )
  const whole = none !== undefined || (exactly ?? only ?? count) !== undefined ? [at] : []
  return [...whole, ...calls.map((call) => call.at), ...(during === undefined ? [] : placesIn(during))]
}
