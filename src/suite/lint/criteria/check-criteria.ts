import type { JudgeExpectation } from '../../language/expectations/judge-expectation.ts'
import type { Conversation } from '../../language/script/conversation.ts'
import type { Script } from '../../language/script/script.ts'
import type { Problem } from '../../yaml/problem.ts'
import { type CriterionHint, readCriterion } from './read-criterion.ts'

const codes = {
  'two-in-one': 'two-in-one',
  negated: 'negated-criterion',
  exact: 'needs-no-judge',
  vague: 'vague-criterion',
} as const satisfies Record<CriterionHint['kind'], Problem['code']>

/** The longest criterion that is checked: anything longer is a page of instructions. */
const longest = 2_000

/** What contains criteria: a suite, or a config through its `every turn`. */
type Judged = Pick<Script, 'file' | 'everyTurn' | 'conversations'>

/** Warns of criteria without one certain answer for a judge or a person who labels, and of those that need no judge. */
export function checkCriteria({ file, everyTurn, conversations }: Judged): Problem[] {
  const all = [...(everyTurn?.judge ?? []), ...conversations.flatMap(criteriaOf)]
  return all.flatMap(({ asWritten, expect, at }) =>
    readCriterion(asWritten.slice(0, longest), expect === 'not met').map(
      ({ kind, message, hint }): Problem => ({ code: codes[kind], severity: 'warning', file, at, message, hint }),
    ),
  )
}

function criteriaOf({ everyTurn, turns, session }: Conversation): JudgeExpectation[] {
  return [everyTurn, ...turns.map(({ expect }) => expect), session].flatMap((each) => each?.judge ?? [])
}
