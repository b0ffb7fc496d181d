import { basename } from 'node:path'
import { quoteWord } from '../../../base/json/quoting.ts'
import { type Comparison, comparisonExitCode } from '../../../compare/comparison.ts'
import { behindApprovals } from '../../../compare/gate/review-rules.ts'
import { type ComparisonListener, reportComparison } from '../../../report/terminal/report-comparison.ts'
import { createPaint } from '../../../report/text/paint.ts'
import { readConfigPercent, readShare, readWhole } from '../../config/flag-values.ts'
import { mainOutput, warn } from '../../edge/print.ts'
import { isCi } from '../../edge/process.ts'
import { UsageError } from '../../edge/usage-error.ts'
import type { CompareFlags, RunFlags } from '../../flags/study-flags.ts'
import { chooseChanged } from '../../open/choose-changed.ts'
import { compareSides, prepareComparison, type RunCounts, selectComparable } from '../../open/compare-sides.ts'
import { withoutDraftless, withoutEarlier } from '../../open/no-draft.ts'
import { openProject, openRun } from '../../open/open-run.ts'
import { throughJournal } from '../../open/run-journal.ts'
import { saveComparison } from '../../open/save-history.ts'
import { readShardFlags } from '../../open/shards.ts'
import { type OpenSides, openSides, readSides } from '../../open/sides.ts'
import { readQueueFlags } from '../../queue/run/queue-flags.ts'
import { takenUpCode, throughQueue } from '../../queue/run/through-queue.ts'
import { annotateLines, printedFormat, writeReports } from '../../reports/write-reports.ts'
import { countLeftOut } from '../../suites/choose-plans.ts'
import { printResult } from '../output/print-result.ts'
import { run } from './run.ts'

/** Without sides: default against draft. Exit codes: see `comparisonExitCode`. @throws UsageError */
export async function compare(args: readonly string[], flags: CompareFlags): Promise<number> {
  const { sides: sideSpecs, paths } = readSides(args)
  if (sideSpecs.a.version === 'draft' && sideSpecs.b.version === 'default')
    warn('draft is the side that is trusted here: whether draft may be published, compare default draft says')
  const counts = readCounts(flags)
  const queue = readQueueFlags(flags)
  if (queue !== null && flags.queue === undefined) refuseQueueOf(flags)
  const cut = readShardFlags(flags)
  const suites = await openProject(paths, flags)
  const { quarantine = suites.settled.quarantine } = flags
  const choice = { ...flags, pairs: counts.pairs, quarantine, partial: paths.length > 0 }
  const chosen = await prepareComparison(suites, sideSpecs, choice).catch((error) => withoutEarlier(error, flags))
  const prepared = 'notCompared' in chosen ? chosen : await withoutDraftless(chosen, flags)
  if ('notCompared' in prepared) return run(paths, publishedFlags(flags), prepared)
  const { project, sides, pairings: all, alone, skipped } = prepared
  const { read, settled } = project
  const { notCompared, ...comparable } = await selectComparable(all, sides, project, flags)
  if (notCompared !== undefined) return run(paths, publishedFlags(flags), { notCompared })
  const part = await cut(comparable.pairings, ({ plans }) => [plans.a, plans.b], settled)
  const open = (): Promise<OpenSides> => openSides(settled, flags)
  return openRun(project, open, async (opening) => {
    const { interrupted, sinks, signal } = opening
    const selection =
      flags.changed === true
        ? await chooseChanged(part.items, project, sides, opening.service)
        : { ...comparable, pairings: part.items }
    const { pairings } = selection
    const plans = [
      ...pairings.flatMap((each) => [each.plans.a, each.plans.b]),
      ...alone.map(({ pairing }) => pairing.plans.b),
    ]
    const whole = { plans, paths: args, texts: read.texts, conceal: project.conceal }
    return throughJournal(whole, settled, { ...flags, verb: 'compare' }, async (journal) => {
      const carried = { plans, settled, texts: read.texts, functions: true, signal, sharesClock: false }
      const compared = await throughQueue(queue, flags, carried, (workers) =>
        compareSides({ project, sides, alone, skipped, ...selection }, opening, {
          ...counts,
          calibrate: flags.calibrate === true,
          confirm: flags.confirm !== false,
          ...(part.shard === null ? {} : { shard: part.shard }),
          leftOutByOnly: countLeftOut(read, settled, flags),
          listen: sinks.hear(chooseComparisonReporter(flags)),
          ...(workers === null ? {} : { queue: workers }),
          ...(journal === null ? {} : { journal }),
        }),
      )
      if (compared === null) return takenUpCode
      const { comparison, prints, touched } = compared
      // A resumed comparison may have been played by another agent in part, so no fingerprints are kept.
      const printed = flags.resume === undefined ? prints : { a: new Map(), b: new Map() }
      const historyFile = await saveComparison(settled, comparison, pairings, { prints: printed, touched })
      if (printedFormat(flags) !== null) await sinks.fill(() => printResult(comparison, flags, project.textOf))
      await writeReports(comparison, flags, project.textOf, sinks, {
        history: historyFile,
        interrupted: interrupted(),
        again: settled.again,
      })
      await sinks.fill(() => annotateLines(comparison, project.textOf))
      if (printedFormat(flags) === null) printNext(comparison, flags)
      const gaps = journal?.open() ?? { open: 0, broken: 0 }
      await journal?.conclude({ ...gaps, open: interrupted() === null ? gaps.open : Math.max(1, gaps.open) })
      if (part.tellEmpty(read.problems) && interrupted() === null) return 0
      return comparisonExitCode(comparison, interrupted())
    })
  })
}

