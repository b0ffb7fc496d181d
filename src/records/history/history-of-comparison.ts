import type { Comparison } from '../../compare/comparison.ts'
import type { ConversationComparison, Side, SideKey } from '../../compare/model/conversation-comparison.ts'
import { percentile } from '../../engine/expect/latency.ts'
import { turnTime } from '../../engine/verdict/conversation-result.ts'
import { describeStumble } from '../../engine/verdict/describe-stumble.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { spentIn } from './history-of-run.ts'
import { type HistoryRow, type HistoryRun, subjectOfSide } from './run-record.ts'

/** What the history keeps of a comparison: a row for each conversation and side, its runs as attempts. `scripts` are the hashes of what each side ran, by the comparison's ids. */
export function historyOfComparison(
  comparison: Comparison,
  scripts: Record<SideKey, ReadonlyMap<string, string>>,
  commit: string | null,
): HistoryRun {
  const { startedAt, ms, tableread, sides } = comparison
  const conversations = comparison.conversations.flatMap((each) =>
    (['a', 'b'] as const).flatMap((key) => rowOfSide(each, key, sides[key], scripts[key].get(each.id) ?? null)),
  )
  return { kind: 'compare', startedAt, ms, tableread, commit, conversations }
}

function rowOfSide(compared: ConversationComparison, key: SideKey, side: Side, script: string | null): HistoryRow[] {
  const { id, runs, shown } = compared
  const ran = runs[key].filter(({ verdict }) => verdict !== 'not reached')
  const passed = ran.filter(({ verdict }) => verdict === 'passed').length
  const failed = ran.filter(({ verdict }) => verdict === 'failed' || verdict === 'expected fail').length
  const last = ran.at(-1)
  if (last === undefined) return []
  const verdict: Verdict =
    passed + failed === 0 ? last.verdict : failed === 0 ? 'passed' : passed > 0 ? 'flaky' : 'failed'
  const result = shown[key]
  const telling = ran.findLast((run) => run.verdict === 'failed') ?? last
  return [
    {
      ...subjectOfSide(compared, side),
      id: `${id} ${side.version}`,
      verdict,
      reason: result === null || verdict === 'passed' ? null : describeStumble(result),
      ms: ran.reduce((sum, run) => sum + run.ms, 0) / ran.length,
      p95TurnMs: percentile(result?.turns.flatMap((turn) => turnTime(turn) ?? []) ?? [], 0.95),
      sessionId: telling.sessionId,
      script,
      passed,
      judged: passed + failed,
      ...spentIn(ran),
      ...(verdict === 'passed' || telling.cause === undefined ? {} : { cause: telling.cause.kind }),
    },
  ]
}
