import { unique } from '../../base/group-by.ts'
import { count } from '../../base/text/wording.ts'
import type { CallExpectation } from '../language/expectations/call-expectation.ts'
import type { Matcher } from '../language/matchers/matcher.ts'
import { fillFacts, type SimulatedUser, userTexts } from '../language/script/simulated-user.ts'
import type { Plan } from '../plan/plan.ts'
import type { Place, WithPlace } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import type { KnownAgents } from './known-agents.ts'
import { bannedCalls, demandedCalls, describeBan, isFixedName, namedCalls, rulesOut } from './named-calls.ts'

/** Finds simulated users that cannot reach their goal, or would say what their card does not have. */
export function checkSimulatedUser(plan: Plan): Problem[] {
  const { simulatedUser: user } = plan.conversation
  if (user === undefined) return []
  return [
    ...checkGoal(plan, user),
    ...checkStart(plan, user),
    ...checkArguments(plan, user),
    ...checkTexts(plan, user),
    ...checkPatience(plan, user),
  ]
}

/** Nothing reports it where the workspace names no state function. */
export function checkToolState({ file, conversation }: Plan, { tellsState, source }: KnownAgents): Problem[] {
  if (tellsState !== false) return []
  const { simulatedUser, session } = conversation
  const hint = 'name a function of it in workspace.yaml, as in state: ./tools.ts#shopState'
  const places = [
    [simulatedUser?.doneWhen.state?.at, 'the user can never be done: it waits for a state of the tools'],
    [session?.state?.at, 'this is never judged: it expects a state of the tools'],
  ] as const
  return places.flatMap(([at, what]): Problem[] => {
    const message = `${what}, and ${source} names no function that tells one`
    return at === undefined ? [] : [{ code: 'contradiction', file, at, message, hint }]
  })
}

/** A goal that the conversation forbids, or that contradicts itself or the rest of the conversation. */
function checkGoal({ file, everyTurn, conversation }: Plan, { doneWhen }: SimulatedUser): Problem[] {
  if (doneWhen.calls === undefined) return []
  const { session } = conversation
  const expected = [doneWhen.calls, ...everyTurn.map(({ calls }) => calls), session?.calls]
  const bans = expected.flatMap((calls) => (calls === undefined ? [] : bannedCalls(calls)))
  const problem = (at: Place, message: string, hint = 'keep one of the two'): Problem => {
    return { code: 'contradiction', file, at, message, hint }
  }
  const never = demandedCalls(doneWhen.calls).flatMap((demand): Problem[] => {
    const { tool, at, phases } = demand
    if (phases.length > 1) {
      const message = `the user can never be done: it waits for ${tool} in ${phases.join(' and ')} at once`
      return [problem(at, message, 'a call has one phase')]
    }
    const ban = bans.find((each) => rulesOut(each, demand))
    if (ban === undefined) return []
    const what = `it waits for a call of ${tool}, but line ${ban.at.line} ${describeBan(ban)}`
    return [problem(at, `the user can never be done: ${what}`)]
  })
  if (session?.calls === undefined || never.length > 0) return never
  const own = bannedCalls(doneWhen.calls)
  return demandedCalls(session.calls).flatMap((demand): Problem[] => {
    const ban = own.find((each) => rulesOut(each, demand))
    if (ban === undefined) return []
    const message = `the talk may be over before a call of ${demand.tool}: line ${ban.at.line}, where the user is done, ${describeBan(ban)}`
    return [{ ...problem(demand.at, message), severity: 'warning' }]
  })
}

/** At the start, or after what the fixed turns expect: the user then has nothing to do. */
function checkStart({ file, version, conversation }: Plan, { doneWhen }: SimulatedUser): Problem[] {
  const { calls, status, agentVersion, state } = doneWhen
  const problemAt = (at: Place, message: string): Problem => ({
    code: 'contradiction',
    severity: 'warning',
    file,
    at,
    message: `${message}: such a talk is errored, not passed`,
    hint: 'wait for what the talk brings about, as in done when: { calls: [refund] }',
  })
  const begins =
    (status === undefined || holdsOf(status.value, 'active')) &&
    (agentVersion === undefined || holdsOf(agentVersion.value, version))
  const [first] = [status, agentVersion].filter((part) => part !== undefined)
  if (calls === undefined && state === undefined)
    return first !== undefined && begins
      ? [problemAt(first.at, 'the user waits for what each session begins with')]
      : []
  if (calls === undefined || state !== undefined || !begins) return []
  const demands = demandedCalls(calls)
  const fixed = conversation.turns.flatMap(({ expect }) =>
    expect?.calls === undefined ? [] : demandedCalls(expect.calls),
  )
  const [call] = demands
  const isDone = demands.every(({ tool }) => fixed.some((each) => each.tool === tool))
  const hasMore = namedCalls(calls).some(({ call: { with: some, exactly, arguments: matcher, times } }) =>
    [some, exactly, matcher, times].some((part) => part !== undefined),
  )
  if (call === undefined || !isDone || hasMore) return []
  return [
    problemAt(call.at, `the user waits for ${call.tool}, which the fixed turns are expected to call before it speaks`),
  ]
}

