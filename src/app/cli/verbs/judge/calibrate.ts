import { join, resolve } from 'node:path'
import { lookAt, walkFiles } from '../../../../base/files/files.ts'
import { nearHint } from '../../../../base/files/near-path.ts'
import { unique } from '../../../../base/group-by.ts'
import { writeSorted } from '../../../../base/json/walk-json.ts'
import { didYouMean } from '../../../../base/text/suggest.ts'
import { count } from '../../../../base/text/wording.ts'
import { createAllowance } from '../../../../engine/verdict/budget/allowance.ts'
import { calibrate } from '../../../../records/licence/calibrate.ts'
import { type CriterionCalibration, reportCriterion } from '../../../../records/licence/calibration-report.ts'
import type { CalibrationReport } from '../../../../records/licence/calibration-shape.ts'
import type { Example } from '../../../../records/licence/example.ts'
import { gatherExamples } from '../../../../records/licence/gather-examples.ts'
import type { Licence } from '../../../../records/licence/licence.ts'
import { formatLicences } from '../../../../records/licence/licence-file.ts'
import { openConcealer } from '../../../config/open-concealer.ts'
import { type RunSettled, settle } from '../../../config/settings.ts'
import { tablereadVersion } from '../../../edge/package-version.ts'
import { complain, warn } from '../../../edge/print.ts'
import { interruptible } from '../../../edge/process.ts'
import { openSinks } from '../../../edge/sinks.ts'
import { brokenFiles, UsageError } from '../../../edge/usage-error.ts'
import { writeGiven } from '../../../files/given-files.ts'
import type { CalibrateFlags } from '../../../flags/result-flags.ts'
import { type JudgeFacts, judgeOf } from '../../../judging/judge-of.ts'
import { labelPath, problemLine, readLicenceFile } from '../../../judging/licences.ts'
import { openJudges } from '../../../judging/open-judges.ts'
import { readLabels } from '../../../judging/read-labels.ts'
import { gateExitCode, writeStudy } from '../../../reports/write-study.ts'
import { readPlans } from '../../../suites/choose-plans.ts'
import { criteriaOf, type SuiteCriterion } from '../../../suites/criteria.ts'
import { readSuites, type SuitesRead } from '../../../suites/read-suites.ts'

/** 0 if all labelled criteria are licensed, 1 if not, 3 if a judge could not be asked. @throws UsageError */
export async function calibrateJudges(paths: readonly string[], flags: CalibrateFlags): Promise<number> {
  const settings = await settle([], flags, process.env)
  const labels = readLabels(findLabels(paths, settings.folder), settings)
  const conceal = openConcealer(settings, {})
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
  const projectCriteria = criteriaOfProject(settings)
  const { criteria, notes } = chooseCriteria(labels.examples, projectCriteria)
  const gathered = criteria.map((criterion) => ({
    criterion,
    examples: gatherExamples(labels.examples, criterion.asWritten, criterion.looksAt),
  }))
  const torn = gathered.flatMap(({ examples }) => examples.problems)
  if (torn.length > 0) throw brokenFiles(torn, excerptOf)
  const allowance = createAllowance(settings.budgets)
  const projectJudges = openJudges(settings, allowance)
  const judged = await Promise.all(
    gathered.map(async (each) => ({ ...each, judge: await judgeOf(each.criterion, projectJudges, settings) })),
  )
  const { signal, release } = interruptible()
  const startedAt = new Date().toISOString()
  const began = performance.now()
  const done: Done[] = []
  const lanes = settings.judges.concurrency
  try {
    for (const each of judged) {
      const calibration = await calibrate(each.examples.agreed, each.criterion, projectJudges.judges, { lanes, signal })
      done.push({ ...each, found: calibration })
      if (signal.aborted) break
    }
  } finally {
    release()
  }
  if (signal.aborted) {
    complain('interrupted: nothing was written; the answers so far are in the cache\n')
    return Number(signal.reason)
  }
  const ms = Math.round(performance.now() - began)
  const dropped = writeLicences(done, settings)
  const repeated = done.reduce((sum, { examples }) => sum + examples.repeated, 0)
  const twice = repeated === 0 ? [] : [`${count(repeated, 'example')} are listed twice and count once`]
  const bounds = { atLeast: settings.judges.atLeast, probes: settings.judges.probes }
  const report = conceal.rest({
    bounds,
    criteria: done.map((each) => reportCriterion(each, bounds)),
    notes: [...notes, ...dropped, ...unlabelled(projectCriteria, criteria), ...twice],
  })
  const head = { schemaVersion: 1, kind: 'calibration', tableread: tablereadVersion() } as const
  const result: CalibrationReport = { ...head, ...report, startedAt, ms }
  const sinks = openSinks()
  const { gate } = await writeStudy(result, flags, sinks)
  return sinks.end(gateExitCode(gate))
}

