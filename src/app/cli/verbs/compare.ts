import { comparisonExitCode } from '../../../compare/comparison.ts'
import { type ComparisonListener, reportComparison } from '../../../report/comparison/report-comparison.ts'
import { formatJson } from '../../../report/text/finish-text.ts'
import { createPaint } from '../../../report/text/paint.ts'
import { countLeftOut } from '../../project/choose-plans.ts'
import { type Counts, compareSides, insistComparable, prepareComparison } from '../../project/compare-sides.ts'
import { readConfigPercent, readShare, readWhole } from '../../project/flag-values.ts'
import { keepComparison } from '../../project/keep-history.ts'
import type { ShowPrivateFlag } from '../../project/open-concealer.ts'
import { openProject, openRun } from '../../project/open-run.ts'
import { mainOutput } from '../../project/print.ts'
import type { SettlingFlags } from '../../project/settings.ts'
import { readShardFlags, type ShardFlags } from '../../project/shards.ts'
import { type OpenSides, openSides, readSides, type SideFlags } from '../../project/sides.ts'
import { UsageError } from '../../project/usage-error.ts'
import { annotateLines, type FileFlags, writeReports } from '../../project/write-reports.ts'
import { type QueueFlags, readQueueFlags } from '../../queue/queue-flags.ts'
import { takenUpCode, throughQueue } from '../../queue/through-queue.ts'

/** The flags of `tableread compare`. */
export interface CompareFlags
  extends SettlingFlags,
    SideFlags,
    CountFlags,
    ShardFlags,
    ComparisonReportFlags,
    FileFlags,
    QueueFlags,
    ShowPrivateFlag {
  name?: string
  tags?: string[]
  quarantine?: string
  calibrate?: boolean
  confirm?: boolean
}

/**
 * `tableread compare [a] [b] [paths…]`: runs conversations on both sides, paired, and returns the gate's exit code
 * (see `comparisonExitCode`). Without sides: default against draft.
 * @throws UsageError when there is nothing to compare or the flags make no sense
 */
export async function compare(args: readonly string[], flags: CompareFlags): Promise<number> {
  const { sides: written, paths } = readSides(args)
  const counts = readCounts(flags)
  const queue = readQueueFlags(flags)
  if (queue !== null && (flags.bTarget ?? flags.bWorkspace) !== undefined)
    throw new UsageError('--queue cannot be combined with two services', 'leave --b-target and --b-workspace out')
  const cut = readShardFlags(flags)
  const opened = await openProject(paths, flags)
  const { quarantine = opened.settled.quarantine } = flags
  const choice = { ...flags, pairs: counts.pairs, quarantine, partial: paths.length > 0 }
  const { project, sides, pairings: all, skipped } = await prepareComparison(opened, written, choice)
  const { read, settled } = project
  const part = await cut(all, ({ plans }) => [plans.a, plans.b], settled)
  const pairings = await insistComparable(part.items, sides, project)
  const open = (): Promise<OpenSides> => openSides(settled, flags)
  return openRun(project, open, async (run) => {
    const { interrupted, sinks, signal } = run
    const plans = pairings.flatMap((each) => [each.plans.a, each.plans.b])
    const carried = { plans, settled, texts: read.texts, functions: true, signal, sharesClock: false }
    const compared = await throughQueue(queue, flags, carried, (workers) =>
      compareSides({ project, sides, pairings, skipped }, run, {
        ...counts,
        calibrate: flags.calibrate === true,
        confirm: flags.confirm !== false,
        ...(part.shard === null ? {} : { shard: part.shard }),
        leftOutByOnly: countLeftOut(read, settled, flags),
        listen: sinks.hear(chooseComparisonReporter(flags)),
        ...(workers === null ? {} : { elsewhere: workers }),
      }),
    )
    if (compared === null) return takenUpCode
    const { comparison, prints } = compared
    const kept = await keepComparison(settled, comparison, pairings, prints)
    await writeReports(comparison, flags, project.textOf, sinks, {
      history: kept,
      interrupted: interrupted(),
      again: settled.again,
    })
    await sinks.fill(() => annotateLines(comparison, process.env))
    if (part.tellEmpty(read.problems) && interrupted() === null) return 0
    return comparisonExitCode(comparison, interrupted())
  })
}

interface ComparisonReportFlags {
  reporter: 'default' | 'plain' | 'json'
  json?: true | string
  allFailures?: boolean
}

/** The report on standard output. `--json` alone takes it for itself. */
function chooseComparisonReporter(flags: ComparisonReportFlags): ComparisonListener {
  const main = flags.json === true ? 'json' : flags.reporter
  const { output, colours } = mainOutput(main)
  if (main !== 'json') return reportComparison(output, createPaint(colours), flags.allFailures === true)
  return (event) => {
    if (event.kind !== 'done') return
    output.write(`${formatJson(event.comparison)}\n`)
    output.flush?.()
  }
}

/** How often a comparison runs, and how sure it must be. */
interface CountFlags {
  repeat?: string
  alpha?: string
  smallestDrop?: string
  untilSure?: boolean
  turnBudget?: string
}

/** @throws UsageError for what is not a number in its range */
function readCounts({ repeat, alpha, smallestDrop, untilSure, turnBudget }: CountFlags): Counts {
  if (turnBudget !== undefined && untilSure !== true)
    throw new UsageError('--turn-budget limits --until-sure, which is not given', 'add --until-sure')
  return {
    pairs: repeat === undefined ? null : readWhole('--repeat', repeat, { most: 1_000 }),
    alpha: alpha === undefined ? 0.05 : readShare('--alpha', alpha, 0.5, 'write 0.05 for one false alarm in twenty'),
    ...(smallestDrop === undefined ? {} : { smallestDrop: readConfigPercent('--smallest-drop', smallestDrop) }),
    untilSure:
      untilSure === true
        ? {
            pairs: 60,
            turns: turnBudget === undefined ? 5_000 : readWhole('--turn-budget', turnBudget, { most: 10_000_000 }),
          }
        : null,
  }
}
