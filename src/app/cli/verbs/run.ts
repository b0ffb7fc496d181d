import { quoteWord } from '../../../base/json/quoting.ts'
import { variableOf } from '../../../base/secrets/environment.ts'
import { count } from '../../../base/text/wording.ts'
import { performRun } from '../../../engine/perform-run.ts'
import { exitCode, type RunResult } from '../../../engine/run-result.ts'
import type { ConversationResult } from '../../../engine/verdict/conversation-result.ts'
import { type Touched, touchedIn } from '../../../engine/verdict/touched.ts'
import { type Plan, shareClock } from '../../../suite/plan/plan.ts'
import type { Blueprint } from '../../../wire/api/blueprint.ts'
import { readWhole } from '../../config/flag-values.ts'
import { type RunSettled, settle } from '../../config/settings.ts'
import { complain } from '../../edge/print.ts'
import { UsageError } from '../../edge/usage-error.ts'
import type { RunFlags } from '../../flags/study-flags.ts'
import { keepRun, printRun } from '../../open/keep-history.ts'
import { frameOf, openConfigured, openProject, openRun, type Project } from '../../open/open-run.ts'
import { throughJournal } from '../../open/run-journal.ts'
import { readShardFlags } from '../../open/shards.ts'
import { readQueueFlags } from '../../queue/run/queue-flags.ts'
import { takenUpCode, throughQueue } from '../../queue/run/through-queue.ts'
import { annotateLines, holdsPassed, writeReports } from '../../reports/write-reports.ts'
import { choosePlans, countLeftOut, readPlans } from '../../suites/choose-plans.ts'
import { chooseLastFailed } from '../../suites/last-failed.ts'
import { quarantine } from '../../suites/quarantine.ts'
import { tellConcealed } from '../../suites/read-suites.ts'
import { tellApproved } from '../../suites/reviews.ts'
import { throughTapes } from '../../tapes/play-tapes.ts'
import { allowThinking } from '../../target/thinking-time.ts'
import { chooseReporters } from '../output/reporters.ts'

/**
 * `tableread run`: reads suites, runs the conversations asked for, reports, and returns the exit code (see `exitCode`).
 * @throws UsageError when there is nothing to run or the flags make no sense
 */
