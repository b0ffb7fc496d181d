import type { exitCode } from '../../../engine/exit-code.ts'
import type { RunResult } from '../../../engine/run-result.ts'

/**
 * The exit code of a run through tapes: that of the run (see `exitCode`), or 4 where something could not be judged and
 * only tapes are the reason: none is there, it is stale, or it holds no answer to what was asked.
 */
export function tapeExitCode(
  code: ReturnType<typeof exitCode>,
  { conversations }: Pick<RunResult, 'conversations'>,
  notComparable: ReadonlySet<string>,
): ReturnType<typeof exitCode> | 4 {
  if (code !== 3) return code
  const unjudged = conversations.filter(({ verdict }) => ['errored', 'not reached', 'unsafe'].includes(verdict))
  return unjudged.every(({ id }) => notComparable.has(id)) ? 4 : code
}
