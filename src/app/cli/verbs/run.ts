import { settle } from '../../config/settings.ts'
import type { RunFlags } from '../../flags/study-flags.ts'
import { openConfigured, openRun } from '../../open/open-run.ts'
import { throughJournal } from '../../open/run-journal.ts'
import { takenUpCode } from '../../queue/run/through-queue.ts'
import { fitToWorkspace } from '../../target/fit-to-workspace.ts'
import { type ChosenRun, chooseQueue, chooseRun, withRepeat } from '../run/choose-run.ts'
import { concludeRun } from '../run/conclude-run.ts'
import { performChosen } from '../run/perform-chosen.ts'

/** Returns the exit code (see `exitCode`); `instead` says why it runs in place of a comparison. @throws UsageError */
export async function run(
  paths: readonly string[],
  flags: RunFlags,
  instead: Pick<ChosenRun, 'notCompared' | 'isDemo'> = {},
): Promise<number> {
  if (flags.watch === true || flags.ui === true)
    return (await import('./run-in-vitest.ts')).runInVitest(
      async () => withRepeat(await fitToWorkspace(await settle(paths, flags, process.env)), flags),
      flags,
      paths.length > 0,
    )
  const queue = chooseQueue(flags)
  const selection = { ...(await chooseRun(paths, flags)), ...instead }
  const { project, tapes } = selection
  return openRun(project, openConfigured(project, tapes.target), (open) => {
    const whole = { plans: tapes.plans, paths, texts: project.read.texts, conceal: project.conceal }
    return throughJournal(whole, project.settled, flags, async (journal) => {
      const performed = await performChosen(selection, flags, open, { queue, journal })
      return performed === null ? takenUpCode : concludeRun(selection, flags, open, { ...performed, journal })
    })
  })
}
