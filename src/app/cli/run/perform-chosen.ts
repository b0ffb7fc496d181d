import { quoteWord } from '../../../base/json/quoting.ts'
import { remembering } from '../../../base/memoize.ts'
import { performRun } from '../../../engine/perform-run.ts'
import type { RunResult } from '../../../engine/run-result.ts'
import { type TouchedParts, touchedIn } from '../../../engine/verdict/touched.ts'
import { shareClock } from '../../../suite/plan/plan.ts'
import type { Blueprint } from '../../../wire/api/blueprint.ts'
import type { RunFlags } from '../../flags/study-flags.ts'
import { frameOf, type OpenRun, type ProjectSuites } from '../../open/open-run.ts'
import type { RunJournal } from '../../open/run-journal.ts'
import { printRun, saveRun } from '../../open/save-history.ts'
import type { QueueAddress } from '../../queue/address.ts'
import { throughQueue } from '../../queue/run/through-queue.ts'
import { holdsPassed } from '../../reports/write-reports.ts'
import { countLeftOut } from '../../suites/choose-plans.ts'
import type { Target } from '../../target/target.ts'
import { chooseReporters } from '../output/reporters.ts'
import type { ChosenRun } from './choose-run.ts'

/** A run that was performed, and where the history has it; null without one. */
export interface PerformedRun {
  result: RunResult
  history: string | null
}

/** Performs a run through its tapes, journal and queue; null where another process took it up and reports it. */
export async function performChosen(
  { project, part, tapes, bail, notCompared, isDemo }: ChosenRun,
  flags: RunFlags,
  { service, signal, sinks, contextOf }: OpenRun<Target>,
  { queue, journal }: { queue: QueueAddress | null; journal: RunJournal | null },
): Promise<PerformedRun | null> {
  const { settled, read, textOf } = project
  const { plans } = tapes
  const again = flagsAgain(settled, flags)
  const reporter = chooseReporters(flags, textOf, settled.target !== null, {
    again: isDemo ? null : again,
    ...(journal !== null && { wholeOf: journal.wholeOf }),
  })
  const listeners = [...tapes.listeners, reporter].map((each) => sinks.hear(each))
  const functions = (settled.reconcile || flags.coverage === true) && plans.length > 0
  const history = tapes.replays ? null : settled.history
  let listing: readonly Blueprint[] | null = null
  const context = await contextOf(plans, service, { functions, listed: (agents) => (listing = agents) })
  // A resumed run may have been played by another agent in part, so no fingerprints are kept.
  const printing = { ...settled, history: flags.resume === undefined ? history : null }
  const printOf = await printRun(printing, plans, service, listing)
  const touched = new Map<string, TouchedParts>()
  const once = remembering(1_000, (json): TouchedParts => JSON.parse(json)) // most conversations touch the same
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
      ...(notCompared === undefined ? {} : { notCompared }),
      hear: (each) => {
        if (history !== null) touched.set(each.id, once(JSON.stringify(touchedIn(each))))
        const isOver = each.turns.every(({ failure }) => failure === null) // else the service may be at it still
        if (isOver && each.sessionId !== null) service.local?.forget(each.sessionId)
      },
      leastPassing: flags.lastFailed === true ? null : settled.gate.passRate,
      ...(bail === null ? {} : { bail }),
      listen: async (event) => {
        for (const hear of listeners) await hear(event)
      },
      ...(journal === null ? {} : { journal }),
      ...tapes.settings,
      ...workers,
    }),
  )
  if (result === null) return null
  return { result, history: await saveRun({ ...settled, history }, result, plans, { printOf, touched }) }
}

export function flagsAgain({ again, repeat }: ProjectSuites['settled'], { quarantine, tape }: RunFlags): string[] {
  return [
    ...(repeat === undefined ? [] : ['--repeat', String(repeat)]),
    ...(tape === undefined ? [] : ['--tape', tape]),
    ...(quarantine === undefined ? [] : ['--quarantine', quoteWord(quarantine)]),
    ...again,
  ]
}
