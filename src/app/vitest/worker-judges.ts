import type { Allowance } from '../../engine/verdict/allowance.ts'
import type { JudgeExpectation } from '../../suite/language/judge-expectation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { openJudges, type ProjectJudges } from '../project/open-judges.ts'
import type { RunSettled } from '../project/settings.ts'
import { takeQuestions } from './shared-budget.ts'

/** What judges are made of: the settings of the run, as the workers are told them. */
export type JudgeFacts = Pick<RunSettled, 'judges' | 'folder' | 'redact' | 'prices'>

let last: { key: string; opened: ProjectJudges } | undefined

/**
 * The judges of this worker: it opens each model once. All workers answer from one cache, and take their questions from one
 * number, that of the whole run, in the folder where the run keeps its talks.
 */
export function judgesOf(settings: string, talks: string, allowance: Allowance): ProjectJudges['judges'] {
  const key = `${talks} ${settings}`
  if (last?.key !== key) {
    const facts = JSON.parse(settings) as JudgeFacts
    last = { key, opened: openJudges(facts, allowance, takeQuestions(facts.judges.maxCalls, talks)) }
  }
  return last.opened.judges
}

/** How long the criteria of a conversation may take at most, in milliseconds, one question after the other. */
export function judgingLimit({ conversation, everyTurn, repeat }: Plan, settings: string): number {
  const { judges } = JSON.parse(settings) as JudgeFacts
  const asked = (criteria: readonly JudgeExpectation[] = []): number =>
    criteria.reduce((sum, { votes = judges.votes, by = judges.by }) => sum + votes * Math.max(1, by.length), 0)
  const { turns, session, simulatedUser } = conversation
  const general = everyTurn.reduce((sum, { judge }) => sum + asked(judge), 0)
  const questions = turns.reduce((sum, { expect }) => sum + asked(expect?.judge) + general, asked(session?.judge))
  const messages = simulatedUser?.model === undefined ? 0 : 2 * simulatedUser.patience
  return (questions + messages) * judges.timeLimitMs * (repeat?.times ?? 1)
}
