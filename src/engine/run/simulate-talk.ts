import type { JsonValue } from '../../base/json/json.ts'
import { describeBreakdown } from '../../base/text/wording.ts'
import { fillVariables } from '../../suite/language/script/fill-variables.ts'
import { fillFacts, type GoalState, type SimulatedUser } from '../../suite/language/script/simulated-user.ts'
import type { Turn } from '../../suite/language/script/turn.ts'
import type { Session } from '../../wire/api/session.ts'
import type { CallLimits } from '../../wire/client/client-over.ts'
import type { Stop } from './conversation-run.ts'
import type { State } from './run-context.ts'
import { fetchToolState } from './run-step.ts'
import { describeUnanswered, type SimulatedTalk } from './simulated-talk.ts'
import type { GoalSeen, UserVoice } from './user-voice.ts'

type Take = (turn: Turn, index: number) => Promise<Stop | null>

/** Its messages are sent as they are, without filling in variables. Does not reject. */
export async function simulateTalk(
  state: State,
  take: Take,
  limitsOf: () => CallLimits & { timeLimitMs: number },
): Promise<Stop | null> {
  const { plan, context, run } = state
  const simulatedUser = plan.conversation.simulatedUser
  if (simulatedUser === undefined || context.voice === undefined) return null
  const index = (): number => run.turns.length
  try {
    const user = withFacts(fillVariables(simulatedUser, state.variables, state.numerals))
    const voice = context.voice(user)
    const talk = begin(user, plan.seed ?? null)
    run.simulated = talk
    return await goOn({ state, user, voice, talk, take, limitsOf })
  } catch (error) {
    return { kind: 'unable', index: index(), reason: describeBreakdown(error) }
  }
}

/** Fills the card's facts into what the user wants, for reports and models. */
function withFacts(user: SimulatedUser): SimulatedUser {
  return { ...user, wants: { ...user.wants, value: fillFacts(user.wants.value, user.knows) } }
}

function begin({ wants, doneWhen, patience }: SimulatedUser, seed: number | null): SimulatedTalk {
  const ends = { ended: 'cut', why: null, fault: null, unclear: false } as const
  return { wants: wants.value, at: doneWhen.at, seed, ...ends, turns: 0, patience, unanswered: [], slips: [] }
}

interface Talking {
  state: State
  user: SimulatedUser
  voice: UserVoice
  talk: SimulatedTalk
  take: Take
  limitsOf: () => CallLimits & { timeLimitMs: number }
}

async function goOn(talking: Talking): Promise<Stop | null> {
  const { state, user, voice, talk, take } = talking
  const { run, context } = state
  const { gate, signal } = context
  const isOver = (): boolean => signal?.aborted === true
  const fixed = run.turns.length
  const start = await lookBefore(user.doneWhen, talking)
  let wasOpen = false
  for (;;) {
    const { goal, read } = talk.turns === 0 ? start : await lookAt(user.doneWhen, talking)
    talk.unclear = goal === 'unclear'
    wasOpen ||= goal === 'open'
    const mayBeHeld = goal === 'reached' && !wasOpen
    if (mayBeHeld && (talk.turns === 0 ? isSure(talking) : heldBefore(talking, fixed, start.read, read)))
      return fault(talking, { law: 'no early stop', why: describeHeld(fixed), said: null })
    if (goal === 'reached' && talk.turns > 0 && !voice.owes()) return end(talk, 'done')
    if (isOver()) return { kind: 'interrupted', index: run.turns.length }
    const last = run.turns.at(-1)
    if (user.givesUpWhen !== undefined && last !== undefined && gate.givesUp(user.givesUpWhen, last))
      return miss(talking, 'gave up', 'the answer was one after which it gives up')
    if (talk.turns >= user.patience) return outOfPatience(talking)
    const move = await voice.next(run, user.patience - talk.turns, signal)
    Object.assign(talk, voice.told())
    if (move.usage !== undefined) run.simulating = [...(run.simulating ?? []), ...move.usage]
    if (isOver()) return { kind: 'interrupted', index: run.turns.length }
    if (move.kind === 'fault') return fault(talking, move)
    if (move.kind === 'halted') return { kind: 'halted', index: run.turns.length, reason: move.why }
    if (move.kind === 'unable') return { kind: 'unable', index: run.turns.length, reason: move.why }
    if (move.kind === 'gives up') return miss(talking, 'gave up', move.why)
    talk.turns += 1
    const stop = await take({ at: user.at, user: { value: move.text, at: user.at } }, run.turns.length)
    if (stop !== null) return stop
  }
}

