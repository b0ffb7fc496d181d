import { addressOf, type ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { describeSimulated } from '../../engine/verdict/describe-seeds.ts'
import { describeMissing, type MissingShards } from '../../engine/verdict/part-of-run.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { Case } from '../document/report-document.ts'
import { said } from '../document/words.ts'
import { headlineOfFailure, placesOfFailure } from '../failures/format-failure.ts'
import { describeRecovery } from '../text/describe-exchange.ts'
import { describeInLine, listJudged } from '../text/describe-judgement.ts'

/** Failed: the agent broke an expectation; errored: not judged, or script broken; skipped: also unsafe, not reached. */
export function caseOf(result: ConversationResult): Case {
  const { id, name, version, file, verdict, ms, reason, startedAt } = result
  const element = elementOf(verdict)
  const why = element === 'skipped' ? skipReason(result) : (headlineOfFailure(result) ?? reason ?? verdict)
  return {
    ...{ id, suite: file, name: `${name} [${version}]`, version, startedAt, ms, status: verdict, verdict: element },
    ...placesOfFailure(result),
    ...(element === 'failed' || element === 'errored' ? { kind: verdict } : {}),
    reason: element === 'passed' ? null : said(why, 4_000),
    facts: factsOf(result),
  }
}

/** That nothing was compared although that was asked for, which what ran instead does not make good. */
export function caseOfNone(why: string | undefined): Case[] {
  if (why === undefined) return []
  const name = 'nothing was compared'
  const reason = said(`${name}: ${why}`, 4_000)
  return [{ id: 'compare', suite: 'compare', name, at: null, verdict: 'skipped', reason }]
}

/** That shards are missing, which is as red as a conversation that could not be judged. */
export function caseOfMissing(missing: MissingShards | undefined): Case[] {
  if (missing === undefined) return []
  const [name, reason] = ['every shard left a result', describeMissing(missing)]
  return [{ id: 'merge', suite: 'merge', name, at: null, verdict: 'errored', kind: 'missing shards', reason }]
}

function elementOf(verdict: ConversationResult['verdict']): Case['verdict'] {
  if (verdict === 'passed') return verdict
  if (verdict === 'failed' || verdict === 'flaky') return 'failed'
  return verdict === 'errored' || verdict === 'broken' ? 'errored' : 'skipped'
}

const skipReason = ({ verdict, reason }: ConversationResult): string =>
  verdict === 'skipped' ? (reason ?? verdict) : [verdict, reason].filter(Boolean).join(': ')

/** `turn` is the first that did not pass, from 1. */
function factsOf(result: ConversationResult): Record<string, string | string[]> {
  const { suite, agent, sessionId, turns, failure, tags, attempts, verdict, cause, simulated, startedAt } = result
  const turn = verdict === 'passed' ? -1 : turns.findIndex((each) => each.verdict !== 'passed')
  const why = turns.find((each) => each.verdict === 'errored' && each.failure !== null)?.failure ?? failure
  const judged = listJudged(result).map(
    (each) => [each.outcome.verdict === 'advice', describeInLine(each, startedAt)] as const,
  )
  return {
    ...{ at: addressOf(result), suite, agent },
    ...(sessionId === null ? {} : { sessionId }),
    ...(turn < 0 ? {} : { turn: String(turn + 1) }),
    ...(cause === undefined ? {} : { causedBy: cause.kind, why: cause.why }),
    ...(why === null || why === undefined ? {} : failureFacts(why)),
    recovered: turns.flatMap(({ index, recovered }) =>
      recovered === undefined ? [] : [`turn ${index + 1} ${describeRecovery(recovered)}`],
    ),
    ...(attempts === undefined ? {} : { attempts: `${attempts.passed} of ${attempts.times} passed` }),
    ...(simulated === undefined ? {} : { 'simulated user': describeSimulated(simulated) }),
    advice: judged.flatMap(([isAdvice, text]) => (isAdvice ? [text] : [])),
    judged: judged.flatMap(([isAdvice, text]) => (isAdvice ? [] : [text])),
    tag: [...tags],
  }
}

/** In an unsettled turn, `cause` is how its last exchange failed. `causedBy` is the layer. */
function failureFacts(failure: Failure): Record<string, string> {
  const { kind } = failure
  if (kind === 'unknown' || kind === 'not taken') {
    const { failure: cause = '', ...rest } = failureFacts(failure.cause)
    return { failure: kind, ...(kind === 'unknown' ? { unknown: failure.why } : {}), ...rest, cause }
  }
  if (kind !== 'refused') return { failure: kind }
  const code = failure.errorCode === null ? {} : { errorCode: failure.errorCode }
  return { failure: kind, httpStatus: String(failure.status), ...code }
}
