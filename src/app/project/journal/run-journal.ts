import { resolve } from 'node:path'
import { quoteWord } from '../../../base/quoting.ts'
import type { RunResult } from '../../../engine/run-result.ts'
import type { Conceal } from '../../../engine/verdict/conceal.ts'
import { createLinesOf, fingerprintPlan } from '../../../records/journal/fingerprint-plan.ts'
import type { Journal, JournalOptions } from '../../../records/journal/keep-journal.ts'
import { beginJournal, resumeJournal } from '../../../records/journal/open-journal.ts'
import type { JournalRead } from '../../../records/journal/read-journal.ts'
import {
  dropJournal,
  listUnfinished,
  nameJournal,
  pruneJournals,
} from '../../../records/journal/unfinished-journals.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { shown } from '../find-suites.ts'
import { markJudges } from '../mark-judges.ts'
import { tablereadVersion } from '../package-version.ts'
import { complain, warn } from '../print.ts'
import type { RunSettled } from '../settings.ts'
import { UsageError } from '../usage-error.ts'
import { describeDifference, findJournal, type JournalFlags, journalSettings } from './unfinished-run.ts'

/**
 * The journal of a run that starts or, with `--resume`, continues; null if none is kept. If a journal cannot
 * be written, that is one line on standard error and nothing more: a run never fails because of its journal.
 * @throws UsageError when there is no run like this one to resume (see `findJournal`)
 */
export async function openRunJournal(
  plans: readonly Plan[],
  settled: RunSettled,
  paths: readonly string[],
  flags: JournalFlags,
  texts: ReadonlyMap<string, string>,
  conceal: Conceal,
): Promise<Journal | null> {
  const { journal: folder, folder: here } = settled
  const { resume } = flags
  const settings = journalSettings(paths, flags, settled)
  if (resume !== undefined && flags.tape !== undefined)
    throw new UsageError(
      '--resume cannot be combined with --tape',
      'tapes that were recorded stay: --tape auto records the rest',
    )
  if (flags.tape !== undefined) return null
  const linesOf = createLinesOf(plans, texts)
  const judges = await markJudges(plans, settled)
  const options = { linesOf, judges, conceal }
  const named = typeof resume === 'string' ? resolve(here, resume) : null
  const found = resume === undefined ? null : findJournal(named, folder, settings, here)
  if (found !== null) {
    warn(describeResumption(found.read, plans, options))
    return attempt(found.path, here, (all) => resumeJournal(found.path, found.read, all), options)
  }
  if (resume !== undefined) warn('there is no unfinished run to resume: this one starts from the beginning')
  if (folder === null || plans.length < 2) return null
  const startedAt = new Date()
  const path = nameJournal(folder, startedAt)
  const command = ['tableread', ...process.argv.slice(2).filter((word) => word !== '--resume')].map(quoteWord).join(' ')
  const header = { tableread: tablereadVersion(), startedAt: startedAt.toISOString(), command, settings }
  const journal = await attempt(
    path,
    here,
    (all) => beginJournal(path, { ...header, conversations: plans.length }, all),
    options,
  )
  if (journal !== null) pruneJournals(folder)
  return journal
}

async function attempt(
  path: string,
  here: string,
  open: (options: JournalOptions) => Promise<Journal>,
  options: Omit<JournalOptions, 'onTrouble'>,
): Promise<Journal | null> {
  const file = shown(path, here)
  const onTrouble = ({ message }: Error): void =>
    warn(`the journal of this run ends here (${file}): ${message}\n   --resume would run again what is not in it`)
  try {
    return await open({ ...options, onTrouble })
  } catch (error) {
    warn(`this run keeps no journal, and --resume could not go on with it (${file}): ${(error as Error).message}`)
    return null
  }
}

/** Describes in one sentence what a resumed run takes from its journal and what it runs. */
function describeResumption(
  { header, entries, damaged }: JournalRead,
  plans: readonly Plan[],
  { linesOf, judges }: Pick<JournalOptions, 'linesOf' | 'judges'>,
): string {
  const taken = plans.filter((plan) => entries.get(plan.id)?.hash === fingerprintPlan(plan, linesOf, judges)).length
  const changed = plans.filter(({ id }) => entries.has(id)).length - taken
  const ids = new Set(plans.map(({ id }) => id))
  const gone = [...entries.keys()].filter((id) => !ids.has(id)).length
  const notes = [
    ...(changed > 0 ? [`${changed} of them changed since`] : []),
    ...(gone > 0 ? [`${gone} in the journal are no longer there and are left out`] : []),
    ...(damaged > 0 ? [`${damaged} damaged lines are left out`] : []),
  ]
  const rest = `${plans.length - taken} run now${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`
  return `goes on with the run of ${header.startedAt}: ${taken} of ${plans.length} conversations are taken from it, ${rest}`
}

/**
 * Closes the journal of a run whose reports are written. If every conversation was judged, the journal is
 * removed together with those that earlier runs of the same command left; otherwise it stays, so that
 * `--resume` can run the rest.
 */
export async function closeRunJournal(
  journal: Journal,
  { totals }: Pick<RunResult, 'totals'>,
  folder: string | null,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const left = totals.errored + totals.broken + totals['not reached']
  await journal.close(left === 0)
  if (left > 0) {
    if (journal.keeps()) complain(`${left} without a verdict: the same command with --resume runs them alone\n`)
    return
  }
  for (const { path, header } of folder === null ? [] : listUnfinished(folder)) {
    if (describeDifference(header.settings, settings).length === 0) dropJournal(path)
  }
}
