import { resolve } from 'node:path'
import { variableOf } from '../../base/secrets/environment.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { snapshotFolder } from '../../records/snapshots/snapshot-path.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { type RunSettled, settle } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'
import { insistWithin, showPath } from '../files/find-suites.ts'
import type { McpFlags } from '../flags/verb-flags.ts'
import { type Opening, openProject, type ProjectSuites } from '../open/open-run.ts'
import { fitToWorkspace } from '../target/fit-to-workspace.ts'
import { suitePlace } from './suite-place.ts'

/** A finished run, with the texts of its suites for excerpts. Everything in it may be shown. */
export interface DeskRun {
  /** `the last run`, or the file it was read from. */
  from: string
  conversations: readonly ConversationResult[]
  /** Problems in files that could not be read as suites. */
  problems: readonly Problem[]
  /** How many conversations have no result in a journal: they were not reached or could not be judged. */
  lacking: number
  textOf(file: string): string | undefined
}

export interface KeptComparison extends Pick<DeskRun, 'from' | 'textOf'> {
  comparison: Comparison
}

interface Asked {
  paths?: readonly string[] | undefined
  name?: string | undefined
  versions?: readonly string[] | undefined
  repeat?: number | undefined
  signal?: AbortSignal
}

export interface Desk {
  /** The folder that the server was started in: nothing outside it is read or written. */
  folder: string
  flags: McpFlags & { targetByFlag: true }
  /** How a study opens the project, until a signal comes. */
  openingUntil(stop: AbortSignal): Opening
  /** The service to use; null: the local one. */
  target: string | null
  /** Whether anything that reaches a person may be sent. */
  maySend: boolean
  /** The suites that a call names, with the project's settings and the permitted flags. @throws UsageError */
  open(asked: Asked): Promise<ProjectSuites>
  /** The same settings, without reading suites. @throws UsageError */
  settle(): Promise<RunSettled>
  /** Allows one run at a time: runs share the history and the machine. Rejects if the signal aborts while waiting. */
  inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
  lastRun: DeskRun | null
  lastComparison: KeptComparison | null
  /** Resolves when everything that was started has ended. */
  idle(): Promise<void>
}

/** A config written while the server runs changes neither service nor permissions. @throws UsageError */
export async function openServerDesk(flags: McpFlags, folder: string): Promise<Desk> {
  const { folder: _, ...given } = flags
  const own = { ...given, targetByFlag: true as const }
  const { target, workflowTarget, apiKey, safety } = await settle([], own, process.env)
  if (target !== null && apiKey === null)
    throw new UsageError(`there is no API key for ${target}`, 'set TABLEREAD_API_KEY')
  const bound = (settings: RunSettled): RunSettled => {
    insistInside(settings, flags, folder)
    return { ...settings, ...{ target, workflowTarget, apiKey, safety }, within: folder, journal: null }
  }
  let tail: Promise<unknown> = Promise.resolve()
  return {
    folder,
    target,
    maySend: target !== null && safety.dispatch,
    async open({ paths = [], name, versions, repeat, signal }) {
      const openFlags = {
        ...own,
        ...(name === undefined ? {} : { name }),
        ...(versions === undefined || versions.length === 0 ? {} : { agentVersion: [...versions] }),
      }
      const often = (settings: RunSettled): RunSettled => ({
        ...bound(settings),
        ...(repeat === undefined ? {} : { repeat }),
      })
      return openProject(paths, openFlags, { bound: often, ...(signal === undefined ? {} : { stop: signal }) })
    },
    flags: own,
    openingUntil: (stop) => ({ bound, stop, insistPlace: (path) => void suitePlace(path, folder) }),
    settle: async () => fitToWorkspace(bound(await settle([], own, process.env))),
    inTurn(signal, work) {
      const mine = tail.then(() => {
        signal.throwIfAborted()
        return work()
      })
      tail = mine.catch(() => undefined)
      return mine
    },
    lastRun: null,
    lastComparison: null,
    idle: async () => void (await tail),
  }
}

/** Refuses files outside that a run would touch: a coding agent may have written their paths. @throws UsageError */
function insistInside(settings: RunSettled, flags: McpFlags, folder: string): void {
  const { history, quarantine, teeth, tapes, judges } = settings
  const isNamed = flags.history !== undefined || variableOf(process.env, 'TABLEREAD_HISTORY') !== undefined
  const paths = {
    history: isNamed ? null : history,
    quarantine,
    teeth,
    tapes,
    'licences of the judges': judges.licences,
    'cache of the judges': judges.cache === false ? null : judges.cache,
    snapshots: resolve(folder, snapshotFolder, 'blueprints'),
  }
  for (const [what, path] of Object.entries(paths))
    if (path !== null) insistWithin(path, `the path of the ${what}, ${showPath(path, folder)},`, folder)
}
