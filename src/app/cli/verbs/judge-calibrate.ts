import { join, resolve } from 'node:path'
import { lookAt, walkFiles } from '../../../base/files.ts'
import { unique } from '../../../base/group-by.ts'
import { didYouMean } from '../../../base/suggest.ts'
import { writeSorted } from '../../../base/walk-json.ts'
import { count } from '../../../base/wording.ts'
import { createAllowance } from '../../../engine/verdict/allowance.ts'
import { agreementOf, intervalOfMoves, kappaOf } from '../../../records/licence/agreement.ts'
import { type Calibration, calibrate } from '../../../records/licence/calibrate.ts'
import type { Example } from '../../../records/licence/example.ts'
import { type Examples, gatherExamples } from '../../../records/licence/gather-examples.ts'
import { findLacks, type Licence } from '../../../records/licence/licence.ts'
import { formatLicences } from '../../../records/licence/licence-file.ts'
import {
  type CalibratedCriterion,
  type CalibrationReport,
  calibrationMarkdown,
  formatCalibration,
} from '../../../report/judges/format-calibration.ts'
import { createPaint } from '../../../report/text/paint.ts'
import { readPlans } from '../../project/choose-plans.ts'
import { type Criterion, criteriaOf } from '../../project/criteria.ts'
import { writeGiven, writeGivenInTurns } from '../../project/given-files.ts'
import { type JudgeFacts, judgeOf } from '../../project/judge-of.ts'
import { labelPath, placed, readLicenceFile } from '../../project/licences.ts'
import { openConcealer } from '../../project/open-concealer.ts'
import { openJudges, type ProjectJudges } from '../../project/open-judges.ts'
import { tablereadVersion } from '../../project/package-version.ts'
import { colours, complain, print, printJson, warn } from '../../project/print.ts'
import { interruptible } from '../../project/process.ts'
import { readLabels } from '../../project/read-labels.ts'
import { readSuites, type SuitesRead } from '../../project/read-suites.ts'
import { type RunSettled, type SettlingFlags, settle } from '../../project/settings.ts'
import { brokenFiles, UsageError } from '../../project/usage-error.ts'

/** The flags of `tableread judge calibrate`. */
export interface CalibrateFlags
  extends Pick<SettlingFlags, 'config' | 'maxJudgeCalls' | 'judgeCache' | 'maxTokensSpent' | 'maxCost'> {
  json?: boolean
  markdown?: string
}

/**
 * `tableread judge calibrate`: asks the judge of each labelled criterion about every example and every probe,
 * prints how often it is right, and writes the licences. Returns 0 if all labelled criteria are licensed, 1
 * if one is not, 3 if a judge could not be asked, 130 or 143 if interrupted.
 * @throws UsageError for labels or suites that are broken, and for models that do not exist
 */
export async function calibrateJudges(given: readonly string[], flags: CalibrateFlags): Promise<number> {
  const settled = await settle([], flags, process.env)
  const labels = readLabels(findLabels(given, settled.folder), settled)
  const conceal = openConcealer(settled, {})
  const excerptOf = (file: string): string | undefined => {
    const text = labels.texts.get(file)
    return text === undefined ? undefined : conceal.excerptOf(file, text)
  }
  if (labels.problems.length > 0) throw brokenFiles(labels.problems, excerptOf)
  if (labels.examples.length === 0)
    throw new UsageError(
      'no example is labelled',
      'label some: tableread judge label result.json -o labels/judged.yaml',
    )
  const known = criteriaOfProject(settled)
  const { criteria, notes } = chooseCriteria(labels.examples, known)
  const gathered = criteria.map((criterion) => ({
    criterion,
    examples: gatherExamples(labels.examples, criterion.asWritten, criterion.looksAt),
  }))
  const torn = gathered.flatMap(({ examples }) => examples.problems)
  if (torn.length > 0) throw brokenFiles(torn, excerptOf)
  const allowance = createAllowance(settled.budgets)
  const opened = openJudges(settled, allowance)
  const facts = await Promise.all(criteria.map((criterion) => judgeOf(criterion, opened, settled)))
  const { signal, release } = interruptible()
  const done: Done[] = []
  try {
    for (const [index, { criterion, examples }] of gathered.entries()) {
      const judge = facts[index]
      if (judge === undefined) continue
      const found = await askAbout(criterion, examples, opened, settled, signal)
      done.push({ criterion, examples, judge, found })
      if (signal.aborted) break
    }
  } finally {
    release()
  }
  if (signal.aborted) {
    complain('interrupted: nothing was written; the answers so far are in the cache\n')
    return Number(signal.reason)
  }
  const dropped = writeLicences(done, settled)
  const report = reportOf(done, [...notes, ...dropped, ...unlabelled(known, criteria)], settled)
  await tell(conceal.rest(report), flags)
  if (report.criteria.some(({ unanswered }) => unanswered !== null)) return 3
  return report.criteria.every(({ licensed }) => licensed) ? 0 : 1
}

