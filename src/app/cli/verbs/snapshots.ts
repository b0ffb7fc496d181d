import { rmSync } from 'node:fs'
import { performRun } from '../../../engine/perform-run.ts'
import {
  judgeSnapshot,
  type SettledSnapshots,
  type SnapshotOutcome,
} from '../../../records/snapshots/judge-snapshot.ts'
import { snapshotFolder } from '../../../records/snapshots/snapshot-path.ts'
import { type SnapshotReport, snapshotsDocument, snapshotsResult } from '../../../report/studies/snapshots.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { criteriaOfPlan, withoutCriteria } from '../../../suite/plan/plan-criteria.ts'
import { starProblem } from '../../../suite/yaml/format-problem.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'
import { findersOf } from '../../config/concealer.ts'
import type { RunSettled } from '../../config/settings.ts'
import { tablereadVersion } from '../../edge/package-version.ts'
import { breakSharedPaths } from '../../files/shared-paths.ts'
import type { SnapshotsFlags } from '../../flags/study-flags.ts'
import { frameOf, type OpenRun, openConfigured, openProject, openRun } from '../../open/open-run.ts'
import { writeDocument } from '../../reports/write-study.ts'
import { choosePlans, printLeftOut } from '../../suites/choose-plans.ts'
import { printQuarantined } from '../../suites/quarantine.ts'
import { printApproved } from '../../suites/reviews.ts'
import { listObsolete, type Obsolete } from '../../suites/snapshot-paths.ts'
import type { Target } from '../../target/target.ts'

/** Writes only with --update, removes only with --prune. Exit codes: see `snapshotExitCode`. @throws UsageError */
export async function snapshots(paths: readonly string[], flags: SnapshotsFlags): Promise<number> {
  const project = await openProject(paths, flags)
  const { settled, read, textOf } = project
  const plans = breakSharedPaths(choosePlans(read, settled, flags), settled.folder)
  printQuarantined('snapshots', plans, settled)
  const problems: Problem[] = [...read.problems]
  const [startedAt, began] = [new Date().toISOString(), performance.now()]
  return openRun(project, openConfigured(project), async (run) => {
    const outcomes = await settleAll(plans, settled, run, flags, problems)
    const { snapshots: obsolete, trouble } = listObsolete(read, settled, flags)
    if (trouble !== null) problems.push(unreadable(snapshotFolder, trouble))
    if (flags.prune === true) for (const each of obsolete) prune(each, problems)
    const report: SnapshotReport = {
      ...{ tableread: tablereadVersion(), target: run.service.name, outcomes, pruned: flags.prune === true },
      obsolete: obsolete.map(({ shown, ...each }) => ({ ...each, path: shown })),
      problems: [...read.problems, ...problems.slice(read.problems.length).map(starProblem)],
      warnings: run.warnings(),
    }
    const document = snapshotsDocument(report, {
      ...{ startedAt, ms: performance.now() - began, again: settled.again, textOf },
    })
    const { warnings } = report
    await writeDocument({ result: snapshotsResult(report), document }, flags, run.sinks, { textOf, warnings })
    printLeftOut(read, settled, flags)
    const changed = outcomes.filter(({ state, written }) => state === 'changed' && !written)
    printApproved(changed, settled.reviews, 'if this is that, --update makes it the snapshot')
    return snapshotExitCode(outcomes, problems, run.interrupted())
  })
}

function prune({ path, shown }: Obsolete['snapshots'][number], problems: Problem[]): void {
  try {
    rmSync(path)
  } catch (error) {
    problems.push(unreadable(shown, `it is not removed: ${(error as Error).message}`))
  }
}

function unreadable(file: string, message: string): Problem {
  return { code: 'unreadable', file, at: { line: 1, column: 1, length: 1 }, message }
}

/** Compares each as soon as it is done, so that no transcript is held longer than needed. */
async function settleAll(
  plans: readonly Plan[],
  runSettings: RunSettled,
  { service, contextOf }: OpenRun<Target>,
  flags: SnapshotsFlags,
  problems: Problem[],
): Promise<SnapshotOutcome[]> {
  const settings: SettledSnapshots = {
    folder: runSettings.folder,
    apiKey: service.apiKey,
    custom: findersOf(runSettings.redact),
    compared: flags.callsOnly === true ? 'calls' : 'all',
    update: flags.update !== true ? 'none' : flags.evenFailed === true ? 'failed too' : 'passed',
  }
  // Snapshots redact private data in their own way.
  const { conceal, ...context } = await contextOf(plans, service, { functions: runSettings.reconcile })
  const planOf = new Map(plans.map((plan) => [plan.id, plan]))
  const outcomes = new Map<string, SnapshotOutcome>()
  // Transcripts are compared whatever a judge finds: judges are asked only if a run must have passed.
  const asks = settings.update === 'passed'
  await performRun(asks ? plans : plans.map(withoutCriteria), {
    ...context,
    ...frameOf(plans, service),
    keepPassed: false,
    problems,
    listen: (event) => {
      if (event.kind !== 'conversation done') return
      const plan = planOf.get(event.result.id)
      if (plan === undefined) return
      problems.push(...event.result.problems)
      try {
        const { result } = event
        const concealedResult = result.verdict === 'passed' ? result : conceal.conversation(result, plan)
        const { cause } = concealedResult
        const outcome = judgeSnapshot(plan, result.verdict === 'errored' ? concealedResult : result, settings)
        const unasked = asks ? 0 : criteriaOfPlan(plan).length
        const more = { ...(cause === undefined ? {} : { cause }), ...(unasked === 0 ? {} : { unasked }) }
        outcomes.set(plan.id, { ...outcome, ...more })
      } catch (error) {
        const message = `its snapshot cannot be read or written: ${(error as Error).message}`
        const { file, conversation } = plan
        problems.push({ code: 'unreadable', file, at: conversation.at, message, hint: 'may this user write there?' })
      }
    },
  })
  return plans.flatMap(({ id }) => outcomes.get(id) ?? [])
}

/**
 * The exit code of `tableread snapshots`, from what is left after files were written: 130 interrupted (143
 * terminated), 2 a broken script, 1 a transcript changed or a failed run was not written, 3 something could
 * not be judged or was unsafe to run, 4 no snapshot to compare with or one of another script, 0 all are the
 * same. Obsolete files do not affect it.
 */
function snapshotExitCode(
  outcomes: readonly SnapshotOutcome[],
  problems: readonly Problem[],
  interrupted: 129 | 130 | 143 | null,
): 0 | 1 | 2 | 3 | 4 | 129 | 130 | 143 {
  if (interrupted !== null) return interrupted
  const openOutcomes = outcomes.filter(({ written }) => !written)
  const has = (state: SnapshotOutcome['state']): boolean => openOutcomes.some((each) => each.state === state)
  if (problems.length > 0 || has('broken')) return 2
  if (has('changed')) return 1
  if (has('errored') || has('unsafe')) return 3
  if (has('missing') || has('not comparable')) return 4
  return outcomes.some(({ state }) => state !== 'skipped') ? 0 : 2
}
