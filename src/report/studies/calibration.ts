import { unique } from '../../base/group-by.ts'
import { count } from '../../base/text/wording.ts'
import type { Agreement } from '../../engine/expect/outcome/judgement.ts'
import type { CalibratedCriterion, CalibrationReport } from '../../records/licence/calibration-shape.ts'
import { percent, percentUp } from '../../records/licence/licence.ts'
import type { At, Case, Finding, Gate, ReportDocument, Table } from '../document/report-document.ts'
import { said, toned, verbatim } from '../document/words.ts'
import { formatTime } from '../text/figures.ts'

/** How often judges find what people found: a case for each criterion, a finding for each example they see otherwise. */
export function calibrationDocument(result: CalibrationReport): ReportDocument & { gate: Gate } {
  const { criteria, ms, notes, startedAt, tableread } = result
  const findings = criteria.flatMap(findingsOf)
  const examples = criteria.reduce((sum, { agreement }) => sum + agreement.of, 0)
  return {
    ...{ study: 'judge calibrate', tableread, startedAt, ms, findings, most: findings.length },
    target: unique(criteria.flatMap(({ models }) => models)).join(', '),
    headline: `Judges: ${countLicensed(criteria)}`,
    cases: criteria.map(caseOf),
    tables: criteria.map((each) => tableOf(each, criteria.length > 1)),
    lists: [{ title: 'notes', items: notes.map((note) => verbatim(note)) }],
    gate: gateOf(result),
    footer: [`${count(examples, 'example')} in ${formatTime(ms)}`],
  }
}

const countLicensed = (criteria: readonly CalibratedCriterion[]): string =>
  `${criteria.filter(({ licensed }) => licensed).length} of ${count(criteria.length, 'criterion')} licensed`

/** Licences are all or nothing: the gate is that of the exit code. */
function gateOf({ bounds, criteria }: CalibrationReport): Gate {
  const demand = `both rates must be at least ${percent(bounds.atLeast)}, and no probe may move a judge more than ${percent(bounds.probes)} of the time, by the ends of exact 95 % intervals`
  const isAsked = criteria.every(({ unanswered }) => unanswered === null)
  const isOpen = criteria.every(({ licensed }) => licensed)
  return {
    verdict: isOpen ? 'open' : isAsked ? 'shut' : 'not enough',
    reason: `${countLicensed(criteria)}, where ${demand}`,
  }
}

function stateOf({ licensed, unanswered }: CalibratedCriterion): string {
  if (unanswered !== null) return 'could not be asked'
  return licensed ? 'licensed' : 'no licence: advice'
}

function caseOf(each: CalibratedCriterion, index: number): Case {
  const { criterion, lacks, licensed, models, places, unanswered, votes } = each
  const [place] = places
  const more = lacks.length - 1
  return {
    ...{ id: String(index), suite: 'judges', name: criterion, at: place === undefined ? null : atOf(place) },
    verdict: unanswered !== null ? 'errored' : licensed ? 'passed' : 'failed',
    reason: licensed ? null : verbatim(unanswered ?? `${lacks[0]}${more > 0 ? `; and ${more} more` : ''}`),
    status: stateOf(each),
    facts: {
      ...{ models, votes: String(votes), places, missing: lacks },
      measured: unanswered === null ? listRates(each).map(([name, value]) => `${name}: ${value}`) : [],
    },
  }
}

/** A place as results have it: `file:line`, or a file that has no lines, such as a config in code. */
function atOf(place: string): At {
  const [, file = place, line = '1'] = /^(.*):(\d+)$/.exec(place) ?? []
  return { file, line: Number(line), address: place }
}

/** A rate is judged, so an example that leaves the criterion licensed is there to be read, and does not fail. */
function findingsOf({ criterion, disagreements, licensed }: CalibratedCriterion, index: number): Finding[] {
  return disagreements.map(({ place, people, judge, reason, quotations }): Finding => {
    const isFound = judge === 'met' || judge === 'not met'
    return {
      ...{ case: String(index), group: said(criterion), label: '', at: atOf(place) },
      title: [`people say `, said(people), ', the judge ', said(judge)],
      verdict: licensed ? 'sample' : isFound ? 'failed' : 'errored',
      what: verbatim(reason),
      lines: quotations.map((words) => toned('dim', verbatim(JSON.stringify(words)))),
      ...{ evidence: '', runs: [] },
    }
  })
}

function tableOf(each: CalibratedCriterion, isDetail: boolean): Table {
  const { criterion, lacks, licensed, looksAt, models, unanswered, votes } = each
  const panel = `${count(votes, 'vote')}${models.length > 1 ? ' each' : ''}`
  const judge = [' (', said(models.join(', ')), `, ${panel}, looks at the `, said(looksAt), ')']
  const tone = unanswered !== null ? 'bad' : licensed ? 'good' : 'warn'
  return {
    title: [toned('strong', said(criterion)), toned('dim', judge), ': ', toned(tone, stateOf(each))],
    ...(isDetail ? { isDetail } : {}),
    columns: unanswered === null ? [{ name: 'the judge' }, { name: 'measured' }] : [],
    rows: unanswered === null ? listRates(each).map(([name, value]) => [said(name), value]) : [],
    notes:
      unanswered === null
        ? lacks.map((lack) => [toned('warn', 'missing'), ': ', verbatim(lack)])
        : [verbatim(unanswered)],
  }
}

/** The figures of a criterion, each with its name. */
function listRates(criterion: CalibratedCriterion): [name: string, value: string][] {
  const { met, notMet, agreement, kappa, cannotTell, unjudged, people, probes } = criterion
  return [
    ['finds what is met', describeRate(met)],
    ['finds what is not', describeRate(notMet)],
    ['agrees', `${describeRate(agreement)}, kappa ${describeKappa(kappa)}`],
    ['cannot tell', `${cannotTell}${unjudged === 0 ? '' : `, and ${unjudged} unjudged`}`],
    ...(people === null ? [] : [['people agree', describePeople(people)] satisfies [string, string]]),
    ...probes.map(({ name, moved, of, interval }): [string, string] => [
      `probe ${name}`,
      of === 0
        ? 'nothing to be seen'
        : `moved ${moved} of ${of} (${percent(interval[0])} to ${percentUp(interval[1])})`,
    ]),
  ]
}

const describePeople = ({ examples, disputed, kappa }: NonNullable<CalibratedCriterion['people']>): string =>
  `kappa ${describeKappa(kappa)} on ${count(examples, 'example')}; ${disputed} disputed`

function describeRate({ right, of, interval: [from, to] }: Agreement): string {
  return of === 0 ? 'no examples' : `${right} of ${of}, ${percent(right / of)} (${percent(from)} to ${percentUp(to)})`
}

const describeKappa = (kappa: number | null): string => (kappa === null ? 'undefined' : kappa.toFixed(2))
