import type { Choose } from '../../../base/choose-by.ts'
import { isJsonObject, type JsonValue } from '../../../base/json/json.ts'
import { leavesOf, outputOf } from '../../../engine/transcript/values-in-text.ts'
import { languagesOfPlan } from '../../../suite/plan/plan-languages.ts'
import type { Phase } from '../../../wire/api/transcript-entry.ts'
import type { Mutation } from '../mutant/mutant.ts'
import type { HeardTurn, MutableTalk } from '../mutant/talk.ts'

/** A mutation operator: every way it can make one turn worse, or none where it does not apply. */
export type MutationOperator = (turn: HeardTurn, around: Surroundings) => Mutation[]

/** What an operator knows besides the turn that it mutates. */
export interface Surroundings {
  choose: Choose
  /** Other functions that the agent is known to have, by phase: its blueprint's, or those seen. */
  functions: Readonly<Record<Phase, readonly string[]>>
  /** Everything that the user, metadata and tools have provided up to the end of this turn, as text. */
  given: ReadonlySet<string>
  /** Whether a judged criterion covers this turn, so that something could notice what a reply means. */
  judged: boolean
  /** The codes of the languages that the conversation expects replies in, anywhere. */
  languages: readonly string[]
  timeLimitMs: number
}

/** The surroundings of each turn of a talk. `seen` are the names of functions that the agent called in any talk. */
export function surround(
  talk: MutableTalk,
  choose: Choose,
  names: Readonly<Record<Phase, readonly string[]>>,
): Surroundings[] {
  const { functions, plan, turns } = talk
  const functionLists =
    functions === null ? names : { pre: functions.preCall, during: functions.duringCall, post: functions.postCall }
  const texts = new Set(leavesOf(plan.metadata).map(({ value }) => String(value)))
  return turns.map((turn) => {
    for (const value of givenIn(turn)) texts.add(value)
    return {
      choose,
      functions: functionLists,
      given: new Set(texts),
      judged: isJudgedIn(plan, turn.index),
      languages: languagesOfPlan(plan),
      timeLimitMs: plan.timeLimitMs,
    }
  })
}

function isJudgedIn({ conversation, everyTurn }: MutableTalk['plan'], index: number): boolean {
  const looks = [
    conversation.turns[index]?.expect?.judge,
    conversation.turns[index]?.expect?.check,
    conversation.session?.judge,
    conversation.session?.check,
    ...everyTurn.flatMap(({ judge, check }) => [judge, check]),
  ]
  const later = conversation.turns.slice(index + 1).flatMap(({ expect }) => expect?.judge ?? [])
  return looks.some((criteria) => criteria !== undefined) || later.some(({ looksAt }) => looksAt === 'conversation')
}

function givenIn({ view }: HeardTurn): string[] {
  const values: JsonValue[] = view.calls.flatMap((call) => [call.arguments, outputOf(call)])
  const leaves = values.flatMap((value) => (isJsonObject(value) || Array.isArray(value) ? leavesOf(value) : []))
  const typed = view.user.flatMap(({ text }) => text.match(/[\p{L}\p{N}_-]*\d[\p{L}\p{N}_-]*/gu) ?? [])
  return [...leaves.map(({ value }) => String(value)), ...typed]
}

/** The names of the functions that an agent called in the talks, by phase; `during` where none is stated. */
export function namesSeen(talks: readonly MutableTalk[]): Record<Phase, string[]> {
  const names = { pre: new Set<string>(), during: new Set<string>(), post: new Set<string>() }
  for (const { view } of talks.flatMap(({ turns }) => turns))
    for (const { name, phase } of view.calls) names[phase ?? 'during'].add(name)
  return { pre: [...names.pre].sort(), during: [...names.during].sort(), post: [...names.post].sort() }
}
