import { breathing } from '../../base/breathe.ts'
import { groupByKey } from '../../base/group-by.ts'
import { onOneLine } from '../../base/text/wording.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { casesWithFindings } from '../document/cases-with-findings.ts'
import { plainSaid, plainText } from '../document/door.ts'
import type { Case, Finding, Gate, GateFinding, ReportDocument } from '../document/report-document.ts'
import { said, type Words } from '../document/words.ts'
import type { JunitCase, JunitFinding, JunitSuite } from './write-junit.ts'

/**
 * A report as suites for JUnit and CTRF, never green unless its gate is open. Rules of the gate are facts of the suites,
 * since readers count cases as tests: one that no case shows has a case in the suite `gate`. Reads no tables and lists.
 */
export function suitesOfDocument(
  document: ReportDocument,
  findings: readonly Finding[] = document.findings,
): JunitSuite[] {
  const { cases, facts, gate, problems = [], startedAt, study, tableread, target } = document
  const properties = [
    ...Object.entries({ study, target, tableread, ...facts }).map(([name, fact]) => [name, plainSaid(fact)] as const),
    ...(gate === null ? [] : gateFacts(gate)),
  ]
  const suites = [...groupByKey(casesWithFindings({ cases, findings }), ({ each }) => suiteOf(each))].map(
    ([suite, own]): JunitSuite => ({
      ...{ name: plainSaid(suite), startedAt, properties: [...properties, ...versionOf(own)] },
      cases: own.map(({ each, found }) => toCase(each, found)),
    }),
  )
  const broken = problems.map(({ problem }) => brokenSuite(problem, startedAt))
  const isShown = cases.some(({ verdict }) => verdict === 'failed' || verdict === 'errored')
  const own = gate === null ? [] : gateCases(gate, isShown)
  const gates = own.length === 0 ? [] : [{ name: 'gate', startedAt, properties, cases: own }]
  return [...broken, ...suites, ...gates]
}

/** The same with what shows the findings made one by one, so that signals are handled while thousands are reported. */
export async function suitesInTurns(document: ReportDocument): Promise<JunitSuite[]> {
  const breathe = breathing()
  const findings: Finding[] = []
  for (const finding of document.findings) {
    findings.push({ ...finding })
    await breathe()
  }
  return suitesOfDocument(document, findings)
}

const suiteOf = ({ suite, version }: Case): string => (version === undefined ? suite : `${suite} [${version}]`)

function versionOf([first]: readonly { each: Case }[]): JunitSuite['properties'] {
  const version = first?.each.version
  return version === undefined ? [] : [['version', plainSaid(version)]]
}

/** A file that could not be read as a suite. */
function brokenSuite({ at, code, ...problem }: Problem, startedAt: string): JunitSuite {
  const [file, message] = [plainSaid(problem.file), plainSaid(problem.message, 2_000)]
  const text = `${file}:${at.line}:${at.column}: ${message} [${code}]`
  const finding: JunitFinding = { element: 'error', type: 'broken', message, text }
  const properties = [['at', `${file}:${at.line}`]] as const
  return {
    ...{ name: file, startedAt, properties: [] },
    cases: [{ name: file, classname: file, file, line: at.line, status: 'broken', ms: 0, finding, properties }],
  }
}

const elements = { failed: 'failure', errored: 'error', skipped: 'skipped' } as const

