import type { PerformContext } from '../../engine/perform/perform.ts'
import { createAllowance } from '../../engine/verdict/budget/allowance.ts'
import { knownFunctions } from '../../engine/verdict/known-functions.ts'
import { gatherWarnings } from '../../engine/verdict/warnings.ts'
import { type Plan, shareClock } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import { type Concealer, concealProblem } from '../config/concealer.ts'
import { openConcealer, type ShowPrivateFlag } from '../config/open-concealer.ts'
import { type RunSettled, type SettlingFlags, settle } from '../config/settings.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { warn } from '../edge/print.ts'
import { interruptible } from '../edge/process.ts'
import { openSinks, type Sinks } from '../edge/sinks.ts'
import { brokenFiles } from '../edge/usage-error.ts'
import { openJudges } from '../judging/open-judges.ts'
import { type OwnChecks, withChecks } from '../suites/own-checks.ts'
import { readSuites, type SuitesRead } from '../suites/read-suites.ts'
import { readNamePattern, type Selection } from '../suites/select.ts'
import { fitToWorkspace } from '../target/fit-to-workspace.ts'
import { readPrompts } from '../target/prompts.ts'
import { readAgents } from '../target/run-agents.ts'
import { openTarget, type Target } from '../target/target.ts'
import { insistCode } from './insist-code.ts'

export interface ProjectSuites {
  settled: RunSettled
  read: SuitesRead
  conceal: Concealer
  textOf(file: string): string | undefined
  stop?: AbortSignal
}

/** How a project is opened for somebody who may not have all that its files and flags say. */
export interface Opening {
  /** Narrows what was settled. */
  bound?: (settled: RunSettled) => RunSettled
  /** Ends a run early, as Ctrl-C does. */
  stop?: AbortSignal
  /** Refuses a path where no suite may be written. @throws UsageError */
  insistPlace?: (path: string) => void
}

/** Broken suites are in `read.problems`. @throws UsageError for a senseless config or flags, and for no suite */
export async function openProject(
  paths: readonly string[],
  flags: SettlingFlags & ShowPrivateFlag & Pick<Selection, 'name'>,
  { bound = (runSettings) => runSettings, stop }: Opening = {},
  reading: (settled: RunSettled) => SuitesRead = readSuites,
): Promise<ProjectSuites> {
  if (flags.name !== undefined) readNamePattern(flags.name) // refuse bad flags before reading any suite
  const settings = await fitToWorkspace(bound(await settle(paths, flags, process.env)))
  const conceal = openConcealer(settings, flags)
  const suites = reading(settings)
  const read = { ...suites, problems: suites.problems.map((problem) => concealProblem(problem, conceal)) }
  return {
    settled: settings,
    read,
    conceal,
    ...(stop === undefined ? {} : { stop }),
    textOf(file) {
      const text = read.texts.get(file)
      return text === undefined ? undefined : conceal.excerptOf(file, text)
    },
  }
}

/** For verbs that need all suites to be valid. @throws UsageError if one is broken */
export function insistSound({ read, textOf }: ProjectSuites): void {
  if (read.problems.length > 0) throw brokenFiles(read.problems, textOf, { isConcealed: true })
}

/** What a run talks to: one service, or one for each side. */
export interface RunServices {
  paceNotes(): string[]
  close(): Promise<void>
}

export interface OpenWork {
  signal: AbortSignal
  /** The exit code of the signal that ended the work; null if none did. */
  interrupted(): 129 | 130 | 143 | null
  sinks: Sinks
}

/** Closes a service whatever happens; a signal aborts, and a lost output never exits with 0. @throws as `perform` */
export async function whileOpen(
  service: Pick<RunServices, 'close'>,
  perform: (opened: OpenWork) => Promise<number>,
): Promise<number> {
  return closing(
    async () => service,
    async (_, openWork) => openWork.sinks.end(await perform(openWork)),
  )
}

/** For any value. Signals are heard before it is opened, so that what opening leaves on the disk is removed too. */
async function closing<S extends Pick<RunServices, 'close'>, T>(
  open: () => Promise<S>,
  perform: (service: S, opened: OpenWork) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  const { signal, release } = interruptible(stop)
  const sinks = openSinks()
  try {
    const service = await open()
    try {
      const interrupted = (): 129 | 130 | 143 | null => (signal.aborted ? signal.reason : null)
      return await perform(service, { signal, interrupted, sinks })
    } finally {
      release()
      await service.close()
    }
  } finally {
    release()
  }
}