/** A calibrated criterion. */
interface Done {
  criterion: Criterion
  examples: Examples
  judge: JudgeFacts
  found: Calibration
}

/**
 * The named label files, and those in named folders; by default those in `labels`. @throws UsageError if
 * there is none
 */
function findLabels(given: readonly string[], folder: string): string[] {
  const found = (given.length === 0 ? ['labels'] : given).flatMap((path) => {
    const stats = lookAt(resolve(folder, path))
    if (stats === undefined)
      throw new UsageError(
        given.length === 0 ? 'there is no folder "labels"' : `there are no labels at ${path}`,
        'name label files, or make some: tableread judge label result.json -o labels/judged.yaml',
      )
    if (!stats.isDirectory()) return [path]
    return walkFiles(resolve(folder, path))
      .filter((name) => /\.ya?ml$/.test(name))
      .sort()
      .map((name) => join(path, name))
  })
  if (found.length > 0) return found
  throw new UsageError('there is no label file', 'they end in .yaml; tableread judge label writes them')
}

/** The criteria of the suites; none, with a warning, if there is no suite. @throws UsageError for broken suites */
function criteriaOfProject(settled: RunSettled): Criterion[] {
  let read: SuitesRead
  try {
    read = readSuites(settled)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    warn('there is no suite here: calibrating the judge of the config')
    return []
  }
  if (read.problems.length > 0) throw brokenFiles(read.problems, (file) => read.texts.get(file))
  return criteriaOf(readPlans(read, settled), settled)
}

/**
 * The labelled criteria, with the judges that suites ask for. A criterion that no suite has is put to the
 * project's judge.
 */
function chooseCriteria(
  examples: readonly Example[],
  known: readonly Criterion[],
): { criteria: Criterion[]; notes: string[] } {
  const notes: string[] = []
  const criteria = unique(examples.map(({ asWritten }) => asWritten)).flatMap((asWritten): Criterion[] => {
    const own = examples.filter((each) => each.asWritten === asWritten)
    const isShown = (looksAt: Criterion['looksAt']): boolean =>
      own.some((each) => (each.looksAt ?? looksAt) === looksAt)
    const uses = known.filter((each) => each.asWritten === asWritten && isShown(each.looksAt))
    if (uses.length > 0) return uses
    const [{ file, at } = { file: '', at: { line: 1 } }] = own
    if (known.length > 0) {
      const names = known.map((each) => each.asWritten)
      const hint = didYouMean(asWritten, names) ?? 'a licence is for the exact wording of a criterion'
      notes.push(
        `${file}:${at.line}: no suite has the criterion "${asWritten}", as far as these labels show it: ${hint}`,
      )
    }
    const looksAt = own.find((each) => each.looksAt !== undefined)?.looksAt ?? 'turn'
    return [{ asWritten, looksAt, expected: ['met'], places: [] }]
  })
  return { criteria, notes }
}

function askAbout(
  { asWritten, looksAt, by, votes, expected }: Criterion,
  examples: Examples,
  { judges }: ProjectJudges,
  settled: RunSettled,
  signal: AbortSignal,
): Promise<Calibration> {
  const asking = {
    asWritten,
    looksAt,
    expected,
    ...(by === undefined ? {} : { by }),
    ...(votes === undefined ? {} : { votes }),
  }
  return calibrate(examples.agreed, asking, judges, { lanes: settled.judges.concurrency, signal })
}

