import { percentile } from '../../engine/expect/latency.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { type ConversationResult, turnTime } from '../../engine/verdict/conversation-result.ts'
import { describeStumble } from '../../engine/verdict/describe-stumble.ts'
import { totalUsage, type Usage } from '../../wire/api/usage.ts'
import { type HistoryRow, type HistoryRun, nameTarget } from './run-record.ts'

/** What the history keeps of a run. `scripts` are the hashes of the scripts by the id of their results; conversations that were never reached are left out. */
export function historyOfRun(
  result: RunResult,
  scripts: ReadonlyMap<string, string>,
  commit: string | null,
): HistoryRun {
  const { startedAt, ms, tableread } = result
  const target = nameTarget(result.target)
  const conversations = result.conversations
    .filter(({ verdict }) => verdict !== 'not reached')
    .map((each) => rowOfResult(each, target, scripts.get(each.id) ?? null))
  return { kind: 'run', startedAt, ms, tableread, commit, conversations }
}

/** What models of agents and judges took in some runs, as the history keeps it. */
export function spentIn(
  runs: readonly { usage?: readonly Usage[]; judging?: readonly Usage[] }[],
): Pick<HistoryRow, 'tokens' | 'cost' | 'judgeTokens' | 'judgeCost'> {
  const agents = sumOf(runs.flatMap(({ usage = [] }) => usage))
  const judges = sumOf(runs.flatMap(({ judging = [] }) => judging))
  return {
    ...agents,
    ...(judges.tokens === undefined ? {} : { judgeTokens: judges.tokens }),
    ...(judges.cost === undefined ? {} : { judgeCost: judges.cost }),
  }
}

/** A cost that is not the whole one is none. */
function sumOf(usage: readonly Usage[]): { tokens?: number; cost?: number } {
  if (usage.length === 0) return {}
  const { inputTokens, outputTokens, cost, unpriced } = totalUsage(usage)
  return { tokens: inputTokens + outputTokens, ...(cost === null || unpriced.length > 0 ? {} : { cost }) }
}

/** What the history keeps of one conversation. `target` is the service as the history names it. */
function rowOfResult(result: ConversationResult, target: string, script: string | null): HistoryRow {
  const { id, suite, name, agent, version, verdict, ms, sessionId, attempts } = result
  const times = result.turns.flatMap((turn) => (turn.failure !== null ? [] : (turnTime(turn) ?? [])))
  const once = verdict === 'passed' ? 1 : 0
  const judged = verdict === 'passed' || verdict === 'failed' || verdict === 'expected fail' ? 1 : 0
  return {
    suite,
    name,
    agent,
    version,
    target,
    id,
    verdict,
    reason: describeStumble(result),
    ms,
    p95TurnMs: percentile(times, 0.95),
    sessionId,
    script,
    passed: attempts?.passed ?? once,
    judged: attempts === undefined ? judged : attempts.passed + attempts.failed,
    ...spentIn([result]),
    ...(result.cause === undefined ? {} : { cause: result.cause.kind }),
  }
}