export interface OpenRun<S extends RunServices> extends OpenWork {
  service: S
  /** Tools that scripts name and nothing knows, in the conversations so far. */
  warnings(): Problem[]
  /** The context for running and judging, whichever service is used. */
  context: Omit<VerbContext, 'client' | 'functions'>
  /** Loads the code that conversations name. @throws UsageError with the places of what is not there */
  insistCode(plans: readonly Plan[]): Promise<void>
  /** The context for these plans on one service. Without `functions` the blueprints are not fetched. @throws as `insistCode` */
  contextOf(
    plans: readonly Plan[],
    target: Pick<Target, 'client' | 'local'>,
    options?: { functions?: boolean; listed?: (agents: readonly Blueprint[]) => void },
  ): Promise<VerbContext>
}

/** A `PerformContext` in which everything that a verb must not forget is required. */
export type VerbContext = PerformContext &
  Required<Pick<PerformContext, 'allowance' | 'conceal' | 'functions' | 'judges' | 'prices' | 'signal'>>

/** Budgets cover all that is sent; `open` may return another service, as for tapes. @throws as `open` and `perform` */
export function openRun<S extends RunServices>(
  project: ProjectSuites,
  open: () => Promise<S>,
  perform: (run: OpenRun<S>) => Promise<number>,
): Promise<number> {
  return performOpen(project, open, async (run) => run.sinks.end(await perform(run)))
}

/** The same for any value, and for a caller that ends it by `stop` of its project. @throws as `openRun` does */
export async function performOpen<S extends RunServices, T>(
  project: ProjectSuites,
  open: () => Promise<S>,
  perform: (run: OpenRun<S>) => Promise<T>,
): Promise<T> {
  const { settled, conceal, stop } = project
  const allowance = createAllowance(settled.budgets)
  const { reconcile, prices } = settled
  const work = async (service: S, openWork: OpenWork, checks: OwnChecks): Promise<T> => {
    const { signal } = openWork
    const { judges } = openJudges(settled, allowance)
    const warnings = gatherWarnings()
    const context = { reconcile, signal, allowance, conceal, prices, judges, checks, warnings }
    const performed = await perform({
      ...openWork,
      insistCode: (plans) => insistCode(plans, project, checks),
      service,
      warnings: warnings.read,
      context,
      async contextOf(plans, { client, local }, { functions = true, listed } = {}) {
        await insistCode(plans, project, checks, local)
        const limits = { signal, leftMs: allowance.leftMs() }
        let listing: readonly Blueprint[] = []
        const hearing = (agents: readonly Blueprint[]): void => {
          listing = agents
          listed?.(agents)
        }
        const functionsByAgent = functions
          ? await knownFunctions(client, warn, { ...limits, listed: hearing })
          : new Map()
        const read = readPrompts(settled, client)
        const prompts: typeof read = async (plan) => {
          const texts = await read(plan)
          conceal.learn(texts)
          return texts
        }
        return {
          ...context,
          client,
          functions: functionsByAgent,
          prompts,
          agents: readAgents({ ...settled, local, listing }),
        }
      },
    })
    for (const note of service.paceNotes()) warn(note)
    if (allowance.isUncounted()) warn(uncounted)
    return performed
  }
  return closing(
    open,
    (service, openWork) => withChecks(settled, openWork.sinks, (checks) => work(service, openWork, checks)),
    stop,
  )
}

/** A budget that nothing was counted against must not look like one that was kept. */
const uncounted =
  'token and cost budgets were not applied: the service does not report model usage, or no model was asked'

/** Opens the configured service, unless another is given in its place, as with tapes. */
export const openConfigured =
  ({ settled }: ProjectSuites, instead?: Target) =>
  async (): Promise<Target> =>
    instead ?? openTarget(settled)

interface Frame {
  target: string
  tableread: string
  concurrency: Target['lanes']
}

/** One conversation at a time if they share a clock that some of them advance. */
export function frameOf(
  plans: readonly Plan[],
  { name, client, lanes }: Pick<Target, 'name' | 'client' | 'lanes'>,
): Frame {
  return { target: name, tableread: tablereadVersion(), concurrency: shareClock(plans, client) ? 1 : lanes }
}
