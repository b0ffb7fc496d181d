import { quoteWord } from '../../../base/json/quoting.ts'
import { count } from '../../../base/text/wording.ts'
import { exitCode } from '../../../engine/run-result.ts'
import type { ConversationResult } from '../../../engine/verdict/conversation-result.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { complain, warn } from '../../edge/print.ts'
import { showPath } from '../../files/find-suites.ts'
import type { RunFlags } from '../../flags/study-flags.ts'
import type { OpenWork, ProjectSuites } from '../../open/open-run.ts'
import type { RunJournal } from '../../open/run-journal.ts'
import { annotateLines, writeReports } from '../../reports/write-reports.ts'
import { printApproved } from '../../suites/reviews.ts'
import type { ChosenRun } from './choose-run.ts'
import { flagsAgain, type PerformedRun } from './perform-chosen.ts'

/** Writes what a run leaves behind, closes its journal, and returns its exit code. */
export async function concludeRun(
  { project, part, tapes, allPassed }: ChosenRun,
  flags: RunFlags,
  { sinks, interrupted }: OpenWork,
  { result, history, journal }: PerformedRun & { journal: RunJournal | null },
): Promise<number> {
  const { settled, read, textOf } = project
  const failed = result.conversations.filter(({ verdict }) => verdict === 'failed')
  if (failed.length > 0) {
    const { listFailureIds } = await import('../../../compare/review/list-differences.ts')
    const edit = 'its suite expects something else still: edit it'
    const approved = printApproved(failed, settled.reviews, edit, listFailureIds)
    for (const [each, extra] of approved) each.reason = [each.reason, extra].filter((why) => why !== null).join('; ')
  }
  await writeReports(result, flags, textOf, sinks, {
    ...{ history, interrupted: interrupted(), again: flagsAgain(settled, flags) },
    ...(journal !== null && { wholeOf: journal.wholeOf }),
  })
  await sinks.fill(() => annotateLines(result, textOf))
  if (flags.trace === true && settled.target === null && failed.length > 0) {
    const at =
      settled.workspace === null ? '' : ` --workspace ${quoteWord(showPath(settled.workspace, settled.folder) || '.')}`
    warn(
      `the curl lines ask a service that ended with this run: for one that stays, start "npx tableread serve${at}", and run with --target and TABLEREAD_API_KEY as it says`,
    )
  }
  if (flags.saveTalks !== undefined) {
    const whole = result.conversations.map(journal?.wholeOf ?? ((each) => each))
    await keepTalks(flags.saveTalks, whole, tapes.plans, project)
  }
  const { errored, broken, 'not reached': unreached } = result.totals
  await journal?.conclude({ open: errored + unreached, broken })
  if ((part.tellEmpty(read.problems) || allPassed) && interrupted() === null && read.problems.length === 0) return 0
  return tapes.conclude(exitCode(result, interrupted()), result.conversations)
}

/** Always reports the count, since a run without simulated users saves none. */
async function keepTalks(
  folder: string,
  results: readonly ConversationResult[],
  plans: readonly Plan[],
  { conceal }: ProjectSuites,
): Promise<void> {
  const talks = (await import('../output/save-talks.ts')).saveTalks(folder, results, plans, conceal)
  complain(
    talks === 0
      ? 'no simulated user talked: --save-talks kept nothing\n'
      : `kept ${count(talks, 'talk')} in ${folder}\n`,
  )
}
