import { groupBy } from '../../base/group-by.ts'
import { count, listSome } from '../../base/wording.ts'
import { formatCurl } from '../../report/text/describe-exchange.ts'
import type { Paint } from '../../report/text/paint.ts'
import type { ContractReport, RuleResult } from '../../wire/contract/contract-report.ts'
import type { ContractRequest } from '../../wire/contract/world/contract-request.ts'
import type { Subject } from '../../wire/contract/world/world.ts'

const levels = ['must', 'may', 'unspecified'] as const
const outcomes = ['held', 'violated', 'recorded', 'not run'] as const

/** A violated rule: what was expected, the smallest request that shows it, and how to reproduce it. */
export function describeViolation(
  { rule, counterexample, seed, path }: RuleResult,
  subject: Subject,
  paint: Paint,
): string {
  if (counterexample === null) return ''
  const { finding, request, broken, drawn, repeats, shrinks } = counterexample
  const lines = [
    finding,
    `the rule: ${rule.text} (${rule.level}; interface, ${rule.source})`,
    ...(broken.length > 1 ? [`the request breaks ${broken.join(', ')}`] : []),
    ...(drawn === null || drawn === undefined ? [] : [`with: ${JSON.stringify(drawn)}`]),
    ...(request === null ? [] : [curlOf(request, subject)]),
    paint.dim(
      `${count(shrinks, 'step')} smaller; ${repeats ? 'tried once more, it breaks again' : 'tried once more, it did not break again'}`,
    ),
    paint.dim(againOf(rule.id, seed, path)),
  ]
  return [`${paint.bad('✗')} ${paint.strong(rule.id)} does not hold`, ...lines.map((line) => `    ${line}`)].join('\n')
}

/**
 * The whole report as text: rules by level, why some were not run, and open points answered in a way that no
 * reading of the interface allows.
 */
export function describeContract(report: ContractReport, subject: Subject, paint: Paint): string {
  const { results, seed, runs, sent, blocked, timeMs } = report
  const seconds = (timeMs / 1000).toFixed(1)
  return [
    `contract of ${subject.name}: ${count(results.length, 'rule')}, ${count(sent, 'request')}, ${seconds} s (seed ${seed}, ${runs} a rule)`,
    ...(blocked > 0 ? [`  ${count(blocked, 'request')} kept back: what could reach a person`] : []),
    ...levels.flatMap((level) => countLevel(results, level)),
    ...listReasons(results),
    ...listOutside(results, subject, paint),
  ].join('\n')
}

function countLevel(results: readonly RuleResult[], level: (typeof levels)[number]): string[] {
  const own = results.filter(({ rule }) => rule.level === level)
  const counts = outcomes.flatMap((outcome) => {
    const count = own.filter((result) => result.outcome === outcome).length
    return count === 0 ? [] : [`${count} ${outcome}`]
  })
  return own.length === 0 ? [] : [`  ${level.padEnd(12)} ${counts.join(', ')}`]
}

function listReasons(results: readonly RuleResult[]): string[] {
  const missing = results.filter(({ outcome }) => outcome === 'not run')
  const most = groupBy(missing, ({ reason }) => reason ?? '').sort((a, b) => b.length - a.length)
  return most
    .slice(0, 12)
    .map((own) => `  not run: ${own[0].reason ?? ''} (${shorten(own.map(({ rule }) => rule.id))})`)
}

function shorten(ids: readonly string[]): string {
  return listSome(ids, ids.length <= 6 ? 6 : 5)
}

function listOutside(results: readonly RuleResult[], subject: Subject, paint: Paint): string[] {
  const some = results.filter(({ outcome, outside }) => outcome === 'recorded' && outside > 0)
  return some.flatMap(({ rule, seen, odd }) => [
    `${paint.warn('!')} ${rule.id} is open (${rule.level}), and was answered as no reading of it says: ${rule.text}`,
    `    the readings: ${rule.expected}; seen: ${Object.keys(seen).join(', ')}`,
    ...(odd === null ? [] : [`    ${curlOf(odd, subject)}`]),
  ])
}

function curlOf({ method, host, path, keyHeaders, credential, body }: ContractRequest, { hosts }: Subject): string {
  const headers = credential === 'missing' ? [] : keyHeaders.map((name) => name.toLowerCase())
  const known = headers.filter((name) => name === 'authorization' || name === 'x-api-key')
  const line = formatCurl({ method, url: hosts[host].replace(/\/+$/, '') + path, keyHeaders: known, body })
  return credential === 'own' || credential === 'missing' ? line : `${line}   # with ${credentials[credential]}`
}

const credentials = {
  other: 'the key of another workspace',
  bogus: 'a key that is none',
  empty: 'an empty key',
} as const

function againOf(id: string, seed: number, path: string | null): string {
  return `again: tableread contract --rule ${id} --seed ${seed}${path === null ? '' : ` --path ${path}`}`
}
