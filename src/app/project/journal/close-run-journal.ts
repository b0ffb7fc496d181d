import type { RunResult } from '../../../engine/run-result.ts'
import type { Journal } from '../../../records/journal/keep-journal.ts'
import { dropJournal, listUnfinished } from '../../../records/journal/unfinished-journals.ts'
import { complain } from '../print.ts'
import { describeDifference } from './journal-settings.ts'

/**
 * Ends the journal of a run whose reports are written. Where every conversation was judged it is removed, and with it what
 * earlier runs of the same command left; else it stays, so that `--resume` can run what was not.
 */
export async function closeRunJournal(
  journal: Journal,
  { totals }: Pick<RunResult, 'totals'>,
  folder: string | null,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const left = totals.errored + totals.broken + totals['not reached']
  await journal.close(left === 0)
  if (left > 0) {
    if (journal.keeps()) complain(`${left} without a verdict: the same command with --resume runs them alone\n`)
    return
  }
  for (const { path, header } of folder === null ? [] : listUnfinished(folder)) {
    if (describeDifference(header.settings, settings).length === 0) dropJournal(path)
  }
}
