import { resolve } from 'node:path'
import { quoteWord } from '../../base/json/quoting.ts'
import type { Conceal } from '../../engine/verdict/conceal.ts'
import { createLinesOf, fingerprintPlan } from '../../records/journal/fingerprint-plan.ts'
import { type Journal, type JournalOptions, planOf, type WithoutVerdict } from '../../records/journal/keep-journal.ts'
import { beginJournal, resumeJournal } from '../../records/journal/open-journal.ts'
import type { JournalRead } from '../../records/journal/read-journal.ts'
import { dropJournal, listUnfinished, nameJournal, pruneJournals } from '../../records/journal/unfinished-journals.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { RunSettled } from '../config/settings.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { warn } from '../edge/print.ts'
import { showPath } from '../files/find-suites.ts'
import { markAgents, markJudges } from './mark-judges.ts'
import { describeDifference, findJournal, type JournalFlags, journalSettings } from './unfinished-run.ts'

/** Null without one. A journal's failure is one line on standard error. @throws UsageError as `findJournal` */
export async function throughJournal<T>(
  { plans, paths, texts, conceal }: JournaledRun,
  runSettings: RunSettled,
  flags: JournalFlags,
  perform: (journal: RunJournal | null) => Promise<T>,
): Promise<T> {
  const settings = journalSettings(paths, flags, runSettings)
  const journal = await openAny({ plans, texts, conceal }, runSettings, flags, settings)
  if (journal === null) return perform(null)
  try {
    return await perform({
      ...journal,
      conclude: (withoutVerdict) => conclude(journal, withoutVerdict, runSettings.journal, settings),
    })
  } finally {
    await journal.close(false) // unless it was concluded, it stays on disk
  }
}

async function openAny(
  { plans, texts, conceal }: Omit<JournaledRun, 'paths'>,
  runSettings: RunSettled,
  flags: JournalFlags,
  settings: Record<string, string>,
): Promise<Journal | null> {
  const { journal: folder, folder: here } = runSettings
  const { resume } = flags
  const isGiven = (name: string): boolean => ![undefined, false].includes((flags as Record<string, never>)[name])
  const { rulesOut } = await import('../flags/combinations.ts') // every verb has read it by now, and lint alone too
  if (rulesOut('resume', isGiven)) return null // nothing could go on with it
  const linesOf = createLinesOf(plans, texts)
  const judges = await markJudges(plans, runSettings)
  const agents = (await markAgents(runSettings)) ?? (() => '')
  const options = { linesOf, judges, agents, conceal }
  const journalPath = typeof resume === 'string' ? resolve(here, resume) : null
  const unfinished = resume === undefined ? null : findJournal(journalPath, folder, settings, here)
  if (unfinished !== null) {
    warn(describeResumption(unfinished.read, plans, options))
    return attempt(unfinished.path, here, (all) => resumeJournal(unfinished.path, unfinished.read, all), options)
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
  const file = showPath(path, here)
  const onTrouble = ({ message }: Error): void =>
    warn([`the journal of this run ends here (${file}): ${message}`, '   --resume would run again what is not in it'])
  try {
    return await open({ ...options, onTrouble })
  } catch (error) {
    warn(`this run keeps no journal, and --resume could not go on with it (${file}): ${(error as Error).message}`)
    return null
  }
}

export interface RunJournal extends Journal {
  /** Closes it once the reports are written. */
  conclude(left: WithoutVerdict): Promise<void>
}

interface JournaledRun {
  plans: readonly Plan[]
  /** As the command names them; the sides of a comparison are among them. */
  paths: readonly string[]
  texts: ReadonlyMap<string, string>
  conceal: Conceal
}

/** Describes in one sentence what a resumed run takes from its journal and what it runs. */
function describeResumption(
  { header, entries, damaged }: JournalRead,
  plans: readonly Plan[],
  { linesOf, ...marks }: Pick<JournalOptions, 'linesOf' | 'judges' | 'agents'>,
): string {
  const sameCount = plans.filter((plan) => entries.get(plan.id)?.hash === fingerprintPlan(plan, linesOf, marks)).length
  const changed = plans.filter(({ id }) => entries.has(id)).length - sameCount
  const ids = new Set(plans.map(({ id }) => id))
  const performed = [...entries.keys()].map(planOf)
  const missingCount = new Set(performed.filter((id) => !ids.has(id))).size
  const further = performed.length - new Set(performed).size
  const notes = [
    ...(changed > 0 ? [`${changed} of them changed since, in script, judges or agents`] : []),
    ...(missingCount > 0 ? [`${missingCount} in the journal are no longer there and are left out`] : []),
    ...(damaged > 0 ? [`${damaged} damaged lines are left out`] : []),
  ]
  const remark = notes.length === 0 ? '' : ` (${notes.join('; ')})`
  const rest =
    further === 0
      ? `${plans.length - sameCount} run now${remark}`
      : `with ${further} further runs; the rest runs now${remark}`
  return `goes on with the run of ${header.startedAt}: ${sameCount} of ${plans.length} conversations are taken from it, ${rest}`
}

/** Removes it, and earlier ones of the command, if no verdict lacks; else it stays for `--resume`. */
async function conclude(
  journal: Journal,
  { open, broken }: WithoutVerdict,
  folder: string | null,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await journal.close(open + broken === 0)
  if (open > 0 && journal.keeps()) warn(`${open} without a verdict: the same command with --resume runs them alone`)
  if (open + broken > 0) return
  for (const { path, header } of folder === null ? [] : listUnfinished(folder)) {
    if (describeDifference(header.settings, settings).length === 0) dropJournal(path)
  }
}
