import { resolve } from 'node:path'
import type { Comparison } from '../../compare/comparison.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { snapshotFolder } from '../../records/snapshots/snapshot-path.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { insistWithin, shown } from '../project/find-suites.ts'
import { openProject, type Project } from '../project/open-run.ts'
import { type RunSettled, type SettlingFlags, settle } from '../project/settings.ts'
import { UsageError } from '../project/usage-error.ts'

/** The flags of `tableread mcp`: what a person allows when the server is started, which no argument of a tool can widen. */
export interface McpFlags
  extends Pick<
    SettlingFlags,
    | 'target'
    | 'workspace'
    | 'allowDispatch'
    | 'ownedSinks'
    | 'allowTools'
    | 'seed'
    | 'concurrency'
    | 'timeLimit'
    | 'maxTurns'
    | 'maxTime'
    | 'maxTokensSpent'
    | 'maxCost'
    | 'maxJudgeCalls'
    | 'judgeCache'
    | 'history'
    | 'config'
  > {
  /** The folder of the project, where that is not the current one. */
  folder?: string
}

/** Conversations that ran, and the texts of their suites for excerpts. Everything in them may be shown. */
export interface Kept {
  /** What ran them: `the last run`, or the file. */
  from: string
  conversations: readonly ConversationResult[]
  /** What is wrong in files that could not be read as suites. */
  problems: readonly Problem[]
  /** How many conversations a journal has no result of: they were not reached or could not be judged. */
  lacking: number
  textOf(file: string): string | undefined
}

/** A comparison that was made or read. */
export interface KeptComparison extends Pick<Kept, 'from' | 'textOf'> {
  comparison: Comparison
}

/** What one call asks for, within what the person allowed. */
interface Asked {
  paths?: readonly string[] | undefined
  name?: string | undefined
  versions?: readonly string[] | undefined
  signal?: AbortSignal
}

/** What the tools of one server share. */
export interface Desk {
  /** The folder that the server was started in: nothing outside is read or written. */
  folder: string
  flags: McpFlags
  /** The service that may be asked; null: the local one. */
  target: string | null
  /** Whether anything may leave that reaches a person. */
  maySend: boolean
  /** The suites that a call names, with the settings of the project and what the person allowed. @throws UsageError */
  open(asked: Asked): Promise<Project>
  /** The same settings, where no suite is read. @throws UsageError */
  settle(): Promise<RunSettled>
  /** One run at a time: they share the history and the machine. Rejects where the wait was given up. */
  inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
  lastRun: Kept | null
  lastComparison: KeptComparison | null
  /** Once everything that was begun has ended. */
  idle(): Promise<void>
}

/**
 * Opens the desk. The service and what may happen there are settled here once and for all: a config that is written while the
 * server runs changes neither.
 * @throws UsageError for flags or a config that make no sense, and a live service without a key
 */
export async function openDesk(flags: McpFlags, folder: string): Promise<Desk> {
  const { folder: _, ...given } = flags
  const own = { ...given, targetByFlag: true as const }
  const { target, workflowTarget, apiKey, safety } = await settle([], own, process.env)
  if (target !== null && apiKey === null)
    throw new UsageError(`there is no API key for ${target}`, 'set TABLEREAD_API_KEY')
  const bound = (settled: RunSettled): RunSettled => {
    insistInside(settled, flags, folder)
    return { ...settled, ...{ target, workflowTarget, apiKey, safety }, within: folder, journal: null }
  }
  let tail: Promise<unknown> = Promise.resolve()
  return {
    folder,
    flags,
    target,
    maySend: target !== null && safety.dispatch,
    async open({ paths = [], name, versions, signal }) {
      const asked = {
        ...own,
        ...(name === undefined ? {} : { name }),
        ...(versions === undefined || versions.length === 0 ? {} : { agentVersion: [...versions] }),
      }
      const project = await openProject(paths, asked, bound)
      return signal === undefined ? project : { ...project, stop: signal }
    },
    settle: async () => bound(await settle([], own, process.env)),
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

/**
 * Refuses files outside the folder that a run reads or writes: a config names them, or a link leads there, and either may be a coding
 * agent's. A history that the person named may be anywhere.
 * @throws UsageError
 */
function insistInside(settled: RunSettled, flags: McpFlags, folder: string): void {
  const { history, quarantine, teeth, tapes, judges } = settled
  const named = flags.history !== undefined || process.env.TABLEREAD_HISTORY !== undefined
  const paths = {
    history: named ? null : history,
    quarantine,
    teeth,
    tapes,
    'licences of the judges': judges.licences,
    'cache of the judges': judges.cache === false ? null : judges.cache,
    snapshots: resolve(folder, snapshotFolder, 'blueprints'),
  }
  for (const [what, path] of Object.entries(paths))
    if (path !== null) insistWithin(path, `the path of the ${what}, ${shown(path, folder)},`, folder)
}
