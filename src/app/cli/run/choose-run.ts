import { variableOf } from '../../../base/secrets/environment.ts'
import type { RunResult } from '../../../engine/run-result.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { readWhole } from '../../config/flag-values.ts'
import type { RunSettled } from '../../config/settings.ts'
import { complain } from '../../edge/print.ts'
import { UsageError } from '../../edge/usage-error.ts'
import type { RunFlags } from '../../flags/study-flags.ts'
import { openProject, type ProjectSuites } from '../../open/open-run.ts'
import { readShardFlags, type ShardItems } from '../../open/shards.ts'
import type { QueueAddress } from '../../queue/address.ts'
import { readQueueFlags } from '../../queue/run/queue-flags.ts'
import { choosePlansOfRun, readPlans } from '../../suites/choose-plans.ts'
import { chooseLastFailed } from '../../suites/last-failed.ts'
import { quarantine } from '../../suites/quarantine.ts'
import { printConcealed } from '../../suites/read-suites.ts'
import { type TapedPlans, throughTapes } from '../../tapes/play-tapes.ts'
import { insistVersions } from '../../target/insist-versions.ts'

/** What one `run` performs. */
export interface ChosenRun extends Pick<RunResult, 'notCompared'> {
  project: ProjectSuites
  paths: readonly string[]
  part: ShardItems<Plan>
  tapes: TapedPlans
  /** How many failures end it; null: none do. */
  bail: number | null
  /** Whether `--last-failed` leaves nothing to run, since all passed. */
  allPassed: boolean
  /** Of suites that the package brings: no command of a project names them. */
  isDemo?: true
}

/** Null without a queue. TABLEREAD_QUEUE_URL counts only for runs that can use one. @throws UsageError for bad flags */
export function chooseQueue(flags: RunFlags): QueueAddress | null {
  if (flags.tape !== undefined) {
    if (flags.tape !== 'replay' && variableOf(process.env, 'TABLEREAD_QUEUE_URL') !== undefined)
      complain('tapes are recorded on this machine only: TABLEREAD_QUEUE_URL is ignored\n')
    return null
  }
  const queue = readQueueFlags(flags)
  if (queue !== null && flags.bail !== undefined)
    throw new UsageError('--bail cannot stop the workers of TABLEREAD_QUEUE_URL', 'unset it, or leave out --bail')
  return queue
}

/** Reads the suites, and chooses what of them runs. @throws UsageError when there is nothing to run */
export async function chooseRun(paths: readonly string[], flags: RunFlags): Promise<ChosenRun> {
  const cut = readShardFlags(flags)
  const bail =
    flags.bail === true ? 1 : flags.bail === undefined ? null : readWhole('--bail', flags.bail, { most: 1e6 })
  const project = await openProject(paths, flags, { bound: (settings) => withRepeat(settings, flags) })
  const { settled, read, textOf } = project
  const { plans: chosenPlans, notCompared } = choosePlansOfRun(read, settled, flags)
  if (flags.tape !== 'replay') await insistVersions(chosenPlans, settled)
  const { quarantine: file = settled.quarantine } = flags
  const all = file === null ? chosenPlans : quarantine(chosenPlans, file, readPlans(read, settled), paths.length > 0)
  const { plans, allPassed } = await chooseLastFailed(all, settled, flags.lastFailed)
  const part = await cut(plans, (plan) => [plan], settled)
  printConcealed(read.problems, textOf)
  const tapes = await throughTapes(part.items, settled, flags)
  const facts = notCompared === undefined ? {} : { notCompared: project.conceal.rest(notCompared) }
  return { project, paths, part, tapes, bail, allPassed, ...facts }
}

/** The settings with `--repeat`. @throws UsageError for what is no count */
export function withRepeat(settings: RunSettled, { repeat }: RunFlags): RunSettled {
  return repeat === undefined ? settings : { ...settings, repeat: readWhole('--repeat', repeat, { most: 100_000 }) }
}
