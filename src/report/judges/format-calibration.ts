import { count } from '../../base/wording.ts'
import type { Agreement } from '../../engine/expect/judgement.ts'
import type { Disagreement } from '../../records/licence/calibrate.ts'
import { percent, percentUp } from '../../records/licence/licence.ts'
import { cell } from '../markdown/blocks.ts'
import type { Paint } from '../text/paint.ts'

/** A calibration for a person at a terminal. */
export function formatCalibration({ criteria, notes }: CalibrationReport, paint: Paint): string {
  const licensed = criteria.filter((each) => each.licensed).length
  return [
    ...criteria.flatMap((each) => [...formatCriterion(each, paint), '']),
    ...notes.map((note) => `${paint.warn('note')}  ${note}`),
    `${licensed} of ${countCriteria(criteria.length)} licensed`,
    '',
  ].join('\n')
}

function formatCriterion(found: CalibratedCriterion, paint: Paint): string[] {
  const { criterion, models, votes, looksAt, unanswered, disagreements } = found
  const judge = `${models.join(', ')}, ${count(votes, 'vote')}${models.length > 1 ? ' each' : ''}, looks at the ${looksAt}`
  const head = [paint.strong(criterion), `  ${paint.dim(judge)}`]
  if (unanswered !== null) return [...head, `  ${paint.bad('could not be asked')}: ${unanswered}`]
  const rates = listRates(found)
  const width = Math.max(22, ...rates.map(([name]) => name.length + 2))
  return [
    ...head,
    ...rates.map(([name, value]) => `  ${name.padEnd(width)}${value}`),
    ...found.lacks.map((lack) => `  ${paint.warn('missing')}  ${lack}`),
    `  ${found.licensed ? paint.good('licensed') : paint.warn('no licence: advice')}`,
    ...disagreements.flatMap(({ place, people, judge, reason, quotations }) => [
      `  ${place}: people say ${people}, the judge ${judge}: ${reason}`,
      ...quotations.map((words) => `    ${paint.dim(JSON.stringify(words))}`),
    ]),
  ]
}

/** The figures of a criterion, each with its name. */
function listRates(found: CalibratedCriterion): [name: string, value: string][] {
  const { met, notMet, agreement, kappa, cannotTell, unjudged, people, probes } = found
  return [
    ['finds what is met', describeRate(met)],
    ['finds what is not', describeRate(notMet)],
    ['agrees', `${describeRate(agreement)}, kappa ${describeKappa(kappa)}`],
    ['cannot tell', `${cannotTell}${unjudged === 0 ? '' : `, and ${unjudged} unjudged`}`],
    ...(people === null
      ? []
      : [
          [
            'people agree',
            `kappa ${describeKappa(people.kappa)} on ${count(people.examples, 'example')}; ${people.disputed} disputed`,
          ] satisfies [string, string],
        ]),
    ...probes.map(({ name, moved, of, interval }): [string, string] => [
      `probe ${name}`,
      of === 0
        ? 'nothing to be seen'
        : `moved ${moved} of ${of} (${percent(interval[0])} to ${percentUp(interval[1])})`,
    ]),
  ]
}

function describeRate({ right, of, interval: [from, to] }: Agreement): string {
  return of === 0 ? 'no examples' : `${right} of ${of}, ${percent(right / of)} (${percent(from)} to ${percentUp(to)})`
}

function describeKappa(kappa: number | null): string {
  return kappa === null ? 'undefined' : kappa.toFixed(2)
}

/** The same as a table in Markdown, for a pull request. */
export function calibrationMarkdown({ criteria, notes, bounds }: CalibrationReport): string {
  const rows = criteria.map((each) => {
    const worst = each.probes.filter(({ name }) => name !== 'again').map(({ interval }) => interval[1])
    const probe = worst.length === 0 ? '' : percentUp(Math.max(...worst))
    const state = each.unanswered !== null ? 'could not be asked' : each.licensed ? 'yes' : 'no'
    const cells = [
      each.criterion,
      describeRate(each.met),
      describeRate(each.notMet),
      describeKappa(each.kappa),
      probe,
      state,
    ]
    return `| ${cells.map(cell).join(' | ')} |`
  })
  const lacks = criteria.flatMap((each) => each.lacks.map((lack) => `- ${cell(each.criterion)}: ${cell(lack)}`))
  return [
    '<!-- tableread -->',
    '## Judges',
    '',
    `Both rates have to be at least ${percent(bounds.atLeast)}, and no probe may move a judge more than ${percent(bounds.probes)} of the time: by the ends of exact 95 % intervals.`,
    '',
    '| criterion | finds what is met | finds what is not | kappa | worst probe, at most | licence |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    ...(lacks.length === 0 ? [] : ['', ...lacks]),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${cell(note)}`)]),
    '',
  ].join('\n')
}

/** `1 criterion`, `2 criteria`. */
export function countCriteria(number: number): string {
  return number === 1 ? '1 criterion' : `${number} criteria`
}

/** What `judge calibrate` found: the document that `--json` prints. */
export interface CalibrationReport {
  schemaVersion: 1
  kind: 'calibration'
  tableread: string
  /** The minimum for the lower bounds of both rates, and the maximum for the upper bound of every probe, as shares. */
  bounds: { atLeast: number; probes: number }
  criteria: CalibratedCriterion[]
  /** Further remarks for a person, each a sentence. */
  notes: string[]
}

/** One criterion with the judge that it asks for. */
export interface CalibratedCriterion {
  criterion: string
  looksAt: 'turn' | 'conversation'
  models: string[]
  votes: number
  /** Where the criterion stands in the suites. */
  places: string[]
  /** How many of the examples with that label the judge found the same. */
  met: Agreement
  notMet: Agreement
  agreement: Agreement
  kappa: number | null
  cannotTell: number
  unjudged: number
  /** Examples that several people labelled: how far they agree. Disputed ones are not put to the judge. */
  people: { examples: number; disputed: number; kappa: number | null } | null
  probes: { name: string; moved: number; of: number; interval: [from: number, to: number] }[]
  licensed: boolean
  /** What is missing for a licence. */
  lacks: string[]
  /** Why the judge could not be asked; null if it was. */
  unanswered: string | null
  disagreements: Disagreement[]
}