/**
 * Adds the new licences to the licence file, replacing those of the same criteria and keeping the rest.
 * Returns notes for the person.
 */
function writeLicences(done: readonly Done[], settled: RunSettled): string[] {
  const { licences: before, problems } = readLicenceFile(settled)
  const given = new Date().toISOString().slice(0, 10)
  const fresh = done.flatMap(({ criterion, examples, judge, found }): Licence[] => {
    if (found.unanswered.length > 0) return []
    const { met, notMet, probes } = found
    const labels = examples.files.map(({ file, examples: hash }) => ({
      file: labelPath(file, settled),
      examples: hash,
    }))
    const licence = { criterion: criterion.asWritten, ...judge, given, met, notMet, probes, labels }
    const same = before.find((each) => JSON.stringify(sorted({ ...each, given })) === JSON.stringify(sorted(licence)))
    return [same ?? licence]
  })
  const renewed = new Set(fresh.map(({ criterion }) => criterion))
  const kept = before.filter(({ criterion }) => !renewed.has(criterion))
  if (fresh.length > 0)
    writeGiven(settled.judges.licences, formatLicences(unique([...kept, ...fresh])), { shown: settled.judges.licences })
  return fresh.length === 0 ? [] : problems.map((each) => `${placed(each)}; this was taken out`)
}

function sorted(licence: Licence): [string, unknown][] {
  return Object.entries(licence)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => [key, writeSorted(value)])
}

function unlabelled(known: readonly Criterion[], asked: readonly Criterion[]): string[] {
  const rest = unique(known.filter((each) => !asked.includes(each)).map(({ asWritten }) => asWritten))
  return rest.length === 0 ? [] : [`no labelled example of: ${rest.map((each) => `"${each}"`).join(', ')}`]
}

function reportOf(done: readonly Done[], notes: string[], settled: RunSettled): CalibrationReport {
  const bounds = { atLeast: settled.judges.atLeast, probes: settled.judges.probes }
  const repeated = done.reduce((sum, { examples }) => sum + examples.repeated, 0)
  const criteria = done.map(({ criterion, examples, judge, found }): CalibratedCriterion => {
    const { met, notMet, probes, unanswered, kappa, cannotTell, unjudged, disagreements } = found
    const lacks = unanswered.length > 0 ? [] : findLacks(found, bounds, criterion.expected)
    return {
      criterion: criterion.asWritten,
      looksAt: criterion.looksAt,
      models: judge.models.map(({ name }) => name),
      votes: judge.votes,
      places: criterion.places,
      met: agreementOf(met),
      notMet: agreementOf(notMet),
      agreement: agreementOf({ right: met.right + notMet.right, of: met.of + notMet.of }),
      kappa,
      cannotTell,
      unjudged,
      people:
        examples.pairs.length === 0
          ? null
          : { examples: examples.pairs.length, disputed: examples.disputed.length, kappa: kappaOf(examples.pairs) },
      probes: probes.map(({ name, moves }) => ({ name, ...moves, interval: intervalOfMoves(moves) })),
      licensed: unanswered.length === 0 && lacks.length === 0,
      lacks,
      unanswered: unanswered.length === 0 ? null : (unanswered[0] ?? ''),
      disagreements,
    }
  })
  const twice = repeated === 0 ? [] : [`${count(repeated, 'example')} are listed twice and count once`]
  return {
    schemaVersion: 1,
    kind: 'calibration',
    tableread: tablereadVersion(),
    bounds,
    criteria,
    notes: [...notes, ...twice],
  }
}

async function tell(report: CalibrationReport, { json, markdown }: CalibrateFlags): Promise<void> {
  if (markdown === '-') print(calibrationMarkdown(report))
  else if (markdown !== undefined)
    await writeGivenInTurns(markdown, calibrationMarkdown(report), { flag: '--markdown', kind: 'markdown' })
  if (json === true) printJson(report)
  else if (markdown !== '-') print(formatCalibration(report, createPaint(colours())))
}
