import { unique } from '../../base/group-by.ts'
import { compilePattern } from '../../base/patterns/linear-pattern.ts'
import { askMeant, hintFor } from '../../base/text/suggest.ts'
import { listKnown } from '../../base/text/wording.ts'
import type { CallsExpectation } from '../language/expectations/calls-expectation.ts'
import { coversTool, isNearTool } from '../language/expectations/tool-pattern.ts'
import { isCombination } from '../language/matchers/combination.ts'
import type { Matcher } from '../language/matchers/matcher.ts'
import { everyTurnOf } from '../language/script/conversation.ts'
import { isExcused, type Plan } from '../plan/plan.ts'
import type { Place } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import type { KnownAgents } from './known-agents.ts'
import { capturedCalls, isFixedName } from './named-calls.ts'
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
 * Finds names of agents that nobody has: ruled out, they would forbid nothing. Near to that of one that may speak, it is
 * a slip; any other is a warning where it is ruled out and all agents are known. `spoken` are those that spoke.
 */
export function checkSpeakers(plan: Plan, reach: Reach, spoken: readonly (string | null)[] = []): Problem[] {
  const { file, everyTurn, conversation } = plan
  const { speakers, agents, more } = reach
  const turns = everyTurnOf(conversation).flatMap(({ requires, expect }) => [requires?.reply, expect?.reply])
  const expected = [...everyTurn.map(({ reply }) => reply), ...turns, conversation.session]
  const historyEntries = (conversation.history?.exchanges ?? []).flatMap(({ entries }) => entries)
  const names = [
    ...expected.flatMap((each) => (each?.agentName === undefined ? [] : namesIn(each.agentName.value))),
    ...historyEntries.flatMap((each) =>
      'agentName' in each && each.agentName !== undefined ? nameAs(each.agentName.value, each.agentName.at) : [],
    ),
  ]
  const everyone = unique([...speakers, ...(agents ?? []), ...spoken.filter((each) => each !== null)])
  return names.flatMap(({ text, at, pattern, covers, isIdle }): Problem[] => {
    if (!isFixedName(text) || everyone.some(covers)) return []
    const near = speakers.find((speaker) => isNearTool(pattern, speaker))
    const severity = isExcused(plan) ? { severity: 'warning' as const } : {}
    const problem = {
      code: 'unknown-agent',
      ...severity,
      file,
      at,
      message: `no agent here is called "${text}"`,
    } as const
    if (near !== undefined) return [{ ...problem, hint: askMeant(near) }]
    if (!isIdle || agents === null || more !== null) return []
    const message = `${problem.message}, so this forbids nothing`
    return [{ ...problem, severity: 'warning', message, hint: listKnown(everyone) }]
  })
}

/** What a condition says of an agent's name, also as a name with `*`. */
interface Naming extends Pick<Problem, 'at'> {
  text: string
  pattern: string
  covers: (name: string) => boolean
  /** Whether it holds where nobody has the name. */
  isIdle: boolean
}

const nameAs = (text: string, at: Place, isIdle = false, pattern = text): Naming[] => [
  { text, at, pattern, covers: (name) => coversTool(pattern, name), isIdle },
]

function namesIn(matcher: Matcher, isIdle = false, around = ''): Naming[] {
  const { at } = matcher
  switch (matcher.kind) {
    case 'equals':
      return typeof matcher.value === 'string' ? nameAs(matcher.value, at, isIdle, around + matcher.value + around) : []
    case 'contains':
      return matcher.parts.flatMap((part) => namesIn(part, isIdle, '*'))
    case 'starts with':
      return nameAs(matcher.text, at, isIdle, `${matcher.text}*`)
    case 'ends with':
      return nameAs(matcher.text, at, isIdle, `*${matcher.text}`)
    case 'matches':
      return matcher.patterns.map((each) => {
        const { source } = each.pattern
        const pattern = `*${source.replace(/\\.|\(\?<\w+>|[^\p{L}\p{M}\p{N}_-]+/gu, '*')}*`
        return { text: source, at: each.at, pattern, covers: compilePattern(each.pattern).test, isIdle }
      })
    case 'folded':
      return namesIn(matcher.of, isIdle, around).map((each) => ({
        ...each,
        covers: (name) => each.covers(name) || coversTool(each.pattern.toLowerCase(), name.toLowerCase()),
      }))
    default: {
      const isTurned = matcher.kind === 'not' || matcher.kind === 'none'
      return isCombination(matcher) ? [matcher.of].flat().flatMap((of) => namesIn(of, isIdle !== isTurned, around)) : []
    }
  }
}

/** A run could not judge it. One warning a conversation where an answer may yet show that calls can be seen. */
export function checkUnseen(plan: Plan, agents: KnownAgents): Problem[] {
  const { file, agent, version } = plan
  const sight = agents.shows?.(agent.value, version) ?? null
  if (sight === null) return []
  const { certain, why } = sight
  const message = `"${agent.value}" (${version}): ${why}, so this ${certain ? 'is' : 'may be'} not judged`
  const places = placesOf(plan)
  const problem = { code: 'unseen-calls', file, message } as const
  if (certain) return places.map((at) => ({ ...problem, at, hint }))
  const [at] = places
  const others = unique(places.map(({ line }) => line)).filter((line) => line !== at?.line)
  return at === undefined ? [] : [{ ...problem, severity: 'warning', at, hint: hintFor(hint, others) }]
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