export async function run(paths: readonly string[], flags: RunFlags): Promise<number> {
  const stays = flags.watch === true || flags.ui === true
  // TABLEREAD_QUEUE_URL applies only to runs that can use a queue.
  const records = flags.tape !== undefined && flags.tape !== 'replay'
  if (records && variableOf(process.env, 'TABLEREAD_QUEUE_URL') !== undefined)
    complain('tapes are recorded on this machine only: TABLEREAD_QUEUE_URL is ignored\n')
  const queue = flags.tape !== undefined || stays ? null : readQueueFlags(flags)
  if (stays)
    return (await import('./run-in-vitest.ts')).runInVitest(
      async () => withRepeat(await allowThinking(await settle(paths, flags, process.env)), flags),
      flags,
      paths.length > 0,
    )
  if (queue !== null && flags.bail !== undefined)
    throw new UsageError('--bail cannot stop the workers of TABLEREAD_QUEUE_URL', 'unset it, or leave out --bail')
  const cut = readShardFlags(flags)
  const bail =
    flags.bail === undefined ? undefined : flags.bail === true ? 1 : readWhole('--bail', flags.bail, { most: 1e6 })
  const project = await openProject(paths, flags, { bound: (settled) => withRepeat(settled, flags) })
  const { settled, read, textOf } = project
  const chosen = choosePlans(read, settled, flags)
  const { quarantine: file = settled.quarantine } = flags
  const all = file === null ? chosen : quarantine(chosen, file, readPlans(read, settled), paths.length > 0)
  const asked = await chooseLastFailed(all, settled, flags.lastFailed)
  const part = await cut(asked.plans, (plan) => [plan], settled)
  tellConcealed(read.problems, textOf)
  const tapes = await throughTapes(part.items, settled, flags)
  const { plans } = tapes
  return openRun(
    project,
    openConfigured(project, tapes.target),
    async ({ service, signal, interrupted, sinks, contextOf }) => {
      const whole = { plans, paths, texts: read.texts, conceal: project.conceal }
      return throughJournal(whole, settled, flags, async (journal) => {
        const again = flagsAgain(settled, flags)
        const reporter = chooseReporters(flags, textOf, settled.target !== null, {
          again,
          ...(journal !== null && { wholeOf: journal.wholeOf }),
        })
        const listeners = [...tapes.listeners, reporter].map((each) => sinks.hear(each))
        const functions = (settled.reconcile || flags.coverage === true) && plans.length > 0
        const history = tapes.replays ? null : settled.history
        let listing: readonly Blueprint[] | null = null
        const context = await contextOf(service, { functions, listed: (agents) => (listing = agents) })
        // A resumed run may have been played by another agent in part, so no fingerprints are kept.
        const printing = { ...settled, history: flags.resume === undefined ? history : null }
        const prints = await printRun(printing, plans, service, listing)
        const touched = new Map<string, Touched>()
        const carried = {
          ...{ plans, settled, texts: read.texts, functions, signal },
          sharesClock: shareClock(plans, service.client),
        }
        const result = await throughQueue(queue, flags, carried, (workers) =>
          performRun(plans, {
            ...context,
            ...frameOf(plans, service),
            keepPassed: journal === null && (holdsPassed(flags) || flags.saveTalks !== undefined),
            problems: [...read.problems, ...tapes.problems],
            ...(part.shard === null ? {} : { shard: part.shard }),
            leftOutByOnly: countLeftOut(read, settled, flags),
            ...(history === null ? {} : { hear: (each) => touched.set(each.id, touchedIn(each)) }),
            leastPassing: flags.lastFailed === true ? null : settled.gate.passRate,
            ...(bail === undefined ? {} : { bail }),
            listen: async (event) => {
              for (const hear of listeners) await hear(event)
            },
            ...(journal === null ? {} : { journal }),
            ...tapes.settings,
            ...workers,
          }),
        )
        if (result === null) return takenUpCode
        const kept = await keepRun({ ...settled, history }, result, plans, { prints, touched })
        await writeReports(result, flags, textOf, sinks, {
          history: kept,
          interrupted: interrupted(),
          again,
          ...(journal !== null && { wholeOf: journal.wholeOf }),
        })
        await sinks.fill(() => annotateLines(result, textOf))
        const failed = result.conversations.filter(({ verdict }) => verdict === 'failed')
        tellApproved(failed, settled.reviews, 'its suite expects something else still: edit it')
        if (flags.saveTalks !== undefined)
          await keepTalks(
            flags.saveTalks,
            result.conversations.map(journal?.wholeOf ?? ((each) => each)),
            plans,
            project,
          )
        await journal?.conclude(unjudgedIn(result))
        if ((part.tellEmpty(read.problems) || asked.allPassed) && interrupted() === null && read.problems.length === 0)
          return 0
        return tapes.conclude(exitCode(result, interrupted()), result.conversations)
      })
    },
  )
}

/** How many conversations have no verdict, so that `--resume` has something to do. */
const unjudgedIn = ({ totals }: RunResult): number => totals.errored + totals.broken + totals['not reached']

/** The settings with `--repeat`. @throws UsageError for what is no count */
function withRepeat(settled: RunSettled, { repeat }: RunFlags): RunSettled {
  return repeat === undefined ? settled : { ...settled, repeat: readWhole('--repeat', repeat, { most: 100_000 }) }
}

/** The flags that make another run do the same. */
function flagsAgain({ again, repeat }: Project['settled'], { quarantine, tape }: RunFlags): string[] {
  return [
    ...(repeat === undefined ? [] : ['--repeat', String(repeat)]),
    ...(tape === undefined ? [] : ['--tape', tape]),
    ...(quarantine === undefined ? [] : ['--quarantine', quoteWord(quarantine)]),
    ...again,
  ]
}

/** Always reports the count, since a run without simulated users saves none. */
async function keepTalks(
  folder: string,
  results: readonly ConversationResult[],
  plans: readonly Plan[],
  { conceal }: Project,
): Promise<void> {
  const kept = (await import('../output/save-talks.ts')).saveTalks(folder, results, plans, conceal)
  complain(
    kept === 0 ? 'no simulated user talked: --save-talks kept nothing\n' : `kept ${count(kept, 'talk')} in ${folder}\n`,
  )
}
