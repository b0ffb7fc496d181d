import { redactKeys } from '../../base/secret-keys.ts'
import { count } from '../../base/wording.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { describeBreak, describeFindings } from '../comparison/describe-comparison.ts'
import { plainText } from '../document/door.ts'
import type { ReportDocument } from '../document/report-document.ts'
import { describeOutcomeOn } from '../text/describe-outcome.ts'
import { finishText } from '../text/finish-text.ts'
import { findingsOf, placeOfFailure } from '../text/format-failure.ts'
import { groupFailures } from '../text/group-failures.ts'
import { cleanLine } from '../text/line.ts'

/** A remark on a line of a suite, as GitHub shows it in a pull request; `file` is null if it concerns no file. */
interface Annotation {
  level: 'error' | 'warning'
  file: string | null
  at: Place
  title: string
  text: string
}

/** GitHub shows at most this many of one level per step, and silently drops the others. */
const mostShown = 10

/**
 * The workflow commands that make GitHub show, on lines of suites, what did not pass; one line of text each.
 * `pathOf` returns the path of a suite in the repository.
 */
export function annotate(result: RunResult | Comparison | ReportDocument, pathOf: (file: string) => string): string {
  const annotations = 'findings' in result ? ofStudy(result) : 'kind' in result ? ofComparison(result) : ofRun(result)
  return (['error', 'warning'] as const)
    .flatMap((level) => fitting(annotations.filter((each) => each.level === level)))
    .map((each) => `${formatAnnotation(each, pathOf)}\n`)
    .join('')
}

function fitting(annotations: Annotation[]): Annotation[] {
  const [first] = annotations
  if (first === undefined || annotations.length <= mostShown) return annotations
  const left = annotations.slice(mostShown - 1)
  const places = left.flatMap(({ file, at }) => (file === null ? [] : [`${file}:${at.line}`]))
  const text = [`GitHub shows no more than ${mostShown} of a step; the others:`, ...places].join('\n')
  const title = `${count(left.length, 'more line')} with what did not pass`
  return [...annotations.slice(0, mostShown - 1), { ...first, file: null, title, text }]
}

/** One of each cause first, since GitHub may not show all. */
function ofRun({ problems, conversations, warnings = [] }: RunResult): Annotation[] {
  const groups = groupFailures(conversations.filter(({ verdict }) => !unremarkable.has(verdict)))
  const firsts = groups.map(({ members: [first] }) => first)
  const others = groups.flatMap(({ members }) => members.slice(1))
  return [...[...problems, ...warnings].map(ofProblem), ...firsts.map(ofConversation), ...others.map(ofConversation)]
}

/** Skipped, excused and unreached conversations are left to reports. */
const unremarkable: ReadonlySet<Verdict> = new Set(['passed', 'skipped', 'expected fail', 'not reached'])

function ofProblem({ file, at, message, hint, code, severity }: Problem): Annotation {
  const text = [`${message} [${code}]`, ...(hint === undefined ? [] : [`hint: ${hint}`])].join('\n')
  if (severity === 'warning') return { level: severity, file, at, title: 'held against nothing', text }
  return { level: 'error', file, at, title: 'this suite is broken', text }
}

function ofConversation(result: ConversationResult): Annotation {
  const { name, version, verdict, file, reason, cause, problems, startedAt } = result
  const [problem] = problems
  const [first, ...others] = findingsOf(result)
  const why = first === undefined ? (cause?.why ?? reason ?? verdict) : describeOutcomeOn(first, startedAt)
  const more = others.length === 0 ? [] : [`and ${count(others.length, 'more finding')}`]
  const text = problem === undefined ? [why, ...more].join('\n') : ofProblem(problem).text
  const level = verdict === 'unsafe' ? 'warning' : 'error'
  return { level, file, at: placeOfFailure(result), title: `${verdict}: ${name} [${version}]`, text }
}

/** A gate that is not open, and what a person should look at; what is only to be read is none. */
function ofStudy({ findings, gate, study }: ReportDocument): Annotation[] {
  const shut: Annotation[] =
    gate === null || gate.verdict === 'open'
      ? []
      : [
          {
            level: 'error',
            file: null,
            at: nowhere,
            title: `the gate of ${study} is shut`,
            text: plainText(gate.reason),
          },
        ]
  const found = findings.flatMap(({ at, group, title, verdict, what }): Annotation[] => {
    if (verdict === 'sample') return []
    const [head = '', text = ''] = [[group, ': ', title], what].map(plainText)
    const place = { line: at.line, column: 1, length: 1 }
    return [
      { level: verdict === 'failed' ? 'error' : 'warning', file: at.file, at: place, title: head, text: text || head },
    ]
  })
  return [...shut, ...found]
}

function ofComparison({ problems, warnings = [], conversations, gate, sentence }: Comparison): Annotation[] {
  const shut: Annotation[] =
    gate.verdict === 'shut'
      ? [{ level: 'error', file: null, at: nowhere, title: 'the gate is shut', text: sentence }]
      : []
  return [...shut, ...[...problems, ...warnings].map(ofProblem), ...conversations.flatMap(ofCompared)]
}

const nowhere: Place = { line: 1, column: 1, length: 1 }

/** What got worse is an error, what could not be compared or confirmed a warning; excused conversations are neither. */
function ofCompared(compared: ConversationComparison): Annotation[] {
  const { name, file, at, verdict, certainty, excused, reason, shown, pass } = compared
  const isUnconfirmed = certainty === 'unconfirmed' && (pass?.effect ?? 0) < 0
  if (excused !== null || (verdict !== 'regressed' && verdict !== 'not comparable' && !isUnconfirmed)) return []
  const what = isUnconfirmed ? 'unconfirmed break' : certainty === null ? verdict : `${verdict} (${certainty})`
  const found = describeFindings(compared).slice(0, 3)
  const broken = found.length === 0 ? describeBreak(compared) : null
  const text = [reason, ...found, ...(broken === null || reason.includes(broken) ? [] : [broken])].join('\n')
  const place = shown.b === null ? at : placeOfFailure(shown.b)
  return [{ level: verdict === 'regressed' ? 'error' : 'warning', file, at: place, title: `${what}: ${name}`, text }]
}

/**
 * One command on one line. Text in it can neither end it nor begin another: GitHub has escapes for those
 * characters, and control characters are shown as their code.
 */
function formatAnnotation({ level, file, at, title, text }: Annotation, pathOf: (file: string) => string): string {
  const place =
    file === null
      ? {}
      : { file: pathOf(file), line: at.line, col: at.column, endColumn: at.column + Math.max(1, at.length) }
  const properties = Object.entries({ ...place, title }).map(
    ([name, value]) =>
      `${name}=${escapeData(cleanLine(redactKeys(String(value))))
        .replaceAll(':', '%3A')
        .replaceAll(',', '%2C')}`,
  )
  return `::${level} ${properties.join(',')}::${escapeData(finishText(redactKeys(text)))}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