/** If a question was left unanswered, the card is to blame, unless `otherwise` says what to answer. */
function outOfPatience(talking: Talking): Stop | null {
  const { talk, user, voice, state } = talking
  voice.hears(state.run)
  Object.assign(talk, voice.told())
  const [open] = talk.unanswered
  if (open === undefined) return miss(talking, 'out of patience', null)
  const isMeant = user.otherwise !== undefined
  const why = describeUnanswered(open, isMeant)
  return isMeant
    ? miss(talking, 'out of patience', why)
    : fault(talking, { law: 'answers what is asked', why, said: null })
}

/** A missed goal is the agent's only if it can be told that the user kept to its own role. */
function miss(talking: Talking, ended: 'gave up' | 'out of patience', why: string | null): Stop | null {
  const doubt = talking.voice.doubt(talking.state.run)
  return doubt === null
    ? end(talking.talk, ended, why)
    : fault(talking, { law: "not the agent's role", why: doubt, said: null })
}

function end(talk: SimulatedTalk, ended: SimulatedTalk['ended'], why: string | null = null): null {
  Object.assign(talk, { ended, why })
  return null
}

function fault({ talk, state }: Talking, { law, why, said }: { law: string; why: string; said: string | null }): Stop {
  Object.assign(talk, { ended: 'fault', why, fault: { law, said } })
  return { kind: 'simulated user', index: state.run.turns.length, law, why }
}

interface Look {
  goal: GoalSeen
  read: { session: Session | null; toolState?: JsonValue }
}

/** Checks the goal. The stored session is fetched only if something is expected of it. */
async function lookAt(goal: GoalState, { state, limitsOf }: Talking): Promise<Look> {
  const { run, context } = state
  const { gate, client } = context
  const { sessionId } = run
  let session: Session | null = null
  if (sessionId !== null && (goal.status ?? goal.agentVersion) !== undefined) {
    const answer = await client.fetchSession(sessionId, limitsOf())
    if (answer.ok) session = answer.data
  }
  const toolState =
    goal.state === undefined || sessionId === null ? undefined : await fetchToolState(client, { sessionId }, limitsOf())
  const read = { session, ...(toolState === undefined ? {} : { toolState }) }
  return { goal: gate.sees(goal, run, read), read }
}

/** Without a session yet, the tool state is that of a session in which nothing was called. */
async function lookBefore(goal: GoalState, talking: Talking): Promise<Look> {
  const { plan, run, context } = talking.state
  if (run.sessionId !== null || goal.state === undefined) return lookAt(goal, talking)
  const toolState = await fetchToolState(context.client, { agent: plan.agent.value }, talking.limitsOf())
  const read = { session: null, ...(toolState === undefined ? {} : { toolState }) }
  return { goal: context.gate.sees(goal, run, read), read }
}

/** A session that has not begun may begin with another state than what was seen. */
function isSure({ state, user }: Talking): boolean {
  return state.run.sessionId !== null || user.doneWhen.state === undefined
}

/** Whether the goal also holds without anything this talk did; an unread state is unchanged if nothing was called. */
function heldBefore({ state, user }: Talking, fixed: number, before: Look['read'], now: Look['read']): boolean {
  const { plan, run, context } = state
  const turns = run.turns.slice(0, fixed)
  const called = run.turns.slice(fixed).some((turn) => turn.kind === 'answered' && turn.view.calls.length > 0)
  const toolState = before.toolState ?? (called ? undefined : now.toolState)
  const session = before.session ?? newborn(now.session, plan.version)
  const read = { session, ...(toolState === undefined ? {} : { toolState }) }
  return context.gate.sees(user.doneWhen, { ...run, turns }, read) === 'reached'
}

/** A session as it was at its beginning; a version requested by its number is the one that answers. */
function newborn(session: Session | null, version: string): Session | null {
  if (session === null) return null
  const { agentDetails } = session
  const born = /^\d+$/.test(version) ? version : agentDetails.version
  return { ...session, status: 'active', agentDetails: { ...agentDetails, version: born } }
}

function describeHeld(fixed: number): string {
  const note = 'what it waits for held before'
  if (fixed === 0) return `${note} anything was said`
  return `${note} it said anything, after the fixed turns; what those may bring about is no goal of the user: expect it under session:`
}
