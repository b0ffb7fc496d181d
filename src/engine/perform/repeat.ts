import { highestRate, lowestRate } from '../../base/binomial.ts'
import type { Outcome } from '../expect/outcome/outcome.ts'
import type { Cause } from '../verdict/cause-kind.ts'
import { type Attempts, type ConversationResult, countSent, type Repeat } from '../verdict/conversation-result.ts'
import { maySettle, withSpokenNames } from '../verdict/script-slips.ts'
import type { Verdict } from '../verdict/verdict.ts'

/** Until the verdict can no longer change; with limits on p50 or p95 (`judgesAll`) passing ends nothing. */
export async function repeatConversation(
  { times, pass }: Repeat,
  attempt: () => Promise<ConversationResult>,
  stop: () => boolean,
  judgeAll: (results: readonly ConversationResult[]) => Outcome[],
  judgesAll = false,
): Promise<ConversationResult> {
  const attemptResults: ConversationResult[] = []
  while (attemptResults.length < times && !stop()) {
    const latest = await attempt()
    attemptResults.push(latest)
    const { passed, unjudged } = count(attemptResults)
    const isHopeless = passed + unjudged + times - attemptResults.length < pass
    if ((passed >= pass && !judgesAll) || (isHopeless && passed > 0) || (endsAll(latest.verdict) && !maySettle(latest)))
      break
  }
  const results = withSpokenNames(attemptResults)
  const last = results.at(-1)
  if (last === undefined) throw new RangeError('a conversation must be attempted at least once')
  const counts = count(results)
  const { passed, failed } = counts
  const judged = passed + failed
  const attempts: Attempts = {
    ...{ times, pass, ...counts, turns: results.reduce((sum, result) => sum + countSent(result), 0) },
    interval: repeatInterval({ times, pass, passed, failed, endsAtPass: !judgesAll }),
    inARow: judged === 0 ? null : (passed / judged) ** times,
  }
  const statistics = judgeAll(results)
  const broken = results.findLast((result) => result.verdict === 'broken')
  const verdict = withStatistics(broken !== undefined ? 'broken' : verdictOf(attempts, last.verdict), statistics)
  const telling = passed >= pass ? 'passed' : 'failed'
  const first = results.find((result) => result.verdict === telling)
  const { cause: _, ...shown } = broken ?? (verdict === 'unsafe' ? last : (first ?? last))
  const cause = causeAmong(results, verdict, times)
  return {
    ...shown,
    ...(cause === undefined ? {} : { cause }),
    verdict,
    reason:
      verdict === 'unsafe'
        ? shown.reason
        : [describeAttempts(attempts), shown.reason].filter((each) => each !== null).join('; '),
    ms: results.reduce((sum, { ms }) => sum + ms, 0),
    outcomes: [...shown.outcomes, ...statistics],
    attempts,
  }
}

/** That of the first attempt with such a verdict; without one, and without limits on p50 or p95: interrupted. */
function causeAmong(results: readonly ConversationResult[], verdict: Verdict, times: number): Cause | undefined {
  const counts = ({ verdict: own }: ConversationResult): boolean => {
    if (verdict === 'errored') return own !== 'passed' && own !== 'failed'
    return own === (verdict === 'flaky' ? 'failed' : verdict)
  }
  const isCut = verdict === 'errored' && results.length < times && results.every((each) => each.verdict === 'passed')
  if (isCut) return { kind: 'budget', why: `the run ended after ${results.length} of ${times} attempts` }
  return results.find(counts)?.cause
}

/** A broken limit on p50 or p95 turns a pass into a failure, and one that could not be judged turns it into errored. */
export function withStatistics(verdict: Verdict, outcomes: readonly Outcome[]): Verdict {
  if (verdict !== 'passed') return verdict
  if (outcomes.some((outcome) => outcome.verdict === 'failed')) return 'failed'
  return outcomes.some((outcome) => outcome.verdict === 'not judged') ? 'errored' : verdict
}

function count(results: readonly ConversationResult[]): Pick<Attempts, 'passed' | 'failed' | 'unjudged'> {
  const passed = results.filter(({ verdict }) => verdict === 'passed').length
  const failed = results.filter((result) => result.verdict === 'failed' || maySettle(result)).length
  return { passed, failed, unjudged: results.length - passed - failed }
}

/** Whether a verdict would be the same for every attempt, so that no other attempt follows. */
function endsAll(verdict: Verdict): boolean {
  return verdict === 'broken' || verdict === 'unsafe' || verdict === 'not reached'
}

/** Flaky: some passed, but too few. Unjudged attempts may hide either outcome, so they count for neither. */
function verdictOf({ passed, failed, pass, unjudged }: Attempts, last: Verdict): Verdict {
  if (last === 'unsafe') return last
  if (passed >= pass) return 'passed'
  if (endsAll(last)) return last
  if (passed + unjudged >= pass || failed === 0) return 'errored'
  return passed === 0 ? 'failed' : 'flaky'
}

/** `4 of 5 attempts passed, 4 must; 95 % interval 28 to 99 %; 5 in a row: 33 %`, and that it stopped early. */
function describeAttempts({ passed, failed, unjudged, times, pass, interval, inARow }: Attempts): string {
  const percent = (rate: number): string => `${Math.round(rate * 100)}`
  const ran = passed + failed + unjudged
  const isDecided = passed >= pass || passed + unjudged + times - ran < pass
  return [
    `${passed} of ${ran} attempts passed, ${pass} of ${times} must${unjudged === 0 ? '' : `, ${unjudged} could not be judged`}`,
    ...(ran < times && isDecided ? [`stopped there, as ${times - ran} more would change nothing`] : []),
    ...(interval === null ? [] : [`95 % interval ${percent(interval[0])} to ${percent(interval[1])} %`]),
    ...(inARow === null ? [] : [`${times} in a row: ${percent(inARow)} %`]),
  ].join('; ')
}

/** What the interval depends on: the attempts and the rule that ended them. */
export type AttemptCount = Pick<Attempts, 'times' | 'pass' | 'passed' | 'failed'> & {
  /** Whether enough passes end the attempts; not if all attempts count for a limit on p50 or p95. */
  endsAtPass: boolean
}

/**
 * The exact confidence interval (at least 95 %) of the pass rate, given the rule that ended the attempts (see
 * `repeatConversation`); null where none was judged. Endings are ordered from the worst, never passed, to the
 * best, passed as soon as possible, and each end of the interval is the rate at which an ending at least this
 * extreme has a probability of 2.5 % (C. Jennison and B. Turnbull, *Confidence intervals for a binomial
 * parameter following a multistage test*, 1983). The rule cuts off only attempts that could not change the
 * verdict, so all these probabilities are binomial. If nothing was cut off, it is the interval of Clopper and
 * Pearson; likewise if attempts ran out, were interrupted, or some could not be judged, provided that did not
 * depend on whether they would have passed.
 */
export function repeatInterval({
  times,
  pass,
  passed,
  failed,
  endsAtPass,
}: AttemptCount): [from: number, to: number] | null {
  const judged = passed + failed
  if (judged === 0) return null
  const enough = endsAtPass && passed === pass
  const isHopeless = passed > 0 && failed > times - pass
  const late = isHopeless && failed > times - pass + 1
  return [
    lowestRate(passed, isHopeless && passed > 1 ? judged - 1 : judged),
    enough || late ? highestRate(passed - 1, judged - 1) : highestRate(passed, judged),
  ]
}
