import { breathing } from '../../base/breathe.ts'
import { groupByKey } from '../../base/group-by.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { casesWithFindings } from '../document/cases-with-findings.ts'
import { plainSaid, plainText } from '../document/door.ts'
import type { Case, Finding, Gate, GateFinding, ReportDocument } from '../document/report-document.ts'
import { said, type Words } from '../document/words.ts'
import type { JunitCase, JunitFinding, JunitSuite } from './write-junit.ts'

/** A report as suites for JUnit and CTRF, with `gate`, never green unless open. Reads no tables and lists. */
export function suitesOfDocument(
  document: ReportDocument,
  findings: readonly Finding[] = document.findings,
): JunitSuite[] {
  const { cases, facts, gate, problems = [], startedAt, study, tableread, target } = document
  const properties = Object.entries({ study, target, tableread, ...facts }).map(
    ([name, fact]) => [name, plainSaid(fact)] as const,
  )
  const suites = [...groupByKey(casesWithFindings({ cases, findings }), ({ each }) => suiteOf(each))].map(
    ([suite, own]): JunitSuite => ({
      ...{ name: plainSaid(suite), startedAt, properties: [...properties, ...versionOf(own)] },
      cases: own.map(({ each, found }) => toCase(each, found)),
    }),
  )
  const broken = problems.map(({ problem }) => brokenSuite(problem, startedAt))
  const gates =
    gate === null
      ? []
      : [
          {
            name: 'gate',
            startedAt,
            properties,
            cases: gateCases(
              gate,
              cases.some(({ verdict }) => verdict === 'failed' || verdict === 'errored'),
            ),
          },
        ]
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
  const why = reason === null ? verdict : plainText(reason)
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

/**
 * A case for each rule, and one for the gate itself unless a rule says already that it is not open. What single cases show is
 * skipped rather than a failure a second time: failures are as many as conversations that broke.
 */
function gateCases({ verdict, reason, rules = [] }: Gate, isShown: boolean): JunitCase[] {
  const isTold = rules.some((rule) => rule.verdict !== 'held')
  const own = rules.map(({ name, seen, wanted, ...rule }) => {
    const facts = Object.entries({ seen: plainText(seen), wanted: plainText(wanted) })
    const why = `${plainText(name)}: ${facts[0]?.[1]} (wanted: ${facts[1]?.[1]})`
    const all = gateCase(plainText(name), rule.verdict, why, facts)
    return isShown && rule.countsCases === true ? onlySaid(all) : all
  })
  const whole = gateCase('the gate', verdict, plainText(reason))
  return [...own, ...(isTold ? [] : [isShown ? onlySaid(whole) : whole])]
}

const onlySaid = (each: JunitCase): JunitCase =>
  each.finding === null ? each : { ...each, finding: { ...each.finding, element: 'skipped' } }

/** A rule is not *broken*, as a script is: a word of its own says that it did not hold. */
const gateWords = { broken: 'not held', shut: 'shut', 'not judged': 'not judged', 'not enough': 'not enough' } as const
const gateElements = { broken: 'failure', shut: 'failure', 'not judged': 'error', 'not enough': 'error' } as const

function gateCase(
  name: string,
  verdict: Gate['verdict'] | GateFinding['verdict'],
  why: string,
  properties: JunitCase['properties'] = [],
): JunitCase {
  const isHeld = verdict === 'open' || verdict === 'held'
  const status = isHeld ? verdict : gateWords[verdict]
  const finding: JunitFinding | null = isHeld
    ? null
    : { element: gateElements[verdict], type: status, message: why, text: why }
  return { ...{ name, classname: 'gate', file: null, line: null, status, ms: 0, finding }, properties }
}
