import { howToStart, readClockStart } from '../../../suite/language/clock.ts'
import { refuseRevisions } from '../../agents/revisions.ts'
import type { Config } from '../../config/config.ts'
import { type RunSettled, settle } from '../../config/settings.ts'
import { repeatedFlags } from '../../edge/repeated-flags.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { fitToWorkspace } from '../../target/fit-to-workspace.ts'
import type { ReviewOptions } from './review-settings.ts'

/**
 * Settings of the plugin: those of a config file except its guardrails, laws, checks, gate, history, budgets and
 * teeth, and headers of a gateway; they override the file's own. Also which config file to read.
 */
export interface TablereadOptions
  extends Omit<
      Config,
      | 'everyTurn'
      | 'laws'
      | 'gate'
      | 'history'
      | 'journal'
      | 'maxTurns'
      | 'maxTimeMs'
      | 'maxTokensSpent'
      | 'maxCost'
      | 'prices'
      | 'checks'
      | 'models'
      | 'judges'
      | 'teeth'
      | 'ownedSinks'
      | 'clock'
      | 'headers'
      | 'workspace'
    >,
    ReviewOptions {
  /** The config file; default: `tableread.config.yaml` or `.ts` in the current folder, when there is one. */
  config?: string
  /** The workspace of the embedded local service: a folder with workspace.yaml. Default: the demo workspace. */
  workspace?: string
  /**
   * Note under each failed conversation what happened in it, with curl lines, as `tableread run --trace`
   * does. Environment: TABLEREAD_TRACE=1.
   */
  trace?: boolean
  /** With how many seeds simulated users run; overrides `seeds:` of the suites. */
  seeds?: number
  /** The seed of `{{random.…}}` and simulated users, like `--seed` on the command line. @default 'tableread' */
  seed?: string
  /**
   * For suites without `clock:`: give each run of a conversation its own local service, whose clock is frozen
   * until it is advanced: true, or an instant to start at. @default false
   */
  clock?: boolean | string
  /**
   * On a live service: talk to agents that have these tools, or with true whatever tools they have. Messages
   * and phone calls are never sent from here.
   */
  allowTools?: boolean | string[]
}

/** Environment over options over config over defaults. @throws UsageError for a bad config file or version */
export async function settleOptions(options: TablereadOptions, environment: NodeJS.ProcessEnv): Promise<RunSettled> {
  const {
    config,
    trace: _,
    snapshots: __,
    report: ___,
    suites = [],
    versions,
    target,
    workflowTarget,
    workspace,
    concurrency,
    harmlessTools = [],
    allowTools = [],
    clock,
    ...rest
  } = options
  const flags = {
    ...(config === undefined ? {} : { config }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(versions === undefined ? {} : { agentVersion: versions }),
    ...(concurrency === undefined ? {} : { concurrency: String(concurrency) }),
    allowTools: [...harmlessTools, ...(allowTools === true ? [true as const] : allowTools === false ? [] : allowTools)],
  }
  const fallback = {
    ...(target === undefined ? {} : { TABLEREAD_TARGET: target }),
    ...(workflowTarget === undefined ? {} : { TABLEREAD_WORKFLOW_TARGET: workflowTarget }),
  }
  const settings = await settle(suites, flags, { ...fallback, ...environment })
  refuseRevisions(settings)
  const ownClock = clock === undefined ? settings.clock : readClockStart(clock)
  if (ownClock === undefined) throw new UsageError(`clock: "${clock}" is no start of a clock`, howToStart)
  const timeLimitFrom = rest.timeLimitMs === undefined ? settings.timeLimitFrom : 'timeLimitMs of tableread()'
  const again = [...settings.again, ...repeatedFlags(rest.seed === undefined ? {} : { seed: rest.seed })]
  return fitToWorkspace({ ...settings, ...rest, again, timeLimitFrom, clock: ownClock, versionsGiven: false })
}
