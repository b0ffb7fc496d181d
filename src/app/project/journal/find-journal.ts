import { isRunning } from '../../../records/journal/process-mark.ts'
import { type JournalRead, readJournal } from '../../../records/journal/read-journal.ts'
import { listUnfinished } from '../../../records/journal/unfinished-journals.ts'
import { shown } from '../find-suites.ts'
import { UsageError } from '../usage-error.ts'
import { describeDifference } from './journal-settings.ts'

/** A journal to go on with. */
export interface FoundJournal {
  path: string
  read: JournalRead
}

/**
 * The journal of the file that was named, or else the newest one of the folder whose run was asked for as this one is;
 * null where none is unfinished.
 * @throws UsageError for a file that is no journal, a run that was another one, or one that is still going on
 */
export function findJournal(
  named: string | null,
  folder: string | null,
  settings: Readonly<Record<string, string>>,
  here: string,
): FoundJournal | null {
  if (named !== null) return open(named, settings, here)
  const found = folder === null ? [] : listUnfinished(folder)
  const alike = found.find(({ header }) => describeDifference(header.settings, settings).length === 0)
  const chosen = alike ?? found[0]
  return chosen === undefined ? null : open(chosen.path, settings, here)
}

function open(path: string, settings: Readonly<Record<string, string>>, here: string): FoundJournal {
  const file = shown(path, here)
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
