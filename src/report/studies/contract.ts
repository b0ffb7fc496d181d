import { groupBy } from '../../base/group-by.ts'
import { count, listSome } from '../../base/text/wording.ts'
import type { ContractReport, ContractResult, RuleResult } from '../../wire/contract/contract-report.ts'
import type { ContractRequest } from '../../wire/contract/world/contract-request.ts'
import type { Rule } from '../../wire/contract/world/rule.ts'
import type { Case, Finding, Gate, ReportDocument, Table } from '../document/report-document.ts'
import { said, toned, verbatim, type Words } from '../document/words.ts'
import { formatCurl } from '../text/describe-exchange.ts'
import { formatTime } from '../text/figures.ts'

/** What the rules of the interface came to: a case for each rule, a finding for each that is not as it should be. */
export function contractDocument(result: ContractResult): ReportDocument & { gate: Gate } {
  const { blocked, results, runs, seed, sent, startedAt, subject, tableread, timeMs } = result
  const violated = results.flatMap(({ outcome, rule }) => (outcome === 'violated' ? [rule.id] : []))
  const ran = `${count(results.length, 'rule')}, ${count(sent, 'request')} in ${formatTime(timeMs)}`
  return {
    ...{ study: 'contract', tableread, startedAt, ms: Math.round(timeMs), target: subject, most: results.length },
    headline: `Contract: ${count(violated.length, 'rule')} violated`,
    cases: results.map(caseOf),
    findings: results.flatMap((each) => findingOf(each, result) ?? []),
    tables: [levelTable(results)],
    lists: [{ title: 'not run', items: listReasons(results) }],
    gate: gateOf(result, violated),
    footer: [
      ['contract of ', said(subject), `: ${ran}`],
      ...(blocked > 0 ? [`${count(blocked, 'request')} kept back: what could reach a person`] : []),
      `seed ${seed}, ${runs} a rule`,
    ],
  }
}

/** Rules that were asked for and never came to their turn, or of which none ran, leave the gate shut. */
function gateOf({ results, total }: ContractReport, violated: readonly string[]): Gate {
  if (violated.length > 0)
    return { verdict: 'shut', reason: [`${count(violated.length, 'rule')} violated: `, said(listSome(violated, 6))] }
  if (results.length < total)
    return { verdict: 'not enough', reason: `interrupted after ${results.length} of ${count(total, 'rule')}` }
  if (results.every(({ runs }) => runs === 0)) return { verdict: 'not enough', reason: 'nothing could be run' }
  return { verdict: 'open', reason: 'no rule is violated' }
}

const verdicts = { held: 'passed', violated: 'failed', recorded: 'skipped', 'not run': 'skipped' } as const

/** What is only recorded, or was not run, never passes. */
function caseOf({ outcome, reason, rule, counterexample, outside, runs, seed, seen, timeMs }: RuleResult): Case {
  const outcomes = Object.entries(seen).map(([name, times]) => `${name}: ${times}`)
  const odd = outside > 0 ? `, ${outside} of them as no reading says` : ''
  const reasons: Record<RuleResult['outcome'], Words> = {
    ...{ held: `held ${count(runs, 'time')}`, violated: verbatim(counterexample?.finding ?? '') },
    recorded: [said(rule.level), ': recorded, not judged; seen: ', said(Object.keys(seen).join(', ')), odd],
    'not run': ['not run: ', said(reason ?? 'nothing checks it')],
  }
  return {
    ...{ id: rule.id, suite: groupOf(rule), name: `${rule.id} ${rule.text}`, at: null, ms: timeMs },
    ...{ verdict: verdicts[outcome], status: outcome, reason: reasons[outcome] },
    facts: { level: rule.level, source: rule.source, expected: rule.expected, seed: String(seed), seen: outcomes },
  }
}

/** The operation that a rule is about, by which rules are grouped. */
export const groupOf = ({ operation }: Rule): string => (operation === '*' ? 'every operation' : operation)