function toCase(each: Case, findings: readonly Finding[]): JunitCase {
  const { suite, name, at, verdict, reason, status = verdict, kind, startedAt, ms = 0, facts = {} } = each
  const words = reason === null ? verdict : plainText(reason)
  const why = verdict === 'skipped' ? onOneLine(words) : words
  const whole = kind === undefined ? why : `${kind}: ${why}`
  const text = [
    whole,
    ...(verdict === 'skipped' && kind === undefined ? [] : findings.flatMap((finding) => textOf(finding, name, why))),
  ]
  const place = each.failsAt ?? findings[0]?.at ?? at
  const isAdvised = verdict === 'passed' && findings.some((finding) => finding.verdict === 'advice')
  const pairs = Object.entries(facts).flatMap(([fact, values]) =>
    [values].flat().map((value) => [fact, plainSaid(value)] as const),
  )
  return {
    ...{ name: plainSaid(name), classname: plainSaid(suite), status, ms },
    ...{ file: place === null ? null : plainSaid(place.file), line: place?.line ?? null },
    ...(startedAt === undefined ? {} : { startedAt }),
    finding:
      verdict === 'passed'
        ? null
        : {
            ...{ element: elements[verdict], type: kind ?? verdict, text: text.join('\n') },
            message: verdict === 'skipped' ? whole : why, // a skipped one has no type
          },
    properties: [...pairs, ...(isAdvised ? [['advice', text.join('\n')] as const] : [])],
  }
}

/** What a finding says. Its head, and a line, is left out where the case has said it. */
function textOf({ title, at, what, lines, evidence }: Finding, name: string, why: string): string[] {
  const place = at === null ? '' : [' (', said(at.file), `:${at.line})`]
  const head =
    plainText(what) === why || plainText(title) === name
      ? []
      : ['', [title, place, plainText(what) === '' ? '' : ': ', what]]
  const own = (plainText(evidence) === '' ? lines : [...lines, evidence]).filter(
    (line) => line === '' || !why.includes(`; ${plainText(line)}`),
  )
  return [...head, ...own.map((line): Words => (line === '' ? '' : ['  ', line]))].map(plainText)
}

/** The gate and its rules by name, each with what was seen and wanted. */
function gateFacts({ verdict, reason, rules = [] }: Gate): (readonly [string, string])[] {
  return [
    ['gate', `${wordOf(verdict)}: ${plainText(reason)}`],
    ...rules.map((rule) => [`gate: ${plainText(rule.name)}`, describeRule(rule)] as const),
  ]
}

const describeRule = ({ verdict, seen, wanted }: GateFinding): string =>
  `${wordOf(verdict)}: ${plainText(seen)} (wanted: ${plainText(wanted)})`

/** A case for each rule that did not hold, and one for a gate that is not open without such a rule, unless cases show it already. */
function gateCases({ verdict, reason, rules = [] }: Gate, isShown: boolean): JunitCase[] {
  const poor = rules.filter((rule) => rule.verdict !== 'held')
  if (poor.length === 0) return verdict === 'open' || isShown ? [] : [gateCase('the gate', verdict, plainText(reason))]
  return poor
    .filter(({ countsCases }) => !isShown || countsCases !== true)
    .flatMap(({ name, seen, wanted, ...rule }) => {
      const facts = Object.entries({ seen: plainText(seen), wanted: plainText(wanted) })
      const why = `${plainText(name)}: ${facts[0]?.[1]} (wanted: ${facts[1]?.[1]})`
      return rule.verdict === 'held' ? [] : [gateCase(plainText(name), rule.verdict, why, facts)]
    })
}

/** A rule is not *broken*, as a script is: a word of its own says that it did not hold. */
const gateWords = { broken: 'not held', shut: 'shut', 'not judged': 'not judged', 'not enough': 'not enough' } as const
const gateElements = { broken: 'failure', shut: 'failure', 'not judged': 'error', 'not enough': 'error' } as const

const wordOf = (verdict: Gate['verdict'] | GateFinding['verdict']): string =>
  verdict === 'open' || verdict === 'held' ? verdict : gateWords[verdict]

function gateCase(
  name: string,
  verdict: Exclude<Gate['verdict'] | GateFinding['verdict'], 'open' | 'held'>,
  why: string,
  properties: JunitCase['properties'] = [],
): JunitCase {
  const status = gateWords[verdict]
  const finding: JunitFinding = { element: gateElements[verdict], type: status, message: why, text: why }
  return { ...{ name, classname: 'gate', file: null, line: null, status, ms: 0, finding }, properties }
}