const holdsOf = (matcher: Matcher, text: string): boolean => matcher.kind === 'equals' && matcher.value === text

/** Arguments of the goal that nobody could tell the agent; a warning, since it may know some of them itself. */
function checkArguments(plan: Plan, user: SimulatedUser): Problem[] {
  const { calls } = user.doneWhen
  if (calls === undefined) return []
  const knownText = knownWords(plan, user)
  return namedCalls(calls)
    .filter(({ use }) => use === 'expected')
    .flatMap(({ call }) => literalsOf(call).map((each) => ({ ...each, tool: call.name })))
    .filter(({ value }) => !knownText.includes(fold(value)))
    .map(({ value, at, tool }): Problem => {
      const message = `the user waits for ${tool} with "${value}", which is not on its card`
      const hint = `write it under knows:, unless the agent knows it without the user`
      return { code: 'missing-fact', severity: 'warning', file: plan.file, at, message, hint }
    })
}

/** The texts and numbers that the arguments of a call must equal. */
function literalsOf({ with: some, exactly }: CallExpectation): { value: string; at: Place }[] {
  const look = (matcher: Matcher): { value: string; at: Place }[] => {
    if (matcher.kind === 'fields') return matcher.fields.flatMap(({ matcher: inner }) => look(inner))
    if (matcher.kind !== 'equals') return []
    const { value, at } = matcher
    const isTold = (typeof value === 'string' && /\d|@/.test(value)) || typeof value === 'number'
    return isTold && isFixedName(String(value)) ? [{ value: String(value), at }] : []
  }
  return [some, exactly].flatMap((matcher) => (matcher === undefined ? [] : look(matcher)))
}

/** Numbers, ids and addresses in the user's texts that are not on its card: such a message is never sent. */
function checkTexts(plan: Plan, user: SimulatedUser): Problem[] {
  const knownText = knownWords(plan, user)
  const texts = userTexts(user).filter((each) => each !== user.wants)
  return texts.flatMap(({ value, at }: WithPlace<string>) =>
    (fillFacts(value, user.knows).match(/[\w.+-]+@[\w-]+\.[\w.-]*\w|[\w-]*\d[\w-]*/g) ?? [])
      .filter((name) => isFixedName(value) && !knownText.includes(fold(name)))
      .map((name): Problem => {
        const message = `the user would say "${name}", which is not on its card`
        const hint = 'write it under knows:, and name the fact here in braces: { fact }'
        return { code: 'missing-fact', severity: 'warning', file: plan.file, at, message, hint }
      }),
  )
}

function knownWords({ conversation }: Plan, { wants, knows }: SimulatedUser): string {
  const facts = knows.flatMap(({ value }) => value.map((each) => each.value))
  const texts = conversation.turns.map(({ user }) => user?.value ?? '')
  return fold([wants.value, ...facts, ...texts].join(' | '))
}

const fold = (text: string): string => text.toLowerCase()

/** Settings that the patience leaves too few messages for. */
function checkPatience({ file, conversation }: Plan, user: SimulatedUser): Problem[] {
  const { reveals, knows, patience, answers, repeatsAtMost, at, opensWith } = user
  const most = `says ${count(patience, 'message')} at most`
  const kinds = unique([...user.slips, ...answers.flatMap(({ slips }) => (slips === undefined ? [] : [slips]))])
  const asides = kinds.filter((kind) => kind !== 'wrong digit').length
  const facts = reveals === 'one a turn' ? knows.length + asides : 0
  const slips = 2 * kinds.length + (kinds.includes('wrong digit') || kinds.length === 0 ? 0 : 1)
  const more = `write patience: ${count(Math.max(facts, slips) + 2, 'turn')}`
  const opens = conversation.turns.length === 0 || opensWith !== undefined
  const hasDigit = knows.some(({ value }) => value.some((each) => /\d|\{\{/.test(each.value)))
  const between = asides === 0 ? '' : `, with ${count(asides, 'slip')} between them`
  const planned = `the user plans ${count(kinds.length, 'slip')} (${kinds.join(', ')})`
  const checks: readonly [isSo: boolean, message: string, hint: string][] = [
    [
      facts > patience && knows.length > 0,
      `the user tells one fact a turn and knows ${knows.length}${between}, but ${most}`,
      more,
    ],
    [slips > patience, `${planned}, each of which takes a message and another one that mends it, but ${most}`, more],
    [
      kinds.includes('wrong digit') && !hasDigit,
      'the user plans a wrong digit, and no fact of its card has a digit',
      'write a fact with one under knows:, or leave the slip out',
    ],
    [
      repeatsAtMost > Math.max(patience, 2),
      `the same message may be said ${count(repeatsAtMost, 'time')}, but the user ${most}`,
      `write repeats at most: ${Math.max(1, patience - 1)}, or more patience`,
    ],
    [
      patience === 1 && opens && answers.length > 0,
      'the user answers nothing: it opens the talk, and that is its only message',
      'write patience: 4 turns or more',
    ],
  ]
  return checks.flatMap(([isSo, message, hint]): Problem[] =>
    isSo ? [{ code: 'contradiction', severity: 'warning', file, at, message, hint }] : [],
  )
}
