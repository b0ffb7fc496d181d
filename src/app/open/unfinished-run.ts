import { createHmac } from 'node:crypto'
import { nameTarget } from '../../records/history/run-record.ts'
import { isRunning } from '../../records/journal/process-mark.ts'
import { type JournalRead, readJournal } from '../../records/journal/read-journal.ts'
import { listUnfinished } from '../../records/journal/unfinished-journals.ts'
import type { RunSettled } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'
import { showPath } from '../files/find-suites.ts'
import type { GivenFlags } from '../flags/shared-flags.ts'
import type { CompareFlags, RunFlags } from '../flags/study-flags.ts'
import type { SideFlags } from './sides.ts'

interface FoundJournal {
  path: string
  read: JournalRead
}

/** The named or newest one of a run with the same settings; null without one. @throws UsageError */
export function findJournal(
  givenPath: string | null,
  folder: string | null,
  settings: Readonly<Record<string, string>>,
  here: string,
): FoundJournal | null {
  if (givenPath !== null) return open(givenPath, settings, here)
  const unfinished =
    folder === null ? [] : listUnfinished(folder).filter(({ header }) => header.settings.verb === settings.verb)
  const alike = unfinished.find(({ header }) => describeDifference(header.settings, settings).length === 0)
  const match = alike ?? unfinished[0]
  return match === undefined ? null : open(match.path, settings, here)
}

function open(path: string, settings: Readonly<Record<string, string>>, here: string): FoundJournal {
  const file = showPath(path, here)
  const read = readOrRefuse(path, file)
  if (read === null) throw new UsageError(`${file} is no journal of a run`, 'name one of those in .tableread/runs')
  const { header, by } = read
  const differences = describeDifference(header.settings, settings)
  if (differences.length > 0)
    throw new UsageError(
      `the unfinished run of ${header.startedAt} (${file}) was another one: ${differences.join('; ')}`,
      `go on with it by its own command: ${header.command} --resume; without --resume a new run begins`,
    )
  if (isRunning(by))
    throw new UsageError(
      `the run of ${header.startedAt} (${file}) is still going on, in process ${by.split(' ').at(-2)}`,
      'wait for its end, or end it',
    )
  return { path, read }
}

function readOrRefuse(path: string, file: string): JournalRead | null {
  try {
    return readJournal(path)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

export interface JournalFlags
  extends GivenFlags<'agentVersion' | 'name' | 'tags' | 'clock' | 'shard' | 'durations' | 'resume'>,
    Pick<RunFlags, 'tape' | 'lastFailed'>,
    Pick<CompareFlags, 'changed'>,
    SideFlags {
  /** The verb, where it is not `run`: each goes on with journals of its own. */
  verb?: 'compare'
}

/** What decides what runs and against what, as given; not what only affects reports or speed. */
export function journalSettings(
  paths: readonly string[],
  flags: JournalFlags,
  settings: Pick<RunSettled, 'target' | 'workspace' | 'reconcile' | 'apiKey'>,
): Record<string, string> {
  const values = {
    verb: flags.verb,
    paths: paths.join(' '),
    '--agent-version': flags.agentVersion?.join(' '),
    '--name': flags.name,
    '--tags': flags.tags?.join(' '),
    '--target': settings.target === null ? undefined : nameTarget(settings.target),
    [keySetting]: settings.target === null ? undefined : markKey(settings.apiKey, settings.target),
    '--workspace': settings.workspace,
    '--clock': flags.clock,
    '--b-target': flags.bTarget === undefined ? undefined : nameTarget(flags.bTarget),
    '--b-workspace': flags.bWorkspace,
    '--shard': flags.shard,
    '--durations': flags.durations,
    '--no-reconcile': settings.reconcile ? undefined : 'given',
  }
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

const keySetting = 'TABLEREAD_API_KEY'

/** Tells API keys of a service apart without revealing them: each opens a workspace with its own agents. */
function markKey(apiKey: string | null, target: string): string | undefined {
  if (apiKey === null) return undefined
  return createHmac('sha256', apiKey)
    .update(`tableread journal ${nameTarget(target)}`)
    .digest('hex')
    .slice(0, 12)
}

/** How the settings of two runs differ, in words; empty if they are the same. */
export function describeDifference(
  was: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): string[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(now)])].filter((name) => was[name] !== now[name])
  return names.map((name) => {
    if (name === keySetting) return `${name} is another one`
    return `${name} was ${was[name] ?? 'not given'} and is ${now[name] ?? 'not given'}`
  })
}
