import type { RunResult } from './run-result.ts'

/**
 * The exit code of a run: 130 interrupted (143 terminated), 2 a broken script or nothing to run, 1 an expectation failed,
 * 3 something could not be judged or was unsafe to run, 0 every conversation that was asked for passed (at least one).
 */
export function exitCode(
  { totals, problems }: Pick<RunResult, 'totals' | 'problems'>,
  interrupted: 130 | 143 | null,
): 0 | 1 | 2 | 3 | 130 | 143 {
  if (interrupted !== null) return interrupted
  if (problems.length > 0 || totals.broken > 0) return 2
  if (totals.failed > 0 || totals.flaky > 0) return 1
  if (totals.errored > 0 || totals['not reached'] > 0 || totals.unsafe > 0) return 3
  return totals.passed + totals['expected fail'] > 0 ? 0 : 2
}
