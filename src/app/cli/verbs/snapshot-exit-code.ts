import type { SnapshotOutcome } from '../../../records/snapshots/settle-snapshot.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'

/**
 * The exit code of `tableread snapshots`, from what is left once files were written: 130 interrupted (143 terminated),
 * 2 a broken script, 1 a transcript changed or a run that failed was not written, 3 something could not be judged or was unsafe to run, 4 no
 * snapshot to compare with or one of another script, 0 all are the same. Obsolete files change nothing.
 */
export function snapshotExitCode(
  outcomes: readonly SnapshotOutcome[],
  problems: readonly Problem[],
  interrupted: 130 | 143 | null,
): 0 | 1 | 2 | 3 | 4 | 130 | 143 {
  if (interrupted !== null) return interrupted
  const left = outcomes.filter(({ written }) => !written)
  const has = (state: SnapshotOutcome['state']): boolean => left.some((each) => each.state === state)
  if (problems.length > 0 || has('broken')) return 2
  if (has('changed')) return 1
  if (has('errored') || has('unsafe')) return 3
  if (has('missing') || has('not comparable')) return 4
  return outcomes.some(({ state }) => state !== 'skipped') ? 0 : 2
}
