import { count } from '../../base/count.ts'
import { describeLeftOut } from '../../engine/coverage/left-out.ts'
import { countVerdicts, type RunResult } from '../../engine/run-result.ts'
import { formatTime } from '../text/format-time.ts'
import { formatTotals } from '../text/format-verdict.ts'
import type { Paint } from '../text/paint.ts'

/** The last lines of a report: totals by version, then turns and time. */
export function formatSummary(result: RunResult, interrupted: boolean, paint: Paint): string {
  const width = Math.max(...result.versions.map(({ length }) => length), 0)
  const rows = result.versions.map((version) => {
    const own = result.conversations.filter((each) => each.version === version)
    return ` ${version.padEnd(width)}  ${formatTotals(countVerdicts(own), paint)} ${paint.dim(`of ${own.length}`)}`
  })
  const files = new Set(result.problems.map(({ file }) => file)).size
  const left = describeLeftOut(result)
  return [
    ...(interrupted ? [paint.warn(' interrupted: what ran is reported, the rest was not reached')] : []),
    ...(rows.length === 0 ? [` ${paint.warn('nothing ran')}`] : rows),
    ...(files === 0 ? [] : [` ${paint.bad(`${files} broken ${files === 1 ? 'file' : 'files'}`)}, see above`]),
    ...(left === null ? [] : [` ${paint.warn(left)}`]),
    paint.dim(` ${count(result.turns, 'turn')} in ${formatTime(result.ms)}`),
  ].join('\n')
}
