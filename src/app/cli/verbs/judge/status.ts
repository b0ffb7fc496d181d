import { count } from '../../../../base/text/wording.ts'
import type { Agreement } from '../../../../engine/expect/outcome/judgement.ts'
import { createAllowance } from '../../../../engine/verdict/budget/allowance.ts'
import { agreementOf } from '../../../../records/licence/agreement.ts'
import { findChanges, findLacks, type Licence, mendLacks, percent } from '../../../../records/licence/licence.ts'
import type { LicencesRead } from '../../../../records/licence/licence-file.ts'
import { createPaint } from '../../../../report/text/paint.ts'
import type { RunSettled } from '../../../config/settings.ts'
import { colours, print, printJson } from '../../../edge/print.ts'
import type { StatusFlags } from '../../../flags/result-flags.ts'
import { type JudgeFacts, judgeOf } from '../../../judging/judge-of.ts'
import { brokenOf, createLabelCheck, problemLine, readLicenceFile } from '../../../judging/licences.ts'
import { openJudges } from '../../../judging/open-judges.ts'
import { insistSound, openProject } from '../../../open/open-run.ts'
import { readPlans } from '../../../suites/choose-plans.ts'
import { criteriaOf, type SuiteCriterion } from '../../../suites/criteria.ts'

interface CriterionStatus extends Pick<SuiteCriterion, 'looksAt' | 'places'> {
  criterion: string
  models: string[]
  votes: number
  licensed: boolean
  /** The date of the calibration it rests on; null if there is none with this judge. */
  given: string | null
  met: Agreement | null
  notMet: Agreement | null
  why: string[]
  /** What to do next; null if it is licensed. */
  next: string | null
}

/** Asks no judge. 0, or with `--strict` 1 if a criterion is not licensed. @throws UsageError for bad suites */
export async function judgeStatus(paths: readonly string[], flags: StatusFlags): Promise<number> {
  const { config, json, strict } = flags
  const project = await openProject(paths, config === undefined ? {} : { config })
  insistSound(project)
  const { settled, read, conceal } = project
  const projectJudges = openJudges(settled, createAllowance(settled.budgets))
  const { licences, problems } = readLicenceFile(settled)
  const check = createLabelCheck(settled)
  const statuses = await Promise.all(
    criteriaOf(readPlans(read, settled), settled).map(async (criterion) =>
      statusOf(criterion, await judgeOf(criterion, projectJudges, settled), { licences, problems }, check, settled),
    ),
  )
  const criteria = conceal.rest(statuses)
  const notes = [
    ...problems.map(problemLine),
    ...(settled.judges.unlicensed === 'count'
      ? ['the config lets every judge count: judges: { unlicensed: count }']
      : []),
  ]
  if (json === true) printJson({ schemaVersion: 1, kind: 'judges', criteria, notes })
  else print(formatStatus(criteria, notes))
  return strict === true && criteria.some(({ licensed }) => !licensed) ? 1 : 0
}

function statusOf(
  { asWritten: criterion, looksAt, places, expected }: SuiteCriterion,
  judge: JudgeFacts,
  { licences, problems }: LicencesRead,
  check: (licence: Licence) => string | null,
  { judges }: Pick<RunSettled, 'judges'>,
): CriterionStatus {
  const own = licences.filter((each) => each.criterion === criterion)
  const licence = own.find((each) => each.judge === judge.judge)
  const changed = licence === undefined ? null : check(licence)
  const bounds = { atLeast: judges.atLeast, probes: judges.probes }
  const lacks = licence === undefined ? [] : changed !== null ? [changed] : findLacks(licence, bounds, expected)
  const why = licence === undefined ? tellOthers(criterion, own, judge, problems) : lacks
  // A broken licence may still have its labels.
  const isNew = own.length === 0 && problems.length === 0
  const stale = licence === undefined || changed !== null
  const mend = isNew ? 'label' : stale ? 'calibrate' : mendLacks(licence, bounds, expected)
  return {
    criterion,
    looksAt,
    places,
    models: judge.models.map(({ name, use }) => (name === use ? name : `${name} (${use})`)),
    votes: judge.votes,
    licensed: why.length === 0,
    given: licence?.given ?? null,
    met: licence === undefined ? null : agreementOf(licence.met),
    notMet: licence === undefined ? null : agreementOf(licence.notMet),
    why,
    next: why.length === 0 ? null : nextSteps[mend],
  }
}

const nextSteps = {
  label: 'npx tableread judge label result.json -o labels/judged.yaml',
  calibrate: 'npx tableread judge calibrate',
  'another judge': 'no number of labels is enough: word the criterion more plainly, or take another model',
} as const

/** What is wrong with the criterion's licence, or how the calibration nearest to today's judge differs. */
function tellOthers(
  criterion: string,
  own: readonly Licence[],
  judge: JudgeFacts,
  problems: LicencesRead['problems'],
): string[] {
  const broken = brokenOf(criterion, problems) ?? (own.length === 0 ? problems[0] : undefined)
  if (broken !== undefined) return [problemLine(broken)]
  const [nearest] = own
    .map((each) => ({ given: each.given, changes: findChanges(each, judge) }))
    .sort((a, b) => a.changes.length - b.changes.length)
  if (nearest === undefined) return ['it was never calibrated']
  const changes = nearest.changes.length === 0 ? ['the judge is another'] : nearest.changes
  return changes.map((change) => `calibrated on ${nearest.given}, but ${change}`)
}

function formatStatus(criteria: readonly CriterionStatus[], notes: readonly string[]): string {
  const paint = createPaint(colours())
  const licensed = criteria.filter((each) => each.licensed).length
  const blocks = criteria.flatMap((each) => [
    paint.strong(each.criterion),
    `  ${paint.dim(`${each.models.join(', ')}, votes ${each.votes}, looks at the ${each.looksAt}; ${each.places.join(', ')}`)}`,
    each.licensed
      ? `  ${paint.good('licensed')} since ${each.given}: ${rate('met', each.met)}, ${rate('not met', each.notMet)}`
      : `  ${paint.warn('advice')}`,
    ...each.why.map((why) => `    ${why}`),
    ...(each.next === null ? [] : [`    next: ${each.next}`]),
    '',
  ])
  const total =
    criteria.length === 0
      ? 'no suite has a criterion for a judge'
      : `${licensed} of ${count(criteria.length, 'criterion')} licensed`
  return [...blocks, ...notes.map((note) => `${paint.warn('note')}  ${note}`), total, ''].join('\n')
}

function rate(kind: string, agreement: Agreement | null): string {
  if (agreement === null) return kind
  const { right, of, interval } = agreement
  return `${kind} ${right} of ${of} (at least ${percent(interval[0])})`
}