/** A violated rule, with the smallest request that shows it; or an open one answered as no reading allows. */
function findingOf(
  result: RuleResult,
  { again: flags, hosts }: Pick<ContractResult, 'again' | 'hosts'>,
): Finding | null {
  const { rule, counterexample, odd, outcome, outside, path, seed, seen } = result
  const shared = { case: rule.id, group: said(groupOf(rule)), label: said(rule.level), at: null, runs: [] }
  if (counterexample !== null) {
    const { broken, drawn, finding, repeats, request, shrinks } = counterexample
    const place = path === null ? '' : [' --path ', verbatim(path, whole)]
    const reach = flags.length === 0 ? '' : [' ', verbatim(flags.join(' '), whole)]
    return {
      ...{ ...shared, verdict: 'failed', title: [said(rule.id), ' does not hold'], what: verbatim(finding) },
      lines: [
        ['the rule: ', said(rule.text), ' (interface, ', said(rule.source), ')'],
        ...(broken.length > 1 ? [['the request breaks ', said(broken.join(', '))]] : []),
        ...(drawn === null || drawn === undefined ? [] : [['with: ', verbatim(JSON.stringify(drawn), whole)]]),
        ...(request === null ? [] : [curlOf(request, hosts)]),
        toned('dim', ['again: tableread contract --rule ', said(rule.id), ` --seed ${seed}`, place, reach]),
      ],
      evidence: `${count(shrinks, 'step')} smaller; tried once more, it ${repeats ? 'breaks again' : 'did not break again'}`,
    }
  }
  if (outcome !== 'recorded' || outside === 0) return null
  return {
    ...{ ...shared, verdict: 'advice', weight: 'warning', evidence: '' },
    title: [said(rule.id), ' is open, and was answered as no reading of it says'],
    what: said(rule.text),
    lines: [
      ['the readings: ', said(rule.expected), '; seen: ', said(Object.keys(seen).join(', '))],
      ...(odd === null ? [] : [curlOf(odd, hosts)]),
    ],
  }
}

/** What somebody is to send again is never cut. */
const whole = Number.POSITIVE_INFINITY

const keyNotes: Record<ContractRequest['credential'], string> = {
  ...{ own: '', missing: '', other: '   # with the key of another workspace' },
  ...{ bogus: '   # with a key that is none', empty: '   # with an empty key' },
}

function curlOf(request: ContractRequest, hosts: ContractReport['hosts']): Words {
  const { method, host, path, keyHeaders, credential, body } = request
  const headers = credential === 'missing' ? [] : keyHeaders.map((name) => name.toLowerCase())
  const keyNames = headers.filter((name) => name === 'authorization' || name === 'x-api-key')
  const line = formatCurl({ method, url: hosts[host].replace(/\/+$/, '') + path, keyHeaders: keyNames, body })
  return [verbatim(line, whole), keyNotes[credential]]
}

const levels = ['must', 'may', 'unspecified'] as const
const outcomes = ['held', 'violated', 'recorded', 'not run'] as const

function levelTable(results: readonly RuleResult[]): Table {
  const rows = levels.flatMap((level): Words[][] => {
    const own = results.filter(({ rule }) => rule.level === level)
    const counts = outcomes.map((outcome): Words => {
      const number = own.filter((result) => result.outcome === outcome).length
      return number === 0 ? '-' : outcome === 'violated' ? toned('bad', String(number)) : String(number)
    })
    return own.length === 0 ? [] : [[level, ...counts]]
  })
  return { columns: [{ name: 'level' }, ...outcomes.map((name) => ({ name, right: true as const }))], rows }
}

/** Why rules were not run, the commonest reason first. */
function listReasons(results: readonly RuleResult[]): Words[] {
  const missing = results.filter(({ outcome }) => outcome === 'not run')
  const groups = groupBy(missing, ({ reason }) => reason ?? '').sort((a, b) => b.length - a.length)
  return groups.map((own) => {
    const ids = own.map(({ rule }) => rule.id)
    return [said(own[0].reason ?? ''), ' (', said(listSome(ids, ids.length <= 6 ? 6 : 5)), ')']
  })
}