/** Those of a run of what is published: pairs and an unfinished comparison are none of it. */
function publishedFlags({ repeat: _, resume: __, ...flags }: CompareFlags): RunFlags {
  return { ...flags, agentVersion: ['default'] }
}

/** What makes sure before a draft is published, and how to decide about what differs. */
function printNext({ conversations, gate, shard, sides: { b } }: Comparison, flags: CompareFlags): void {
  const { json, untilSure, quick, deep, config, bTarget, bWorkspace } = flags
  const isOpen = gate.verdict === 'open'
  const isShort = conversations.length > 0 && [untilSure, quick, deep].every((each) => each === undefined)
  if (isOpen && b.version === 'draft' && isShort) warn('before publishing: the same with --until-sure')
  if (shard !== undefined) return // merge judges the whole
  const shut = gate.rules.filter(({ verdict }) => verdict !== 'held')
  const behind = shut.filter(({ name }) => name === behindApprovals)
  const instead = untilSure === true ? ' in place of --until-sure' : ''
  if (behind.length > 0 && [deep, bTarget, bWorkspace].every((each) => each === undefined))
    warn(`next: the same with --deep${instead}, which judges the turns behind what is approved`)
  if (behind.length > 0 && shut.length === behind.length) return // no further decision opens it
  if (conversations.every(({ review }) => review?.decision !== 'undecided')) return
  const why = isOpen ? 'to decide about what differs' : 'if that is meant'
  const isAway = typeof json === 'string' && isCi(process.env)
  const file = typeof json === 'string' ? quoteWord(isAway ? basename(json) : json) : 'result.json'
  const first = isAway
    ? `fetch ${file} of this job into the project on your machine, there `
    : typeof json === 'string'
      ? ''
      : `the same with --json ${file}, then `
  const ofConfig = config === undefined ? '' : ` --config ${quoteWord(config)}`
  warn(`${why}: ${first}npx tableread review ${file}${ofConfig}`)
}

/** The report for people; a format on standard output is printed at the end. */
function chooseComparisonReporter(flags: CompareFlags): ComparisonListener {
  if (printedFormat(flags) !== null) return () => undefined
  const { output, colours } = mainOutput(flags.reporter)
  return reportComparison(output, createPaint(colours), { all: flags.allFailures === true, page: flags.html })
}

/** A queue that the environment names clashes with what `--queue` does. @throws UsageError */
function refuseQueueOf({ bTarget, bWorkspace, deep }: CompareFlags): void {
  const refuse = (what: string, why: string): never => {
    throw new UsageError(
      `TABLEREAD_QUEUE_URL cannot be combined with ${what}`,
      `${why}: TABLEREAD_QUEUE_URL= before the command`,
    )
  }
  if ((bTarget ?? bWorkspace) !== undefined) refuse('two services', 'workers ask one service')
  if (deep === true) refuse('--deep', 'only the process that heard a session can go on from it')
}

/** @throws UsageError for what is not a number in its range */
function readCounts({ repeat, alpha, smallestDrop, untilSure, quick, deep, turnBudget }: CompareFlags): RunCounts {
  return {
    pairs: repeat === undefined ? null : readWhole('--repeat', repeat, { most: 1_000 }),
    alpha: alpha === undefined ? 0.05 : readShare('--alpha', alpha, 0.5, 'write 0.05 for one false alarm in twenty'),
    ...(smallestDrop === undefined ? {} : { smallestDrop: readConfigPercent('--smallest-drop', smallestDrop) }),
    ...(quick === true ? { quick } : {}),
    ...(deep === true ? { deep } : {}),
    untilSure:
      untilSure === true
        ? {
            pairs: 60,
            turns: turnBudget === undefined ? 5_000 : readWhole('--turn-budget', turnBudget, { most: 10_000_000 }),
          }
        : null,
  }
}