/** A calibrated criterion, with all that a licence records of its judge. */
type Done = CriterionCalibration & { judge: JudgeFacts }

/** The named label files and folders; by default `labels`. @throws UsageError if there is none */
function findLabels(paths: readonly string[], folder: string): string[] {
  const files = (paths.length === 0 ? ['labels'] : paths).flatMap((path) => {
    const stats = lookAt(resolve(folder, path))
    if (stats === undefined)
      throw new UsageError(
        paths.length === 0 ? 'there is no folder "labels"' : `there are no labels at ${path}`,
        nearHint(resolve(folder, path)) ??
          'name label files, or make some: tableread judge label result.json -o labels/judged.yaml',
      )
    if (!stats.isDirectory()) return [path]
    return walkFiles(resolve(folder, path))
      .filter((name) => /\.ya?ml$/.test(name))
      .sort()
      .map((name) => join(path, name))
  })
  if (files.length > 0) return files
  throw new UsageError('there is no label file', 'they end in .yaml; tableread judge label writes them')
}

/** The criteria of the suites; none, with a warning, if there is no suite. @throws UsageError for broken suites */
function criteriaOfProject(settings: RunSettled): SuiteCriterion[] {
  let read: SuitesRead
  try {
    read = readSuites(settings)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    warn('there is no suite here: calibrating the judge of the config')
    return []
  }
  if (read.problems.length > 0) throw brokenFiles(read.problems, (file) => read.texts.get(file))
  return criteriaOf(readPlans(read, settings), settings)
}

/** The labelled criteria with their judges; a criterion that no suite has is put to the project's judge. */
function chooseCriteria(
  examples: readonly Example[],
  projectCriteria: readonly SuiteCriterion[],
): { criteria: SuiteCriterion[]; notes: string[] } {
  const notes: string[] = []
  const criteria = unique(examples.map(({ asWritten }) => asWritten)).flatMap((asWritten): SuiteCriterion[] => {
    const own = examples.filter((each) => each.asWritten === asWritten)
    const isShown = (looksAt: SuiteCriterion['looksAt']): boolean =>
      own.some((each) => (each.looksAt ?? looksAt) === looksAt)
    const uses = projectCriteria.filter((each) => each.asWritten === asWritten && isShown(each.looksAt))
    if (uses.length > 0) return uses
    const [{ file, at } = { file: '', at: { line: 1 } }] = own
    if (projectCriteria.length > 0) {
      const names = projectCriteria.map((each) => each.asWritten)
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

/** Replaces the licences of the same criteria and keeps the rest; returns notes for the person. */
function writeLicences(done: readonly Done[], settings: RunSettled): string[] {
  const { licences: before, problems } = readLicenceFile(settings)
  const day = new Date().toISOString().slice(0, 10)
  const fresh = done.flatMap(({ criterion, examples, judge, found }): Licence[] => {
    if (found.unanswered.length > 0) return []
    const { met, notMet, probes } = found
    const labels = examples.files.map(({ file, examples: hash }) => ({
      file: labelPath(file, settings),
      examples: hash,
    }))
    const licence = { criterion: criterion.asWritten, ...judge, given: day, met, notMet, probes, labels }
    const same = before.find(
      (each) => JSON.stringify(sorted({ ...each, given: day })) === JSON.stringify(sorted(licence)),
    )
    return [same ?? licence]
  })
  const renewed = new Set(fresh.map(({ criterion }) => criterion))
  const others = before.filter(({ criterion }) => !renewed.has(criterion))
  if (fresh.length > 0)
    writeGiven(settings.judges.licences, formatLicences(unique([...others, ...fresh])), {
      displayPath: settings.judges.licences,
    })
  return fresh.length === 0 ? [] : problems.map((each) => `${problemLine(each)}; this was taken out`)
}

function sorted(licence: Licence): [string, unknown][] {
  return Object.entries(licence)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => [key, writeSorted(value)])
}

function unlabelled(projectCriteria: readonly SuiteCriterion[], wantedCriteria: readonly SuiteCriterion[]): string[] {
  const rest = unique(
    projectCriteria.filter((each) => !wantedCriteria.includes(each)).map(({ asWritten }) => asWritten),
  )
  return rest.length === 0 ? [] : [`no labelled example of: ${rest.map((each) => `"${each}"`).join(', ')}`]
}
