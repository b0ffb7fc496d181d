import { isStillExpected, type Plan, planOfAttempt } from '../../suite/plan/plan.ts'
import { sumUsage } from '../../wire/api/usage.ts'
import { evaluateSafely, type Outcome } from '../expect/outcome/outcome.ts'
import { erroredBy, withCause } from '../verdict/cause.ts'
import { withoutKeys } from '../verdict/conceal.ts'
import type { ConversationResult } from '../verdict/conversation-result.ts'
import { hasStatistics, judgeStatistics } from '../verdict/judge-statistics.ts'
import { unableResult } from '../verdict/never-ran.ts'
import type { PerformContext, PerformedConversation, PerformListener } from './perform.ts'
import { performAttempt } from './perform-attempt.ts'
import { repeatConversation, withStatistics } from './repeat.ts'
import { startAgain } from './start-again.ts'

/** Each in a fresh session, as long as nothing can be decided otherwise. Does not reject. */
export async function performAttempts(
  plan: Plan,
  context: PerformContext,
  listener: PerformListener,
): Promise<PerformedConversation> {
  const { signal } = context
  listener.onBegun?.()
  const attempts: { result: ConversationResult; shown: ConversationResult }[] = []
  const losses: ConversationResult[] = []
  // One that begins again is a further attempt: its values are new ones, since the lost one may have used those before.
  const once = (): Promise<ConversationResult> => startAgain(plan, attempt, context, losses)
  const attempt = async (): Promise<ConversationResult> => {
    const index = attempts.length
    const attempted = await performAttempt(planOfAttempt(plan, index), context, index, listener)
      .then((result) => ({ result, shown: withoutKeys(result) }))
      .catch((error) => {
        const unable = unableResult(plan, error)
        return { result: unable, shown: unable }
      })
    attempts.push(attempted)
    return attempted.result
  }
  const stopped = (): boolean => signal?.aborted === true
  const statistics = (results: readonly ConversationResult[]): Outcome[] =>
    evaluateSafely('latency', plan.conversation.name.at, () => judgeStatistics(plan, results))
  const result =
    plan.repeat === null || stopped()
      ? addStatistics(await once(), statistics)
      : await repeatConversation(plan.repeat, once, stopped, statistics, hasStatistics(plan))
  const used = withUsageOf(
    result,
    attempts.map((each) => each.result),
  )
  const conversation = unlessNothingWas(used, plan)
  return {
    result: shownOf(plan, withCause({ ...conversation, ...forgive(plan, conversation) })),
    attempts: attempts.map(({ result, shown: { version, file, turns } }) => {
      return { version, file, turns, isCharged: losses.includes(result) }
    }),
  }
}

/** A result without keys. If they cannot be looked for, nothing of it may be shown. */
function shownOf(plan: Plan, result: ConversationResult): ConversationResult {
  try {
    return withoutKeys(result)
  } catch (error) {
    return unableResult(plan, error)
  }
}

/** What expects nothing beyond `every turn` has not passed if none of that applied. */
function unlessNothingWas(result: ConversationResult, { conversation }: Plan): ConversationResult {
  const outcomes = [...result.turns.flatMap((turn) => turn.outcomes), ...result.outcomes]
  if (result.verdict !== 'passed' || outcomes.some(decides)) return result
  if (outcomes.some(({ verdict }) => verdict === 'advice')) return erroredBy('judge', result, onlyAdvice)
  if (conversation.everyTurn === undefined) return result
  return erroredBy('script', result, 'no expectation could be judged: nothing happened that they are about')
}

/** Whether an outcome belongs to an expectation and says something about the agent. */
function decides({ kind, verdict }: Outcome): boolean {
  return kind !== 'law' && verdict !== 'advice' && verdict !== 'reference'
}

const onlyAdvice =
  'only judges without a licence are asked here, and what they say is advice: see "tableread judge status"'

/** Guardrails on p50 and p95 also apply to the turns of a conversation that runs only once. */
function addStatistics(
  result: ConversationResult,
  judge: (results: readonly ConversationResult[]) => Outcome[],
): ConversationResult {
  const outcomes = judge([result])
  if (outcomes.length === 0) return result
  return { ...result, verdict: withStatistics(result.verdict, outcomes), outcomes: [...result.outcomes, ...outcomes] }
}

type Reasoned = Pick<ConversationResult, 'verdict' | 'reason'>

/** Until the date it names. A pass is reported: the mark should go. What could not be judged stays as it is. */
export function forgive(
  { conversation, file }: Pick<Plan, 'conversation' | 'file'>,
  { verdict, reason }: Reasoned,
  today: Date = new Date(),
): Reasoned {
  const expected = conversation.expectedFail
  const failed = verdict === 'failed' || verdict === 'flaky'
  if (expected === undefined || (!failed && verdict !== 'passed')) return { verdict, reason }
  const because = (text: string): string => [text, reason].filter((each) => each !== null).join('; ')
  const { until, listed, at } = expected
  const mark = listed === undefined ? `"expected fail" out of ${file}:${at.line}` : `its entry out of ${listed}`
  if (!failed)
    return { verdict, reason: because(`it was expected to fail (${expected.reason}) and passes: take ${mark}`) }
  if (isStillExpected(expected, today)) return { verdict: 'expected fail', reason: because(expected.reason) }
  return { verdict, reason: because(`it was expected to fail until ${until}: ${expected.reason}`) }
}

/** The result that stands for several attempts, with the usage of all of them. */
function withUsageOf(
  result: ConversationResult,
  attempts: readonly Pick<ConversationResult, 'usage' | 'judging'>[],
): ConversationResult {
  const usage = sumUsage(attempts.flatMap((attempt) => attempt.usage ?? []))
  const judging = sumUsage(attempts.flatMap((attempt) => attempt.judging ?? []))
  const withUsage = usage.length === 0 ? result : { ...result, usage }
  return judging.length === 0 ? withUsage : { ...withUsage, judging }
}
