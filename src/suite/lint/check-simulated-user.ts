import { count } from '../../base/wording.ts'
import type { CallExpectation } from '../language/call-expectation.ts'
import type { Matcher } from '../language/matcher.ts'
import { fillFacts, type SimulatedUser, textsOf } from '../language/simulated-user.ts'
import type { Plan } from '../plan/plan.ts'
import type { Place, Placed } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import { bannedCalls, demandedCalls, describeBan, isPlain, namedCalls, rulesOut } from './named-calls.ts'

/** Finds simulated users that cannot reach their goal, or would say what their card does not have. */
export function checkSimulatedUser(plan: Plan): Problem[] {
  const { simulatedUser: user } = plan.conversation
  if (user === undefined) return []
  return [
    ...checkGoal(plan, user),
    ...checkArguments(plan, user),
    ...checkTexts(plan, user),
    ...checkPatience(plan, user),
  ]
}

/** A goal that the conversation itself rules out. */
function checkGoal({ file, everyTurn, conversation }: Plan, { doneWhen }: SimulatedUser): Problem[] {
  if (doneWhen.calls === undefined) return []
  const expected = [...everyTurn.map(({ calls }) => calls), conversation.session?.calls]
  const bans = expected.flatMap((calls) => (calls === undefined ? [] : bannedCalls(calls)))
  return demandedCalls(doneWhen.calls).flatMap((demand): Problem[] => {
    const ban = bans.find((each) => rulesOut(each, demand))
    if (ban === undefined) return []
    const message = `the user can never be done: it waits for a call of ${demand.tool}, but line ${ban.at.line} ${describeBan(ban)}`
    return [{ code: 'contradiction', file, at: demand.at, message, hint: 'keep one of the two' }]
  })
}

/** Arguments of the goal that nobody could tell the agent; it may know some of them by itself, hence a warning. */
function checkArguments(plan: Plan, user: SimulatedUser): Problem[] {
  const { calls } = user.doneWhen
  if (calls === undefined) return []
  const known = knownWords(plan, user)
  return namedCalls(calls)
    .filter(({ use }) => use === 'expected')
    .flatMap(({ call }) => literalsOf(call).map((each) => ({ ...each, tool: call.name })))
    .filter(({ value }) => !known.includes(fold(value)))
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
    return isTold && isPlain(String(value)) ? [{ value: String(value), at }] : []
  }
  return [some, exactly].flatMap((matcher) => (matcher === undefined ? [] : look(matcher)))
}

/** Numbers, ids and addresses in what is to be said that the card does not have: such a message is never sent. */
function checkTexts(plan: Plan, user: SimulatedUser): Problem[] {
  const known = knownWords(plan, user)
  const said = textsOf(user).filter((each) => each !== user.wants)
  return said.flatMap(({ value, at }: Placed<string>) =>
    (fillFacts(value, user.knows).match(/[\w.+-]+@[\w-]+\.[\w.-]*\w|[\w-]*\d[\w-]*/g) ?? [])
      .filter((found) => isPlain(value) && !known.includes(fold(found)))
      .map((found): Problem => {
        const message = `the user would say "${found}", which is not on its card`
        const hint = 'write it under knows:, and name the fact here in braces: { fact }'
        return { code: 'missing-fact', severity: 'warning', file: plan.file, at, message, hint }
      }),
  )
}

function knownWords({ conversation }: Plan, { wants, knows }: SimulatedUser): string {
  const facts = knows.flatMap(({ value }) => value.map((each) => each.value))
  const said = conversation.turns.map(({ user }) => user?.value ?? '')
  return fold([wants.value, ...facts, ...said].join(' | '))
}

function fold(text: string): string {
  return text.toLowerCase()
}

/** Facts that there are not enough messages for. */
function checkPatience({ file }: Plan, { reveals, knows, patience, at }: SimulatedUser): Problem[] {
  if (reveals !== 'one a turn' || knows.length <= patience) return []
  const message = `the user tells one fact a turn and knows ${knows.length}, but says ${count(patience, 'message')} at most`
  return [
    {
      code: 'contradiction',
      severity: 'warning',
      file,
      at,
      message,
      hint: `write patience: ${count(knows.length + 2, 'turn')}`,
    },
  ]
}
