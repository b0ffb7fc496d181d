import type { RunResult } from '../../engine/run-result.ts'
import type { HistoryRun } from './history-run.ts'
import { nameTarget } from './name-target.ts'
import { rowOfResult } from './row-of-result.ts'

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
