import { exitCode } from '../../../engine/exit-code.ts'
import { performRun } from '../../../engine/perform-run.ts'
import { createAllowance } from '../../../engine/verdict/allowance.ts'
import { knownFunctions } from '../../../engine/verdict/known-functions.ts'
import type { Journal } from '../../../records/journal/keep-journal.ts'
import { shareClock } from '../../../suite/plan/moves-clock.ts'
import { formatProblem } from '../../../suite/yaml/format-problem.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'
import { choosePlans, readPlans } from '../../project/choose-plans.ts'
import { countLeftOut } from '../../project/count-left-out.ts'
import { cutShard, type ShardFlags } from '../../project/cut-shard.ts'
import { findSuites } from '../../project/find-suites.ts'
import { interruptible } from '../../project/interrupt.ts'
import { closeRunJournal } from '../../project/journal/close-run-journal.ts'
import { type JournalFlags, journalSettings } from '../../project/journal/journal-settings.ts'
import { openRunJournal } from '../../project/journal/run-journal.ts'
import { keepRun } from '../../project/keep-history.ts'
import { openConcealer, type ShowPrivateFlag } from '../../project/open-concealer.ts'
import { tablereadVersion } from '../../project/package-version.ts'
import { complain, warn } from '../../project/print.ts'
import { quarantine } from '../../project/quarantine.ts'
import { describeEmpty } from '../../project/read-shard.ts'
import { readSuites } from '../../project/read-suites.ts'
import { type SettlingFlags, settle } from '../../project/settings.ts'
import { openSinks } from '../../project/sinks.ts'
import { tapeExitCode } from '../../project/tapes/tape-exit-code.ts'
import type { TapeMode } from '../../project/tapes/tapes.ts'
import { openTarget } from '../../project/target.ts'
import { UsageError } from '../../project/usage-error.ts'
import { chooseReporters, type ReportFlags } from '../output/reporters.ts'
import { writeReports } from '../output/write-reports.ts'

/** The flags of `tableread run`. */
export interface RunFlags
  extends SettlingFlags,
    ReportFlags,
    ShardFlags,
    ShowPrivateFlag,
    Pick<JournalFlags, 'resume'> {
  name?: string
  quarantine?: string
  tags?: string[]
  watch?: boolean
  ui?: boolean
  tape?: TapeMode
  /** With `tape`: do not ask the service whether its agents changed. */
  offline?: boolean
}

/**
 * `tableread run`: reads suites, runs the conversations asked for, reports, and gives the exit code (see `exitCode`).
 * @throws UsageError when there is nothing to run or the flags make no sense
 */
export async function run(paths: readonly string[], flags: RunFlags): Promise<number> {
  const settled = await settle(paths, flags, process.env)
  if (flags.tape !== undefined && (flags.watch === true || flags.ui === true))
    throw new UsageError('--tape does not go with --watch and --ui', 'leave one of them out')
  if (flags.resume !== undefined && (flags.watch === true || flags.ui === true))
    throw new UsageError('--resume does not go with --watch and --ui', 'leave one of them out')
  if ((flags.maxTurns ?? flags.maxTime) !== undefined && (flags.watch === true || flags.ui === true))
    throw new UsageError('--max-turns and --max-time do not go with --watch and --ui', 'leave them out')
  if (flags.watch === true || flags.ui === true) return (await import('./run-in-vitest.ts')).runInVitest(settled, flags)
  const read = readSuites(findSuites(settled.suites, settled.folder), settled.folder)
  const chosen = choosePlans(read, settled, flags)
  const { quarantine: file = settled.quarantine } = flags
  const all = file === null ? chosen : quarantine(chosen, file, readPlans(read, settled), paths.length > 0)
  const part = cutShard(all, flags, (plan) => [plan])
  const conceal = openConcealer(settled, flags)
  const textOf = (file: string): string | undefined => {
    const text = read.texts.get(file)
    return text === undefined ? undefined : conceal.excerptOf(file, text)
  }
  tellProblems(read.problems, read.texts)
  const tapes =
    flags.tape === undefined
      ? null
      : await (await import('../../project/tapes/tapes.ts')).openTapes(
          part?.items ?? all,
          settled,
          flags.tape,
          flags.offline,
        )
  const plans = tapes?.plans ?? part?.items ?? all
  const target = tapes?.target ?? (await openTarget(settled))
  const interrupt = interruptible()
  const sinks = openSinks()
  let journal: Journal | null = null
  try {
    journal = await openRunJournal(plans, settled, paths, flags, read.texts)
    const reporter = chooseReporters(flags, textOf, settled.target !== null, journal?.wholeOf)
    const listeners = [...(tapes === null ? [] : [tapes.listen]), reporter].map((each) => sinks.hear(each))
    const result = await performRun(plans, {
      client: target.client,
      target: target.name,
      tableread: tablereadVersion(),
      concurrency: shareClock(plans, target.client) ? 1 : target.lanes,
      reconcile: settled.reconcile,
      allowance: createAllowance(settled.budgets),
      functions:
        (settled.reconcile || flags.coverage === true) && plans.length > 0
          ? await knownFunctions(target.client, warn, interrupt.signal)
          : new Map(),
      keepPassed:
        journal === null && (flags.json !== undefined || flags.reporter === 'json' || flags.html !== undefined),
      problems: [...read.problems, ...(tapes?.problems ?? [])],
      ...(part === undefined ? {} : { shard: part.shard }),
      leftOutByOnly: countLeftOut(read, settled, flags),
      listen: async (event) => {
        for (const hear of listeners) await hear(event)
      },
      signal: interrupt.signal,
      ...(journal === null ? {} : { keeper: journal }),
      conceal,
      ...tapes?.settings,
    })
    const kept = await keepRun(tapes?.replays === true ? { ...settled, history: null } : settled, result, plans)
    await writeReports(result, flags, textOf, sinks, {
      history: kept,
      ...(journal !== null && { wholeOf: journal.wholeOf }),
    })
    if (journal !== null)
      await closeRunJournal(journal, result, settled.journal, journalSettings(paths, flags, settled))
    for (const note of target.paceNotes()) complain(`${note}\n`)
    const empty = part === undefined || read.problems.length > 0 ? null : describeEmpty(part.shard)
    if (empty !== null) complain(`${empty}\n`)
    if (empty !== null && !interrupt.signal.aborted) return sinks.exitCode(0)
    const code = exitCode(result, interrupt.signal.aborted ? interrupt.signal.reason : null)
    for (const note of tapes?.notes() ?? []) complain(`${note}\n`)
    return sinks.exitCode(tapes === null ? code : tapeExitCode(code, result, tapes.notComparable))
  } finally {
    interrupt.release()
    await journal?.close(false) // where it was not ended above, what is in it stays
    await target.close()
  }
}

function tellProblems(problems: readonly Problem[], texts: ReadonlyMap<string, string>): void {
  for (const problem of problems) complain(`${formatProblem(problem, texts.get(problem.file))}\n\n`)
}
