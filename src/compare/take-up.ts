import { knownMembers } from '../base/json/known-members.ts'
import { type ConversationResult, endedByItself, type TurnResult } from '../engine/verdict/conversation-result.ts'
import { isJudged } from '../engine/verdict/verdict.ts'
import type { History, HistoryTurn } from '../suite/language/script/history.ts'
import type { Turn } from '../suite/language/script/turn.ts'
import { type Plan, planOfAttempt } from '../suite/plan/plan.ts'
import { afterLook, judgedRuns } from './model/after-look.ts'
import { evidenceOf } from './model/comparison-verdict.ts'
import type { Hidden, SideKey } from './model/conversation-comparison.ts'
import type { ConversationRuns, Pairing } from './pairing.ts'

/** At how many turns these conversations may be taken up, whatever becomes of them. */
export function countPlaces(pairings: readonly Pairing[]): number {
  return pairings.reduce((sum, { plans: { a } }) => sum + Math.max(0, a.conversation.turns.length - 1), 0)
}

/** Keeps a run as it came, so that others may go on from it, if none of its side got further yet. */
export function recordFurthest(runs: ConversationRuns, side: SideKey, result: ConversationResult, pair: number): void {
  runs.furthest ??= {}
  const before = runs.furthest[side]
  if (before === undefined || passedUntil(result, runs) > passedUntil(before.result, runs))
    runs.furthest[side] = { result, pair }
}

/** From which turn on too few pairs judged a conversation that nothing takes up; null where all was judged. */
export function findHidden(runs: ConversationRuns, share: number): Hidden | null {
  const turn = firstUnjudged(runs, share)
  return turn === null ? null : { turn, why: 'a break hides it, and --deep alone goes on behind one' }
}

/** Goes on from the first turn that too few pairs judged, from the run that got further; null where all were judged. */
export function takeUp(runs: ConversationRuns, share: number): ConversationRuns | null {
  const turn = firstUnjudged(runs, share)
  if (turn === null) return null
  const continued = continueFrom(runs, turn)
  if ('plans' in continued) return { pairing: continued, begins: runs.begins, a: [], b: [], again: [] }
  runs.hidden = continued
  return null
}

function continueFrom(runs: ConversationRuns, turn: number): Pairing | Hidden {
  const { pairing, furthest = {} } = runs
  const obstacle = obstacleTo(pairing.plans)
  if (obstacle !== null) return { turn, why: obstacle }
  const side = (['a', 'b'] as const).find((each) => {
    const best = furthest[each]
    return best !== undefined && passedUntil(best.result, runs) >= turn
  })
  const from = side === undefined ? undefined : furthest[side]
  if (side === undefined || from === undefined) return { turn, why: `neither side got past turn ${turn}` }
  const { whole = pairing, plans, fixed } = pairing
  const own = { a: planOfAttempt(plans.a, from.pair, fixed), b: planOfAttempt(plans.b, from.pair, fixed) }
  const history = historyOf(own[side], from.result, turn)
  if ('why' in history) return history
  const { value } = whole.plans.a.conversation.name
  const name = `${value}, from turn ${turn + 1}`
  const pinned = { name, history, historyFrom: plans[side].version }
  return {
    ...pairing,
    id: `${whole.id} from turn ${turn + 1}`,
    plans: { a: continuedPlan(own.a, pinned), b: continuedPlan(own.b, pinned) },
    continues: {
      ...{ of: whole.id, turn, history: side },
      ...(plans.a.conversation.session === undefined ? {} : { session: 'not judged' as const }),
    },
    whole,
  }
}

/** The first turn, after a judged one, judged in too few pairs; a talk that its user ended before hides nothing. */
function firstUnjudged({ pairing, look, ...runs }: ConversationRuns, share: number): number | null {
  const pairs = judgedRuns(afterLook(runs, look)).map(({ a, b }) => [a, b])
  const { turns, simulatedUser, history: { replaces = 0 } = {} } = pairing.plans.a.conversation
  const lengths = simulatedUser === undefined ? [] : pairs.flat().map((run) => run.turns.length + 1)
  const isKnown = (run: ConversationResult, turn: number): boolean => {
    const at = run.turns.find(({ index }) => index === turn)
    return at === undefined ? endedByItself(run) : isJudged(at.verdict)
  }
  for (let turn = replaces; turn < Math.max(turns.length, ...lengths); turn += 1) {
    const judged = pairs.filter((pair) => pair.every((run) => isKnown(run, turn))).length
    if (judged < evidenceOf(judged, pairs.length, share).needed) return turn === replaces ? null : turn
  }
  return null
}

/** How many turns passed from the first on, those of the history among them. */
function passedUntil({ turns }: ConversationResult, { pairing }: ConversationRuns): number {
  return turns.find(({ verdict }) => verdict !== 'passed')?.index ?? pairing.plans.a.conversation.turns.length
}

/** What keeps a conversation from being taken up at any turn, by the rules for a history; null if nothing does. */
function obstacleTo({ a, b }: Pairing['plans']): string | null {
  if (a.agent.value !== b.agent.value) return 'the sides are two agents'
  if (a.conversation.simulatedUser !== undefined) return 'a simulated user goes a way of its own'
  const speaks = ({ step }: Turn): boolean => step === undefined || step.kind === 'send' || step.kind === 'call'
  return (a.conversation.before ?? []).some(speaks) ? 'something is said under before' : null
}

/** A run before a turn as a history, after the one that it has already; or why it cannot be one. */
function historyOf({ conversation }: Plan, { turns }: ConversationResult, turn: number): History | Hidden {
  const { at, history, turns: scripted } = conversation
  const exchanges: HistoryTurn[] = [...(history?.exchanges ?? [])]
  for (const each of turns.slice(0, Math.max(0, turn - (history?.replaces ?? 0)))) {
    const scriptTurn = scripted[each.index]
    const which = `turn ${each.index + 1}`
    if (scriptTurn === undefined || each.step !== undefined) return { turn, why: `${which} is a step` }
    if (each.unseen !== undefined) return { turn, why: `the calls of ${which} cannot be seen` }
    if (each.entries.every((entry) => entry.type === 'message' && entry.role === 'user'))
      return { turn, why: `${which} has no answer` }
    exchanges.push(exchangeOf(scriptTurn, each))
  }
  return { at, exchanges, replaces: turn }
}

function exchangeOf({ at, capture, metadata }: Turn, { user, entries }: TurnResult): HistoryTurn {
  return {
    turn: {
      ...{ at, user: user === null ? null : { value: user, at } },
      ...knownMembers({ capture, metadata }),
    },
    entries: entries.map((entry) => ({ stored: entry })),
  }
}

/** Values that change with each attempt stay those of the run that is continued; a whole session is not expected. */
function continuedPlan(
  plan: Plan,
  { name, history, historyFrom }: { name: string; history: History; historyFrom: string },
): Plan {
  const { generated: _, ...fixed } = plan
  const { session: __, ...conversation } = plan.conversation
  return {
    ...{ ...fixed, historyFrom },
    conversation: { ...conversation, name: { ...conversation.name, value: name }, history },
  }
}
