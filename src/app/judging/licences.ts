import { dirname, relative, resolve, sep } from 'node:path'
import { readText } from '../../base/files/files.ts'
import type { LicenceSeen } from '../../engine/expect/outcome/judgement.ts'
import type { JudgedBy } from '../../engine/judge/create-judges.ts'
import { gatherExamples } from '../../records/licence/gather-examples.ts'
import { type Licence, seeLicence } from '../../records/licence/licence.ts'
import { type LicenceProblem, type LicencesRead, parseLicences } from '../../records/licence/licence-file.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { RunSettled } from '../config/settings.ts'
import { showPath } from '../files/find-suites.ts'
import { type LabelsRead, readLabels } from './read-labels.ts'

type LicenceSettings = Pick<RunSettled, 'judges' | 'folder' | 'redact'>

/** The current licence file; empty if there is none. */
export function readLicenceFile({ judges, folder }: Pick<LicenceSettings, 'judges' | 'folder'>): LicencesRead {
  const file = showPath(judges.licences, folder)
  try {
    return parseLicences(readText(judges.licences), file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { licences: [], problems: [] }
    const at = { line: 1, column: 1, length: 1 }
    const problem = { code: 'unreadable', file, at, message: `it cannot be read: ${message}`, criterion: null } as const
    return { licences: [], problems: [problem] }
  }
}

/** The path of a label file as licences record it: relative to the licence file, with forward slashes. */
export function labelPath(file: string, { judges, folder }: Pick<LicenceSettings, 'judges' | 'folder'>): string {
  return relative(dirname(judges.licences), resolve(folder, file)).split(sep).join('/')
}

/** Returns why the labels of a licence are no longer those it was given for; null if they still are. */
export function createLabelCheck(settings: LicenceSettings): (licence: Licence) => string | null {
  const labelsByPath = new Map<string, LabelsRead>()
  const read = (path: string): LabelsRead => {
    const labels = labelsByPath.get(path) ?? readLabels([path], settings)
    labelsByPath.set(path, labels)
    return labels
  }
  const base = dirname(settings.judges.licences)
  return ({ criterion, looksAt, labels, met, notMet }) => {
    const all = labels.map(({ file }) => read(resolve(base, file)))
    const broken = all.flatMap(({ problems }) => problems)[0]
    if (broken !== undefined) return `its labels cannot be used: ${problemLine(broken)}`
    const { agreed, files, problems } = gatherExamples(
      all.flatMap(({ examples }) => examples),
      criterion,
      looksAt,
    )
    const [torn] = problems
    if (torn !== undefined) return problemLine(torn)
    for (const { file, examples } of labels) {
      const now = files.find((each) => labelPath(each.file, settings) === file)
      if (now?.examples !== examples) return `its examples in ${file} have changed`
    }
    const countOf = (kind: string): number => agreed.filter(({ verdict }) => verdict === kind).length
    if (met.of !== countOf('met') || notMet.of !== countOf('not met'))
      return `it counts ${met.of} and ${notMet.of} examples, and its labels have ${countOf('met')} and ${countOf('not met')}`
    return null
  }
}

/** A problem with its place and hint, on one line. */
export function problemLine({ file, at, message, hint }: Problem): string {
  return `${file}:${at.line}:${at.column}: ${message}${hint === undefined ? '' : `; ${hint}`}`
}

/** The problem of a criterion's licence, or one that affects all of them; undefined if only others are broken. */
export function brokenOf(criterion: string, problems: readonly LicenceProblem[]): LicenceProblem | undefined {
  return problems.find((each) => each.criterion === criterion) ?? problems.find((each) => each.criterion === null)
}

/** Reads a project's licences. The returned function tells whether a judge is licensed for a criterion. */
export function readLicences(settings: LicenceSettings): (about: JudgedBy) => LicenceSeen {
  const { judges } = settings
  if (judges.unlicensed === 'count') return () => ({ kind: 'not asked for' })
  const bounds = { atLeast: judges.atLeast, probes: judges.probes }
  const { licences, problems } = readLicenceFile(settings)
  const check = createLabelCheck(settings)
  const checked = new Map<Licence, string | null>()
  return ({ criterion, judge, expected }) => {
    const none = (why: string): LicenceSeen => ({
      kind: 'unlicensed',
      why: `there is no licence for "${criterion}": ${why}`,
    })
    const own = licences.filter((each) => each.criterion === criterion)
    const licence = own.find((each) => each.judge === judge)
    if (licence === undefined) {
      const broken = brokenOf(criterion, problems)
      if (broken !== undefined) return none(problemLine(broken))
      if (own.length > 0) return none('it was calibrated with another judge; tableread judge status says what changed')
      const [other] = problems
      if (other !== undefined) return none(problemLine(other))
      return none('label examples of it, and run tableread judge calibrate')
    }
    const changed = checked.has(licence) ? (checked.get(licence) ?? null) : check(licence)
    checked.set(licence, changed)
    return changed === null ? seeLicence(licence, bounds, expected) : none(`${changed}; run tableread judge calibrate`)
  }
}
